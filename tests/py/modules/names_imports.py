# Public names of the modules that need --imports, called: constants by value, functions by result, classes built.
import __future__
import ast
import base64
import binascii
import contextvars
import csv
import doctest
import gc
import hmac
import io
import ipaddress
import json.decoder
import json.encoder
import keyword
import locale
import os.path
import secrets
import struct
import sys
import token
import tokenize
import uuid
import weakref
import xml.etree.ElementTree as ET
import zoneinfo


def show(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


# Constants.
print([(n, getattr(token, n)) for n in dir(token) if n.isupper() and n[0] != '_' and type(getattr(token, n)) is int])
print([(n, getattr(tokenize, n)) for n in dir(tokenize) if n.isupper() and n[0] != '_' and type(getattr(tokenize, n)) is int])
print(sorted(token.EXACT_TOKEN_TYPES.items()), token.tok_name[token.NAME], token.ISEOF(0), token.ISTERMINAL(3), token.ISNONTERMINAL(300))
for name in __future__.all_feature_names:
    feature = getattr(__future__, name)
    print(name, feature, feature.getOptionalRelease(), feature.getMandatoryRelease(), feature.compiler_flag)
print([__future__.absolute_import.optional, __future__.barry_as_FLUFL.mandatory, __future__.division.optional,
       __future__.generator_stop.optional, __future__.generators.optional, __future__.nested_scopes.optional,
       __future__.print_function.optional, __future__.unicode_literals.optional, __future__.with_statement.optional])
print(keyword.kwlist, keyword.softkwlist, keyword.iskeyword('if'), keyword.iskeyword('x'), keyword.issoftkeyword('match'))
print(csv.QUOTE_MINIMAL, csv.excel_tab.delimiter, csv.unix_dialect.lineterminator, type(csv.__doc__))
print(ipaddress.IPV4LENGTH, ipaddress.IPV6LENGTH, issubclass(ipaddress.AddressValueError, ValueError),
      show(ipaddress.IPv4Address, '1.2.3'), show(ipaddress.IPv4Network, '1.2.3.4/99'), ipaddress.NetmaskValueError.__name__)
print(uuid.NAMESPACE_OID, uuid.NAMESPACE_URL, uuid.NAMESPACE_X500, uuid.RESERVED_FUTURE, uuid.RESERVED_MICROSOFT,
      uuid.RESERVED_NCS, uuid.RFC_4122, list(uuid.SafeUUID), uuid.uuid1().version, 0 <= uuid.getnode() < 1 << 48)
print(doctest.NORMALIZE_WHITESPACE, hmac.digest_size, ET.VERSION, ET.PI is ET.ProcessingInstruction)

# ast: every node class, built without arguments and from its fields.
OLD = ('Num', 'Str', 'Bytes', 'NameConstant', 'Ellipsis', 'Index', 'ExtSlice', 'slice', 'Suite', 'AugLoad', 'AugStore', 'Param')
for name in sorted(n for n in dir(ast) if n[0] != '_'):
    cls = getattr(ast, name)
    if isinstance(cls, type) and issubclass(cls, ast.AST) and name not in OLD:
        print(name, cls._fields, cls._attributes, cls.__mro__[1].__name__, cls.__match_args__,
              show(ast.dump, cls(*[None] * len(cls._fields))))

# base64, binascii, struct, io.
data = bytes(range(0, 250, 7))
print(base64.b16decode(base64.b16encode(data)) == data, base64.b32hexencode(data), base64.b32hexdecode(base64.b32hexencode(data)) == data,
      base64.standard_b64decode(base64.standard_b64encode(data)) == data)
out = io.BytesIO()
base64.encode(io.BytesIO(data), out)
back = io.BytesIO()
base64.decode(io.BytesIO(out.getvalue()), back)
print(out.getvalue(), back.getvalue() == data)
print(binascii.a2b_hex('00ff'), binascii.b2a_hex(b'\0\xff', '-'), binascii.b2a_base64(b'x', newline=False),
      issubclass(binascii.Error, ValueError), issubclass(binascii.Incomplete, Exception), show(binascii.unhexlify, 'abc'))
room = bytearray(8)
struct.pack_into('<HI', room, 1, 513, 7)
print(room, struct.unpack_from('<HI', room, 1), callable(io.open))

# contextvars, gc, weakref.
var = contextvars.ContextVar('var', default=1)
token_ = var.set(2)
context = contextvars.copy_context()
print(var.get(), isinstance(token_, contextvars.Token), token_.old_value is contextvars.Token.MISSING, isinstance(context, contextvars.Context),
      context[var], context.run(var.get))
var.reset(token_)
print(var.get(), gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.isenabled(), type(gc.get_count()), len(gc.get_threshold()),
      gc.set_threshold(700, 10, 10), gc.get_debug(), gc.set_debug(0), gc.DEBUG_STATS, gc.DEBUG_COLLECTABLE, gc.DEBUG_UNCOLLECTABLE,
      gc.DEBUG_SAVEALL, gc.DEBUG_LEAK, gc.callbacks, gc.garbage, gc.freeze(), gc.unfreeze(), gc.get_freeze_count(), len(gc.get_stats()),
      gc.is_tracked([]), gc.is_tracked(1))


class Thing:
    def method(self):
        return 'called'


thing = Thing()
ref, proxy, bound = weakref.ref(thing), weakref.proxy(thing), weakref.WeakMethod(thing.method)
print(weakref.getweakrefcount(thing) >= 1, ref in weakref.getweakrefs(thing), type(ref) is weakref.ReferenceType, type(proxy) is weakref.ProxyType,
      type(proxy) in weakref.ProxyTypes, weakref.CallableProxyType.__name__, proxy.method(), bound()())
values = weakref.WeakValueDictionary(a=thing)
print(list(values), values['a'] is thing)

# json, secrets, locale, os.path, sys, zoneinfo.
print(json.decoder.JSONDecoder().decode('[1]'), json.encoder.JSONEncoder(indent=1).encode([1]), issubclass(json.decoder.JSONDecodeError, ValueError),
      json.encoder.encode_basestring('\u00e9"'), json.encoder.encode_basestring_ascii('\u00e9"'), json.encoder.py_encode_basestring('\u00e9'),
      json.encoder.py_encode_basestring_ascii('\u00e9'), (json.encoder.c_encode_basestring or json.encoder.encode_basestring)('\u00e9'),
      (json.encoder.c_encode_basestring_ascii or json.encoder.encode_basestring_ascii)('\u00e9'),
      sorted(json.encoder.ESCAPE_DCT.items())[:3], json.encoder.INFINITY)
print(len(secrets.token_bytes(5)), secrets.choice([7]), secrets.compare_digest('a', 'a'), 0 <= secrets.randbits(4) < 16,
      secrets.SystemRandom().randint(3, 3))
print(os.path.defpath, os.path.exists('/nowhere/x'), os.path.isfile('/nowhere/x'), os.path.isdir('/nowhere/x'))
print(sys.byteorder, sys.maxunicode, sys.float_repr_style, sys.getdefaultencoding(), sys.intern('abc') is sys.intern('abc'), sys.get_int_max_str_digits(),
      sys.getfilesystemencoding(), sys.gettrace(), sys.hexversion >> 24, sys.implementation.version[:2], sys.flags.utf8_mode in (0, 1),
      sys.hash_info.width, type(sys.copyright), type(sys.platform), type(sys.path), type(sys.prefix), type(sys.exec_prefix), type(sys.base_prefix),
      type(sys.base_exec_prefix), sys.dont_write_bytecode in (True, False), type(sys.warnoptions), sys.getsizeof(1) > 0,
      type(sys.builtin_module_names), sys.getallocatedblocks() >= 0, type(sys.orig_argv), sys.setprofile(None), sys.settrace(None))
sys.displayhook(5)
sys.set_int_max_str_digits(4300)
print(callable(sys.excepthook), sys.excepthook is sys.__excepthook__, callable(zoneinfo.reset_tzpath), show(locale.getpreferredencoding),
      callable(locale.getdefaultlocale), callable(locale.resetlocale), show(tokenize.tokenize(io.BytesIO(b'x').readline).__next__)[0])
