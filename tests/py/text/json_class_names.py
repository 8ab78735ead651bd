# Errors of json name classes by __name__ alone, except for keys without indentation.
import collections
import datetime
import decimal
import json

for value in (decimal.Decimal(1), datetime.datetime(2024, 1, 1), datetime.date(2024, 1, 1),
              datetime.timedelta(1), collections.deque(), {1}, b'', object()):
    for encode in (lambda: json.dumps([value]), lambda: json.dumps({'a': value}, indent=1),
                   lambda: json.dumps({value: 1}), lambda: json.dumps({value: 1}, indent=1),
                   lambda: json.loads(value)):
        try:
            print(encode())
        except TypeError as error:
            print(error)
        except ValueError as error:
            print('value', error)
for cls in (json.JSONDecodeError, json.JSONDecoder, json.JSONEncoder):
    print(cls, cls.__module__)
