import time

for value in 0, (), (0,) * 8, (0,) * 10, [1] * 9, 'abc', (2000, 1, 1, 0, 0, 0, 0, 0, 0), time.gmtime(0):
    for function in time.asctime, time.mktime, lambda t: time.strftime('%Y %j', t):
        try:
            print(function(value))
        except Exception as error:
            print(type(error).__name__, error)
