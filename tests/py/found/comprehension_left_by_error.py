# A comprehension that an exception ends leaves no variable behind.
def plain():
    try:
        [1 / 0 for q in [1]]
    except ZeroDivisionError:
        return sorted(locals())


def nested(n):
    k = 'outer'
    try:
        {k: [1 // (j - 3) for j in range(k)] for k in range(n)}
    except ZeroDivisionError as e:
        line = e.__traceback__.tb_lineno - nested.__code__.co_firstlineno
        del e
        return k, sorted(locals().items())


def again(n):
    found = []
    for i in range(3):
        try:
            found.append([10 // (i - x) for x in range(n)])
        except ZeroDivisionError as e:
            found.append(repr(e))
    return found


async def slow(n):
    async def numbers():
        for i in range(n):
            yield i
    try:
        return [1 // (2 - i) async for i in numbers()]
    except ZeroDivisionError:
        return sorted(locals())


import asyncio
print(plain(), nested(2), nested(5), again(2), again(0), asyncio.run(slow(2)), asyncio.run(slow(4)), sep='\n')
