# What a program's own module holds before it does anything.
print(dir())
print(list(globals()), __annotations__, __cached__)
class C:
    x: int
print(__annotations__)
del __annotations__
try:
    __annotations__
except NameError as e:
    print(e)
