# Negative time-outs of queues, quoted blanks of quoted-printable headers, abstract classes that forget.
import abc, binascii, collections.abc, queue
for cls in (queue.Queue, queue.LifoQueue, queue.PriorityQueue, queue.SimpleQueue):
    q = cls()
    q.put(1)
    for call in (lambda: q.get(timeout=-1), lambda: q.get(True, -0.5)):
        try: call()
        except ValueError as e: print(cls.__name__, e)
    print(q.get(False, -1))
try: queue.Queue(2).put(1, timeout=-1)
except ValueError as e: print(e)
queue.Queue().put(1, timeout=-1)
for kw in ({}, dict(header=True), dict(quotetabs=True), dict(header=True, quotetabs=True)):
    print(binascii.b2a_qp(b'x y_\tz ', **kw))
class A(abc.ABC): pass
A.register(int)
print(isinstance(3, A))
A._abc_registry_clear()
print(isinstance(3, A), issubclass(int, A))
A.register(int)
A._abc_caches_clear()
print(isinstance(3, A))
space = {}
exec('from typing import TypeVar, ParamSpec, TypeVarTuple\nT, P, Ts = TypeVar("T"), ParamSpec("P"), TypeVarTuple("Ts")', space)
print(space['T'].__module__, space['P'].__module__, space['Ts'].__module__)
import inspect
print(set(inspect.__all__) <= set(dir(inspect)), len(inspect.__all__))
