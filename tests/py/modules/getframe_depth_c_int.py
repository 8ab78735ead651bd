# Depths that no C int holds.
import sys
for depth in (-1, -2**31, -2**31 - 1, 2**31 - 1, 2**31, -2**63, 2**63):
    for f in (sys._getframe, sys._getframemodulename):
        try: print(depth, f.__name__, type(f(depth)).__name__)
        except (OverflowError, ValueError) as e: print(depth, f.__name__, e)
