// Module unicodedata: categories and normalisation by utf8proc; names, numeric values, widths and
// decompositions from a table that is unpacked when first asked for.
#include "unicodedata_int.h"
#include "../obj/text_int.h"

#include <stdlib.h>
#include <utf8proc.h>
#include <zlib.h>

enum section { NAMES, NUMBERS, WIDTHS, DECOMPOSITIONS, ALIASES, SEQUENCES, SECTIONS };

static bool char_arg(struct py_isolate *iso, py_value v, const char *fname, const char *pos,
                     uint32_t *c)
{
    if (!py_is_str(v)) {
        py_raise_type_error(iso, "%s() argument%s must be a unicode character, not %T", fname, pos,
                            v);
        return false;
    }
    if (py_str(v)->len != 1) {
        py_raise_type_error(iso, "%s() argument%s must be a unicode character, not str", fname,
                            pos);
        return false;
    }
    *c = py_str_at(py_str(v), 0);
    return true;
}

// --- the table ----------------------------------------------------------------------------------

static uint32_t raw_size(void)
{
    const unsigned char *p = py_ucd_packed;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool unpack(unsigned char *text)
{
    uLongf len = raw_size();
    const unsigned char *from = py_ucd_packed + sizeof(uint32_t);
    return uncompress(text, &len, from, (uLong)(py_ucd_packed_end - from)) == Z_OK;
}

// The unpacked table: SECTIONS texts, each with a NUL behind it, and behind all of them where each
// one ends.
static const char *table(struct py_isolate *iso)
{
    py_value *kept = &iso->module_state[PY_MS_UCD];
    if (*kept) return (const char *)py_bytes(*kept)->b;
    py_value b = py_bytes_new(iso, NULL, raw_size() + SECTIONS * sizeof(uint32_t));
    if (!b || !py_tick(iso, 100000)) return NULL;
    unsigned char *text = py_bytes(b)->b;
    if (!unpack(text)) return py_raise_no_memory(iso);
    uint32_t at = 0;
    for (int i = 0; i < SECTIONS; i++, at++) {
        at += (uint32_t)strlen((const char *)text + at);
        memcpy(text + raw_size() + (size_t)i * sizeof at, &at, sizeof at);
    }
    *kept = b;
    return (const char *)text;
}

// The text of one section, from its first "\n"; *len without the closing NUL.
static const char *section(struct py_isolate *iso, enum section which, size_t *len)
{
    const char *p = table(iso);
    uint32_t ends[SECTIONS];
    *len = 0;
    if (!p) return NULL;
    memcpy(ends, p + raw_size(), sizeof ends);
    uint32_t from = which ? ends[which - 1] + 1 : 0;
    *len = ends[which] - from;
    return p + from;
}

// The value on the last line whose code is at most c (exact: equal to c). NULL: none, or exception.
static const char *find(struct py_isolate *iso, enum section which, uint32_t c, bool exact,
                        size_t *len)
{
    size_t size;
    const char *p = section(iso, which, &size), *best = NULL;
    if (!p) return NULL;
    size_t lo = 0, hi = size;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        while (mid > lo && p[mid] != '\n') mid--;
        if (p[mid] != '\n' || mid + 1 >= size) break;
        char *end;
        unsigned long code = strtoul(p + mid + 1, &end, 16);
        if (code <= c) {
            if (!exact || code == c) best = end + 1;
            const char *next = strchr(end, '\n');
            lo = next ? (size_t)(next - p) : size;
            if (lo + 1 >= size || code == c) break;
            if (strtoul(p + lo + 1, NULL, 16) > c) break;
        } else {
            hi = mid;
        }
    }
    if (best) *len = (size_t)(strchr(best, '\n') - best);
    return best;
}

// --- names --------------------------------------------------------------------------------------

static const char *const hangul_l[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                       "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
static const char *const hangul_v[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                       "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                       "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char *const hangul_t[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D", "L",  "LG",
                                       "LM", "LB", "LS", "LT", "LP", "LH", "M",  "B", "BS", "S",
                                       "SS", "NG", "J",  "C",  "K",  "T",  "P",  "H"};
static const uint32_t cjk[][2] = {{0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0x20000, 0x2a6df},
                                  {0x2a700, 0x2b739}, {0x2b740, 0x2b81d}, {0x2b820, 0x2cea1},
                                  {0x2ceb0, 0x2ebe0}, {0x30000, 0x3134a}, {0x31350, 0x323af}};

static bool is_cjk(uint32_t c)
{
    for (size_t i = 0; i < sizeof cjk / sizeof *cjk; i++)
        if (c >= cjk[i][0] && c <= cjk[i][1]) return true;
    return false;
}

// NULL without exception: no name.
static py_value name_of(struct py_isolate *iso, uint32_t c)
{
    size_t len;
    if (is_cjk(c)) return py_str_format(iso, "CJK UNIFIED IDEOGRAPH-%X", (unsigned)c);
    if (c >= 0xac00 && c <= 0xd7a3) {
        uint32_t s = c - 0xac00;
        return py_str_format(iso, "HANGUL SYLLABLE %s%s%s", hangul_l[s / 588],
                             hangul_v[s % 588 / 28], hangul_t[s % 28]);
    }
    const char *p = find(iso, NAMES, c, true, &len);
    return p ? py_str_new(iso, p, len) : NULL;
}

static int32_t hangul_by_name(struct py_isolate *iso, const char *name, size_t len)
{
    char s[16] = "";
    if (len >= sizeof s) return -1;
    memcpy(s, name, len);
    py_charge(iso, 2000);
    for (int l = 0; l < 19; l++)
        for (int v = 0; v < 21; v++)
            for (int t = 0; t < 28; t++) {
                size_t a = strlen(hangul_l[l]), b = strlen(hangul_v[v]);
                if (!strncmp(s, hangul_l[l], a) && !strncmp(s + a, hangul_v[v], b) &&
                    !strcmp(s + a + b, hangul_t[t]))
                    return 0xac00 + (l * 21 + v) * 28 + t;
            }
    return -1;
}

// The ideograph of a code in four or five capital hex digits, as names have it.
static int32_t cjk_by_code(const char *s, size_t n)
{
    uint32_t c = 0;
    if (n != 4 && n != 5) return -1;
    for (; n; n--, s++) {
        if ((*s < '0' || *s > '9') && (*s < 'A' || *s > 'F')) return -1;
        c = c << 4 | (uint32_t)(*s <= '9' ? *s - '0' : *s - 'A' + 10);
    }
    return is_cjk(c) ? (int32_t)c : -1;
}

enum { LONGEST = 120 }; // name

// ";NAME\n" in capitals, as lines of the table end. False: no name is like that.
static bool line_end_of(const char *name, size_t len, char key[LONGEST + 3])
{
    if (len > LONGEST || !len) return false;
    key[0] = ';';
    for (size_t i = 0; i < len; i++) {
        unsigned char ch = (unsigned char)name[i];
        if (ch < ' ' || ch >= 0x7f || ch == ';') return false;
        key[i + 1] = (char)(ch >= 'a' && ch <= 'z' ? ch - 32 : ch);
    }
    key[len + 1] = '\n';
    key[len + 2] = 0;
    return true;
}

// The line of a name in a section; NULL: none, or exception.
static const char *line_of(struct py_isolate *iso, enum section which, const char *name, size_t len)
{
    char key[LONGEST + 3];
    size_t size;
    const char *p = line_end_of(name, len, key) ? section(iso, which, &size) : NULL;
    if (!p) return NULL;
    py_charge_bytes(iso, size);
    const char *at = memmem(p, size, key, len + 2);
    while (at && at[-1] != '\n') at--;
    return at;
}

int32_t py_unicode_by_name(void *ctx, const char *name, size_t len)
{
    if (len > 22 && !memcmp(name, "CJK UNIFIED IDEOGRAPH-", 22))
        return cjk_by_code(name + 22, len - 22);
    if (len > 16 && !memcmp(name, "HANGUL SYLLABLE ", 16)) // the case of those counts
        return hangul_by_name(ctx, name + 16, len - 16);
    const char *line = line_of(ctx, NAMES, name, len);
    if (!line) line = line_of(ctx, ALIASES, name, len);
    return line ? (int32_t)strtol(line, NULL, 16) : -1;
}

static PY_NATIVE(m_name)
{
    uint32_t c;
    if (!char_arg(iso, a[0], "name", " 1", &c)) return NULL;
    py_value v = name_of(iso, c);
    if (v || py_error(iso)) return v;
    return a[1] ? a[1] : py_raise_value_error(iso, "no such name");
}

// The characters of a line "1F1E6 1F1E8;NAME".
static py_value sequence(struct py_isolate *iso, const char *line)
{
    struct py_sb b;
    char *at;
    py_sb_init(&b, iso);
    do {
        py_sb_char(&b, (uint32_t)strtoul(line, &at, 16));
        line = at + 1;
    } while (*at == ' ');
    return py_sb_finish(&b);
}

static PY_NATIVE(m_lookup)
{
    size_t len;
    if (!py_is_str(a[0]))
        return py_raise_type_error(iso, "lookup() argument must be str, not %A", a[0]);
    const char *name = py_str_utf8(iso, a[0], &len);
    int32_t c = name ? py_unicode_by_name(iso, name, len) : -1;
    if (c >= 0) return py_str_char(iso, (uint32_t)c);
    const char *line = py_error(iso) ? NULL : line_of(iso, SEQUENCES, name, len);
    if (line) return sequence(iso, line);
    return py_error(iso) ? NULL
                         : py_raise(iso, PY_T_KeyError, "undefined character name '%U'", a[0]);
}

// --- properties ---------------------------------------------------------------------------------

static PY_NATIVE(m_category)
{
    uint32_t c;
    if (!char_arg(iso, a[0], "category", "", &c)) return NULL;
    return py_str_z(iso, utf8proc_category_string((utf8proc_int32_t)c));
}

static PY_NATIVE(m_bidirectional)
{
    static const char *const names[] = {"",    "L",  "LRE", "LRO", "R",   "AL",  "RLE", "RLO",
                                        "PDF", "EN", "ES",  "ET",  "AN",  "CS",  "NSM", "BN",
                                        "B",   "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI"};
    uint32_t c;
    if (!char_arg(iso, a[0], "bidirectional", "", &c)) return NULL;
    return py_str_z(iso, names[utf8proc_get_property((utf8proc_int32_t)c)->bidi_class]);
}

static PY_NATIVE(m_combining)
{
    uint32_t c;
    if (!char_arg(iso, a[0], "combining", "", &c)) return NULL;
    return py_small_new(utf8proc_get_property((utf8proc_int32_t)c)->combining_class);
}

static PY_NATIVE(m_mirrored)
{
    uint32_t c;
    if (!char_arg(iso, a[0], "mirrored", "", &c)) return NULL;
    return py_small_new(utf8proc_get_property((utf8proc_int32_t)c)->bidi_mirrored);
}

static py_value text_property(struct py_isolate *iso, py_value v, const char *fname,
                              enum section which, bool exact)
{
    uint32_t c;
    size_t len;
    if (!char_arg(iso, v, fname, "", &c)) return NULL;
    const char *p = find(iso, which, c, exact, &len);
    if (py_error(iso)) return NULL;
    return p ? py_str_new(iso, p, len) : py_str_empty(iso);
}

static PY_NATIVE(m_width)
{
    return text_property(iso, a[0], "east_asian_width", WIDTHS, false);
}
static PY_NATIVE(m_decomposition)
{
    return text_property(iso, a[0], "decomposition", DECOMPOSITIONS, true);
}

static py_value digit_of(struct py_isolate *iso, py_value *a, const char *fname, unsigned flag,
                         const char *what)
{
    uint32_t c;
    if (!char_arg(iso, a[0], fname, " 1", &c)) return NULL;
    if (py_char_is(c, flag)) return py_small_new(py_uchar(c)->digit);
    return a[1] ? a[1] : py_raise_value_error(iso, "%s", what);
}

static PY_NATIVE(m_decimal)
{
    return digit_of(iso, a, "decimal", PY_U_DECIMAL, "not a decimal");
}
static PY_NATIVE(m_digit)
{
    return digit_of(iso, a, "digit", PY_U_DIGIT, "not a digit");
}

static PY_NATIVE(m_numeric)
{
    uint32_t c;
    size_t len;
    if (!char_arg(iso, a[0], "numeric", " 1", &c)) return NULL;
    const char *p = find(iso, NUMBERS, c, true, &len);
    if (py_error(iso)) return NULL;
    if (p) return py_float_new(iso, strtod(p, NULL));
    return a[1] ? a[1] : py_raise_value_error(iso, "not a numeric character");
}

// --- normalisation ------------------------------------------------------------------------------

// A text is normalised in pieces: what was decomposed so far is ordered, composed and written as
// soon as PIECE code points lie before one that neither moves before them nor is composed with
// them.
enum { PIECE = 4096, EXPANSION = 18 }; // no character decomposes to more than that

struct normal {
    struct py_isolate *iso;
    utf8proc_option_t options;
    utf8proc_int32_t *d; // decomposed, of a PY_K_RAW buffer
    size_t n, room;
    struct py_sb out;
};

// Room for one character more. False: exception.
static bool piece_room(struct normal *m)
{
    if (m->room - m->n >= EXPANSION) return true;
    size_t room = m->room ? 2 * m->room : PIECE + 2 * EXPANSION;
    struct py_buf *b = py_mem_check(m->iso, room * sizeof *m->d)
                           ? py_buf_new(m->iso, PY_K_RAW, room * sizeof *m->d)
                           : NULL;
    if (!b) return false;
    utf8proc_int32_t *d = (utf8proc_int32_t *)(void *)b->u.b;
    if (m->d) {
        memcpy(d, m->d, m->n * sizeof *d);
        py_buf_free(m->iso, py_buf_of(m->d));
    }
    m->d = d;
    m->room = room;
    return true;
}

// Canonical order: marks sorted by combining class, stable.
static bool piece_order(struct normal *m, size_t n)
{
    utf8proc_int32_t *d = m->d;
    for (size_t i = 1; i < n; i++) {
        int cc = utf8proc_get_property(d[i])->combining_class;
        size_t j = i;
        utf8proc_int32_t c = d[i];
        for (; cc && j > 0 && utf8proc_get_property(d[j - 1])->combining_class > cc; j--)
            d[j] = d[j - 1];
        d[j] = c;
        if (i - j > 64 && !py_tick(m->iso, i - j)) return false;
    }
    return true;
}

// Orders, composes and writes the first n code points, and keeps the others.
static bool piece_end(struct normal *m, size_t n)
{
    utf8proc_ssize_t count = (utf8proc_ssize_t)n;
    if (!py_tick(m->iso, 4 * n) || !piece_order(m, n)) return false;
    if (m->options & UTF8PROC_COMPOSE) {
        // utf8proc takes U+11A7 for a final consonant and swallows it: a noncharacter stands in for
        // it.
        for (size_t i = 0; i < n; i++)
            if (m->d[i] == 0x11a7) m->d[i] = 0x10fffe;
        count = utf8proc_normalize_utf32(m->d, count, m->options);
        for (utf8proc_ssize_t i = 0; i < count; i++)
            if (m->d[i] == 0x10fffe) m->d[i] = 0x11a7;
    }
    if (count < 0) return py_raise_no_memory(m->iso);
    for (utf8proc_ssize_t i = 0; i < count; i++) py_sb_char(&m->out, (uint32_t)m->d[i]);
    memmove(m->d, m->d + n, (m->n - n) * sizeof *m->d);
    m->n -= n;
    return !py_error(m->iso);
}

// Does nothing before this decomposed code point depend on it? Marks are moved or composed with
// what is before them, medial and final jamos are composed.
static bool begins_piece(utf8proc_int32_t c)
{
    const utf8proc_property_t *p = utf8proc_get_property(c);
    bool mark = p->category >= UTF8PROC_CATEGORY_MN && p->category <= UTF8PROC_CATEGORY_ME;
    return !mark && !p->combining_class && (c < 0x1160 || c > 0x11ff);
}

// Lone surrogates pass through utf8proc as they are.
static bool piece_add(struct normal *m, utf8proc_int32_t c)
{
    int boundary = 0;
    size_t n = m->n;
    if (!piece_room(m)) return false;
    utf8proc_ssize_t k = utf8proc_decompose_char(c, m->d + n, (utf8proc_ssize_t)(m->room - n),
                                                 m->options | UTF8PROC_DECOMPOSE, &boundary);
    if (k <= 0) m->d[n] = c;
    m->n += k > 0 ? (size_t)k : 1;
    if (n >= PIECE && n % 64 == 0 && !py_tick(m->iso, 64)) return false;
    return n < PIECE || !begins_piece(m->d[n]) || piece_end(m, n);
}

static py_value normalize(struct py_isolate *iso, const char *form, py_value s)
{
    static const struct {
        const char *name;
        utf8proc_option_t options;
    } forms[] = {{"NFC", UTF8PROC_STABLE | UTF8PROC_COMPOSE},
                 {"NFD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE},
                 {"NFKC", UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT},
                 {"NFKD", UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT}};
    const struct py_str *t = py_str(s);
    struct normal m = {.iso = iso};
    for (int i = 0; i < 4; i++)
        if (!strcmp(form, forms[i].name)) m.options = forms[i].options;
    if (!m.options) return py_raise_value_error(iso, "invalid normalization form");
    if (t->ascii) return py_str_exact(iso, s);
    py_sb_init(&m.out, iso);
    for (size_t i = 0; i < t->len; i++)
        if (!piece_add(&m, (utf8proc_int32_t)py_str_at(t, i))) return NULL;
    if (!piece_end(&m, m.n)) return NULL;
    py_buf_free(iso, py_buf_of(m.d));
    return py_sb_finish(&m.out);
}

static PY_NATIVE(m_normalize)
{
    if (!py_is_str(a[0]))
        return py_raise_type_error(iso, "normalize() argument 1 must be str, not %T", a[0]);
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "normalize() argument 2 must be str, not %T", a[1]);
    const char *form = py_str_utf8(iso, a[0], NULL);
    return form ? normalize(iso, form, a[1]) : NULL;
}

static PY_NATIVE(m_is_normalized)
{
    py_value v = m_normalize(iso, a);
    return v ? py_bool(py_str_equal(py_str(v), py_str(a[1]))) : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW("name", m_name, "chr, default=None, /", NULL),
    PY_ROW("lookup", m_lookup, "name, /", NULL),
    PY_ROW("category", m_category, "chr, /", NULL),
    PY_ROW("bidirectional", m_bidirectional, "chr, /", NULL),
    PY_ROW("combining", m_combining, "chr, /", NULL),
    PY_ROW("mirrored", m_mirrored, "chr, /", NULL),
    PY_ROW("east_asian_width", m_width, "chr, /", NULL),
    PY_ROW("decomposition", m_decomposition, "chr, /", NULL),
    PY_ROW("decimal", m_decimal, "chr, default=None, /", NULL),
    PY_ROW("digit", m_digit, "chr, default=None, /", NULL),
    PY_ROW("numeric", m_numeric, "chr, default=None, /", NULL),
    PY_ROW("normalize", m_normalize, "form, unistr, /", NULL),
    PY_ROW("is_normalized", m_is_normalized, "form, unistr, /", NULL),
    {0},
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    return py_module_set(iso, m, "unidata_version", py_str_z(iso, "15.0.0"));
}

const struct py_moddef py_mod_unicodedata = {
    .name = "unicodedata", .functions = functions, .init = init};
