# What %c says when __index__ raises: a TypeError is replaced, any other exception is not.
def raising(base, error):
    class Raising(base):
        def __index__(self):
            raise error('mine')

    return Raising


class NoNumber:
    def __index__(self):
        return 'no'


arguments = {object: (), float: (), bytes: (b'ab',), bytearray: (b'ab',), str: ('ab',)}
for base, given in arguments.items():
    for error in (TypeError, ValueError, OverflowError, KeyError):
        for template in (b'%c', '%c', b'%d', '%d', b'%x', '%x'):
            try:
                print(template, base.__name__, error.__name__, template % (raising(base, error)(*given),))
            except Exception as e:
                print(template, base.__name__, error.__name__, type(e).__name__, e, e.__context__, e.__cause__)
for template in (b'%c', '%c'):
    try:
        print(template % NoNumber())
    except TypeError as e:
        print(e)
