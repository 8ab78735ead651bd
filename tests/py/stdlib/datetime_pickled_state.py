# What date, time and datetime are pickled as, and what their constructors make of it, as CPython writes it.
import copy
import pickle
from datetime import date, datetime, time, timedelta, timezone, tzinfo


class Moment(datetime):
    pass


def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as error:
        print(type(error).__name__, error)


zone = timezone(timedelta(hours=2), 'X')
for value in (date(2020, 1, 2), time(1, 2, 3, 4), time(1, 2, 3, 4, fold=1), time(1, tzinfo=zone), datetime(2020, 1, 2, 3, 4, 5, 678901),
              datetime(2020, 1, 2, fold=1), datetime(2020, 1, 2, tzinfo=timezone.utc), Moment(2020, 1, 2), zone):
    print(value.__reduce__())
    for protocol in range(5):
        print(value.__reduce_ex__(protocol))
        back = pickle.loads(pickle.dumps(value, protocol))
        print(back == value, type(back) is type(value), getattr(back, 'fold', 0) == getattr(value, 'fold', 0))
        if protocol < 4:
            print(pickle.dumps(value, protocol))
    print(copy.copy(value) == value, copy.deepcopy(value) == value)

# written by another version
for text in (b'\x80\x04\x95*\x00\x00\x00\x00\x00\x00\x00\x8c\x08datetime\x94\x8c\x08datetime\x94\x93\x94C\n\x07\xe4\x01\x02\x03\x04'
             b'\x05\x00\x00\x06\x94\x85\x94R\x94.',
             b'cdatetime\ntime\np0\n(c_codecs\nencode\np1\n(V\x01\x02\x03\\u0000\\u0000\x04\np2\nVlatin1\np3\ntp4\nRp5\ntp6\nRp7\n.',
             b"cdatetime\ndate\n(S'\\x07\\xdf\\x0b\\x1b'\ntR."):
    show(pickle.loads, text, encoding='latin1')

# what is no state is an argument
for month in b'9', b'\0', b'\r', b'\xff', b'\x81':
    state = b'\x07\xe4' + month + b'\x02' + bytes(6)
    show(date, state[:4])
    show(date, state[:5])
    show(date, state[:4].decode('latin1'))
    show(datetime, state)
    show(datetime, state[:9])
for hour in b' ', b'9', b'\x18', b'\xff', b'\x17', b'\x83', b'\x98':
    show(time, hour + bytes(5))
for tz in 'EST', zone, None:
    show(datetime, bytes([7, 228, 1, 2, 3, 4, 5, 0, 0, 6]), tz)
    show(time, bytes(6), tz)
show(date, b'\x07\xe4\1\1', 3)
show(date, bytearray(4))
show(date, '\x07\xe4\1\1')
show(date, 'aa\1\u1234')
show(date, '2020-01-02')
show(datetime, '2020-01-02')
show(datetime, '2020-01-02T03:04')
show(date, 2020)
show(date, 2020, 'x')


class Name(str):
    def replace(self, *args):
        return None


class Odd(tzinfo):
    def tzname(self, dt):
        return Name('odd')

    def utcoffset(self, dt):
        return timedelta(0)

    def dst(self, dt):
        return None


show(datetime(2020, 1, 1, tzinfo=Odd()).strftime, '%Z')
