# Every argument that is missing is counted and named, however many there are.
def told(f, *args, **kwargs):
    try:
        f(*args, **kwargs)
    except TypeError as e:
        print(e)


for count in 1, 2, 3, 63, 64, 65, 70, 300:
    names = ["a%d" % i for i in range(count)]
    space = {}
    exec("def f(%s): pass" % ", ".join(names), space)
    exec("def g(*, %s): pass" % ", ".join(names), space)
    exec("def h(%s, /): pass" % ", ".join(n + "=1" for n in names), space)
    told(space["f"])
    told(space["f"], *range(count // 2))
    told(space["g"])
    told(space["h"], **dict.fromkeys(names))
