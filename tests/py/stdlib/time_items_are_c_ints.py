# Items of a time tuple that no C int holds.
import time
for i in range(9):
    for value in (2**31, -2**31 - 1, 10**18, -10**18, 2**63, -2**63 - 1):
        items = [2000, 1, 1, 0, 0, 0, 0, 1, 0]; items[i] = value
        for f in (time.mktime, time.asctime, lambda t: time.strftime('%Y', t)):
            try: print(f(tuple(items)))
            except OverflowError as e: print(i, value, e)
