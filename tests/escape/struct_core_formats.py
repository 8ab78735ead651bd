# The C part of struct takes a parsed format from Python: one that leads out of the bytes is not followed.
import _struct

for item in (('b', 1, 1, -100), ('b', 1, 1, 10), ('b', 2, 1, 9), ('b', -1, 1, 0), ('b', 1, 0, 0), ('b', 1, -1, 0), ('q', 1, 9, 0),
             ('b', 2**62 - 1, 4, 0), ('s', -1, 1, 0), ('s', 11, 1, 0), ('p', -5, 1, 5), ('s', 4, 1, -2**62), ('x', 1, 1, -5)):
    for values in (1, 2):
        form = ([item], 10, values, 'little')
        print(item, values, _struct.pack(form, (b'ab' if item[0] in 'sp' else 7,) * values), _struct.unpack(form, b'0123456789', None))
print(_struct.unpack(([('b', 1, 1, 0)], 1, 3, 'little'), b'1', None))
print(_struct.pack(([('b', 2, 1, 8)], 10, 2, 'little'), (1, 2)), _struct.unpack(([('b', 2, 1, 8)], 10, 2, 'little'), b'0123456789', None))
