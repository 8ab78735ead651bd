# Module ipaddress: IPv4 and IPv6 addresses, networks and interfaces. What the two versions share is
# in _Address and _Network; _V4 and _V6 read and write the texts.
from functools import cached_property as _cached_property, total_ordering as _total_ordering

IPV4LENGTH, IPV6LENGTH = 32, 128


class AddressValueError(ValueError):
    """Not an address."""


class NetmaskValueError(ValueError):
    """Not a mask."""


def _either(four, six, args, what):
    for kind in (four, six):
        try:
            return kind(*args)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f'{args[0]!r} does not appear to be an IPv4 or IPv6 {what}')


def ip_address(address):
    """The address, of version 4 or 6, that a text, number or bytes stands for."""
    return _either(IPv4Address, IPv6Address, (address,), 'address')


def ip_network(address, strict=True):
    """The network, of version 4 or 6, that a text or pair stands for."""
    return _either(IPv4Network, IPv6Network, (address, strict), 'network')


def ip_interface(address):
    """An address with its network, of version 4 or 6."""
    return _either(IPv4Interface, IPv6Interface, (address,), 'interface')


def v4_int_to_packed(address):
    """An IPv4 address number as 4 bytes, the highest first."""
    try:
        return address.to_bytes(4, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv4')


def v6_int_to_packed(address):
    """An IPv6 address number as 16 bytes, the highest first."""
    try:
        return address.to_bytes(16, 'big')
    except OverflowError:
        raise ValueError('Address negative or too large for IPv6')


def _same_version(a, b):
    if a.version != b.version:
        raise TypeError('%s and %s are not of the same version' % (a, b))


def summarize_address_range(first, last):
    """The networks that together hold the addresses from first to last."""
    if not all([isinstance(end, _BaseAddress) for end in (first, last)]):
        raise TypeError('first and last must be IP addresses, not networks')
    _same_version(first, last)
    if first > last:
        raise ValueError('last IP address must be greater than first')
    network = {4: IPv4Network, 6: IPv6Network}.get(first.version)
    if network is None:
        raise ValueError('unknown IP version')
    at, left = first._ip, last._ip - first._ip + 1
    while left > 0:
        size = at & -at or 1 << first._max_prefixlen    # the largest that may begin here
        while size > left:
            size >>= 1
        yield network((at, first._max_prefixlen + 1 - size.bit_length()))
        at, left = at + size, left - size


def collapse_addresses(addresses):
    """The fewest networks that hold exactly the given addresses and networks."""
    singles, networks = [], []
    for item in addresses:
        kept = singles if isinstance(item, _BaseAddress) else networks
        if kept:
            _same_version(item, kept[-1])
        if isinstance(item, _BaseAddress):
            singles.append(item)
        elif item._prefixlen == item._max_prefixlen:
            if singles:
                _same_version(item, singles[-1])
            singles.append(item.network_address)
        else:
            networks.append(item)
    singles = sorted(set(singles))
    i = 0
    while i < len(singles):
        j = i
        while j + 1 < len(singles) and singles[j + 1]._ip == singles[j]._ip + 1:
            j += 1
        networks.extend(summarize_address_range(singles[i], singles[j]))
        i = j + 1
    return iter(_collapse(networks))


def _collapse(networks):
    kept = []
    for network in sorted(networks):  # whatever lies in another comes behind it
        if kept and kept[-1].broadcast_address >= network.broadcast_address:
            continue
        kept.append(network)
        while len(kept) > 1 and kept[-2].supernet() == kept[-1].supernet():
            kept[-2:] = [kept[-1].supernet()]  # two halves are one
    return kept


def get_mixed_type_key(obj):
    """A key that sorts addresses and networks together."""
    if isinstance(obj, _BaseNetwork):
        return obj._version, obj.network_address, obj.netmask
    if isinstance(obj, _BaseAddress):
        return obj._version, obj
    return NotImplemented


class _V4:
    """Text of version 4."""
    __slots__ = ()
    _version, _max_prefixlen, _ALL_ONES = 4, 32, 2 ** 32 - 1

    @classmethod
    def _parse(cls, text):
        if not text:
            raise AddressValueError('Address cannot be empty')
        octets = text.split('.')
        if len(octets) != 4:
            raise AddressValueError('Expected 4 octets in %r' % text)
        value = 0
        for octet in octets:
            problem = ''
            if not octet:
                problem = 'Empty octet not permitted'
            elif not (octet.isascii() and octet.isdigit()):
                problem = 'Only decimal digits permitted in %r' % octet
            elif len(octet) > 3:
                problem = 'At most 3 characters permitted in %r' % octet
            elif octet != '0' and octet[0] == '0':
                problem = 'Leading zeros are not permitted in %r' % octet
            elif int(octet) > 255:
                problem = 'Octet %d (> 255) not permitted' % int(octet)
            if problem:
                raise AddressValueError('%s in %r' % (problem, text))
            value = value << 8 | int(octet)
        return value

    @classmethod
    def _text(cls, ip):
        return '%d.%d.%d.%d' % (ip >> 24, ip >> 16 & 255, ip >> 8 & 255, ip & 255)

    @classmethod
    def _prefix_of_mask(cls, text):
        """The prefix length of '255.255.0.0' or of the host mask '0.0.255.255'."""
        try:
            mask = cls._parse(text)
        except AddressValueError:
            mask = -1
        for ip in (mask, mask ^ cls._ALL_ONES) if mask >= 0 else ():
            host = ip ^ cls._ALL_ONES
            if host & (host + 1) == 0:
                return cls._max_prefixlen - host.bit_length()
        raise NetmaskValueError('%r is not a valid netmask' % (text,))

    @property
    def max_prefixlen(self):
        return self._max_prefixlen

    @property
    def version(self):
        return self._version


class _V6(_V4):
    """Text of version 6."""
    __slots__ = ()
    _version, _max_prefixlen, _ALL_ONES = 6, 128, 2 ** 128 - 1

    @classmethod
    def _parse(cls, text):
        if not text:
            raise AddressValueError('Address cannot be empty')
        parts = text.split(':')
        if len(parts) < 3:
            raise AddressValueError('At least 3 parts expected in %r' % text)
        if '.' in parts[-1]:
            try:
                four = _V4._parse(parts.pop())
            except AddressValueError as exc:
                raise AddressValueError('%s in %r' % (exc, text)) from None
            parts += ['%x' % (four >> 16), '%x' % (four & 0xffff)]
        if len(parts) > 9:
            raise AddressValueError('At most 8 colons permitted in %r' % text)
        gaps = [i for i in range(1, len(parts) - 1) if not parts[i]]
        if len(gaps) > 1:
            raise AddressValueError("At most one '::' permitted in %r" % text)
        high, low = parts, []
        if gaps:
            high, low = parts[:gaps[0]], parts[gaps[0] + 1:]
            high = [] if high == [''] else high
            low = [] if low == [''] else low
        elif len(parts) != 8:
            raise AddressValueError("Exactly 8 parts expected without '::' in %r" % text)
        if high and not high[0]:
            raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % text)
        if not (low or high or [1])[-1]:
            raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % text)
        if gaps and len(high) + len(low) > 7:
            raise AddressValueError("Expected at most 7 other parts with '::' in %r" % text)
        value = 0
        for part in high + ['0'] * (8 - len(high) - len(low)) + low:
            if part.strip('0123456789abcdefABCDEF'):
                raise AddressValueError('Only hex digits permitted in %r in %r' % (part, text))
            if len(part) > 4:
                raise AddressValueError('At most 4 characters permitted in %r in %r' % (part, text))
            value = value << 16 | int(part, 16)
        return value

    @classmethod
    def _text(cls, ip):
        parts = ['%x' % (ip >> shift & 0xffff) for shift in range(112, -1, -16)]
        start, length, i = 0, 1, 0  # the first of the longest runs of zeros
        while i < 8:
            j = i
            while j < 8 and parts[j] == '0':
                j += 1
            if j - i > length:
                start, length = i, j - i
            i = j + 1
        if length == 1:
            return ':'.join(parts)
        return ':'.join(parts[:start]) + '::' + ':'.join(parts[start + length:])

    @classmethod
    def _prefix_of_mask(cls, text):
        raise NetmaskValueError('%r is not a valid netmask' % (text,))


class _IPAddressBase:
    """What addresses and networks share."""
    __slots__ = ()

    @property
    def exploded(self):
        """The text in full, with all zeros."""
        return self._exploded()

    @property
    def compressed(self):
        """The text as short as it can be."""
        return str(self)

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, str(self))

    @property
    def reverse_pointer(self):
        """The name to ask DNS for the name of this address."""
        return self._reverse_pointer()

    def _exploded_ip(self, ip):
        if self._version == 4:
            return self._text(ip)
        digits = '%032x' % ip
        return ':'.join([digits[i:i + 4] for i in range(0, 32, 4)])

    @classmethod
    def _make_netmask(cls, arg):
        """-> (netmask, prefix length)"""
        if isinstance(arg, int):
            length = arg
        elif arg.isascii() and arg.isdigit():
            length = int(arg)
        else:
            length = cls._prefix_of_mask(arg)
        if not 0 <= length <= cls._max_prefixlen:
            raise NetmaskValueError('%r is not a valid netmask' % (arg,))
        ones = cls._ALL_ONES
        return cls._address_class(ones ^ ones >> length), length

    @classmethod
    def _split_addr_prefix(cls, address):
        """-> (address, its mask or prefix length)"""
        if isinstance(address, tuple):
            parts = address
        elif isinstance(address, (bytes, int)):
            parts = address,
        else:
            parts = str(address).split('/', 2)
            if len(parts) == 3:
                raise AddressValueError(f"Only one '/' permitted in {str(address)!r}")
        return (parts[0], cls._max_prefixlen) if len(parts) == 1 else parts


@_total_ordering
class _BaseAddress(_IPAddressBase):
    """One address: a number of _max_prefixlen bits in _ip."""
    __slots__ = ()

    def __init__(self, address):
        bits, version = self._max_prefixlen, self._version
        if isinstance(address, int):
            if address < 0:
                raise AddressValueError('%d (< 0) is not permitted as an IPv%d address'
                                        % (address, version))
            if address > self._ALL_ONES:
                raise AddressValueError('%d (>= 2**%d) is not permitted as an IPv%d address'
                                        % (address, bits, version))
            self._ip = int(address)
        elif isinstance(address, bytes):
            if len(address) != bits // 8:
                raise AddressValueError('%r (len %d != %d) is not permitted as an IPv%d address'
                                        % (address, len(address), bits // 8, version))
            self._ip = int.from_bytes(address, 'big')
        else:
            text = str(address)
            if '/' in text:
                raise AddressValueError(f"Unexpected '/' in {address!r}")
            self._ip = self._parse(self._without_scope(text))

    def _without_scope(self, text):
        return text

    def _exploded(self):
        return self._exploded_ip(self._ip)

    @property
    def packed(self):
        """Its bytes, the highest first."""
        return self._ip.to_bytes(self._max_prefixlen // 8, 'big')

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return (self._ip, self._version) == (other._ip, other._version)
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if isinstance(other, _BaseAddress):
            _same_version(self, other)
            return self._ip < other._ip
        return NotImplemented

    def _moved(self, other, by):
        return type(self)(self._ip + by * other) if isinstance(other, int) else NotImplemented

    def __add__(self, other):
        return self._moved(other, 1)

    def __sub__(self, other):
        return self._moved(other, -1)

    def __str__(self):
        return self._text(self._ip)

    def __hash__(self):
        return hash(hex(self._ip))

    def __reduce__(self):
        return type(self), (str(self),)

    def __format__(self, fmt):
        """'b' or 'x' for the number, 'n' for the one usual in its version, 's' for the text."""
        if not fmt or fmt[-1] == 's':
            return format(str(self), fmt)
        kind, flags = fmt[-1], fmt[:-1]
        if kind not in 'bnxX' or flags not in ('', '#', '_', '#_'):
            return super().__format__(fmt)
        if kind == 'n':
            kind = 'b' if self._version == 4 else 'x'
        width = self._max_prefixlen if kind == 'b' else self._max_prefixlen // 4
        if '_' in flags:
            width += width // 4 - 1
        if '#' in flags:
            return format(self._ip, f'#0{width + 2}{flags[1:]}{kind}')
        return format(self._ip, f'0{width}{flags}{kind}')

    def _in(self, networks):
        return any([self in network for network in networks])

    @property
    def is_multicast(self):
        return self._in(self._special('multicast'))

    @property
    def is_reserved(self):
        return self._in(self._special('reserved'))

    @property
    def is_link_local(self):
        return self._in(self._special('link_local'))

    @property
    def is_private(self):
        return self._in(self._special('private'))

    @property
    def is_global(self):
        return not self.is_private and not self._in(self._special('shared'))

    @property
    def is_unspecified(self):
        return self._ip == 0

    @property
    def is_loopback(self):
        return self._in(self._special('loopback'))

    @classmethod
    def _special(cls, name):
        found = _special_networks.get((cls._version, name))
        if found is None:
            network = IPv4Network if cls._version == 4 else IPv6Network
            found = [network(text) for text in _SPECIAL[cls._version].get(name, '').split()]
            _special_networks[cls._version, name] = found
        return found


_special_networks = {}
_SPECIAL = {
    4: dict(link_local='169.254.0.0/16', loopback='127.0.0.0/8', multicast='224.0.0.0/4',
            reserved='240.0.0.0/4', shared='100.64.0.0/10',
            private='0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/29 '
                    '192.0.0.170/31 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 '
                    '203.0.113.0/24 240.0.0.0/4 255.255.255.255/32'),
    6: dict(link_local='fe80::/10', loopback='::1/128', multicast='ff00::/8',
            site_local='fec0::/10',
            private='::1/128 ::/128 ::ffff:0:0/96 100::/64 2001::/23 2001:2::/48 2001:db8::/32 '
                    '2001:10::/28 fc00::/7 fe80::/10',
            reserved='::/8 100::/8 200::/7 400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3 '
                     'a000::/3 c000::/3 e000::/4 f000::/5 f800::/6 fe00::/9')}


class IPv4Address(_V4, _BaseAddress):
    """An address such as '192.0.2.1'."""
    __slots__ = ('_ip', '__weakref__')

    def _reverse_pointer(self):
        return '.'.join(str(self).split('.')[::-1]) + '.in-addr.arpa'


class IPv6Address(_V6, _BaseAddress):
    """An address such as '2001:db8::1', with a scope after '%'."""
    __slots__ = ('_ip', '_scope_id', '__weakref__')

    def __init__(self, address):
        self._scope_id = None
        super().__init__(address)

    def _without_scope(self, text):
        text, percent, scope = text.partition('%')
        if percent:
            if not scope or '%' in scope:
                raise AddressValueError('Invalid IPv6 address: "%r"' % (text + percent + scope))
            self._scope_id = scope
        return text

    def _explode_scope(self):
        return '%' + self._scope_id if self._scope_id else ''

    def _exploded(self):
        return self._exploded_ip(self._ip)

    def _reverse_pointer(self):
        return '.'.join(self.exploded[::-1].replace(':', '')) + '.ip6.arpa'

    def __str__(self):
        return super().__str__() + self._explode_scope()

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        equal = super().__eq__(other)
        return self._scope_id == getattr(other, '_scope_id', None) if equal is True else equal

    @property
    def scope_id(self):
        return self._scope_id

    @property
    def is_site_local(self):
        return self._in(self._special('site_local'))

    @property
    def is_private(self):
        four = self.ipv4_mapped
        return super().is_private if four is None else four.is_private

    @property
    def is_global(self):
        return not self.is_private

    @property
    def is_loopback(self):
        return self._ip == 1

    @property
    def ipv4_mapped(self):
        """The IPv4 address of ::ffff:a.b.c.d, else None."""
        return IPv4Address(self._ip & 0xffffffff) if self._ip >> 32 == 0xffff else None

    @property
    def teredo(self):
        """The (server, client) addresses of a Teredo address, else None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xffffffff), IPv4Address(~self._ip & 0xffffffff)

    @property
    def sixtofour(self):
        """The IPv4 address in a 6to4 address, else None."""
        return IPv4Address(self._ip >> 80 & 0xffffffff) if self._ip >> 112 == 0x2002 else None


@_total_ordering
class _BaseNetwork(_IPAddressBase):
    """A range of addresses with a common prefix."""

    def __init__(self, address, strict=True):
        given, mask = self._split_addr_prefix(address)
        start = self.network_address = self._address_class(given)
        self.netmask, self._prefixlen = self._make_netmask(mask)
        if hosts := int(start) & ~int(self.netmask):
            if strict:
                raise ValueError(f'{self} has host bits set')
            self.network_address = self._address_class(int(start) - hosts)
        if self._prefixlen == self._max_prefixlen:
            self.hosts = lambda: [self._address_class(given)]

    def _at(self, ip):
        return self._address_class(ip)

    def _first(self):
        return int(self.network_address)

    def _last(self):
        return int(self.network_address) | int(self.hostmask)

    def _exploded(self):
        return '%s/%d' % (self._exploded_ip(self._first()), self._prefixlen)

    def __str__(self):
        return '%s/%d' % (self.network_address, self._prefixlen)

    def __reduce__(self):
        return type(self), (str(self),)

    def hosts(self):
        """The usable addresses: without the network and, in version 4, the broadcast address."""
        first, last = self._first(), self._last()
        if self._prefixlen < self._max_prefixlen - 1:
            first, last = first + 1, last - (self._version == 4)
        for ip in range(first, last + 1):
            yield self._at(ip)

    def __iter__(self):
        for ip in range(self._first(), self._last() + 1):
            yield self._at(ip)

    def __getitem__(self, n):
        ip = n + (self._first() if n >= 0 else self._last() + 1)
        if not self._first() <= ip <= self._last():
            raise IndexError('address out of range')
        return self._at(ip)

    def __lt__(self, other):
        if isinstance(other, _BaseNetwork):
            _same_version(self, other)
            return (self.network_address, self.netmask) < (other.network_address, other.netmask)
        return NotImplemented

    def __eq__(self, other):
        try:
            return (self._version == other._version and int(self.netmask) == int(other.netmask)
                    and self.network_address == other.network_address)
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return hash(self._first() ^ int(self.netmask))

    def __contains__(self, other):
        if self._version != other._version or isinstance(other, _BaseNetwork):
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def overlaps(self, other):
        """Have the two networks addresses in common?"""
        return (self.network_address in other or self.broadcast_address in other
                or other.network_address in self or other.broadcast_address in self)

    @_cached_property
    def broadcast_address(self):
        return self._at(self._last())

    @_cached_property
    def hostmask(self):
        return self._at(int(self.netmask) ^ self._ALL_ONES)

    @property
    def with_prefixlen(self):
        return '%s/%d' % (self.network_address, self._prefixlen)

    @property
    def with_netmask(self):
        return '%s/%s' % (self.network_address, self.netmask)

    @property
    def with_hostmask(self):
        return '%s/%s' % (self.network_address, self.hostmask)

    @property
    def num_addresses(self):
        """How many addresses there are."""
        return self._last() - self._first() + 1

    @property
    def prefixlen(self):
        return self._prefixlen

    def _reverse_pointer(self):
        first = str(self).split('/')[0]
        if self._version == 4:
            return '.'.join(str(self).split('.')[::-1]) + '.in-addr.arpa'
        return '.'.join(self.exploded[::-1].replace(':', '')) + '.ip6.arpa' if first else ''

    def address_exclude(self, other):
        """The networks of self without the network other."""
        _same_version(self, other)
        if not isinstance(other, _BaseNetwork):
            raise TypeError(f'{other} is not a network object')
        if not other.subnet_of(self):
            raise ValueError(f'{other} not contained in {self}')
        part = self
        while part != other:
            left, right = part.subnets()
            part, rest = (left, right) if other.subnet_of(left) else (right, left)
            yield rest

    def compare_networks(self, other):
        """-1, 0 or 1 as self sorts before, with or after other."""
        if self._version != other._version:
            raise TypeError('%s and %s are not of the same type' % (self, other))
        mine = self.network_address, self.netmask
        theirs = other.network_address, other.netmask
        return (mine > theirs) - (mine < theirs)

    def _get_networks_key(self):
        return self._version, self.network_address, self.netmask

    def _change(self, diff, new_prefix, word):
        """By how much the prefix is to get longer or shorter, as one or the other argument says."""
        if new_prefix is None:
            return diff
        change = new_prefix - self._prefixlen if word == 'longer' else self._prefixlen - new_prefix
        if change < 0:
            raise ValueError(f'new prefix must be {word}')
        if diff != 1:
            raise ValueError('cannot set prefixlen_diff and new_prefix')
        return change

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The equal parts of this network that have a longer prefix, one after the other."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        more = self._change(prefixlen_diff, new_prefix, 'longer')
        if more < 0:
            raise ValueError('prefix length diff must be > 0')
        length = self._prefixlen + more
        if length > self._max_prefixlen:
            raise ValueError(f'prefix length diff {length} is invalid for netblock {self}')
        size = int(self.hostmask) + 1 >> more
        for part in range(1 << more):
            yield type(self)((self._first() + part * size, length))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The network with a shorter prefix that this one is part of."""
        if not self._prefixlen:
            return self
        less = self._change(prefixlen_diff, new_prefix, 'shorter')
        if less > self._prefixlen:
            raise ValueError(f'current prefixlen is {self._prefixlen}, cannot have a prefixlen_diff of '
                             f'{less}')
        first = self._first() & int(self.netmask) << less
        return type(self)((first, self._prefixlen - less))

    @staticmethod
    def _is_subnet_of(a, b):
        if all([hasattr(thing, 'version') for thing in (a, b)]):
            _same_version(a, b)
        if not all([hasattr(thing, 'broadcast_address') for thing in (a, b)]):
            raise TypeError(f'Unable to test subnet containment between {a} and {b}')
        return a.network_address >= b.network_address and a.broadcast_address <= b.broadcast_address

    def subnet_of(self, other):
        """Is it the other network or part of it?"""
        return self._is_subnet_of(self, other)

    def supernet_of(self, other):
        """Is the other network this one or part of it?"""
        return self._is_subnet_of(other, self)

    def _both(self, name):
        return getattr(self.network_address, name) and getattr(self.broadcast_address, name)

    is_multicast = property(lambda self: self._both('is_multicast'))
    is_reserved = property(lambda self: self._both('is_reserved'))
    is_link_local = property(lambda self: self._both('is_link_local'))
    is_unspecified = property(lambda self: self._both('is_unspecified'))
    is_loopback = property(lambda self: self._both('is_loopback'))

    @property
    def is_private(self):
        first, last = self.network_address, self.broadcast_address
        return any([first in n and last in n for n in self._address_class._special('private')])

    @property
    def is_global(self):
        return not self.is_private


class IPv4Network(_V4, _BaseNetwork):
    """A network such as '192.0.2.0/24' or '192.0.2.0/255.255.255.0'."""
    _address_class = IPv4Address

    @property
    def is_global(self):
        shared, = self._address_class._special('shared')
        return not (self.network_address in shared and self.broadcast_address in shared) and \
            not self.is_private


class IPv6Network(_V6, _BaseNetwork):
    """A network such as '2001:db8::/32'."""
    _address_class = IPv6Address
    is_site_local = property(lambda self: self._both('is_site_local'))


class _Interface:
    """An address and the network it is in."""
    __slots__ = ()

    def __init__(self, address):
        given = tuple(self._split_addr_prefix(address))
        super().__init__(given[0])
        self.network = around = self._network_class(given, strict=False)
        self.netmask, self._prefixlen = around.netmask, around._prefixlen

    @property
    def hostmask(self):
        return self.network.hostmask

    @property
    def ip(self):
        return self._address_class(self._ip)

    def _exploded(self):
        return '%s/%d' % (self._exploded_ip(self._ip), self._prefixlen)

    def __str__(self):
        return '%s/%d' % (super().__str__(), self._prefixlen)

    def __eq__(self, other):
        equal = super().__eq__(other)
        if equal is not True:
            return equal
        return self.network == getattr(other, 'network', None)  # addresses have none

    def __lt__(self, other):
        less, theirs = super().__lt__(other), getattr(other, 'network', None)
        if less is NotImplemented or theirs is None:  # an address sorts behind an interface
            return less if less is NotImplemented else False
        return self.network < theirs or less and self.network == theirs

    def __hash__(self):
        return hash((self._ip, self._prefixlen, int(self.network.network_address)))

    @property
    def with_prefixlen(self):
        return '%s/%d' % (super().__str__(), self._prefixlen)

    @property
    def with_netmask(self):
        return '%s/%s' % (super().__str__(), self.netmask)

    @property
    def with_hostmask(self):
        return '%s/%s' % (super().__str__(), self.hostmask)


class IPv4Interface(_Interface, IPv4Address):
    _address_class, _network_class = IPv4Address, IPv4Network


class IPv6Interface(_Interface, IPv6Address):
    _address_class, _network_class = IPv6Address, IPv6Network

    @property
    def is_unspecified(self):
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        return super().is_loopback and self.network.is_loopback


IPv4Address._address_class, IPv6Address._address_class = IPv4Address, IPv6Address
