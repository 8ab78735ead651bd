# threading, queue and concurrent.futures in programs as they are usually written.
import concurrent.futures as cf
import queue
import threading
import time

lock, results = threading.Lock(), []


def work(n):
    with lock:
        results.append(n * n)


threads = [threading.Thread(target=work, args=(i,), name=f't{i}') for i in range(5)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(results), [t.is_alive() for t in threads], threads[0].name, lock.locked())

# Workers that are there before there is work.
jobs, done = queue.Queue(), queue.Queue()


def worker():
    while True:
        job = jobs.get()
        if job is None:
            break
        done.put(job * 2)
        jobs.task_done()


t = threading.Thread(target=worker)
t.start()
for i in range(4):
    jobs.put(i)
jobs.put(None)
t.join()
print([done.get() for _ in range(4)], jobs.unfinished_tasks)

# A consumer that is started before its producer.
q, seen = queue.Queue(), []
consumer = threading.Thread(target=lambda: [seen.append(q.get()) for _ in range(3)])
producer = threading.Thread(target=lambda: [q.put(i) for i in range(3)])
consumer.start()
producer.start()
consumer.join()
producer.join()
print(seen)

event, order = threading.Event(), []
waiter = threading.Thread(target=lambda: (event.wait(), order.append('after')))
waiter.start()
order.append('before')
event.set()
waiter.join()
print(order, event.is_set(), event.wait(0))

cond, items = threading.Condition(), []


def consume():
    with cond:
        cond.wait_for(lambda: items)
        order.append(items.pop())


t = threading.Thread(target=consume)
t.start()
with cond:
    items.append('item')
    cond.notify()
t.join()
print(order[-1])

sem = threading.BoundedSemaphore(2)
with sem, sem:
    print(sem.acquire(blocking=False), sem.acquire(timeout=0.01))
for bad in (sem.release, lambda: threading.Thread(target=print).join(), threading.Lock().release,
            lambda: lock.acquire(False, 3), lambda: threading.Thread(target=int).run() or threading.Semaphore(-1)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
rlock = threading.RLock()
with rlock, rlock:
    print(rlock.acquire(), rlock._is_owned())
    rlock.release()

data = threading.local()
data.x = 1
t = threading.Thread(target=lambda: order.append(hasattr(data, 'x')))
t.start()
t.join()
print(order[-1], data.x, data.__dict__)
fired = []
timer = threading.Timer(0.01, fired.append, [1])
timer.start()
timer.join()
cancelled = threading.Timer(5, fired.append, [2])
cancelled.start()
cancelled.cancel()
cancelled.join()
print(fired, threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count())


class Sub(threading.Thread):
    def run(self):
        self.value = threading.current_thread() is self


s = Sub(daemon=True)
s.start()
s.join()
print(s.value, s.daemon, repr(threading.Thread(name='x')))
threading.excepthook = lambda args: print('hook', args.exc_type.__name__, args.exc_value, args.thread.name)
t = threading.Thread(target=lambda: 1 / 0, name='bad')
t.start()
t.join()
spun = []
t = threading.Thread(target=spun.append, args=(1,))
t.start()
while t.is_alive():
    time.sleep(0.001)
print(spun)

# Executors.
with cf.ThreadPoolExecutor(max_workers=3) as pool:
    print(list(pool.map(lambda a, b: a + b, range(4), range(4))))
    futures = {pool.submit(pow, 2, i): i for i in range(4)}
    print(sorted((futures[f], f.result()) for f in cf.as_completed(futures)))
    bad = pool.submit(lambda: 1 / 0)
    print(repr(bad.exception()), bad.done(), bad.cancelled())
    try:
        bad.result()
    except ZeroDivisionError as e:
        print(e)
    f = pool.submit(str, 5)
    called = []
    f.add_done_callback(lambda f: called.append(f.result()))
    done, not_done = cf.wait([f, bad])
    print(len(done), len(not_done))
print(called)
try:
    pool.submit(print)
except RuntimeError as e:
    print(e)
f = cf.Future()
print(f.cancel(), f.cancelled(), f.done())
try:
    f.result()
except cf.CancelledError as e:
    print(type(e).__name__)
f = cf.Future()
try:
    f.result(timeout=0.01)
except TimeoutError as e:
    print(type(e).__name__)
f.set_result(3)
try:
    f.set_result(4)
except cf.InvalidStateError as e:
    print(type(e).__name__, f.result())
last = threading.Thread(target=print, args=('at the end',))
last.start()
