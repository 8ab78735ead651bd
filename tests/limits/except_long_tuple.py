# options: --timeout 1
# exit: 124
classes = (OSError, LookupError) * 4_000_000
print("built", flush=True)
while True:
    try:
        try:
            raise TypeError
        except classes:
            pass
    except TypeError:
        pass
