# Module uuid: universally unique identifiers (RFC 4122). Versions 1 and 4 need the host's clock and entropy.
from _random import _urandom
from enum import Enum as _Enum

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = (
    'reserved for NCS compatibility', 'specified in RFC 4122', 'reserved for Microsoft compatibility',
    'reserved for future definition')


class SafeUUID(_Enum):
    safe, unsafe, unknown = 0, -1, None


def _of_hex(text):
    digits = text.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
    if len(digits) == 32:
        return int(digits, 16)
    raise ValueError('badly formed hexadecimal UUID string')


def _of_bytes(data):
    if len(data) == 16:
        return int.from_bytes(data, 'big')
    raise ValueError('bytes is not a 16-char string')


def _of_bytes_le(data):
    if len(data) == 16:
        return int.from_bytes(data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:], 'big')
    raise ValueError('bytes_le is not a 16-char string')


def _of_fields(fields):
    if len(fields) != 6:
        raise ValueError('fields is not a 6-tuple')
    number = 0
    for place, (value, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
        if value < 0 or value >> bits:
            raise ValueError(f'field {place} out of range (need {"an" if bits == 8 else "a"} {bits}-bit value)')
        number = number << bits | value
    return number


def _of_int(number):
    if number < 0 or number >> 128:
        raise ValueError('int is out of range (need a 128-bit value)')
    return number


class UUID:
    __slots__ = ('int', 'is_safe', '__weakref__')

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=SafeUUID.unknown):
        forms = (hex, _of_hex), (bytes, _of_bytes), (bytes_le, _of_bytes_le), (fields, _of_fields), (int, _of_int)
        given = [(value, number_of) for value, number_of in forms if value is not None]
        if len(given) != 1:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        (value, number_of), = given
        number = number_of(value)
        if version is not None:
            if version not in range(1, 6):
                raise ValueError('illegal version number')
            # RFC 4122: four bits say the version, and of the byte after next two the layout, 10.
            number = number & ~(15 << 76 | 3 << 62) | version << 76 | 2 << 62
        object.__setattr__(self, 'int', number)
        object.__setattr__(self, 'is_safe', is_safe)

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    def __str__(self):
        h = self.hex
        return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'

    hex = property(lambda self: '%032x' % self.int)
    bytes = property(lambda self: self.int.to_bytes(16, 'big'))
    urn = property(lambda self: 'urn:uuid:' + str(self))
    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xffff)
    time_hi_version = property(lambda self: self.int >> 64 & 0xffff)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xff)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xff)
    clock_seq = property(lambda self: self.int >> 48 & 0x3fff)
    node = property(lambda self: self.int & 0xffffffffffff)
    time = property(lambda self: (self.time_hi_version & 0xfff) << 48 | self.time_mid << 32 | self.time_low)
    fields = property(lambda self: (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant,
                                    self.clock_seq_low, self.node))

    @property
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def variant(self):
        top = self.int >> 61 & 7
        return RESERVED_NCS if top < 4 else RFC_4122 if top < 6 else RESERVED_MICROSOFT if top == 6 else RESERVED_FUTURE

    @property
    def version(self):
        return self.int >> 76 & 15 if self.variant == RFC_4122 else None


_int = int


def _random():
    from random import SystemRandom
    return SystemRandom()


def _named(hash_name, version, namespace, name):
    import hashlib
    name = name.encode() if isinstance(name, str) else name
    digest = hashlib.new(hash_name, namespace.bytes + name).digest()
    return UUID(bytes=digest[:16], version=version)


_nodes = []


def getnode():
    """A number that stands for the machine's network card, drawn when it is first asked for."""
    if not _nodes:
        _nodes.append(_random().getrandbits(48) | 1 << 40)
    return _nodes[0]


def uuid1(node=None, clock_seq=None):
    import time
    stamp = time.time_ns() // 100 + 0x01b21dd213814000
    clock_seq = _random().getrandbits(14) if clock_seq is None else clock_seq
    return UUID(fields=(stamp & 0xffffffff, stamp >> 32 & 0xffff, stamp >> 48 & 0xfff, clock_seq >> 8 & 0x3f,
                        clock_seq & 0xff, getnode() if node is None else node), version=1)


def uuid3(namespace, name):
    return _named('md5', 3, namespace, name)


def uuid4():
    return UUID(int=_int.from_bytes(_urandom(16), 'big'), version=4)


def uuid5(namespace, name):
    return _named('sha1', 5, namespace, name)


NAMESPACE_DNS, NAMESPACE_URL, NAMESPACE_OID, NAMESPACE_X500 = [
    UUID(f'6ba7b81{n}-9dad-11d1-80b4-00c04fd430c8') for n in (0, 1, 2, 4)]


_SPACES = {'@dns': NAMESPACE_DNS, '@url': NAMESPACE_URL, '@oid': NAMESPACE_OID, '@x500': NAMESPACE_X500}
_OPTIONS = (
    ('-u', '--uuid', 'the function that makes it (uuid4)', ('uuid1', 'uuid3', 'uuid4', 'uuid5')),
    ('-n', '--namespace', f'of uuid3 and uuid5: a UUID or one of {", ".join(_SPACES)}', None),
    ('-N', '--name', 'of uuid3 and uuid5: the name in the namespace', None))


def main():
    """python -m uuid: prints one."""
    import argparse
    command = argparse.ArgumentParser(description='Makes a UUID.')
    for short, long, told, choices in _OPTIONS:
        command.add_argument(short, long, help=told, choices=choices)
    command.set_defaults(uuid='uuid4')
    asked = command.parse_args()
    make = globals()[asked.uuid]
    if make not in (uuid3, uuid5):
        print(make())
    elif asked.namespace and asked.name:
        print(make(_SPACES.get(asked.namespace) or UUID(asked.namespace), asked.name))
    else:
        command.error(f'Incorrect number of arguments. {asked.uuid} requires a namespace and a name. '
                      "Run 'python -m uuid -h' for more information.")
