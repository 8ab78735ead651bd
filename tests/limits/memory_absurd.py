# options: --max-memory 32M
for attempt in (lambda: [0] * 10**12, lambda: "x" * 10**12, lambda: b"x" * 10**12,
                lambda: (1,) * 10**12, lambda: bytearray(10**12), lambda: 1 << 10**12,
                lambda: 10**10**10, lambda: "%1000000000000d" % 1, lambda: "a".ljust(10**12),
                lambda: list(range(10**12)), lambda: "ab".join(["x" * 10**6] * 10**6)):
    try:
        attempt()
    except (MemoryError, OverflowError, ValueError) as e:
        print("refused")
print("still here")
