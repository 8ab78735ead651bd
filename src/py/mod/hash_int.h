// Inside of _hashlib: BLAKE2 of our own (nettle has none), key derivation, and what they share.
#ifndef PY_HASH_INT_H
#define PY_HASH_INT_H

#include <nettle/nettle-meta.h>

#include "../obj/text_int.h"

enum { PY_HASH_PART = 1 << 16, PY_HASH_MAX_BLOCK = 256, PY_HASH_MAX_DIGEST = 64 };

// Room for the state of any of nettle's hashes that are used here.
union py_hash_state {
    uint64_t align;
    unsigned char room[512];
};

// The nettle hash of that name (hashlib's spelling), or NULL.
const struct nettle_hash *py_hash_find(const char *name);

struct py_hash_data {
    const unsigned char *p;
    size_t n;
};
// Data to hash out of a bytes-like argument; NULL: none. False: TypeError as hashlib says it.
bool py_hash_arg(struct py_isolate *iso, py_value v, struct py_hash_data *out);
// Feeds d to one of nettle's states, in parts that tick. False: exception.
bool py_hash_feed(struct py_isolate *iso, const struct nettle_hash *h, union py_hash_state *state,
                  struct py_hash_data d);

// --- hash_blake2.c: RFC 7693, with the tree parameters of the BLAKE2 paper -----------------------
struct py_blake2_b {
    uint64_t h[8], t[2];
    unsigned char block[128];
    unsigned used;
};
struct py_blake2_s {
    uint32_t h[8], t[2];
    unsigned char block[64];
    unsigned used;
};
// `param` is the parameter block: 64 bytes for b, 32 for s.
void py_blake2_b_init(struct py_blake2_b *s, const unsigned char *param);
void py_blake2_b_update(struct py_blake2_b *s, const unsigned char *p, size_t n);
void py_blake2_b_final(struct py_blake2_b *s, bool last_node, unsigned char *out); // 64 bytes
void py_blake2_s_init(struct py_blake2_s *s, const unsigned char *param);
void py_blake2_s_update(struct py_blake2_s *s, const unsigned char *p, size_t n);
void py_blake2_s_final(struct py_blake2_s *s, bool last_node, unsigned char *out); // 32 bytes
extern const struct py_typedef py_blake2b_def, py_blake2s_def;

// --- hash_kdf.c ----------------------------------------------------------------------------------
PY_NATIVE(py_hash_pbkdf2);
PY_NATIVE(py_hash_scrypt);

#endif
