# The interval between threads' turns is checked and remembered; all fields of sys.flags.
import sys


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as error:
        print(type(error).__name__, error)


print(sys.getswitchinterval())
for value in 'a', -1.0, 0.0, 0, 1, 0.01, True, None:
    show(sys.setswitchinterval, value)
    show(sys.getswitchinterval)
print(len(sys.flags), sys.flags.__match_args__, sys.flags.n_fields)
print(sys.flags.warn_default_encoding, sys.flags.int_max_str_digits, sys.thread_info[0], sys.thread_info.__match_args__)
