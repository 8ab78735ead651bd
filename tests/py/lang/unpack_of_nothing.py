# Nothing at all is taken apart into a starred name.
for s in ((), [], "", {}, iter(())):
    [*a] = s
    print(a)
