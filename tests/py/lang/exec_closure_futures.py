# exec(closure=), and what exec, eval and compile inherit from __future__ imports.
def mk():
    a=2
    def f():
        nonlocal a
        a += 5
        return a
    return f
f=mk()
exec(f.__code__, f.__globals__, closure=f.__closure__)
print(f())
for args in [(f.__code__,{},), ("1",{})]:
    try: exec(*args, closure=f.__closure__ if args[0]=="1" else None)
    except TypeError as e: print(e)
try: exec(compile("1","","exec"), closure=())
except TypeError as e: print(e)
code = "from __future__ import annotations\nexec('def f(x: nope): pass\\nprint(f.__annotations__)')"
exec(code)
try: exec(compile("def f(x: nope): pass","","exec",dont_inherit=True))
except NameError as e: print(e)
exec(compile("def f(x: nope): pass\nprint(f.__annotations__)","","exec",0x1000000))
print(eval("1 <> 2", ) if 0 else eval(compile("1 <> 2","","eval",0x400000)))
class D(dict):
    def keys(self): return list('xyz')
print(eval('dir()',{},D()))
