# The module of an exception's class is what its __module__ says; among very many names none is like another.
import traceback


class X(Exception): pass


for module in '__main__', 'builtins', 'some.module', 42:
    X.__module__ = module
    print(traceback.format_exception_only(X('I am X')))

names = ''.join(f'    a{i} = {i}\n' for i in range(800))
for n in 'print(a_1)', 'print(a8000)':
    space = {}
    exec(f'def f():\n{names}    {n}\n', space)
    try:
        space['f']()
    except NameError as e:
        print(traceback.format_exception_only(e))
