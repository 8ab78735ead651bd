// BLAKE2 for one word size. hash_blake2.c defines before including: WORD, BYTES (of a word), BLOCK,
// ROUNDS, the rotations R1..R4, STATE and NAME(x).

static WORD NAME(load)(const unsigned char *p)
{
    WORD w = 0;
    for (int i = BYTES - 1; i >= 0; i--) w = (WORD)(w << 8) | p[i];
    return w;
}

static WORD NAME(ror)(WORD w, int by)
{
    return (WORD)(w >> by | w << (8 * BYTES - by));
}

static void NAME(mix)(WORD *v, const uint8_t *at, WORD x, WORD y)
{
    WORD *a = v + at[0], *b = v + at[1], *c = v + at[2], *d = v + at[3];
    *a = *a + *b + x;
    *d = NAME(ror)(*d ^ *a, R1);
    *c += *d;
    *b = NAME(ror)(*b ^ *c, R2);
    *a = *a + *b + y;
    *d = NAME(ror)(*d ^ *a, R3);
    *c += *d;
    *b = NAME(ror)(*b ^ *c, R4);
}

static void NAME(compress)(STATE *s, WORD final, WORD last_node)
{
    WORD v[16], m[16];
    for (int i = 0; i < 16; i++) m[i] = NAME(load)(s->block + i * BYTES);
    for (int i = 0; i < 8; i++) {
        v[i] = s->h[i];
        v[i + 8] = NAME(iv)[i];
    }
    v[12] ^= s->t[0];
    v[13] ^= s->t[1];
    v[14] ^= final;
    v[15] ^= last_node;
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *perm = sigma[round % 10];
        for (int i = 0; i < 8; i++) NAME(mix)(v, columns[i], m[perm[2 * i]], m[perm[2 * i + 1]]);
    }
    for (int i = 0; i < 8; i++) s->h[i] ^= v[i] ^ v[i + 8];
}

static void NAME(count)(STATE *s, unsigned n)
{
    s->t[0] += n;
    if (s->t[0] < n) s->t[1]++;
}

void NAME(init)(STATE *s, const unsigned char *param)
{
    *s = (STATE){0};
    for (int i = 0; i < 8; i++) s->h[i] = NAME(iv)[i] ^ NAME(load)(param + i * BYTES);
}

void NAME(update)(STATE *s, const unsigned char *p, size_t n)
{
    while (n) {
        if (s->used == BLOCK) { // kept until more comes: the last block is special
            NAME(count)(s, BLOCK);
            NAME(compress)(s, 0, 0);
            s->used = 0;
        }
        unsigned take = BLOCK - s->used < n ? BLOCK - s->used : (unsigned)n;
        memcpy(s->block + s->used, p, take);
        s->used += take;
        p += take;
        n -= take;
    }
}

void NAME(final)(STATE *s, bool last_node, unsigned char *out)
{
    NAME(count)(s, s->used);
    memset(s->block + s->used, 0, BLOCK - s->used);
    NAME(compress)(s, (WORD)-1, last_node ? (WORD)-1 : 0);
    for (int i = 0; i < 8 * BYTES; i++)
        out[i] = (unsigned char)(s->h[i / BYTES] >> (8 * (i % BYTES)));
}
