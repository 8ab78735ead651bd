counter = 3
try: print(countr + 1)
except NameError as e: print(e)
