// Key derivation for hashlib: PBKDF2 with HMAC (RFC 8018) over nettle's hashes, and scrypt
// (RFC 7914). Both tick in proportion to their work; scrypt's memory is checked before it is taken.
#include "hash_int.h"

// One keyed hash: the two states after the padded key, copied for each use.
struct keyed {
    const struct nettle_hash *h;
    union py_hash_state inner, outer;
};

// False: exception.
static bool keyed_init(struct py_isolate *iso, struct keyed *k, struct py_hash_data key)
{
    unsigned char pad[PY_HASH_MAX_BLOCK] = {0};
    size_t block = k->h->block_size;
    if (key.n > block) {
        union py_hash_state s;
        k->h->init(&s);
        if (!py_hash_feed(iso, k->h, &s, key)) return false;
        k->h->digest(&s, k->h->digest_size, pad);
    } else if (key.n) {
        memcpy(pad, key.p, key.n);
    }
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
    k->h->init(&k->inner);
    k->h->update(&k->inner, block, pad);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
    k->h->init(&k->outer);
    k->h->update(&k->outer, block, pad);
    return true;
}

// out = HMAC(key, a + b), digest_size bytes; out may be a. False: exception.
static bool keyed_run(struct py_isolate *iso, const struct keyed *k, struct py_hash_data a,
                      struct py_hash_data b, unsigned char *out)
{
    union py_hash_state s = k->inner;
    size_t size = k->h->digest_size;
    if (!py_hash_feed(iso, k->h, &s, a)) return false;
    if (b.n) k->h->update(&s, b.n, b.p);
    k->h->digest(&s, size, out);
    s = k->outer;
    k->h->update(&s, size, out);
    k->h->digest(&s, size, out);
    return true;
}

static bool pbkdf2(struct py_isolate *iso, const struct nettle_hash *h,
                   struct py_hash_data password, struct py_hash_data salt, int64_t rounds,
                   unsigned char *out, size_t want)
{
    struct keyed k = {.h = h};
    if (!keyed_init(iso, &k, password)) return false;
    size_t size = h->digest_size, at = 0;
    for (uint32_t block = 1; at < want; block++) {
        unsigned char u[PY_HASH_MAX_DIGEST], t[PY_HASH_MAX_DIGEST] = {0};
        unsigned char index[4] = {(unsigned char)(block >> 24), (unsigned char)(block >> 16),
                                  (unsigned char)(block >> 8), (unsigned char)block};
        struct py_hash_data own = {u, size}, no = {NULL, 0}, number = {index, sizeof index};
        for (int64_t i = 0; i < rounds; i++) {
            if (!keyed_run(iso, &k, i ? own : salt, i ? no : number, u)) return false;
            for (size_t j = 0; j < size; j++) t[j] ^= u[j];
            if (!py_tick(iso, 6)) return false;
        }
        for (size_t j = 0; j < size && at < want; j++) out[at++] = t[j];
    }
    return true;
}

// Copies of the arguments: nothing a program holds may change underneath the work.
static bool texts(struct py_isolate *iso, py_value a, py_value b, struct py_hash_data *x,
                  struct py_hash_data *y)
{
    const unsigned char *p;
    size_t n;
    py_value c;
    if (!py_bytes_view(iso, a, &p, &n) || !(c = py_bytes_new(iso, p, n))) return false;
    *x = (struct py_hash_data){py_bytes(c)->b, py_bytes(c)->len};
    if (!py_bytes_view(iso, b, &p, &n) || !(c = py_bytes_new(iso, p, n))) return false;
    *y = (struct py_hash_data){py_bytes(c)->b, py_bytes(c)->len};
    return true;
}

// pbkdf2(hash name, password, salt, iterations, dklen or None)
PY_NATIVE(py_hash_pbkdf2)
{
    struct py_hash_data password, salt;
    int64_t rounds, want;
    const char *name = py_is_str(a[0]) ? py_str_utf8(iso, a[0], NULL) : "";
    const struct nettle_hash *h = name ? py_hash_find(name) : NULL;
    if (!name) return NULL;
    if (!h) return py_raise_value_error(iso, "unsupported hash type %S", a[0]);
    if (!texts(iso, a[1], a[2], &password, &salt) || !py_as_int64(iso, a[3], &rounds)) return NULL;
    want = h->digest_size;
    if (a[4] != PY_NONE && !py_as_int64(iso, a[4], &want)) return NULL;
    if (rounds < 1) return py_raise_value_error(iso, "iteration value must be greater than 0.");
    if (rounds > INT32_MAX)
        return py_raise(iso, PY_T_OverflowError, "iteration value is too great.");
    if (want < 1) return py_raise_value_error(iso, "key length must be greater than 0.");
    if (want > INT32_MAX) return py_raise(iso, PY_T_OverflowError, "key length is too great.");
    py_value out = py_mem_check(iso, (uint64_t)want) ? py_bytes_new(iso, NULL, (size_t)want) : NULL;
    return out && pbkdf2(iso, h, password, salt, rounds, py_bytes(out)->b, (size_t)want) ? out
                                                                                         : NULL;
}

// --- scrypt -------------------------------------------------------------------------------------

static uint32_t rol(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

// b = Salsa20/8(b)
static void salsa(uint32_t b[16])
{
    // Targets and sources of one double round's 32 steps, in groups that share their rotations.
    static const uint8_t quads[8][4] = {{0, 4, 8, 12},  {5, 9, 13, 1},   {10, 14, 2, 6},
                                        {15, 3, 7, 11}, {0, 1, 2, 3},    {5, 6, 7, 4},
                                        {10, 11, 8, 9}, {15, 12, 13, 14}};
    uint32_t x[16];
    memcpy(x, b, sizeof x);
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 8; i++) {
            const uint8_t *q = quads[i];
            x[q[1]] ^= rol(x[q[0]] + x[q[3]], 7);
            x[q[2]] ^= rol(x[q[1]] + x[q[0]], 9);
            x[q[3]] ^= rol(x[q[2]] + x[q[1]], 13);
            x[q[0]] ^= rol(x[q[3]] + x[q[2]], 18);
        }
    }
    for (int i = 0; i < 16; i++) b[i] += x[i];
}

// Copies count words in pieces: the first touch of so many fresh pages may take half a second.
static bool copy_words(struct py_isolate *iso, uint32_t *to, const uint32_t *from, size_t count)
{
    for (size_t at = 0, n; at < count; at += n) {
        n = count - at < 1 << 16 ? count - at : 1 << 16;
        memcpy(to + at, from + at, n * 4);
        if (!py_tick(iso, n / 16)) return false;
    }
    return true;
}

// to = BlockMix(from); both 32 * r words, apart.
static bool block_mix(struct py_isolate *iso, const uint32_t *from, uint32_t *to, size_t r)
{
    uint32_t x[16];
    memcpy(x, from + (2 * r - 1) * 16, sizeof x);
    for (size_t i = 0; i < 2 * r; i++) {
        for (int j = 0; j < 16; j++) x[j] ^= from[i * 16 + (size_t)j];
        salsa(x);
        memcpy(to + (i / 2 + (i % 2 ? r : 0)) * 16, x, sizeof x);
        if (i % 1024 == 1023 && !py_tick(iso, 2048)) return false;
    }
    return py_tick(iso, 2 * (r % 512) + 1);
}

// b (128 * r bytes) = ROMix(b, n); v has room for n blocks, x and y for one.
static bool ro_mix(struct py_isolate *iso, unsigned char *b, size_t r, uint64_t n, uint32_t *v,
                   uint32_t *x, uint32_t *y)
{
    size_t words = 32 * r;
    if (!copy_words(iso, x, (uint32_t *)(void *)b, words)) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!copy_words(iso, v + i * words, x, words) || !block_mix(iso, x, y, r) ||
            !copy_words(iso, x, y, words))
            return false;
    }
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t *vj = v + (x[(2 * r - 1) * 16] & (n - 1)) * words;
        for (size_t j = 0; j < words; j++) {
            x[j] ^= vj[j];
            if (j % 65536 == 65535 && !py_tick(iso, 4096)) return false;
        }
        if (!block_mix(iso, x, y, r) || !copy_words(iso, x, y, words)) return false;
    }
    return copy_words(iso, (uint32_t *)(void *)b, x, words);
}

// The cost parameters: n, r, p, maxmem, dklen. False: ValueError raised.
static bool costs(struct py_isolate *iso, py_value *a, int64_t c[5])
{
    for (int i = 0; i < 5; i++)
        if (!py_as_int64(iso, a[i], &c[i])) return false;
    int64_t n = c[0], r = c[1], p = c[2], max = c[3] ? c[3] : 32 << 20, want = c[4];
    const char *bad = NULL;
    if (n < 2 || n & (n - 1)) bad = "n must be a power of 2.";
    else if (c[3] < 0 || c[3] > INT32_MAX)
        bad = "maxmem must be positive and smaller than 2147483647";
    else if (want < 1 || want > INT32_MAX)
        bad = "dklen must be greater than 0 and smaller than 2147483647";
    else if (r < 1 || p < 1 || r > (1 << 30) || p > ((1 << 30) - 1) / r ||
             (r < 4 && n >= (int64_t)1 << (16 * r)))
        bad = "Invalid parameter combination for n, r, p, maxmem.";
    else if (n > max / 128 / r || 128 * r * p + 128 * r * (n + 2) > max)
        bad = "[digital envelope routines] memory limit exceeded";
    if (bad) py_raise_value_error(iso, "%s", bad);
    return !bad;
}

// scrypt(password, salt, n, r, p, maxmem, dklen)
PY_NATIVE(py_hash_scrypt)
{
    struct py_hash_data password, salt;
    int64_t c[5];
    if (!costs(iso, a + 2, c) || !texts(iso, a[0], a[1], &password, &salt)) return NULL;
    size_t r = (size_t)c[1], p = (size_t)c[2], block = 128 * r;
    if (!py_mem_check(iso, block * ((uint64_t)c[0] + p + 2) + (uint64_t)c[4])) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, block * p),
                  *v = py_buf_new(iso, PY_K_RAW, block * ((size_t)c[0] + 2));
    py_value out = b && v ? py_bytes_new(iso, NULL, (size_t)c[4]) : NULL;
    const struct nettle_hash *h = &nettle_sha256;
    if (!out || !pbkdf2(iso, h, password, salt, 1, b->u.b, block * p)) return NULL;
    uint32_t *x = (uint32_t *)(void *)v->u.b, *y = x + block / 4, *table = y + block / 4;
    for (size_t i = 0; i < p; i++)
        if (!ro_mix(iso, b->u.b + i * block, r, (uint64_t)c[0], table, x, y)) return NULL;
    struct py_hash_data mixed = {b->u.b, block * p};
    bool ok = pbkdf2(iso, h, password, mixed, 1, py_bytes(out)->b, (size_t)c[4]);
    py_buf_free(iso, v);
    return ok ? out : NULL;
}
