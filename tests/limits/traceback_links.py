# options: --max-operations 20000000
# exit: 5
# A traceback is set behind another one: the search for a loop pays for the links it passes.
import sys, types
frame = sys._getframe()
chain = None
for i in range(20_000):
    chain = types.TracebackType(chain, frame, 0, 1)
print("linked", flush=True)
for i in range(2000):
    types.TracebackType(None, frame, 0, 1).tb_next = chain
print("two thousand times, for less than a look at each link")
