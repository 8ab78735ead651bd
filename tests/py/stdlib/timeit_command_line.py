# timeit.main() under a clock that only this program moves.
import sys, timeit
class Clock:
    def __init__(self, step): self.now, self.step = 0.0, step
    def wrap(self, timer): return self
    def __call__(self): return self.now
def run(step, *words):
    clock = sys.clock = Clock(step)
    print(words, '->', timeit.main([*words, 'import sys; sys.clock.now += sys.clock.step'], _wrap_timer=clock.wrap))
import io
sys.stderr = io.StringIO()
run(1.5)
run(0.0025)
run(0.0000025, '-n100')
run(2.0, '-n', '35')
run(2.0, '--number=35', '--setup', 'print("once")', '-r2')
run(0.03, '-vv', '-r', '2')
run(0.003, '-v', '-u', 'msec')
run(0.003, '--unit=usec')
run(0.003, '-u', 'hours')
run(0.003, '--num', '7', '-r-3')
run(1.0, '--what')
run(1.0, '-x')
run(1.0, '--verbose=3')
print(timeit.main(['-n']))
print(timeit.main(['-n1', '-r1', '-s', 'def f(): pass', '--', 'g()']))
said = sys.stderr.getvalue().splitlines()
print(said[0], said[1], said[-1])
