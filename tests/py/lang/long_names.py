# Names beyond the length at which a comparison is charged are found all the same.
for n in (10, 100, 1000, 5000, 100000):
    name = 'x' * n
    class C: pass
    setattr(C, 'x' * (n - 1) + 'x', 1)
    print(n, getattr(C, ''.join(['x'] * n), 'absent'), hasattr(C(), 'x' * (n // 2) + 'x' * (n - n // 2)), name in C.__dict__, name in vars(C))
    o = C(); setattr(o, 'y' * n, 2); print(getattr(o, ''.join(['y'] * n), 'absent'), o.__dict__.get('y' * n))
    D = type('D', (), {'z' * n: 3, '__slots__': ()}); print(getattr(D, 'z' * n, 'absent'), getattr(D(), ''.join('z' for _ in range(n)), 'absent'))
    g = {}; exec('w' * n + ' = 5', g) if n <= 100000 else None; print(g.get('w' * n)); print(eval('w' * n, g) if n <= 100000 else None)
    d = {('a' * n): 1, ('k', 'a' * n): 2}; print(d[''.join(['a'] * n)], d[('k', ''.join(['a'] * n))])
    def f(**k): return len(k), k.get('q' * n)
    print(f(**{''.join(['q'] * n): 7}))
    s = {'a' * n, ''.join(['a'] * n)}; print(len(s))
    import types
    m = types.SimpleNamespace(**{'n' * n: 1}); print(getattr(m, ''.join(['n'] * n)))
    S = type('S', (), {'__slots__': ('s' * n,)}); o = S(); setattr(o, 's' * n, 4); print(getattr(o, ''.join(['s'] * n)))
