# f_lineno of a frame that an exception has left: of what raised it last, which may be a handler.
def lines(f):
    try:
        f()
    except BaseException as e:
        t = e.__traceback__.tb_next
    found = []
    while t:
        found.append((t.tb_lineno - t.tb_frame.f_code.co_firstlineno,
                      t.tb_frame.f_lineno - t.tb_frame.f_code.co_firstlineno))
        t = t.tb_next
    print(f.__name__, found)


def simple():
    1 / 0
    pass


def other_except():
    try:
        1 / 0
    except TypeError as e:
        pass
    except (KeyError,
            OSError):
        pass


def in_try():
    try:
        1 / 0
    finally:
        pass


def long_finally():
    try:
        simple()
    finally:
        x = 1
        y = 2


def bare():
    try:
        1 / 0
    except ZeroDivisionError:
        x = 1
        raise


def nested():
    try:
        try:
            1 / 0
        except KeyError:
            pass
    except OSError:
        pass


def caught_again():
    try:
        try:
            1 / 0
        finally:
            x = 1
    except ZeroDivisionError:
        pass
    simple()


class Noop:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


def with_block():
    with Noop():
        1 / 0
        pass


def try_with():
    try:
        with Noop():
            simple()
    finally:
        x = 3


def in_handler():
    try:
        1 / 0
    except ZeroDivisionError as e:
        [][3]
        pass


def comprehension():
    return [1 / x for x in (1, 0)]


for f in (simple, other_except, in_try, long_finally, bare, nested, caught_again, with_block, try_with,
          in_handler, comprehension):
    lines(f)
