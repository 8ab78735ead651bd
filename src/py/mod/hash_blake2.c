// BLAKE2b and BLAKE2s (RFC 7693) and their types in hashlib, with key, salt, personalisation and
// the tree parameters.
#include "../obj/args.h"
#include "../obj/typeobj.h"
#include "hash_int.h"

// Message word order of each round, and the words that one mixing step of a round works on.
static const uint8_t sigma[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
static const uint8_t columns[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14},
                                      {3, 7, 11, 15}, {0, 5, 10, 15}, {1, 6, 11, 12},
                                      {2, 7, 8, 13},  {3, 4, 9, 14}};

// The fractions of the square roots of the first eight primes; s takes the upper halves.
static const uint64_t py_blake2_b_iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
static const uint32_t py_blake2_s_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define WORD uint64_t
#define BYTES 8
#define BLOCK 128
#define ROUNDS 12
#define R1 32
#define R2 24
#define R3 16
#define R4 63
#define STATE struct py_blake2_b
#define NAME(x) py_blake2_b_##x
#include "hash_blake2.inc.h"
#undef WORD
#undef BYTES
#undef BLOCK
#undef ROUNDS
#undef R1
#undef R2
#undef R3
#undef R4
#undef STATE
#undef NAME
#define WORD uint32_t
#define BYTES 4
#define BLOCK 64
#define ROUNDS 10
#define R1 16
#define R2 12
#define R3 8
#define R4 7
#define STATE struct py_blake2_s
#define NAME(x) py_blake2_s_##x
#include "hash_blake2.inc.h"

// --- the types ----------------------------------------------------------------------------------

struct blake2 {
    struct py_obj h;
    struct py_attrs at;
    bool small; // BLAKE2s
    bool last_node;
    unsigned char size; // of the digest
    union {
        struct py_blake2_b b;
        struct py_blake2_s s;
    } u;
};

#define SELF(v) ((struct blake2 *)(v))

enum { DATA, SIZE, KEY, SALT, PERSON, FANOUT, DEPTH, LEAF, OFFSET, NODE_DEPTH, INNER, LAST, USED };
enum { NAMES = USED + 1 };

static void feed_raw(struct blake2 *s, const unsigned char *p, size_t n)
{
    if (s->small) py_blake2_s_update(&s->u.s, p, n);
    else py_blake2_b_update(&s->u.b, p, n);
}

static bool feed(struct py_isolate *iso, struct blake2 *s, struct py_hash_data d)
{
    for (size_t at = 0; at < d.n; at += PY_HASH_PART) {
        size_t n = d.n - at < PY_HASH_PART ? d.n - at : PY_HASH_PART;
        feed_raw(s, d.p + at, n);
        if (!py_tick(iso, 1 + n / 64)) return false;
    }
    return true;
}

// An int argument within [low, high]; `text` is the message when it is not.
static bool number(struct py_isolate *iso, py_value v, int64_t dflt, int64_t low, int64_t high,
                   const char *text, int64_t *out)
{
    *out = dflt;
    if (v && !py_as_int64(iso, v, out)) return false;
    if (*out >= low && *out <= high) return true;
    py_raise_value_error(iso, "%s", text);
    return false;
}

static bool offset_of(struct py_isolate *iso, py_value v, bool small, uint64_t *out)
{
    *out = 0;
    if (!v) return true;
    v = py_index(iso, v);
    if (!v) return false;
    bool negative = py_is_int(v) ? py_small(v) < 0 : ((struct py_bigint *)v)->n < 0;
    if (negative) {
        py_raise_value_error(iso, "value must be positive");
        return false;
    }
    if (py_is_int(v)) *out = (uint64_t)py_small(v);
    else if (((struct py_bigint *)v)->n == 1) *out = ((struct py_bigint *)v)->d[0];
    else {
        py_raise(iso, PY_T_OverflowError, "int too big to convert");
        return false;
    }
    if (!small || *out <= 0xffffffffffff) return true;
    py_raise(iso, PY_T_OverflowError, "node_offset is too large");
    return false;
}

static void put(unsigned char *p, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++) p[i] = (unsigned char)(v >> (8 * i));
}

// Copies a salt, person or key argument, of at most `max` bytes.
static bool text_of(struct py_isolate *iso, py_value v, size_t max, const char *what,
                    unsigned char *to, size_t *len)
{
    struct py_hash_data d = {0};
    *len = 0;
    if (v && !py_bytes_view(iso, v, &d.p, &d.n)) return false;
    if (d.n > max) {
        py_raise_value_error(iso, "maximum %s length is %d bytes", what, (int)max);
        return false;
    }
    if (d.n) memcpy(to, d.p, d.n);
    *len = d.n;
    return true;
}

// The parameter block and the key, padded to a block. False: exception.
static bool parameters(struct py_isolate *iso, py_value *v, bool small, unsigned char *param,
                       unsigned char *key)
{
    int max = small ? 32 : 64, text = small ? 8 : 16;
    int64_t size, fanout, depth, leaf = 0, node_depth, inner;
    uint64_t offset;
    size_t len, keylen;
    if (!number(iso, v[SIZE], max, 1, max,
                small ? "digest_size must be between 1 and 32 bytes"
                      : "digest_size must be between 1 and 64 bytes",
                &size) ||
        !text_of(iso, v[SALT], (size_t)text, "salt", param + (small ? 16 : 32), &len) ||
        !text_of(iso, v[PERSON], (size_t)text, "person", param + (small ? 24 : 48), &len) ||
        !number(iso, v[FANOUT], 1, 0, 255, "fanout must be between 0 and 255", &fanout) ||
        !number(iso, v[DEPTH], 1, 1, 255, "depth must be between 1 and 255", &depth))
        return false;
    if (v[LEAF] && !py_as_int64(iso, v[LEAF], &leaf)) return false;
    if (leaf < 0 || leaf > UINT32_MAX) {
        if (leaf < 0) py_raise_value_error(iso, "value must be positive");
        else py_raise(iso, PY_T_OverflowError, "leaf_size is too large");
        return false;
    }
    if (!offset_of(iso, v[OFFSET], small, &offset) ||
        !number(iso, v[NODE_DEPTH], 0, 0, 255, "node_depth must be between 0 and 255",
                &node_depth) ||
        !number(iso, v[INNER], 0, 0, max,
                small ? "inner_size must be between 0 and is 32"
                      : "inner_size must be between 0 and is 64",
                &inner) ||
        !text_of(iso, v[KEY], (size_t)max, "key", key, &keylen))
        return false;
    param[0] = (unsigned char)size;
    param[1] = (unsigned char)keylen;
    param[2] = (unsigned char)fanout;
    param[3] = (unsigned char)depth;
    put(param + 4, (uint64_t)leaf, 4);
    put(param + 8, offset, small ? 6 : 8);
    param[small ? 14 : 16] = (unsigned char)node_depth;
    param[small ? 15 : 17] = (unsigned char)inner;
    return true;
}

static py_value make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n, py_value kw)
{
    bool small = cls->def == &py_blake2s_def;
    const char *fn = small ? "blake2s" : "blake2b";
    py_value v[NAMES];
    unsigned char param[64] = {0}, key[128] = {0};
    struct py_hash_data data = {0};
    const struct py_args_spec spec = {fn,
                                      {"", "digest_size", "key", "salt", "person", "fanout",
                                       "depth", "leaf_size", "node_offset", "node_depth",
                                       "inner_size", "last_node", "usedforsecurity"},
                                      NAMES,
                                      1,
                                      1,
                                      0};
    if (!py_args_take(iso, &spec, a, n, kw, v) || !parameters(iso, v, small, param, key))
        return NULL;
    int last = v[LAST] ? py_truth(iso, v[LAST]) : 0;
    if (last < 0 || (v[DATA] && !py_hash_arg(iso, v[DATA], &data))) return NULL;
    struct blake2 *s = py_new_of(iso, cls, sizeof *s);
    if (!s) return NULL;
    s->small = small;
    s->size = param[0];
    s->last_node = last;
    if (small) py_blake2_s_init(&s->u.s, param);
    else py_blake2_b_init(&s->u.b, param);
    if (param[1]) feed_raw(s, key, small ? 64 : 128);
    return feed(iso, s, data) ? (py_value)s : NULL;
}

static PY_NATIVE(m_update)
{
    struct py_hash_data d;
    return py_hash_arg(iso, a[1], &d) && feed(iso, SELF(a[0]), d) ? PY_NONE : NULL;
}

static void finish(const struct blake2 *s, unsigned char *out)
{
    struct blake2 copy = *s;
    if (s->small) py_blake2_s_final(&copy.u.s, s->last_node, out);
    else py_blake2_b_final(&copy.u.b, s->last_node, out);
}

static PY_NATIVE(m_digest)
{
    unsigned char out[64];
    finish(SELF(a[0]), out);
    return py_bytes_new(iso, out, SELF(a[0])->size);
}

static PY_NATIVE(m_hexdigest)
{
    static const char hex[] = "0123456789abcdef";
    unsigned char out[64];
    char text[129];
    finish(SELF(a[0]), out);
    for (int i = 0; i < SELF(a[0])->size; i++) {
        text[2 * i] = hex[out[i] >> 4];
        text[2 * i + 1] = hex[out[i] & 15];
    }
    return py_str_new(iso, text, 2 * (size_t)SELF(a[0])->size);
}

static PY_NATIVE(m_copy)
{
    struct blake2 *s = SELF(a[0]);
    struct blake2 *c = py_new_of(iso, py_type_of(iso, a[0]), sizeof *c);
    if (!c) return NULL;
    c->small = s->small;
    c->last_node = s->last_node;
    c->size = s->size;
    c->u = s->u;
    return (py_value)c;
}

static const struct py_native_row methods[] = {
    PY_ROW("update", m_update, "data, /",
           "Hashes more data, as if it had followed what came before."),
    PY_ROW("digest", m_digest, "", "The hash of all data so far, in bytes."),
    PY_ROW("hexdigest", m_hexdigest, "", "The hash of all data so far, in hexadecimal."),
    PY_ROW("copy", m_copy, "", "A second object that goes on from here by itself."),
    {0}};

static py_value get_name(struct py_isolate *iso, py_value v)
{
    return py_str_z(iso, SELF(v)->small ? "blake2s" : "blake2b");
}
static py_value get_size(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->size);
}
static py_value get_block(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(SELF(v)->small ? 64 : 128);
}
static const struct py_getset_row getset[] = {{"name", get_name, NULL, NULL},
                                              {"digest_size", get_size, NULL, NULL},
                                              {"block_size", get_block, NULL, NULL},
                                              {0}};

static bool setup(struct py_isolate *iso, struct py_type *t)
{
    bool small = t->def == &py_blake2s_def;
    return py_dict_set_z(iso, t->dict, "SALT_SIZE", py_small_new(small ? 8 : 16)) &&
           py_dict_set_z(iso, t->dict, "PERSON_SIZE", py_small_new(small ? 8 : 16)) &&
           py_dict_set_z(iso, t->dict, "MAX_KEY_SIZE", py_small_new(small ? 32 : 64)) &&
           py_dict_set_z(iso, t->dict, "MAX_DIGEST_SIZE", py_small_new(small ? 32 : 64));
}

#define BLAKE2_DEF                                                                                 \
    .kind = PY_K_NATIVE, .size = sizeof(struct blake2), .attrs_off = offsetof(struct blake2, at),  \
    .doc = "A BLAKE2 hash: fast, of a length of your choice, with a key if wanted.",               \
    .methods = methods, .getset = getset, .slots = {.make = make}, .setup = setup
const struct py_typedef py_blake2b_def = {.name = "_blake2.blake2b", BLAKE2_DEF};
const struct py_typedef py_blake2s_def = {.name = "_blake2.blake2s", BLAKE2_DEF};
