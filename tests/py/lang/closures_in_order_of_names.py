# A function that uses very many variables of the outer one has them in the order of their names.
import random

names = [f"v{i}" for i in range(700)]
random.Random(5).shuffle(names)
body = "\n    ".join(f"{n} = {n[1:]}" for n in names)
source = f"def outer():\n    {body}\n    def inner(): return [{', '.join(names)}]\n    return inner\n"
space = {}
exec(source, space)
inner = space["outer"]()
free = inner.__code__.co_freevars
print(len(free), free == tuple(sorted(names)), free[:3], free[-1])
print([c.cell_contents for c in inner.__closure__[:5]], inner() == [int(n[1:]) for n in names])
