// Module _random: the Mersenne Twister MT19937 as CPython drives it, so that seeds give the same
// numbers. The methods of class Random on top of it are in lib/random.py.
#include <nettle/sha2.h>

#include "../obj/args.h"
#include "../obj/int.h"

enum { N = 624, M = 397 };

struct mt {
    struct py_obj h;
    struct py_attrs at;
    uint32_t state[N];
    int index;
};

static struct mt *mt(py_value v)
{
    return (struct mt *)v;
}

static uint32_t next32(struct mt *r)
{
    static const uint32_t mag[2] = {0, 0x9908b0df};
    uint32_t *s = r->state, y;
    if (r->index >= N) {
        int k = 0;
        for (; k < N - M; k++) {
            y = (s[k] & 0x80000000u) | (s[k + 1] & 0x7fffffffu);
            s[k] = s[k + M] ^ (y >> 1) ^ mag[y & 1];
        }
        for (; k < N - 1; k++) {
            y = (s[k] & 0x80000000u) | (s[k + 1] & 0x7fffffffu);
            s[k] = s[k + M - N] ^ (y >> 1) ^ mag[y & 1];
        }
        y = (s[N - 1] & 0x80000000u) | (s[0] & 0x7fffffffu);
        s[N - 1] = s[M - 1] ^ (y >> 1) ^ mag[y & 1];
        r->index = 0;
    }
    y = s[r->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static void init_word(struct mt *r, uint32_t seed)
{
    r->state[0] = seed;
    for (uint32_t i = 1; i < N; i++)
        r->state[i] = 1812433253u * (r->state[i - 1] ^ (r->state[i - 1] >> 30)) + i;
    r->index = N;
}

static void init_key(struct mt *r, const uint32_t *key, size_t n)
{
    uint32_t *s = r->state;
    size_t i = 1, j = 0;
    init_word(r, 19650218u);
    for (size_t k = N > n ? N : n; k; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i >= N) {
            s[0] = s[N - 1];
            i = 1;
        }
        if (++j >= n) j = 0;
    }
    for (size_t k = N - 1; k; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i >= N) {
            s[0] = s[N - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000u;
}

// Random bytes of the host; without such a grant a fixed sequence from the isolate's seed.
static bool entropy(struct py_isolate *iso, void *buf, size_t n)
{
    const struct py_hooks *h = &iso->opt.hooks;
    if (!iso->opt.strict_seed && h->entropy && h->entropy(h->ctx, buf, n)) return true;
    uint64_t x = iso->opt.hash_seed ^ 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        ((unsigned char *)buf)[i] = (unsigned char)(x >> 24);
    }
    return false;
}

// seed(None | int | any hashable); str, bytes and float are turned into ints by lib/random.py.
static bool seed(struct py_isolate *iso, struct mt *r, py_value arg)
{
    uint32_t key[8];
    if (!arg || arg == PY_NONE) {
        entropy(iso, key, sizeof key);
        init_key(r, key, 8);
        return true;
    }
    py_value v = NULL;
    if (py_is_anyint(arg)) {
        v = py_int_abs(iso, arg);
    } else {
        uint64_t h;
        if (!py_hash(iso, arg, &h)) return false;
        v = py_int_from_u64(iso, h);
    }
    if (!v) return false;
    size_t words = (size_t)(py_int_bits(v) + 31) / 32;
    if (!words) words = 1;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, words * 4);
    if (!b || !py_tick(iso, words / 4 + 64)) return false;
    uint32_t *k = (uint32_t *)((char *)b + offsetof(struct py_buf, u));
    py_int_abs_bytes(v, (unsigned char *)k, words * 4);
    init_key(r, k, words);
    py_buf_free(iso, b);
    return true;
}

static py_value random_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                            py_value kw)
{
    (void)kw;
    struct mt *r = py_new(iso, cls, cls->size > sizeof *r ? cls->size : sizeof *r);
    return r && seed(iso, r, n ? a[0] : NULL) ? (py_value)r : NULL;
}

static py_value m_random(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    uint32_t x = next32(mt(a[0])) >> 5, y = next32(mt(a[0])) >> 6;
    return py_float_new(iso, (x * 67108864.0 + y) * (1.0 / 9007199254740992.0));
}

static py_value m_seed(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return seed(iso, mt(a[0]), a[1]) ? PY_NONE : NULL;
}

static py_value bits(struct py_isolate *iso, struct mt *r, int64_t k)
{
    if (k <= 32) return py_small_new(k ? next32(r) >> (32 - k) : 0);
    if (!py_mem_check(iso, (uint64_t)k / 8)) return NULL;
    size_t words = (size_t)((k - 1) / 32 + 1);
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, words * 4);
    if (!b || !py_tick(iso, words / 4)) return NULL;
    uint32_t *w = (uint32_t *)((char *)b + offsetof(struct py_buf, u));
    for (size_t i = 0; i < words; i++, k -= 32) w[i] = k < 32 ? next32(r) >> (32 - k) : next32(r);
    return py_int_from_abs_bytes(iso, (unsigned char *)w, words * 4, false);
}

static py_value m_getrandbits(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    int64_t k;
    if (!py_as_int64(iso, a[1], &k)) return NULL;
    if (k < 0) return py_raise_value_error(iso, "number of bits must be non-negative");
    return bits(iso, mt(a[0]), k);
}

// Uniform in [0, n) by rejection, as Random._randbelow_with_getrandbits.
static py_value m_randbelow(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value top = py_index(iso, a[1]);
    if (!top) return NULL;
    int64_t k = (int64_t)py_int_bits(top);
    if (py_int_sign(top) <= 0) return py_small_new(0);
    for (;;) {
        py_value r = bits(iso, mt(a[0]), k);
        if (!r || !py_tick(iso, 1)) return NULL;
        if (py_int_cmp(r, top) < 0) return r;
    }
}

static py_value m_getstate(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    py_value t = py_tuple_new(iso, N + 1);
    for (int i = 0; t && i < N; i++) py_tuple(t)->v[i] = py_small_new(mt(a[0])->state[i]);
    if (t) py_tuple(t)->v[N] = py_small_new(mt(a[0])->index);
    return t;
}

static py_value m_setstate(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    uint32_t fresh[N];
    int64_t w;
    if (!py_is_kind(a[1], PY_K_TUPLE))
        return py_raise_type_error(iso, "state vector must be a tuple");
    if (py_tuple(a[1])->n != N + 1)
        return py_raise_value_error(iso, "state vector is the wrong size");
    for (int i = 0; i < N; i++) {
        if (!py_as_int64(iso, py_tuple(a[1])->v[i], &w)) return NULL;
        fresh[i] = (uint32_t)w;
    }
    if (!py_as_int64(iso, py_tuple(a[1])->v[N], &w)) return NULL;
    if (w < 0 || w > N) return py_raise_value_error(iso, "invalid state");
    memcpy(mt(a[0])->state, fresh, sizeof fresh);
    mt(a[0])->index = (int)w;
    return PY_NONE;
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    (void)iso, (void)o; // attributes are traced by the collector
}

static const struct py_native_row methods[] = {
    {"random", m_random, NULL, 0, "The next float from 0 up to, not including, 1."},
    {"seed", m_seed, "n=None, /", 0,
     "Starts the sequence that belongs to n; of the host's entropy where it is None."},
    {"getrandbits", m_getrandbits, "k, /", 0, "An int of k random bits."},
    {"_randbelow_mt", m_randbelow, "n, /", 0, NULL},
    {"getstate", m_getstate, NULL, 0, "Where in its sequence the generator is, for setstate()."},
    {"setstate", m_setstate, "state, /", 0, "Goes back to where getstate() was called."},
    {0}};

static const struct py_typedef random_def = {
    .name = "Random",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct mt),
    .attrs_off = offsetof(struct mt, at),
    .methods = methods,
    .trace = trace,
    .doc = "A generator of random numbers with a state of its own.",
    .slots = {.make = random_make},
};

static py_value m_urandom(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    int64_t len;
    if (!py_as_int64(iso, a[0], &len)) return NULL;
    if (len < 0) return py_raise_value_error(iso, "negative argument not allowed");
    if (!iso->opt.hooks.entropy)
        return py_raise(iso, PY_T_NotImplementedError,
                        "no source of entropy is granted to this program");
    if (!py_mem_check(iso, (uint64_t)len) || !py_tick(iso, (uint64_t)len / 8)) return NULL;
    py_value b = py_bytes_new(iso, NULL, (size_t)len);
    if (b) entropy(iso, py_bytes(b)->b, (size_t)len);
    py_look_soon(iso);
    return b;
}

// Digest that str and bytes seeds are mixed with.
static py_value m_sha512(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    struct sha512_ctx ctx;
    const unsigned char *data;
    size_t len;
    if (!py_bytes_view(iso, a[0], &data, &len) || !py_tick(iso, len / 8)) return NULL;
    sha512_init(&ctx);
    sha512_update(&ctx, len, data);
    py_value r = py_bytes_new(iso, NULL, SHA512_DIGEST_SIZE);
    if (r) sha512_digest(&ctx, SHA512_DIGEST_SIZE, py_bytes(r)->b);
    return r;
}

static const struct py_native_row functions[] = {
    {"_sha512", m_sha512, "data, /", 0, "SHA-512 digest of bytes."},
    {"_urandom", m_urandom, "n, /", 0, "n random bytes of the host."},
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *t = py_type_from_def(iso, &random_def, NULL, "_random");
    return t && py_module_set(iso, m, "Random", (py_value)t);
}

const struct py_moddef py_mod__random = {
    .name = "_random",
    .functions = functions,
    .init = init,
    .doc = "The generator of module random: Mersenne Twister, MT19937.",
};
