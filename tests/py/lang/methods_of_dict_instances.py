# Methods called on instances whose attributes were looked at as a dict.
class Dct(dict):
    def own(self):
        return "own"


class Plain:
    def own(self):
        return "own"


def call(r):
    out = []
    for f in (lambda: r.copy(1), lambda: r.copy(nope=1), lambda: r.own(), lambda: r.__eq__(), lambda: r.clear(2)):
        try:
            out.append(repr(f()))
        except Exception as e:
            out.append("%s: %s" % (type(e).__name__, e))
    return out


class Key:
    def __init__(self, text):
        self.text = text

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        print("asked")
        return self.text == other


for make in (Dct, Plain):
    r = make()
    print(call(r))
    r.__dict__
    print(call(r))
    r.other = 1
    print(call(r))
    r.own = lambda: "hidden"
    print(call(r))
    r.__dict__.clear()
    print(call(r))
    r.__dict__["own"] = len
    print(call(r))
    del r.own
    print(call(r))
    r.__dict__[Key("own")] = lambda: "by another key"
    print(r.own())
    r.__dict__ = {"copy": lambda *a: "mine"}
    print(call(r))
