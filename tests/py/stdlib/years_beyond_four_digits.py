# Years of struct_time go as far as C's int, counted from 1900.
import time
for year in (1, 68, 999, 9999, 12345, 123456789, -1, -1234, -1234567890, (1 << 31) + 1899, -(1 << 31) + 1900, (1 << 31) + 1900, -(1 << 31) + 1899, 1 << 70):
    for call in (lambda: time.asctime((year,) + (0,) * 8), lambda: time.strftime('%Y', (year,) + (0,) * 8)):
        try: print(call())
        except Exception as e: print(type(e).__name__, e)
