# A plain conversion behind one with a key has no argument left.
for fmt in ('%s', '%s %(n)s', '%(n)s %s', '%(n)s %%', '%(n)*d', '%(n)s %(n)5d', '%s %s'):
    try:
        print(fmt % {'n': 1})
    except TypeError as e:
        print(fmt, e)
