# A conflict of many classes: each is named once, as far as the message goes.
class A:
    pass


bases = [type(f"Base{i}", (A,), {}) for i in range(200)]
sub = type("Sub", (bases[0],), {})
try:
    type("X", (*bases, sub), {})
except TypeError as e:
    print(len(str(e)))
    print(e)
