# The bytes that pickles hand to constructors are checked like any arguments: CPython takes all but the month, or the
# hour, as they are, and makes dates that no calendar has.
from datetime import date, datetime, time

for cls, state in ((date, b'\x07\xe4\x01\x35'), (date, b'\xff\xff\x01\x01'), (date, b'1995'[:2] + b'\x0103-25'[:2]),
                   (datetime, b'\x07\xe4\x01\x02\x63\0\0\0\0\0'), (datetime, b'\0\0\x01\x02\0\0\0\0\0\0'),
                   (time, b'\x01\x02\x03\xff\xff\xff')):
    try:
        print(cls(state))
    except ValueError as error:
        print(error)
