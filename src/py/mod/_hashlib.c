// Module _hashlib: digests and PBKDF2 on nettle. Everything is one call over bytes, so that no
// state of the library is ever reachable from Python; the hash objects are in lib/hashlib.py.
#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>
#include <nettle/sha3.h>

#include "../native.h"
#include "../obj/str.h"

enum { PART = 1 << 16, MAX_BLOCK = 256, MAX_DIGEST = 64 };

// The algorithms in the order of lib/hashlib.py's table.
static const struct nettle_hash *const hashes[] = {
    &nettle_md5,        &nettle_sha1,       &nettle_sha224,    &nettle_sha256,   &nettle_sha384,
    &nettle_sha512,     &nettle_sha3_224,   &nettle_sha3_256,  &nettle_sha3_384, &nettle_sha3_512,
    &nettle_sha512_224, &nettle_sha512_256, &nettle_ripemd160,
};
enum { HASHES = sizeof hashes / sizeof hashes[0] };

// Room for the state of any of them.
union state {
    uint64_t align;
    unsigned char room[1024];
};

static const struct nettle_hash *hash_of(struct py_isolate *iso, py_value v)
{
    int64_t i;
    if (!py_as_int64(iso, v, &i)) return NULL;
    if (i < 0 || i >= HASHES || hashes[i]->context_size > sizeof(union state) ||
        hashes[i]->block_size > MAX_BLOCK || hashes[i]->digest_size > MAX_DIGEST)
        return py_raise_value_error(iso, "unsupported hash type");
    return hashes[i];
}

static bool want_bytes(struct py_isolate *iso, py_value v)
{
    if (py_is_kind(v, PY_K_BYTES)) return true;
    py_raise_type_error(iso, "a bytes object is required, not '%T'", v);
    return false;
}

static bool feed(struct py_isolate *iso, const struct nettle_hash *h, void *state, py_value data)
{
    const struct py_bytes *b = py_bytes(data);
    for (uint64_t at = 0; at < b->len; at += PART) {
        uint64_t n = b->len - at < PART ? b->len - at : PART;
        h->update(state, n, b->b + at);
        if (!py_tick(iso, 1 + n / 64)) return false;
    }
    return true;
}

static py_value digest(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    const struct nettle_hash *h = hash_of(iso, a[0]);
    if (!h || !want_bytes(iso, a[1])) return NULL;
    union state s;
    unsigned char out[MAX_DIGEST];
    h->init(&s);
    if (!feed(iso, h, &s, a[1])) return NULL;
    h->digest(&s, h->digest_size, out);
    return py_bytes_new(iso, out, h->digest_size);
}

static py_value shake_256(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    int64_t len;
    if (!want_bytes(iso, a[0]) || !py_as_int64(iso, a[1], &len)) return NULL;
    if (len < 0 || len >= 1 << 29) return py_raise_value_error(iso, "value must be positive");
    if (!py_mem_check(iso, (uint64_t)len) || !py_tick(iso, (uint64_t)len / 64 + 1)) return NULL;
    struct sha3_256_ctx s;
    sha3_256_init(&s);
    if (!feed(iso, &nettle_sha3_256, &s, a[0])) return NULL;
    py_value out = py_bytes_new(iso, NULL, (size_t)len);
    if (out) sha3_256_shake(&s, (size_t)len, py_bytes(out)->b);
    return out;
}

// One keyed hash: the two states after the padded key, copied for each use.
struct keyed {
    const struct nettle_hash *h;
    union state inner, outer;
};

static void keyed_init(struct keyed *k, const unsigned char *key, size_t len)
{
    unsigned char pad[MAX_BLOCK] = {0};
    size_t block = k->h->block_size;
    if (len > block) {
        union state s;
        k->h->init(&s);
        k->h->update(&s, len, key);
        k->h->digest(&s, k->h->digest_size, pad);
    } else {
        for (size_t i = 0; i < len; i++) pad[i] = key[i];
    }
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
    k->h->init(&k->inner);
    k->h->update(&k->inner, block, pad);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
    k->h->init(&k->outer);
    k->h->update(&k->outer, block, pad);
}

// out = HMAC(key, a + b), digest_size bytes; out may be a.
static void keyed_run(const struct keyed *k, size_t alen, const unsigned char *a, size_t blen,
                      const unsigned char *b, unsigned char *out)
{
    union state s = k->inner;
    size_t size = k->h->digest_size;
    k->h->update(&s, alen, a);
    if (blen) k->h->update(&s, blen, b);
    k->h->digest(&s, size, out);
    s = k->outer;
    k->h->update(&s, size, out);
    k->h->digest(&s, size, out);
}

static py_value pbkdf2(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    struct keyed k = {.h = hash_of(iso, a[0])};
    int64_t rounds, want;
    if (!k.h || !want_bytes(iso, a[1]) || !want_bytes(iso, a[2]) ||
        !py_as_int64(iso, a[3], &rounds) || !py_as_int64(iso, a[4], &want))
        return NULL;
    if (rounds < 1) return py_raise_value_error(iso, "iteration value must be greater than 0.");
    if (want < 1 || want > INT32_MAX)
        return py_raise_value_error(iso, "key length must be greater than 0.");
    struct py_bytes *password = py_bytes(a[1]), *salt = py_bytes(a[2]);
    if (!py_tick(iso, (password->len + salt->len) / 64 + 1) || !py_mem_check(iso, (uint64_t)want))
        return NULL;
    keyed_init(&k, password->b, password->len);
    py_value result = py_bytes_new(iso, NULL, (size_t)want);
    if (!result) return NULL;
    size_t size = k.h->digest_size, at = 0;
    for (uint32_t block = 1; at < (size_t)want; block++) {
        unsigned char u[MAX_DIGEST], t[MAX_DIGEST] = {0};
        unsigned char index[4] = {(unsigned char)(block >> 24), (unsigned char)(block >> 16),
                                  (unsigned char)(block >> 8), (unsigned char)block};
        if (!py_tick(iso, salt->len / 64 + 1)) return NULL;
        for (int64_t i = 0; i < rounds; i++) {
            if (i) keyed_run(&k, size, u, 0, NULL, u);
            else keyed_run(&k, salt->len, salt->b, 4, index, u);
            for (size_t j = 0; j < size; j++) t[j] ^= u[j];
            if (!py_tick(iso, 8)) return NULL;
        }
        for (size_t j = 0; j < size && at < (size_t)want; j++) py_bytes(result)->b[at++] = t[j];
    }
    return result;
}

static const struct py_native_row functions[] = {
    {"digest", digest, "hash, data, /", 0, "The digest of bytes by the algorithm of that number."},
    {"shake_256", shake_256, "data, length, /", 0, "SHAKE256 of bytes."},
    {"pbkdf2", pbkdf2, "hash, password, salt, rounds, length, /", 0, "PBKDF2 with HMAC."},
    {0}};

const struct py_moddef py_mod__hashlib = {
    .name = "_hashlib", .functions = functions, .doc = "Digests."};
