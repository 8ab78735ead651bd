# a list of a subclass extended by itself doubles; it does not grow for ever
class L(list): pass
l = L([1, 2])
l.extend(l)
l += l
print(l)
