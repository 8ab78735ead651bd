# An assertion that can never hold, alone in its code.
try:
    exec("assert 0")
except AssertionError as e:
    print(repr(e))
for text in ("assert ()", "assert not 1", "assert 0, 5", "if 0: assert 0"):
    try:
        exec(text)
        print("held")
    except AssertionError as e:
        print(repr(e))
