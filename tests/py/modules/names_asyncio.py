# Public names of asyncio: tasks, futures, groups, time limits, locks, queues, streams, policies, refusals.
import asyncio
import warnings

warnings.simplefilter('ignore')


async def value(v, delay=0):
    await asyncio.sleep(delay)
    return v


async def fail(e):
    await asyncio.sleep(0)
    raise e


async def tasks():
    print(await asyncio.gather(value(1), value(2)), await asyncio.gather(fail(KeyError(1)), value(3), return_exceptions=True))
    t = asyncio.create_task(value(5), name='five')
    print(t.get_name(), isinstance(t, asyncio.Task), isinstance(t, asyncio.Future), asyncio.isfuture(t), asyncio.current_task().get_name(),
          len(asyncio.all_tasks()), await t, t.done(), t.result())
    done, pending = await asyncio.wait([asyncio.ensure_future(value(i, i / 100)) for i in (0, 9)], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending), asyncio.ALL_COMPLETED, asyncio.FIRST_EXCEPTION)
    for f in pending:
        f.cancel()
        try:
            await f
        except asyncio.CancelledError as e:
            print('cancelled', f.cancelled(), issubclass(asyncio.CancelledError, Exception))
    print([await f for f in asyncio.as_completed([value(2, .02), value(1)])])
    try:
        await asyncio.wait_for(value(1, 1), .001)
    except asyncio.TimeoutError as e:
        print('timeout', type(e) is TimeoutError)
    try:
        async with asyncio.timeout(.001) as limit:
            await asyncio.sleep(1)
    except TimeoutError:
        print(limit.expired(), isinstance(limit, asyncio.Timeout))
    async with asyncio.timeout_at(asyncio.get_running_loop().time() + 5):
        print(await asyncio.shield(value(7)))
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(fail(ValueError('a')))
            g.create_task(value(1))
    except* ValueError as e:
        print(e.exceptions)
    print(await asyncio.to_thread(lambda a, b: a + b, 2, b=3))
    f = asyncio.get_running_loop().create_future()
    f.set_result(4)
    try:
        f.set_result(5)
    except asyncio.InvalidStateError:
        print('already done', await f)
    order = []

    async def eager(n):
        order.append(n)
        await asyncio.sleep(0)
        order.append(n + 10)
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)
    tasks = [loop.create_task(eager(i)) for i in range(2)]
    order.append('made')
    await asyncio.gather(*tasks)
    loop.set_task_factory(asyncio.create_eager_task_factory(asyncio.Task))
    loop.set_task_factory(None)
    print(order)


async def locks():
    lock, event, sem, cond = asyncio.Lock(), asyncio.Event(), asyncio.BoundedSemaphore(1), asyncio.Condition()
    log = []

    async def worker(n):
        async with lock:
            log.append(n)
            await asyncio.sleep(0)
        await event.wait()
        async with sem:
            log.append(-n)
        async with cond:
            await cond.wait()
            log.append(n * 10)
    ts = [asyncio.create_task(worker(i)) for i in (1, 2)]
    for _ in range(9):
        await asyncio.sleep(0)
    event.set()
    for _ in range(9):
        await asyncio.sleep(0)
    async with cond:
        cond.notify_all()
    await asyncio.gather(*ts)
    print(log, lock.locked(), isinstance(sem, asyncio.Semaphore))
    try:
        sem.release()
    except ValueError as e:
        print(e)
    barrier = asyncio.Barrier(2)
    print(sorted(await asyncio.gather(barrier.wait(), barrier.wait())))
    await barrier.abort()
    try:
        await barrier.wait()
    except asyncio.BrokenBarrierError:
        print('broken')


async def queues():
    for kind in (asyncio.Queue, asyncio.LifoQueue, asyncio.PriorityQueue):
        q = kind(3)
        for i in (2, 3, 1):
            await q.put(i)
        try:
            q.put_nowait(4)
        except asyncio.QueueFull:
            print([q.get_nowait() for _ in range(3)])
        try:
            q.get_nowait()
        except asyncio.QueueEmpty:
            print('empty', q.qsize())


async def streams():
    r = asyncio.StreamReader(limit=8)
    r.feed_data(b'one\ntwo\n12345')
    print(await r.readline(), await r.readuntil(b'o'), await r.read(1), await r.readexactly(2))
    r.feed_eof()
    try:
        await r.readexactly(9)
    except asyncio.IncompleteReadError as e:
        print(e, e.partial)
    r = asyncio.StreamReader(limit=2)
    r.feed_data(b'12345\n')
    try:
        await r.readuntil()
    except asyncio.LimitOverrunError as e:
        print(e, e.consumed)
    r = asyncio.StreamReader(limit=4)   # what may still be the beginning of the separator is not beyond it
    r.feed_data(b'abcd\r')
    asyncio.get_running_loop().call_soon(r.feed_data, b'\n')
    print(await r.readuntil(b'\r\n'))
    print(issubclass(asyncio.StreamReaderProtocol, asyncio.Protocol), callable(asyncio.StreamWriter),
          issubclass(asyncio.SendfileNotAvailableError, RuntimeError))


for part in (tasks, locks, queues, streams):
    print('#', part.__name__)
    asyncio.run(part())

print('# loops')
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
print(isinstance(loop, asyncio.SelectorEventLoop), isinstance(loop, asyncio.BaseEventLoop), isinstance(loop, asyncio.AbstractEventLoop),
      asyncio.get_event_loop() is loop, asyncio._get_running_loop())
print(loop.run_until_complete(value(3)), isinstance(loop.call_soon(print, 'x'), asyncio.Handle), isinstance(loop.call_later(9, print), asyncio.TimerHandle))
loop.close()
try:
    asyncio.get_running_loop()
except RuntimeError as e:
    print(e)
policy = asyncio.get_event_loop_policy()
print(isinstance(policy, asyncio.DefaultEventLoopPolicy), issubclass(asyncio.DefaultEventLoopPolicy, asyncio.AbstractEventLoopPolicy))
asyncio.set_event_loop_policy(None)
with asyncio.Runner() as runner:
    print(runner.run(value(1)), runner.run(value(2)))
c = value(1)
print(asyncio.iscoroutine(c), asyncio.iscoroutinefunction(value))
c.close()


class Idle:
    current = None


print(asyncio._set_running_loop(None), callable(asyncio._enter_task), callable(asyncio._leave_task), callable(asyncio._register_task),
      callable(asyncio._unregister_task), callable(asyncio.run_coroutine_threadsafe), callable(asyncio.wrap_future))
for cls in (asyncio.BaseProtocol, asyncio.Protocol, asyncio.BufferedProtocol, asyncio.DatagramProtocol, asyncio.SubprocessProtocol):
    print(cls.__name__, cls.__bases__[0].__name__, cls().connection_lost(None))
for cls in (asyncio.BaseTransport, asyncio.ReadTransport, asyncio.WriteTransport, asyncio.Transport, asyncio.DatagramTransport,
            asyncio.SubprocessTransport):
    try:
        print(cls({'a': 1}).get_extra_info('a'), cls().close())
    except NotImplementedError:
        print(cls.__name__)
for name in ('AbstractServer', 'Server', 'AbstractChildWatcher', 'FastChildWatcher', 'SafeChildWatcher', 'MultiLoopChildWatcher',
             'PidfdChildWatcher', 'ThreadedChildWatcher', 'open_connection', 'start_server', 'open_unix_connection', 'start_unix_server',
             'create_subprocess_exec', 'create_subprocess_shell', 'get_child_watcher', 'set_child_watcher'):
    print(name, callable(getattr(asyncio, name)))
