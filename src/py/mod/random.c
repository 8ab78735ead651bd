// Module _random: class Random, the generator MT19937. From M. Matsumoto, T. Nishimura, Mersenne
// Twister: a 623-dimensionally equidistributed uniform pseudo-random number generator (1998), whose
// names the constants have, and their seeding of 2002. lib/random.py has the distributions.
#include <nettle/sha2.h>

#include "../obj/args.h"
#include "../obj/int.h"

enum { N = 624, M = 397 }; // words of the state, the middle word
static const uint32_t UPPER = 0x80000000, A = 0x9908b0df, B = 0x9d2c5680, C = 0xefc60000;

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

// A whole round of the recurrence: each word from itself, the next one and the middle one after it.
static void twist(uint32_t *x)
{
    for (int k = 0; k < N; k++) {
        uint32_t next = x[k + 1 < N ? k + 1 : 0], middle = x[k + M < N ? k + M : k + M - N];
        uint32_t y = (x[k] & UPPER) | (next & ~UPPER);
        x[k] = middle ^ (y >> 1) ^ (y & 1 ? A : 0);
    }
}

static uint32_t temper(uint32_t y)
{
    y ^= y >> 11;
    y ^= (y << 7) & B;
    y ^= (y << 15) & C;
    return y ^ (y >> 18);
}

static uint32_t next32(struct mt *r)
{
    if (r->index == N) {
        twist(r->state);
        r->index = 0;
    }
    return temper(r->state[r->index++]);
}

// What seeding mixes into word i from the one before it.
static uint32_t carried(const uint32_t *x, int i)
{
    return x[i - 1] ^ (x[i - 1] >> 30);
}

// The next place of seeding, which goes round the words 1 to N - 1; word 0 stands before word 1.
static int onward(uint32_t *x, int i)
{
    if (i < N - 1) return i + 1;
    x[0] = x[N - 1];
    return 1;
}

// A state from n words: a fixed state is mixed with all of them, then with itself.
static void start(struct mt *r, const uint32_t *key, size_t n)
{
    uint32_t *x = r->state;
    x[0] = 19650218;
    for (int i = 1; i < N; i++) x[i] = 1812433253 * carried(x, i) + (uint32_t)i;
    int at = 1;
    for (size_t k = 0; k < (n > N ? n : N); k++, at = onward(x, at)) {
        uint32_t j = (uint32_t)(k % n);
        x[at] = (x[at] ^ carried(x, at) * 1664525) + key[j] + j;
    }
    for (int k = 1; k < N; k++, at = onward(x, at))
        x[at] = (x[at] ^ carried(x, at) * 1566083941) - (uint32_t)at;
    x[0] = UPPER; // so that not all is zero
    r->index = N;
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
        start(r, key, 8);
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
    start(r, k, words);
    py_buf_free(iso, b);
    return true;
}

// Not seeded yet: that is for __init__, which a subclass may have of its own.
static py_value random_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    return py_new_of(iso, cls, sizeof(struct mt));
}

static bool random_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    return py_args_no_kw(iso, "Random", kw) && py_args_count(iso, "Random", n, 0, 1) &&
           seed(iso, mt(self), n ? a[0] : NULL);
}

static PY_NATIVE(m_random)
{
    uint32_t x = next32(mt(a[0])) >> 5, y = next32(mt(a[0])) >> 6;
    return py_float_new(iso, (x * 67108864.0 + y) * (1.0 / 9007199254740992.0));
}

static PY_NATIVE(m_seed)
{
    return seed(iso, mt(a[0]), a[1]) ? PY_NONE : NULL;
}

static py_value bits(struct py_isolate *iso, struct mt *r, int64_t k)
{
    if (k <= 32) return py_small_new(k ? next32(r) >> (32 - k) : 0);
    if (!py_mem_check(iso, (uint64_t)k / 8)) return NULL;
    size_t words = (size_t)((k - 1) / 32 + 1);
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, words * 4);
    if (!b) return NULL;
    uint32_t *w = (uint32_t *)((char *)b + offsetof(struct py_buf, u));
    for (size_t i = 0; i < words; i++, k -= 32) {
        if (i % 4096 == 0 && !py_tick(iso, (words - i < 4096 ? words - i : 4096) / 4)) return NULL;
        w[i] = k < 32 ? next32(r) >> (32 - k) : next32(r);
    }
    return py_int_from_abs_bytes(iso, (unsigned char *)w, words * 4, false);
}

static PY_NATIVE(m_getrandbits)
{
    int64_t k;
    if (!py_as_int64(iso, a[1], &k)) return NULL;
    if (k < 0) return py_raise_value_error(iso, "number of bits must be non-negative");
    return bits(iso, mt(a[0]), k);
}

// Uniform in [0, n): numbers of as many bits until one is small enough.
static PY_NATIVE(m_randbelow)
{
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

static PY_NATIVE(m_getstate)
{
    py_value t = py_tuple_new(iso, N + 1);
    for (int i = 0; t && i < N; i++) py_tuple(t)->v[i] = py_small_new(mt(a[0])->state[i]);
    if (t) py_tuple(t)->v[N] = py_small_new(mt(a[0])->index);
    return t;
}

static PY_NATIVE(m_setstate)
{
    uint32_t fresh[N];
    int64_t w;
    if (!py_is_kind(a[1], PY_K_TUPLE))
        return py_raise_type_error(iso, "state vector must be a tuple");
    if (py_tuple(a[1])->n != N + 1)
        return py_raise_value_error(iso, "state vector is the wrong size");
    const py_value *v = py_tuple(a[1])->v;
    for (int i = 0; i < N; i++) {
        if (!py_as_int64(iso, v[i], &w)) return NULL;
        if (w < 0)
            return py_raise(iso, PY_T_OverflowError,
                            "can't convert negative value to unsigned int");
        fresh[i] = (uint32_t)w;
    }
    if (!py_as_int64(iso, v[N], &w)) return NULL;
    if (w < 0 || w > N) return py_raise_value_error(iso, "invalid state");
    memcpy(mt(a[0])->state, fresh, sizeof fresh);
    mt(a[0])->index = (int)w;
    return PY_NONE;
}

static void trace(PY_UNUSED struct py_isolate *iso, PY_UNUSED struct py_obj *o)
{
    // attributes are traced by the collector
}

static const struct py_native_row methods[] = {
    PY_ROW("random", m_random, "", "A number in [0, 1), of 53 random bits."),
    PY_ROW("seed", m_seed, "n=None, /", "Start anew from n; from entropy when there is none."),
    PY_ROW("getrandbits", m_getrandbits, "k, /", "An int of k random bits."),
    PY_ROW("_randbelow_mt", m_randbelow, "n, /", NULL),
    PY_ROW("getstate", m_getstate, "", "The words of the state and the place among them."),
    PY_ROW("setstate", m_setstate, "state, /", "Go back to a state of getstate()."),
    {0}};

static const struct py_typedef random_def = {
    .name = "Random",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct mt),
    .attrs_off = offsetof(struct mt, at),
    .methods = methods,
    .trace = trace,
    .doc = "A Mersenne Twister.",
    .slots = {.make = random_make, .init = random_init},
};

static PY_NATIVE(m_urandom)
{
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
static PY_NATIVE(m_sha512)
{
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
    PY_ROW("_sha512", m_sha512, "data, /", "SHA-512 digest of bytes."),
    PY_ROW("_urandom", m_urandom, "n, /", "n random bytes of the host."),
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
    .doc = "The generator behind module random.",
};
