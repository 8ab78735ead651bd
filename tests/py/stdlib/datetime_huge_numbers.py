# Numbers that no C int or index holds, in the calls of datetime.
import datetime, io
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for b in (2**31-1, 2**31, 2**40, 2**63-1, 2**63, 2**64, -2**31, -2**31-1, -2**63, -2**63-1, 1.5, '1', True):
    print(b)
    t(lambda: datetime.date(b, 1, 1)); t(lambda: datetime.date(1, b, 1)); t(lambda: datetime.date(1,1,b)); t(lambda: datetime.datetime(2000,1,1,b)); t(lambda: datetime.datetime(2000,1,1,1,1,1,b)); t(lambda: datetime.time(b)); t(lambda: datetime.date.fromordinal(b)); t(lambda: datetime.date(2000,1,1).replace(year=b)); t(lambda: datetime.time(1).replace(fold=b)); t(lambda: datetime.datetime.fromtimestamp(b, datetime.UTC)); t(lambda: datetime.timedelta(b)); t(lambda: datetime.timedelta(seconds=b)); t(lambda: datetime.timedelta(1)*b); t(lambda: datetime.timedelta(1)//b); t(lambda: datetime.timedelta(1)/b); t(lambda: datetime.date.fromisocalendar(b,1,1)); t(lambda: datetime.date.fromisocalendar(1,b,1)); t(lambda: datetime.date.fromtimestamp(b))
