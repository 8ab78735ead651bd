# The names of asyncio that are about the world outside: protocols and transports are there for
# classes derived from them, StreamReader works on the bytes fed to it, and what would open a
# connection or start a process is refused, as nothing here reaches a network or another program.
import asyncio as _asyncio

__name__ = 'asyncio'
_REFUSED = '{} is not available: asyncio has no network and no processes here'
_LIMIT = 2 ** 16


class IncompleteReadError(EOFError):
    """A stream ended too early; `partial` is what had come."""

    def __init__(self, partial, expected):
        wanted = 'undefined' if expected is None else repr(expected)
        super().__init__(f'{len(partial)} bytes read on a total of {wanted} expected bytes')
        self.partial, self.expected = partial, expected

    def __reduce__(self):
        return type(self), tuple([self.partial, self.expected])


class LimitOverrunError(Exception):
    """No separator within the limit of a stream's buffer."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class SendfileNotAvailableError(RuntimeError):
    """sendfile() is not to be had here."""


def _hooks(name, doc, *methods, base=object):
    """A class whose methods do nothing: a program overrides those it wants."""
    def nothing(self, *args):
        pass
    return type(name, (base,), {'__doc__': doc, '__slots__': (), '__module__': 'asyncio',
                                **dict.fromkeys(methods, nothing)})


BaseProtocol = _hooks('BaseProtocol', 'What all protocols have.',
                      'connection_made',
                      'connection_lost', 'pause_writing', 'resume_writing')
Protocol = _hooks('Protocol', 'Is told what a stream brings.', 'data_received', 'eof_received',
                  base=BaseProtocol)
BufferedProtocol = _hooks('BufferedProtocol',
                          'Is told what a stream brings into its own buffer.',
                          'get_buffer', 'buffer_updated', 'eof_received', base=BaseProtocol)
DatagramProtocol = _hooks('DatagramProtocol', 'Is told of each datagram.',
                          'datagram_received',
                          'error_received', base=BaseProtocol)
SubprocessProtocol = _hooks('SubprocessProtocol', 'Is told what a process writes and how it ends.',
                            'pipe_data_received', 'pipe_connection_lost', 'process_exited',
                            base=BaseProtocol)


def _interface(name, doc, *methods, base=object):
    """A class whose methods are for its subclasses to write."""
    def missing(self, *args, **kwargs):
        raise NotImplementedError
    return type(name, (base,), {'__doc__': doc, '__slots__': (), '__module__': 'asyncio',
                                **dict.fromkeys(methods, missing)})


class BaseTransport:
    """What all transports have."""
    __slots__ = ('_extra',)

    def __init__(self, extra=None):
        self._extra = {} if extra is None else extra

    def get_extra_info(self, name, default=None):
        return self._extra.get(name, default)

    def is_closing(self):
        raise NotImplementedError

    close = set_protocol = get_protocol = is_closing


ReadTransport = _interface('ReadTransport', 'A transport to read from.', 'is_reading',
                           'pause_reading', 'resume_reading', base=BaseTransport)
WriteTransport = _interface('WriteTransport', 'A transport to write to.',
                            'set_write_buffer_limits', 'get_write_buffer_size',
                            'get_write_buffer_limits',
                            'write', 'write_eof', 'can_write_eof', 'abort', base=BaseTransport)
WriteTransport.writelines = lambda self, chunks: self.write(b''.join(chunks))


class Transport(ReadTransport, WriteTransport):
    """A transport that can be read and written."""
    __slots__ = ()


DatagramTransport = _interface('DatagramTransport', 'A transport for datagrams.',
                               'sendto',
                               'abort', base=BaseTransport)
SubprocessTransport = _interface('SubprocessTransport', 'A process and its pipes.',
                                 'get_pid',
                                 'get_returncode', 'get_pipe_transport', 'send_signal', 'terminate',
                                 'kill', base=BaseTransport)


class AbstractServer:
    """What create_server() would give."""

    def close(self):
        raise NotImplementedError

    get_loop = is_serving = close

    async def start_serving(self):
        raise NotImplementedError

    serve_forever = wait_closed = start_serving

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        self.close()
        await self.wait_closed()


class Server(AbstractServer):
    def __init__(self, *args, **kwargs):
        raise NotImplementedError(_REFUSED.format('asyncio.Server'))


class StreamReader:
    """The reading end of a stream: what feed_data() was given."""

    def __init__(self, limit=_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError('Limit cannot be <= 0')
        self._limit, self._loop, self._buffer, self._eof = limit, loop, bytearray(), False
        self._waiter = self._exception = self._transport = None

    def exception(self):
        return self._exception

    def set_exception(self, exc):
        self._exception = exc
        self._wake(lambda waiter: waiter.set_exception(exc))

    def _wake(self, how):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            how(waiter)

    def set_transport(self, transport):
        self._transport = transport

    def feed_eof(self):
        self._eof = True
        self._wake(lambda waiter: waiter.set_result(None))

    def feed_data(self, data):
        assert not self._eof, 'feed_data after feed_eof'
        if data:
            self._buffer += data
            self._wake(lambda waiter: waiter.set_result(None))

    def at_eof(self):
        return self._eof and not self._buffer

    async def _more(self, who):
        if self._waiter is not None:
            raise RuntimeError(f'{who}() called while another coroutine is already waiting for incoming data')
        self._waiter = _asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    async def _until(self, enough, who):
        """Waits until there is enough, or nothing more comes."""
        if self._exception is not None:
            raise self._exception
        while not (self._eof or enough()):
            await self._more(who)

    def _take(self, n):
        data = bytes(self._buffer[:n])
        del self._buffer[:n]
        return data

    async def _find(self, separator):
        """Where it is in the buffer; -1 where it cannot be any more, or only beyond the limit."""
        await self._until(lambda: separator in self._buffer or self._overrun(-1, len(separator)), 'readuntil')
        return self._buffer.find(separator)

    def _overrun(self, at, size):
        """(what is wrong, how much was seen) where there is more than the limit before a separator."""
        seen = at if at >= 0 else len(self._buffer) + 1 - size
        if seen <= self._limit:
            return None
        return ('Separator is not found, and chunk exceed the limit' if at < 0 else
                'Separator is found, but chunk is longer than limit'), seen

    async def readuntil(self, separator=b'\n'):
        if not separator:
            raise ValueError('Separator should be at least one-byte string')
        at = await self._find(separator)
        overrun = self._overrun(at, len(separator))
        if overrun:
            raise LimitOverrunError(*overrun)
        if at < 0:
            raise IncompleteReadError(self._take(len(self._buffer)), None)
        return self._take(at + len(separator))

    async def readline(self):
        at = await self._find(b'\n')
        overrun = self._overrun(at, 1)
        line = self._take(len(self._buffer) if at < 0 else at + 1)  # gone even if it is too long
        if overrun:
            raise ValueError(overrun[0])
        return line

    async def read(self, n=-1):
        await self._until(lambda: n == 0 or n > 0 and self._buffer, 'read')
        return self._take(len(self._buffer) if n < 0 else n)

    async def readexactly(self, n):
        if n < 0:
            raise ValueError('readexactly size can not be less than zero')
        await self._until(lambda: len(self._buffer) >= n, 'readexactly')
        data = self._take(n)
        if len(data) == n:
            return data
        raise IncompleteReadError(data, n)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if not line:
            raise StopAsyncIteration
        return line


class StreamReaderProtocol(Protocol):
    """Feeds a StreamReader with what a transport receives."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        self._reader = stream_reader

    def connection_made(self, transport):
        self._reader.set_transport(transport)

    def data_received(self, data):
        self._reader.feed_data(data)

    def eof_received(self):
        self._reader.feed_eof()
        return True


def _of_transport(name):
    def method(self, *args):
        return getattr(self._transport, name)(*args)

    method.__name__ = name
    return method


class StreamWriter:
    """The writing end of a stream, over a transport of the program's."""

    def __init__(self, transport, protocol, reader, loop):
        self.transport = self._transport = transport
        self._protocol, self._reader, self._loop = protocol, reader, loop

    write, writelines, write_eof, can_write_eof, close, is_closing = map(_of_transport, (
        'write', 'writelines', 'write_eof', 'can_write_eof', 'close', 'is_closing'))

    async def wait_closed(self):
        pass

    def get_extra_info(self, name, default=None):
        return self._transport.get_extra_info(name, default)

    async def drain(self):
        if self._reader is not None and self._reader.exception() is not None:
            raise self._reader.exception()


def _refused(name, is_async=True):
    def refuse(*args, **kwargs):
        raise NotImplementedError(_REFUSED.format('asyncio.' + name))

    async def refuse_async(*args, **kwargs):
        refuse()
    made = refuse_async if is_async else refuse
    made.__name__ = made.__qualname__ = name
    made.__doc__ = 'Refused: there is no network and there are no processes here.'
    return made


open_connection = _refused('open_connection')
start_server = _refused('start_server')
open_unix_connection = _refused('open_unix_connection')
start_unix_server = _refused('start_unix_server')
create_subprocess_exec = _refused('create_subprocess_exec')
create_subprocess_shell = _refused('create_subprocess_shell')
get_child_watcher = _refused('get_child_watcher', False)
set_child_watcher = _refused('set_child_watcher', False)


class AbstractChildWatcher:
    """Refused: there are no processes to watch."""

    def __init__(self, *args):
        raise NotImplementedError(_REFUSED.format(f'asyncio.{type(self).__name__}'))


class FastChildWatcher(AbstractChildWatcher):
    pass


class SafeChildWatcher(AbstractChildWatcher):
    pass


class MultiLoopChildWatcher(AbstractChildWatcher):
    pass


class PidfdChildWatcher(AbstractChildWatcher):
    pass


class ThreadedChildWatcher(AbstractChildWatcher):
    pass


def _refuse_on_loop(cls):
    """Give a loop class the methods that need the world outside, refused."""
    waiting = ('create_connection', 'create_server', 'create_unix_connection', 'create_unix_server',
               'create_datagram_endpoint', 'connect_accepted_socket', 'connect_read_pipe',
               'connect_write_pipe', 'getaddrinfo', 'getnameinfo', 'sendfile', 'sock_accept',
               'sock_connect', 'sock_recv', 'sock_recv_into', 'sock_sendall', 'start_tls',
               'subprocess_exec', 'subprocess_shell')
    plain = ('add_reader', 'add_writer', 'remove_reader', 'remove_writer', 'add_signal_handler',
             'remove_signal_handler')
    for name in waiting + plain:
        setattr(cls, name, _refused(f'{cls.__name__}.{name}', name in waiting))
