// Module _hashlib: hash objects over nettle's hashes, the SHAKE sponges, and the doors to BLAKE2
// and key derivation. An object holds its state by value; the Python side is lib/hashlib.py.
#include "../obj/item.h"
#include "hash_int.h"

#include <nettle/memops.h>
#include <nettle/sha3.h>

// SHAKE: Keccak with 1 + rate bytes a step. nettle 3.8 has no SHAKE128 and squeezes only once.
struct sponge {
    struct sha3_state keccak;
    unsigned used;
    unsigned char block[168];
};

struct algorithm {
    const char *name;
    const struct nettle_hash *hash; // NULL: a SHAKE
    unsigned rate;
};

static const struct algorithm algorithms[] = {{"md5", &nettle_md5, 0},
                                              {"sha1", &nettle_sha1, 0},
                                              {"sha224", &nettle_sha224, 0},
                                              {"sha256", &nettle_sha256, 0},
                                              {"sha384", &nettle_sha384, 0},
                                              {"sha512", &nettle_sha512, 0},
                                              {"sha512_224", &nettle_sha512_224, 0},
                                              {"sha512_256", &nettle_sha512_256, 0},
                                              {"sha3_224", &nettle_sha3_224, 0},
                                              {"sha3_256", &nettle_sha3_256, 0},
                                              {"sha3_384", &nettle_sha3_384, 0},
                                              {"sha3_512", &nettle_sha3_512, 0},
                                              {"ripemd160", &nettle_ripemd160, 0},
                                              {"sm3", &nettle_sm3, 0},
                                              {"shake_128", NULL, 168},
                                              {"shake_256", NULL, 136}};
enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

struct hash {
    struct py_obj h;
    const struct algorithm *algo;
    union {
        union py_hash_state state;
        struct sponge sponge;
    } u;
};

enum { TYPE_HASH, TYPE_XOF, TYPE_BLAKE2B, TYPE_BLAKE2S, TYPES };

#define SELF(v) ((struct hash *)(v))

static const struct algorithm *find(const char *name)
{
    for (int i = 0; i < ALGORITHMS; i++)
        if (!strcmp(algorithms[i].name, name)) return &algorithms[i];
    return NULL;
}

const struct nettle_hash *py_hash_find(const char *name)
{
    const struct algorithm *a = find(name);
    return a ? a->hash : NULL;
}

bool py_hash_arg(struct py_isolate *iso, py_value v, struct py_hash_data *out)
{
    if (py_is_str(v)) {
        py_raise_type_error(iso, "Strings must be encoded before hashing");
        return false;
    }
    if (py_bytes_view(iso, v, &out->p, &out->n)) return true;
    if (py_error_is(iso, PY_T_TypeError)) {
        py_error_clear(iso);
        py_raise_type_error(iso, "object supporting the buffer API required");
    }
    return false;
}

// --- the sponge ---------------------------------------------------------------------------------

static void sponge_absorb(struct sponge *s, unsigned rate)
{
    for (unsigned i = 0; i < rate; i++)
        s->keccak.a[i / 8] ^= (uint64_t)s->block[i] << (8 * (i % 8));
    sha3_permute(&s->keccak);
    s->used = 0;
}

static void sponge_update(struct sponge *s, unsigned rate, const unsigned char *p, size_t n)
{
    while (n) {
        unsigned take = rate - s->used < n ? rate - s->used : (unsigned)n;
        memcpy(s->block + s->used, p, take);
        s->used += take;
        p += take;
        n -= take;
        if (s->used == rate) sponge_absorb(s, rate);
    }
}

static bool sponge_squeeze(struct py_isolate *iso, struct sponge *s, unsigned rate,
                           unsigned char *out, size_t n)
{
    memset(s->block + s->used, 0, rate - s->used);
    s->block[s->used] = 0x1f;
    s->block[rate - 1] |= 0x80;
    sponge_absorb(s, rate);
    for (size_t i = 0; i < n; i++) {
        unsigned at = (unsigned)(i % rate);
        if (i && !at) {
            sha3_permute(&s->keccak);
            if (!py_tick(iso, 4)) return false;
        }
        out[i] = (unsigned char)(s->keccak.a[at / 8] >> (8 * (at % 8)));
    }
    return true;
}

// A side of compare_digest() as bytes.
static bool digest_arg(struct py_isolate *iso, py_value v, bool text, struct py_hash_data *out)
{
    if (!text) return py_bytes_view(iso, v, &out->p, &out->n);
    if (!py_str(v)->ascii)
        return py_raise_type_error(iso,
                                   "comparing strings with non-ASCII characters is not supported");
    out->p = py_str(v)->data;
    out->n = py_str(v)->len;
    return true;
}

static PY_NATIVE(compare_digest)
{
    struct py_hash_data x, y;
    bool texts = py_is_str(a[0]) && py_is_str(a[1]);
    if (!texts && !py_is_buffer(iso, a[0]) && !py_is_buffer(iso, a[1]))
        return py_raise_type_error(
            iso, "unsupported operand types(s) or combination of types: '%T' and '%T'", a[0], a[1]);
    if (!digest_arg(iso, a[0], texts, &x) || !digest_arg(iso, a[1], texts, &y) ||
        !py_tick(iso, 1 + y.n / 64))
        return NULL;
    return py_bool(memeql_sec(x.n == y.n ? x.p : y.p, y.p, y.n) && x.n == y.n);
}

// --- the objects --------------------------------------------------------------------------------

// With no h: a sponge of that rate.
static bool feed_parts(struct py_isolate *iso, const struct nettle_hash *h, unsigned rate,
                       void *state, struct py_hash_data d)
{
    for (size_t at = 0; at < d.n; at += PY_HASH_PART) {
        size_t n = d.n - at < PY_HASH_PART ? d.n - at : PY_HASH_PART;
        if (h) h->update(state, n, d.p + at);
        else sponge_update(state, rate, d.p + at, n);
        if (!py_tick(iso, 1 + n / 64)) return false;
    }
    return true;
}

bool py_hash_feed(struct py_isolate *iso, const struct nettle_hash *h, union py_hash_state *state,
                  struct py_hash_data d)
{
    return feed_parts(iso, h, 0, state, d);
}

static bool feed(struct py_isolate *iso, struct hash *s, struct py_hash_data d)
{
    return feed_parts(iso, s->algo->hash, s->algo->rate, &s->u, d);
}

static struct hash *hash_new(struct py_isolate *iso, const struct algorithm *algo)
{
    py_value types = iso->module_state[PY_MS_HASHLIB];
    py_value t = py_tuple(types)->v[algo->hash ? TYPE_HASH : TYPE_XOF];
    struct hash *s = py_new(iso, (struct py_type *)t, sizeof *s);
    if (!s) return NULL;
    s->algo = algo;
    if (algo->hash) algo->hash->init(&s->u.state);
    return s;
}

static PY_NATIVE(hashlib_new)
{
    struct py_hash_data d = {0};
    const char *name = py_is_str(a[0]) ? py_str_utf8(iso, a[0], NULL) : "";
    const struct algorithm *algo = name ? find(name) : NULL;
    if (!name) return NULL;
    if (!algo) return py_raise_value_error(iso, "unsupported hash type %S", a[0]);
    if (a[1] && !py_hash_arg(iso, a[1], &d)) return NULL;
    if (a[2] && py_truth(iso, a[2]) < 0) return NULL; // all are there for either use
    struct hash *s = hash_new(iso, algo);
    return s && feed(iso, s, d) ? (py_value)s : NULL;
}

static PY_NATIVE(m_update)
{
    struct py_hash_data d;
    return py_hash_arg(iso, a[1], &d) && feed(iso, SELF(a[0]), d) ? PY_NONE : NULL;
}

static PY_NATIVE(m_copy)
{
    struct hash *c = hash_new(iso, SELF(a[0])->algo);
    if (c) c->u = SELF(a[0])->u;
    return (py_value)c;
}

static PY_NATIVE(m_digest)
{
    struct hash *s = SELF(a[0]);
    union py_hash_state copy = s->u.state;
    unsigned char out[PY_HASH_MAX_DIGEST];
    s->algo->hash->digest(&copy, s->algo->hash->digest_size, out);
    return py_bytes_new(iso, out, s->algo->hash->digest_size);
}

static PY_NATIVE(x_digest)
{
    struct hash *s = SELF(a[0]);
    struct sponge copy = s->u.sponge;
    int64_t len;
    if (!py_as_int64(iso, a[1], &len)) return NULL;
    if (len < 0) return py_raise_value_error(iso, "value must be positive");
    if (!py_mem_check(iso, (uint64_t)len)) return NULL;
    py_value out = py_bytes_new(iso, NULL, (size_t)len);
    if (!out || !len) return out;
    return sponge_squeeze(iso, &copy, s->algo->rate, py_bytes(out)->b, (size_t)len) ? out : NULL;
}

static py_value hex_of(struct py_isolate *iso, py_value digest)
{
    static const char hex[] = "0123456789abcdef";
    if (!digest) return NULL;
    size_t n = py_bytes(digest)->len;
    py_value text = py_mem_check(iso, 2 * n) ? py_str_alloc(iso, 2 * n, 'f') : NULL;
    if (!text) return NULL;
    for (size_t i = 0; i < n; i++) {
        if (i % PY_HASH_PART == PY_HASH_PART - 1 && !py_tick(iso, PY_HASH_PART / 16)) return NULL;
        py_char_put(py_str(text)->data, 1, 2 * i, (unsigned char)hex[py_bytes(digest)->b[i] >> 4]);
        py_char_put(py_str(text)->data, 1, 2 * i + 1,
                    (unsigned char)hex[py_bytes(digest)->b[i] & 15]);
    }
    return text;
}

static PY_NATIVE(m_hexdigest)
{
    return hex_of(iso, m_digest(iso, a));
}
static PY_NATIVE(x_hexdigest)
{
    return hex_of(iso, x_digest(iso, a));
}

static const struct py_native_row hash_methods[] = {
    PY_ROW("update", m_update, "obj, /",
           "Hashes more data, as if it had followed what came before."),
    PY_ROW("digest", m_digest, "", "The hash of all data so far, in bytes."),
    PY_ROW("hexdigest", m_hexdigest, "", "The hash of all data so far, in hexadecimal."),
    PY_ROW("copy", m_copy, "", "A second object that goes on from here by itself."),
    {0}};
static const struct py_native_row xof_methods[] = {
    PY_ROW("update", m_update, "obj, /",
           "Hashes more data, as if it had followed what came before."),
    PY_ROW("digest", x_digest, "length", "The first length bytes of the hash."),
    PY_ROW("hexdigest", x_hexdigest, "length",
           "The first length bytes of the hash, in hexadecimal."),
    PY_ROW("copy", m_copy, "", "A second object that goes on from here by itself."),
    {0}};

static py_value get_name(struct py_isolate *iso, py_value v)
{
    return py_str_z(iso, SELF(v)->algo->name);
}
static py_value get_size(PY_UNUSED struct py_isolate *iso, py_value v)
{
    const struct nettle_hash *h = SELF(v)->algo->hash;
    return py_small_new(h ? h->digest_size : 0);
}
static py_value get_block(PY_UNUSED struct py_isolate *iso, py_value v)
{
    const struct nettle_hash *h = SELF(v)->algo->hash;
    return py_small_new(h ? h->block_size : SELF(v)->algo->rate);
}
static const struct py_getset_row getset[] = {{"name", get_name, NULL, NULL},
                                              {"digest_size", get_size, NULL, NULL},
                                              {"block_size", get_block, NULL, NULL},
                                              {0}};

static py_value repr(struct py_isolate *iso, py_value v)
{
    py_value id = py_call1(iso, py_dict_get_z(iso, iso->builtins, "id"), v);
    py_value spec = id ? py_str_z(iso, "#x") : NULL, at = spec ? py_format(iso, id, spec) : NULL;
    return at ? py_str_format(iso, "<%s _hashlib.%s object @ %U>", SELF(v)->algo->name,
                              SELF(v)->algo->hash ? "HASH" : "HASHXOF", at)
              : NULL;
}

#define HASH_DEF(id)                                                                               \
    .kind = PY_K_NATIVE, .size = sizeof(struct hash), .final = true, .methods = id##_methods,      \
    .getset = getset, .slots = {.repr = repr},                                                     \
    .doc = "Takes data by update() and gives their hash by digest() or hexdigest()."
static const struct py_typedef hash_def = {.name = "_hashlib.HASH", HASH_DEF(hash)};
static const struct py_typedef xof_def = {.name = "_hashlib.HASHXOF", HASH_DEF(xof)};

static const struct py_native_row functions[] = {
    PY_ROW("new", hashlib_new, "name, string=b'', *, usedforsecurity=True",
           "A new hash object of that algorithm."),
    PY_ROW("pbkdf2", py_hash_pbkdf2, "hash, password, salt, iterations, dklen, /",
           "PBKDF2 with HMAC."),
    PY_ROW("compare_digest", compare_digest, "a, b, /",
           "Are they equal? Takes the same time wherever they differ."),
    PY_ROW("scrypt", py_hash_scrypt, "password, salt, n, r, p, maxmem, dklen, /", "scrypt."),
    {0}};

static bool hashlib_init(struct py_isolate *iso, struct py_module *m)
{
    static const struct {
        const char *name;
        const struct py_typedef *def;
    } types[TYPES] = {{"HASH", &hash_def},
                      {"HASHXOF", &xof_def},
                      {"blake2b", &py_blake2b_def},
                      {"blake2s", &py_blake2s_def}};
    py_value state = py_tuple_new(iso, TYPES), names = py_list_new(iso, ALGORITHMS);
    if (!state || !names) return false;
    for (int i = 0; i < TYPES; i++) py_tuple(state)->v[i] = PY_NONE;
    iso->module_state[PY_MS_HASHLIB] = state;
    for (int i = 0; i < TYPES; i++) {
        struct py_type *base = i == TYPE_XOF ? (struct py_type *)py_tuple(state)->v[TYPE_HASH]
                                             : NULL;
        struct py_type *t = py_type_from_def(iso, types[i].def, base,
                                             i < TYPE_BLAKE2B ? "_hashlib" : "_blake2");
        if (!t || !py_module_set(iso, m, types[i].name, (py_value)t)) return false;
        py_tuple(state)->v[i] = (py_value)t;
    }
    for (int i = 0; i < ALGORITHMS; i++) {
        py_value s = py_str_z(iso, algorithms[i].name);
        if (!s || !py_list_append(iso, names, s)) return false;
    }
    return py_module_set(iso, m, "names", names);
}

const struct py_moddef py_mod__hashlib = {
    .name = "_hashlib", .functions = functions, .init = hashlib_init, .doc = "Digests."};
