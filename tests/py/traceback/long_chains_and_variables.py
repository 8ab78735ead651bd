# A chain or groups deeper than calls may be are shown; variables of calls that go on are captured, where they can be shown.
import traceback

error = None
for i in range(3000):
    link = ValueError(i)
    link.__context__, error = error, link
lines = traceback.format_exception(error)
print(len(lines), lines[0], lines[-1], end='')
told = traceback.TracebackException.from_exception(error)
depth = 0
while told is not None:
    depth, told = depth + 1, told.__context__
print(depth)

group = TypeError('innermost')
for i in range(3000):
    group = ExceptionGroup('deep', [ValueError(i), group])
text = traceback.format_exception(group)
print(len(text), text[-1], [line for line in text if 'max_group_depth' in line])

cause, shared = KeyError('cause'), OSError('shared')
cause.__context__ = shared
top = ValueError('top')
top.__cause__, top.__context__ = cause, shared
print(''.join(traceback.format_exception(top)))
compact = traceback.TracebackException.from_exception(top, compact=True)
print(compact.__context__, compact.__cause__.__context__)


def inner(key, *rest):
    count = 2
    stack = traceback.StackSummary.extract(traceback.walk_stack(None), capture_locals=True)
    return [(entry.name, entry.locals) for entry in stack[:2]]


class Shy:
    def __repr__(self):
        raise RuntimeError('not shown')


def outer():
    name, shy = 'x', Shy()
    return inner(name, 1, 2)


for entry in outer():
    print(entry)
print(traceback.StackSummary.extract(traceback.walk_stack(None), limit=1)[0].locals)
