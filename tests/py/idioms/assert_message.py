try: assert 1 == 2
except AssertionError as e: print(repr(e), repr(str(e)))
