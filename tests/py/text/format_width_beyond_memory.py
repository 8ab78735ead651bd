# Widths near the largest index: refused for lack of memory, whatever the length of the number adds.
for value, spec in ((10**19, '09223372036854775799d'), (10**19, '0=9223372036854775799d'), (1.5e19, '09223372036854775799f'),
                    (10**19, '9223372036854775799d'), ('ab', '>9223372036854775799'), (7, '09223372036854775808d')):
    try: print(len(format(value, spec)))
    except (MemoryError, ValueError) as e: print(spec, type(e).__name__, e)
