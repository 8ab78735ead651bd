try: zz += 1
except NameError as e: print(e)
