# A subclass of str that tells its bytes is asked for them, unless an encoding is given.
class Told(str):
    def __bytes__(self):
        return b'told'


class Own(bytes):
    pass


def attempt(f, *args):
    try:
        print(f.__name__, f(*args))
    except (TypeError, ValueError) as e:
        print(f.__name__, type(e).__name__, e)


for f in bytes, Own, bytearray:
    attempt(f, Told('é'))
    attempt(f, Told('é'), 'utf-8')
    attempt(f, Told('é'), 'ascii')
    attempt(f, Told('é'), 'ascii', 'replace')
    attempt(f, 'plain')
    attempt(f, 'plain', 3)
    attempt(f, b'x', 'utf-8')
attempt(float.__getformat__, 1)
attempt(float.__getformat__, 'half')
