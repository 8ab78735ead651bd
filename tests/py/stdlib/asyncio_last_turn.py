# What is ready when the awaited ends has one more turn before the loop stops; stop() before a loop runs ends it after one.
import asyncio


async def beside(name, steps=0):
    print('begins', name)
    try:
        for i in range(steps):
            await asyncio.sleep(0)
            print('step', name, i)
    except asyncio.CancelledError:
        print('cancelled', name)
        raise


async def left_behind():
    asyncio.create_task(beside('short'))
    asyncio.create_task(beside('long', 3))
    loop = asyncio.get_running_loop()
    loop.call_soon(print, 'soon')
    loop.call_soon(lambda: loop.call_soon(print, 'never'))
    return 'result'


print(asyncio.run(left_behind()))


async def fails():
    asyncio.create_task(beside('of a failure', 1))
    raise ValueError('failed')


try:
    asyncio.run(fails())
except ValueError as e:
    print(e)


async def fails_late():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        1 / 0


async def reported():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: print(context['message'], context['exception']))
    asyncio.create_task(fails_late())

asyncio.run(reported())

loop = asyncio.new_event_loop()


async def schedules():
    loop.call_soon(print, 'before the end')


loop.run_until_complete(schedules())
print('ended')
done = loop.create_future()
done.set_result('done')
loop.call_soon(print, 'beside what is done')
print(loop.run_until_complete(done))

loop.stop()
loop.call_soon(print, 'one turn')
loop.call_soon(lambda: loop.call_soon(print, 'next turn'))
loop.run_forever()
print('stopped')
loop.call_soon(loop.stop)
loop.run_forever()
loop.call_later(0.001, loop.stop)
loop.run_forever()
loop.close()
