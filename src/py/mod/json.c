// Module json: loads and dumps and the engines behind JSONDecoder and JSONEncoder, whose classes
// are in lib/json/__init__.py.
#include "json_int.h"
#include "../obj/text_int.h"

// Raises json.JSONDecodeError(message, text, at).
static void *raise_decode(struct py_isolate *iso, const char *message, py_value text, size_t at)
{
    py_value m = py_import(iso, "json"), cls = m ? py_getattr_s(iso, m, "JSONDecodeError") : NULL;
    py_value args[3] = {py_str_z(iso, message), text, py_small_new((int64_t)at)};
    py_value e = cls && args[0] ? py_call(iso, cls, args, 3) : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

static py_value option(py_value v)
{
    return v == PY_NONE ? NULL : v;
}

// Text out of bytes: UTF-8, -16 or -32 by the pattern of zero bytes and marks.
static py_value decode_bytes(struct py_isolate *iso, py_value v)
{
    const unsigned char *p;
    size_t len;
    const char *enc = "utf-8";
    if (!py_bytes_view(iso, v, &p, &len)) return NULL;
    if (len >= 4 && (!memcmp(p, "\xff\xfe\0\0", 4) || !memcmp(p, "\0\0\xfe\xff", 4)))
        enc = "utf-32";
    else if (len >= 2 && (!memcmp(p, "\xff\xfe", 2) || !memcmp(p, "\xfe\xff", 2))) enc = "utf-16";
    else if (len >= 3 && !memcmp(p, "\xef\xbb\xbf", 3)) enc = "utf-8-sig";
    else if (len >= 4 && !p[0]) enc = p[1] ? "utf-16-be" : "utf-32-be";
    else if (len >= 4 && !p[1]) enc = p[2] || p[3] ? "utf-16-le" : "utf-32-le";
    else if (len == 2 && !p[0]) enc = "utf-16-be";
    else if (len == 2 && !p[1]) enc = "utf-16-le";
    py_value e = py_str_z(iso, enc), how = py_str_z(iso, "surrogatepass");
    return e && how ? py_decode(iso, v, e, how) : NULL;
}

static py_value read_all(struct py_json_reader *r)
{
    struct py_isolate *iso = r->iso;
    r->data = py_str(r->text)->data;
    r->len = py_str(r->text)->len;
    size_t i = py_json_skip_space(r, 0);
    py_value v = py_json_read(r, &i);
    if (v) {
        i = py_json_skip_space(r, i);
        return i == r->len ? v : raise_decode(iso, "Extra data", r->text, i);
    }
    return py_error(iso) || !r->error ? NULL : raise_decode(iso, r->error, r->text, r->error_at);
}

// Keyword arguments of a raw call as a dict.
static py_value kw_dict(struct py_isolate *iso, py_value *values, py_value kw)
{
    py_value d = py_dict_new(iso);
    for (uint64_t i = 0; d && kw && i < py_tuple(kw)->n; i++)
        if (!py_dict_set(iso, py_dict(d), py_tuple(kw)->v[i], values[i])) return NULL;
    return d;
}

// For a call with its one positional parameter given by name: puts the value first and takes its
// name away.
static bool take_named(struct py_isolate *iso, const char *name, py_value **a, int *n, py_value *kw)
{
    uint64_t count = *kw && !*n ? py_tuple(*kw)->n : 0, at = 0;
    while (at < count && !py_str_is(py_tuple(*kw)->v[at], name)) at++;
    if (at == count) return true;
    py_value values = py_tuple_new(iso, count), names = py_tuple_new(iso, count - 1);
    if (!values || !names) return false;
    py_tuple(values)->v[0] = (*a)[at];
    for (uint64_t i = 0, k = 0; i < count; i++) {
        if (i == at) continue;
        py_tuple(names)->v[k++] = py_tuple(*kw)->v[i];
        py_tuple(values)->v[k] = (*a)[i];
    }
    *a = py_tuple(values)->v;
    *n = 1;
    *kw = names;
    return true;
}

// loads(s, *, cls, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook, **kw)
static PY_NATIVE_RAW(m_loads)
{
    struct py_json_reader r = {.iso = iso, .strict = true};
    if (!take_named(iso, "s", &a, &n, &kw)) return NULL;
    if (n != 1)
        return py_raise_type_error(iso,
                                   n ? "loads() takes 1 positional argument but %d were given"
                                     : "loads() missing 1 required positional argument: 's'",
                                   n);
    bool custom = false;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        py_value name = py_tuple(kw)->v[i], v = option(a[1 + i]);
        if (py_str_is(name, "object_hook")) r.object_hook = v;
        else if (py_str_is(name, "object_pairs_hook")) r.pairs_hook = v;
        else if (py_str_is(name, "parse_float")) r.parse_float = v;
        else if (py_str_is(name, "parse_int")) r.parse_int = v;
        else if (py_str_is(name, "parse_constant")) r.parse_constant = v;
        else custom |= v != NULL;
    }
    if (py_is_str(a[0])) {
        r.text = a[0];
        if (py_str(a[0])->len && py_str_at(py_str(a[0]), 0) == 0xfeff)
            return raise_decode(iso, "Unexpected UTF-8 BOM (decode using utf-8-sig)", a[0], 0);
    } else if (py_is_byteslike(a[0])) {
        r.text = decode_bytes(iso, a[0]);
    } else {
        return py_raise_type_error(iso, "the JSON object must be str, bytes or bytearray, not %s",
                                   py_type_name(iso, a[0]));
    }
    if (!r.text) return NULL;
    if (!custom) return read_all(&r);
    py_value m = py_import(iso, "json"), f = m ? py_getattr_s(iso, m, "_loads_cls") : NULL;
    py_value args = f ? py_tuple_from(iso, &r.text, 1) : NULL,
             d = args ? kw_dict(iso, a + 1, kw) : NULL;
    return d ? py_call_ex(iso, f, args, d) : NULL;
}

// _scan(text, idx, strict, object_hook, pairs_hook, parse_float, parse_int, parse_constant) ->
// (value, end)
static PY_NATIVE(m_scan)
{
    int64_t at;
    if (!py_is_str(a[0]))
        return py_raise_type_error(iso, "first argument must be a string, not %T", a[0]);
    struct py_json_reader r = {.iso = iso,
                               .text = a[0],
                               .object_hook = option(a[3]),
                               .pairs_hook = option(a[4]),
                               .parse_float = option(a[5]),
                               .parse_int = option(a[6]),
                               .parse_constant = option(a[7])};
    if (!py_as_int64(iso, a[1], &at) || !py_text_flag(iso, a[2], &r.strict)) return NULL;
    if (at < 0) return py_raise_value_error(iso, "idx cannot be negative");
    size_t i = (size_t)at;
    py_value v = py_json_read(&r, &i);
    if (!v)
        return py_error(iso) || !r.error ? NULL : raise_decode(iso, r.error, r.text, r.error_at);
    return py_tuple_pack(iso, 2, v, py_small_new((int64_t)i));
}

static bool set_indent(struct py_isolate *iso, struct py_json_writer *w, py_value v)
{
    if (v == PY_NONE) return true;
    if (py_is_str(v)) {
        w->indent = v;
        return true;
    }
    int64_t k;
    if (!py_as_int64(iso, v, &k)) return false;
    py_value blank = py_str_char(iso, ' ');
    w->indent = blank ? py_str_repeat(iso, blank, k) : NULL;
    return w->indent != NULL;
}

static bool set_separators(struct py_isolate *iso, struct py_json_writer *w, py_value v)
{
    if (v == PY_NONE) return true;
    py_value t = py_tuple_of(iso, v);
    if (!t) return false;
    if (py_tuple(t)->n != 2 || !py_is_str(py_tuple(t)->v[0]) || !py_is_str(py_tuple(t)->v[1])) {
        if (py_tuple(t)->n != 2)
            py_raise_value_error(iso, "not enough values to unpack (expected 2, got %llu)",
                                 (unsigned long long)py_tuple(t)->n);
        else py_raise_type_error(iso, "separators must be strings");
        return false;
    }
    w->item_sep = py_tuple(t)->v[0];
    w->key_sep = py_tuple(t)->v[1];
    return true;
}

// One option of dumps. 1 taken, 0 unknown, -1 error.
static int dumps_option(struct py_isolate *iso, struct py_json_writer *w, py_value name, py_value v)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"skipkeys", &w->skip_keys},
                 {"ensure_ascii", &w->ascii},
                 {"check_circular", &w->check_circular},
                 {"allow_nan", &w->allow_nan},
                 {"sort_keys", &w->sort_keys}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (py_str_is(name, flags[i].name)) return py_text_flag(iso, v, flags[i].flag) ? 1 : -1;
    if (py_str_is(name, "indent")) return set_indent(iso, w, v) ? 1 : -1;
    if (py_str_is(name, "separators")) return set_separators(iso, w, v) ? 1 : -1;
    if (py_str_is(name, "default")) {
        w->fallback = option(v);
        return 1;
    }
    return py_str_is(name, "cls") && v == PY_NONE;
}

static bool default_separators(struct py_isolate *iso, struct py_json_writer *w)
{
    if (!w->item_sep) w->item_sep = py_str_z(iso, w->indent ? "," : ", ");
    if (!w->key_sep) w->key_sep = py_str_z(iso, ": ");
    return w->item_sep && w->key_sep;
}

// dumps(obj, *, skipkeys, ensure_ascii, check_circular, allow_nan, cls, indent, separators,
// default, sort_keys, **kw)
static PY_NATIVE_RAW(m_dumps)
{
    struct py_json_writer w = {
        .iso = iso, .ascii = true, .allow_nan = true, .check_circular = true};
    bool custom = false;
    if (!take_named(iso, "obj", &a, &n, &kw)) return NULL;
    if (n != 1)
        return py_raise_type_error(iso,
                                   n ? "dumps() takes 1 positional argument but %d were given"
                                     : "dumps() missing 1 required positional argument: 'obj'",
                                   n);
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        int r = dumps_option(iso, &w, py_tuple(kw)->v[i], a[1 + i]);
        if (r < 0) return NULL;
        custom |= !r;
    }
    if (custom) {
        py_value m = py_import(iso, "json"), f = m ? py_getattr_s(iso, m, "_dumps_cls") : NULL;
        py_value args = f ? py_tuple_from(iso, a, 1) : NULL,
                 d = args ? kw_dict(iso, a + 1, kw) : NULL;
        return d ? py_call_ex(iso, f, args, d) : NULL;
    }
    py_sb_init(&w.out, iso);
    return default_separators(iso, &w) && py_json_write_value(&w, a[0]) ? py_sb_finish(&w.out)
                                                                        : NULL;
}

// _encode(encoder, obj): the options are the encoder's attributes.
static PY_NATIVE(m_encode)
{
    static const char *const names[] = {"skipkeys",  "ensure_ascii", "check_circular", "allow_nan",
                                        "sort_keys", "indent",       "default"};
    struct py_json_writer w = {.iso = iso};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        py_value v = py_getattr_s(iso, a[0], names[i]), name = v ? py_str_z(iso, names[i]) : NULL;
        if (!name || dumps_option(iso, &w, name, v) < 0) return NULL;
    }
    w.item_sep = py_getattr_s(iso, a[0], "item_separator");
    w.key_sep = w.item_sep ? py_getattr_s(iso, a[0], "key_separator") : NULL;
    if (!w.key_sep) return NULL;
    if (!py_is_str(w.item_sep) || !py_is_str(w.key_sep))
        return py_raise_type_error(iso, "separators must be strings");
    py_sb_init(&w.out, iso);
    return py_json_write_value(&w, a[1]) ? py_sb_finish(&w.out) : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW(
        "loads", m_loads,
        "*args, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, "
        "object_pairs_hook=None, **kw",
        "The Python value that JSON text, str or bytes, stands for."),
    PY_ROW(
        "dumps", m_dumps,
        "*args, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, "
        "separators=None, default=None, sort_keys=False, **kw",
        "The object as JSON text."),
    PY_ROW("_scan", m_scan,
           "text, idx, strict, object_hook, pairs_hook, parse_float, parse_int, parse_constant, /",
           NULL),
    PY_ROW("_encode", m_encode, "encoder, obj, /", NULL),
    {0},
};

const struct py_moddef py_mod_json = {
    .name = "json", .functions = functions, .doc = "JSON text to values and back."};
