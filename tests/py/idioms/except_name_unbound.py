try: 1 / 0
except ZeroDivisionError as e: print(e)
try: print(e)
except NameError as x: print(x)
