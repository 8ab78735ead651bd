def make():
    n = [0]
    def inc():
        n[0] += 1
        return n[0]
    return inc
c = make()
print(c(), c(), make()())
