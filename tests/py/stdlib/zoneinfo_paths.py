# Paths that reset_tzpath() takes for an error, and the one that changes nothing.
import zoneinfo

for to in '/x', b'/x', 3, ['a', '/b', 'c/d'], ('x',), None, zoneinfo.TZPATH:
    try:
        print(zoneinfo.reset_tzpath(to))
    except Exception as error:
        print(type(error).__name__, error)
