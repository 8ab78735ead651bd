// The JSON reader, written once for strings of 1, 2 and 4 bytes a character: CHAR is the unit type,
// FN(x) makes the names. Included three times by json_read.c.

static py_value FN(value)(struct py_json_reader *r, size_t *at);

static inline size_t FN(space)(const struct py_json_reader *r, size_t i)
{
    const CHAR *p = r->data;
    if (i < r->len && p[i] > ' ') return i;
    SKIP(i, p[i] == ' ' || p[i] == '\n' || p[i] == '\r' || p[i] == '\t', )
    return i;
}

// Four hex digits at i. False: not.
static bool FN(hex4)(const struct py_json_reader *r, size_t i, uint32_t *out)
{
    const CHAR *p = r->data;
    uint32_t c = 0;
    for (size_t k = i; k < i + 4; k++) {
        int d = hex_digit(p[k]);
        if (d < 0) return false;
        c = c << 4 | (uint32_t)d;
    }
    *out = c;
    return true;
}

// The escape at i (behind the backslash) to *out; returns the position behind it, 0: error set.
static size_t FN(escape)(struct py_json_reader *r, size_t i, uint32_t *out)
{
    const CHAR *p = r->data;
    if (p[i] != 'u') {
        int c = p[i] < 128 ? simple_escape((int)p[i]) : 0;
        if (!c) return fail(r, "Invalid \\escape", i - 1);
        *out = (uint32_t)c;
        return i + 1;
    }
    if (i + 5 >= r->len || !FN(hex4)(r, i + 1, out))
        return fail(r,
                    "Invalid \\uXX"
                    "XX escape",
                    i);
    size_t end = i + 5;
    if (*out < 0xd800 || *out > 0xdbff || end + 6 >= r->len || p[end] != '\\' || p[end + 1] != 'u')
        return end;
    uint32_t low;
    if (!FN(hex4)(r, end + 2, &low))
        return fail(r,
                    "Invalid \\uXX"
                    "XX escape",
                    end + 1);
    if (low < 0xdc00 || low > 0xdfff) return end;
    *out = 0x10000 + ((*out & 0x3ff) << 10 | (low & 0x3ff));
    return end + 6;
}

// The rest of a string that has an escape in it, from `start` on.
static py_value FN(slow_string)(struct py_json_reader *r, size_t start, size_t *at)
{
    const CHAR *p = r->data;
    struct py_sb b;
    size_t i = start, ticked = start;
    py_sb_init(&b, r->iso);
    for (;;) {
        size_t from = i;
        if (i - ticked > PY_JSON_PART) {
            if (!py_tick(r->iso, (i - ticked) / 16)) return NULL;
            ticked = i;
        }
        SKIP(i, p[i] != '"' && p[i] != '\\' && (p[i] >= ' ' || !r->strict), )
        if (ended(r, i - from)) return NULL;
        if (i > from) py_sb_slice(&b, r->text, from, i);
        if (i >= r->len) return fail(r, "Unterminated string starting at", start - 1), NULL;
        if (p[i] == '"') break;
        if (p[i] != '\\') return fail(r, "Invalid control character at", i), NULL;
        if (++i >= r->len) return fail(r, "Unterminated string starting at", start - 1), NULL;
        uint32_t c;
        i = FN(escape)(r, i, &c);
        if (!i) return NULL;
        py_sb_char(&b, c);
    }
    *at = i + 1;
    return py_tick(r->iso, (i - ticked) / 16 + 1) ? py_sb_finish(&b) : NULL;
}

// A string; *at stands behind its opening quote.
static py_value FN(string)(struct py_json_reader *r, size_t *at, bool key)
{
    const CHAR *p = r->data;
    size_t start = *at, i = start;
    uint64_t hash = 14695981039346656037u;
    SKIP(i, p[i] != '"' && p[i] != '\\' && p[i] >= ' ', hash = (hash ^ p[i]) * 1099511628211u)
    if (ended(r, i - start)) return NULL;
    if (i >= r->len || p[i] != '"') return FN(slow_string)(r, start, at);
    *at = i + 1;
    if (!key) return py_str_slice(r->iso, r->text, start, i);
    py_value *memo = &r->memo[(hash ^ hash >> 29) % PY_JSON_MEMO];
    if (*memo) {
        const struct py_str *s = py_str(*memo);
        if (s->len == i - start && s->width == sizeof(CHAR) &&
            !memcmp(s->data, p + start, s->len * sizeof(CHAR)))
            return *memo;
    }
    return *memo = py_str_slice(r->iso, r->text, start, i);
}

static size_t FN(digits)(const struct py_json_reader *r, size_t i)
{
    const CHAR *p = r->data;
    SKIP(i, p[i] >= '0' && p[i] <= '9', )
    return i;
}

static py_value FN(number)(struct py_json_reader *r, size_t *at)
{
    const CHAR *p = r->data;
    size_t start = *at, i = start, digits;
    bool negative = p[i] == '-', real = false;
    if (negative) i++;
    digits = i;
    i = i < r->len && p[i] == '0' ? i + 1 : FN(digits)(r, i);
    if (i == digits) return fail(r, "Expecting value", start), NULL;
    if (i + 1 < r->len && p[i] == '.' && p[i + 1] >= '0' && p[i + 1] <= '9') {
        real = true;
        i = FN(digits)(r, i + 2);
    }
    if (i + 1 < r->len && (p[i] == 'e' || p[i] == 'E')) {
        size_t e = i + 1;
        if (p[e] == '+' || p[e] == '-') e++;
        size_t first = e;
        e = FN(digits)(r, e);
        if (e > first) {
            real = true;
            i = e;
        }
    }
    *at = i;
    if (ended(r, i - start)) return NULL;
    if (!real && i - digits <= 18 && !r->parse_int) {
        int64_t v = 0;
        for (size_t k = digits; k < i; k++) v = v * 10 + (int64_t)(p[k] - '0');
        return py_small_new(negative ? -v : v);
    }
    return finish_number(r, start, i, real);
}

static py_value FN(array)(struct py_json_reader *r, size_t *at)
{
    const CHAR *p = r->data;
    py_value list = py_list_new(r->iso, 0);
    size_t i = FN(space)(r, *at + 1);
    if (!list) return NULL;
    if (i < r->len && p[i] == ']') {
        *at = i + 1;
        return list;
    }
    for (;;) {
        py_value v = FN(value)(r, &i);
        if (!v || !py_list_append(r->iso, list, v) || !py_tick(r->iso, 1)) return NULL;
        i = FN(space)(r, i);
        if (i < r->len && p[i] == ']') break;
        if (i >= r->len || p[i] != ',') return fail(r, "Expecting ',' delimiter", i), NULL;
        i = FN(space)(r, i + 1);
    }
    *at = i + 1;
    return list;
}

static py_value FN(object)(struct py_json_reader *r, size_t *at)
{
    const CHAR *p = r->data;
    py_value d = r->pairs_hook ? py_list_new(r->iso, 0) : py_dict_new(r->iso);
    size_t i = FN(space)(r, *at + 1);
    if (!d) return NULL;
    if (i < r->len && p[i] == '}') {
        *at = i + 1;
        return finish_object(r, d);
    }
    for (;;) {
        if (i >= r->len || p[i] != '"')
            return fail(r, "Expecting property name enclosed in double quotes", i), NULL;
        i++;
        py_value key = FN(string)(r, &i, true);
        if (!key) return NULL;
        i = FN(space)(r, i);
        if (i >= r->len || p[i] != ':') return fail(r, "Expecting ':' delimiter", i), NULL;
        i = FN(space)(r, i + 1);
        py_value v = FN(value)(r, &i);
        if (!v || !py_tick(r->iso, 1)) return NULL;
        if (r->pairs_hook) {
            py_value pair = py_tuple_pack(r->iso, 2, key, v);
            if (!pair || !py_list_append(r->iso, d, pair)) return NULL;
        } else if (!py_dict_set(r->iso, py_dict(d), key, v)) {
            return NULL;
        }
        i = FN(space)(r, i);
        if (i < r->len && p[i] == '}') break;
        if (i >= r->len || p[i] != ',') return fail(r, "Expecting ',' delimiter", i), NULL;
        i = FN(space)(r, i + 1);
    }
    *at = i + 1;
    return finish_object(r, d);
}

static bool FN(word)(const struct py_json_reader *r, size_t i, const char *word)
{
    const CHAR *p = r->data;
    size_t n = strlen(word);
    if (r->len - i < n) return false;
    for (size_t k = 0; k < n; k++)
        if (p[i + k] != (unsigned char)word[k]) return false;
    return true;
}

static py_value FN(value)(struct py_json_reader *r, size_t *at)
{
    const CHAR *p = r->data;
    size_t i = *at;
    py_value v;
    if (i >= r->len) return fail(r, "Expecting value", i), NULL;
    switch (p[i]) {
    case '"': *at = i + 1; return FN(string)(r, at, false);
    case '{':
    case '[':
        if (!py_enter(r->iso, p[i] == '{' ? " while decoding a JSON object from a unicode string"
                                          : " while decoding a JSON array from a unicode string"))
            return NULL;
        v = p[i] == '{' ? FN(object)(r, at) : FN(array)(r, at);
        py_leave(r->iso);
        return v;
    case 'n':
    case 't':
    case 'f':
    case 'N':
    case 'I':
    case '-':
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            if (!FN(word)(r, i, words[k].text)) continue;
            *at = i + strlen(words[k].text);
            return words[k].value ? words[k].value : constant(r, words[k].text);
        }
        break;
    default: break;
    }
    if (p[i] == '-' || (p[i] >= '0' && p[i] <= '9')) return FN(number)(r, at);
    return fail(r, "Expecting value", i), NULL;
}
