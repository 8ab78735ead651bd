def f():
    return 1/0
