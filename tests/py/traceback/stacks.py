# Stacks from a frame outwards: extract_stack, format_stack, print_stack and walk_stack.
import sys, traceback
def a():
    f = sys._getframe(1)
    print([x.name for x in traceback.extract_stack(f)], [x.name for x in traceback.extract_stack()])
    pass
    print([fr.f_code.co_name for fr, l in traceback.walk_stack(f)])
def b(): a()
b()
def c():
    try: 1/0
    except Exception as e:
        f = e.__traceback__.tb_frame
        pass
def d(): c()
d()
def w():
    for f, l in traceback.walk_stack(None): print(f.f_code.co_name, l)
def w2(): w()
def w3(): w2()
w3()
def g():
    yield sys._getframe()
fr = next(g())
print(traceback.extract_stack(fr)[-1].name, len(traceback.extract_stack(fr)))
def lim():
    print([x.name for x in traceback.extract_stack(sys._getframe(), limit=1)], [x.name for x in traceback.extract_stack(limit=-1)], [x.name for x in traceback.extract_stack(sys._getframe(1), limit=2)])
def lim2(): lim()
lim2()
print(traceback.StackSummary.extract(traceback.walk_stack(sys._getframe()))[0].name)
def p():
    for text in (*traceback.format_stack(sys._getframe()), *traceback.format_stack()):
        print(text.split(", ", 1)[1])
p()
