# options: --timeout 1
# exit: 124
# Each raise goes through the contexts of the exception that is being handled.
first = last = OSError()
for _ in range(60_000):
    last.__context__ = OSError()
    last = last.__context__
print("built", flush=True)
while True:
    try:
        try:
            raise first
        except OSError:
            raise KeyError
    except KeyError:
        pass
