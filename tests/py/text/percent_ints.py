# Ints in % formats: flags, widths and precisions in every combination that matters.
for f in ("%d","%5d","%-5d|","%05d","%+d","% d","%+06d","%-06d|","%x","%#x","%08x","%X","%i","%u","%.3d","%5.3d","%o","%*d"):
    for v in (0,1,-1,255,-255,123456,2**61,-2**62,2**70,True):
        try:
            print(repr(f % ((7, v) if "*" in f else v)), end=" ")
        except (TypeError, ValueError) as e:
            print(e)
    print()
print(b"%d|%5x|%-4i|" % (5, 255, 3), "%(a)05d %(b)x" % {"a": -3, "b": 77}, "%-*d|" % (4, 5), "%s %d" % ("x", 3))
