# `global y` in a nested function makes y global at the top level too, which exec() with separate
# locals shows.
ns = {}; ln = {}
exec("if 1:\n def f():\n  global y\n  return y\n y = 9\nr = f()", ns, ln); print(ln.keys(), ns['y'])
