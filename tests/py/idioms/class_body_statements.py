class A:
    out = []
    for i in range(3):
        if i % 2:
            def odd(self): return 'odd'
        else:
            out.append(i)
print(A.out, A.i, A().odd())
