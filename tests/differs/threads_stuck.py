# Differs from CPython: there is one thread. What would wait for ever raises at once, where CPython hangs, and a daemon
# that goes on and on ends when the thread below it has slept enough.
import concurrent.futures
import queue
import threading
import time


def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as e:
        print(type(e).__name__, e)


lock = threading.Lock()
lock.acquire()
attempt(lock.acquire)
attempt(threading.Event().wait)
attempt(queue.Queue().get)
attempt(threading.Barrier(2).wait)
attempt(concurrent.futures.Future().result)
t = threading.Thread(target=threading.Event().wait, name='waits')
threading.excepthook = lambda args: print(args.thread.name, args.exc_value)
t.start()
t.join()
ticks = []


def tick():
    while True:
        ticks.append(1)
        time.sleep(0.001)


threading.Thread(target=tick, daemon=True).start()
for _ in range(3):
    time.sleep(0.005)
print(len(ticks) > 0)
endless = threading.Thread(target=tick, name='endless')
endless.start()
for _ in range(2):
    time.sleep(0.002)
attempt(concurrent.futures.ProcessPoolExecutor)
