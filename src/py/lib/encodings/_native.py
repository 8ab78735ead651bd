# The CodecInfo of an encoding that is written in C: its functions, with classes for pieces and streams.
import _codecs
from codecs import (BOM_UTF8, BufferedIncrementalDecoder, CodecInfo, IncrementalDecoder, IncrementalEncoder,
                    StreamReader, StreamWriter)

# Those whose characters may be cut between two pieces.
_CUT = {'utf-8', 'utf-8-sig', 'utf-7', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be',
        'unicode-escape', 'raw-unicode-escape'}
_MARKED = {'utf-16': 2, 'utf-32': 4}  # bytes of the mark that says the order of bytes
_NATIVE = {'iso8859-1': 'latin_1'}


def _functions(own):
    """Encode, decode in whole, and decode in part."""
    stem = _NATIVE.get(own, own).replace('-', '_')

    def encode(input, errors='strict'):
        return _codecs._encode_as(own, input, errors)

    def decode(input, errors='strict'):
        return _codecs._decode_as(own, input, errors, True)

    def part(input, errors='strict', final=False):
        return _codecs._decode_as(own, input, errors, final)
    if own == 'charmap':
        return _codecs.charmap_encode, _codecs.charmap_decode, part
    encode = getattr(_codecs, stem + '_encode', encode)
    if own not in _CUT or 'escape' in own:
        decode = getattr(_codecs, stem + '_decode', decode)
    return encode, decode, part


class _MarkedEncoder(IncrementalEncoder):
    """Writes the mark once, before the first piece."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.reset()

    def reset(self):
        self.first = 1

    def encode(self, input, final=False):
        name, first = self._own if self.first else self._plain, self.first
        self.first = first and self._sure
        data = _codecs._encode_as(name, input, self.errors)[0]
        self.first = 0
        return data

    def getstate(self):
        return self._unsaid if self.first else 0

    def setstate(self, state):
        self.first = 1 if state else 0


class _OrderDecoder(BufferedIncrementalDecoder):
    """Finds the order of bytes by the mark, which must be there."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self._order = 0

    def _buffer_decode(self, input, errors, final):
        text, used, self._order = self._decode(input, errors, self._order, final)
        if not self._order and used >= self._mark:
            raise UnicodeError(f'{self._own.upper()} stream does not start with BOM')
        return text, used

    def reset(self):
        super().reset()
        self._order = 0

    def getstate(self):
        return self.buffer, (2, 1, 0)[self._order]

    def setstate(self, state):
        super().setstate(state)
        self._order = {0: -1, 1: 1}.get(state[1], 0)


class _SigDecoder(BufferedIncrementalDecoder):
    """Leaves out the mark at the very beginning."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.first = 1

    def _buffer_decode(self, input, errors, final):
        if not self.first:
            return _codecs.utf_8_decode(input, errors, final)
        if len(input) < 3 and BOM_UTF8.startswith(input):
            return '', 0
        self.first = 0
        return _codecs._decode_as('utf-8-sig', input, errors, final)

    def reset(self):
        super().reset()
        self.first = 1

    def getstate(self):
        return self.buffer, self.first

    def setstate(self, state):
        super().setstate(state)
        self.first = state[1]


def _encoder(own, encode):
    if own in _MARKED or own == 'utf-8-sig':
        class IncrementalEncoder_(_MarkedEncoder):
            _own, _plain = own, 'utf-8' if own == 'utf-8-sig' else own + '-le'
            _unsaid, _sure = (1, 0) if own == 'utf-8-sig' else (2, 1)  # _sure: an error leaves it unsaid
    else:
        class IncrementalEncoder_(IncrementalEncoder):
            def encode(self, input, final=False):
                return encode(input, self.errors)[0]
    return IncrementalEncoder_


def _decoder(own, decode, part):
    if own in _MARKED:
        class IncrementalDecoder_(_OrderDecoder):
            _own, _mark = own, _MARKED[own]
            _decode = staticmethod(getattr(_codecs, own.replace('-', '_') + '_ex_decode'))
    elif own == 'utf-8-sig':
        return _SigDecoder
    elif own in _CUT:
        class IncrementalDecoder_(BufferedIncrementalDecoder):
            _buffer_decode = staticmethod(part)
    else:
        class IncrementalDecoder_(IncrementalDecoder):
            def decode(self, input, final=False):
                return decode(input, self.errors)[0]
    return IncrementalDecoder_


def _streams(own, encode, decode, part, Encoder, Decoder):
    """Classes for streams; where there is a mark they keep one of the classes for pieces."""
    marked = own in _MARKED or own == 'utf-8-sig'

    class StreamWriter_(StreamWriter):
        _by = None

        def encode(self, input, errors='strict'):
            if not marked:
                return encode(input, errors)
            self._by = self._by or Encoder(errors)
            return self._by.encode(input), len(input)

        def reset(self):
            self._by = None

    class StreamReader_(StreamReader):
        _by = None

        def decode(self, input, errors='strict'):
            if not marked:
                return part(input, errors)
            self._by = self._by or Decoder(errors)
            return self._by._buffer_decode(input, errors, False)

        def reset(self):
            super().reset()
            self._by = None
    return StreamReader_, StreamWriter_


def info(own):
    encode, decode, part = _functions(own)
    Encoder, Decoder = _encoder(own, encode), _decoder(own, decode, part)
    Reader, Writer = _streams(own, encode, decode, part, Encoder, Decoder)
    for cls in Encoder, Decoder, Reader, Writer:
        cls.__name__ = cls.__qualname__ = cls.__name__.strip('_')
        cls.__module__ = 'encodings.' + _NATIVE.get(own, own).replace('-', '_')
    return CodecInfo(encode, decode, Reader, Writer, Encoder, Decoder, own)
