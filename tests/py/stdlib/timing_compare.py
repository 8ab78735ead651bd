# timeit with a clock of our own, hmac on every kind of digest, _operator.
import timeit, hmac, hashlib, io, _operator
clock = iter(range(1000)).__next__
seen = []
t = timeit.Timer('seen.append(n)', 'n = 5', timer=clock, globals=globals())
print(t.timeit(3), seen, t.repeat(2, 1), len(seen), timeit.timeit(lambda: seen.clear(), timer=clock, number=2), timeit.repeat('pass', timer=clock, repeat=2, number=1))
print(timeit.Timer(seen.clear, lambda: seen.append(1), clock).timeit(1), seen, timeit.default_number, timeit.default_repeat, timeit.reindent('a\nb', 2), timeit.default_timer() > 0)
calls = []
ticks = iter([0, 0.1, 0, 0.15, 0, 0.3]); print(timeit.Timer('pass', timer=lambda: next(ticks)).autorange(lambda n, s: calls.append((n, s))), calls)
for bad in (lambda: timeit.Timer('x ='), lambda: timeit.Timer('pass', 'y ='), lambda: timeit.Timer(3), lambda: timeit.Timer('pass', 3), lambda: timeit.Timer('return 1')):
    try: print(bad())
    except (SyntaxError, ValueError) as e: print(type(e).__name__, e)
out = io.StringIO(); t = timeit.Timer('1 / 0')
try: t.timeit(1)
except ZeroDivisionError: t.print_exc(out)
print(out.getvalue().splitlines()[-1])
for name in ('md5', 'sha1', 'sha512', 'sha3_256', 'blake2b', 'blake2s'):
    h = hmac.new(b'key', b'a', name); c = h.copy(); h.update(b'b'); print(name, h.hexdigest()[:20], c.digest()[:4], h.digest_size, h.block_size, h.name, hmac.digest(b'k' * 300, b'm', name).hex()[:12])
print(hmac.HMAC(b'', digestmod=hashlib.sha256).hexdigest()[:16], hmac.compare_digest('ab', 'ab'), hmac.compare_digest(b'ab', bytearray(b'ac')), _operator._compare_digest('a', 'b'), _operator.add(1, 2), len(hmac.trans_36), hmac.trans_5C[0])
for bad in (lambda: hmac.new('k', b'', 'md5'), lambda: hmac.new(b'k'), lambda: hmac.new(b'k', 'm', 'md5'), lambda: hmac.new(b'k', b'', 'nope'), lambda: hmac.compare_digest('é', 'a'), lambda: hmac.compare_digest('a', b'a'), lambda: hmac.compare_digest(1, 2)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
import sys, weakref, inspect, gzip
class K: pass
k = K(); r = weakref.KeyedRef(k, None, 'key'); print(r() is k, r.key, isinstance(r, weakref.ref), inspect.BufferFlags.FULL, inspect.BufferFlags(1), int(inspect.BufferFlags.WRITE))
b = io.BytesIO(); gzip.write32u(b, 258); print(b.getvalue(), sys.abiflags, sys.api_version, sys.getfilesystemencodeerrors(), sys.getswitchinterval(), sys.getprofile(), sys.is_finalizing(), sys.call_tracing(max, (1, 2)), sys.platlibdir, sys.pycache_prefix)
