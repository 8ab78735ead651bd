// Text encodings: those written here, how a name finds one, the registry of the program's own.
#include "exc.h"
#include "codec_int.h"
#include "str_int.h"

// Rows by id. The label is what exceptions say.
static const struct py_codec codecs[PY_C_MAPS] = {
    [PY_C_UTF8] = {"utf-8", "utf-8", py_decode_utf8, py_encode_utf8, 0, NULL},
    [PY_C_UTF8SIG] = {"utf-8-sig", "utf-8", py_decode_utf8_sig, py_encode_utf8_sig, 0, NULL},
    [PY_C_ASCII] = {"ascii", "ascii", py_decode_ascii, py_encode_ascii, 0, NULL},
    [PY_C_LATIN1] = {"iso8859-1", "latin-1", py_decode_latin1, py_encode_latin1, 0, NULL},
    [PY_C_UTF16] = {"utf-16", "utf-16", py_decode_utf16, py_encode_utf16, 0, NULL},
    [PY_C_UTF16LE] = {"utf-16-le", "utf-16-le", py_decode_utf16, py_encode_utf16, -1, NULL},
    [PY_C_UTF16BE] = {"utf-16-be", "utf-16-be", py_decode_utf16, py_encode_utf16, 1, NULL},
    [PY_C_UTF32] = {"utf-32", "utf-32", py_decode_utf32, py_encode_utf32, 0, NULL},
    [PY_C_UTF32LE] = {"utf-32-le", "utf-32-le", py_decode_utf32, py_encode_utf32, -1, NULL},
    [PY_C_UTF32BE] = {"utf-32-be", "utf-32-be", py_decode_utf32, py_encode_utf32, 1, NULL},
    [PY_C_UTF7] = {"utf-7", "utf7", py_decode_utf7, py_encode_utf7, 0, NULL},
    [PY_C_ESCAPE] = {"unicode-escape", "unicodeescape", py_decode_escape, py_encode_escape, 0,
                     NULL},
    [PY_C_RAW_ESCAPE] = {"raw-unicode-escape", "rawunicodeescape", py_decode_raw_escape,
                         py_encode_raw_escape, 0, NULL},
    [PY_C_CHARMAP] = {"charmap", "latin-1", py_decode_latin1, py_encode_latin1, 0, NULL},
};

// --- names ---------------------------------------------------------------------------------------

enum { NAME_MAX_ = 32 }; // no encoding has a longer one

// Lower case, runs of anything but letters, digits and dots as one '_', no character beyond ASCII.
// False: too long.
static bool normalise(const struct py_str *s, char *text)
{
    size_t n = 0;
    bool gap = false;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (c >= 'A' && c <= 'Z') c += 32;
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.';
        if (!word) {
            gap = true;
            continue;
        }
        if (n + 2 >= NAME_MAX_) return false;
        if (gap && n) text[n++] = '_';
        gap = false;
        text[n++] = (char)c;
    }
    text[n] = 0;
    return true;
}

static int name_id(const char *text)
{
    size_t lo = 0, hi = py_codec_names_count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int order = strcmp(text, py_codec_names[mid].name);
        if (!order) return py_codec_names[mid].id;
        if (order < 0) hi = mid;
        else lo = mid + 1;
    }
    return PY_C_UNKNOWN;
}

// encoding NULL: UTF-8.
static int find_id(py_value encoding)
{
    char text[NAME_MAX_];
    if (!encoding || py_str_is(encoding, "utf-8") || py_str_is(encoding, "utf8")) return PY_C_UTF8;
    if (!normalise(py_str(encoding), text)) return PY_C_UNKNOWN;
    int id = name_id(text);
    if (id != PY_C_UNKNOWN) return id;
    for (char *p = text; *p; p++)
        if (*p == '.') *p = '_';
    return name_id(text);
}

static struct py_codec codec_of(int id)
{
    if (id < PY_C_MAPS) return codecs[id];
    const struct py_charmap *map = &py_charmaps[id - PY_C_MAPS];
    return (struct py_codec){map->name, "charmap", py_decode_table, py_encode_table, 0, map};
}

bool py_codec_find(py_value name, struct py_codec *out)
{
    int id = find_id(name);
    if (id < PY_C_PYTHON) *out = codec_of(id);
    return id < PY_C_PYTHON;
}

const char *py_codec_python_name(py_value name)
{
    int id = find_id(name);
    return id >= PY_C_PYTHON && id < PY_C_ABSENT ? py_codec_python[id - PY_C_PYTHON] : NULL;
}

static const char *own_name(int id)
{
    return id < PY_C_PYTHON ? codec_of(id).name : py_codec_python[id - PY_C_PYTHON];
}

py_value py_codec_names_of(struct py_isolate *iso)
{
    py_value d = py_dict_new(iso);
    for (size_t i = 0; d && i < py_codec_names_count; i++) {
        const struct py_codec_name *row = &py_codec_names[i];
        char text[NAME_MAX_];
        if (row->id >= PY_C_ABSENT) continue;
        py_value own = py_str_z(iso, own_name(row->id));
        if (!own || !normalise(py_str(own), text)) return NULL;
        if (!strcmp(text, row->name)) continue;
        if (!py_dict_set_z(iso, py_dict(d), row->name, py_str_z(iso, text))) return NULL;
    }
    return d;
}

// Names of codecs and handlers go to C in CPython: they must be UTF-8 without NUL.
static bool valid_names(struct py_isolate *iso, py_value encoding, py_value errors)
{
    py_value v[2] = {encoding, errors};
    for (int i = 0; i < 2; i++) {
        if (!v[i] || !py_is_str(v[i])) continue;
        const struct py_str *s = py_str(v[i]);
        for (size_t k = 0; k < s->len; k++) {
            if (!py_codec_tick(iso, k)) return false;
            if (!py_str_at(s, k)) return py_raise_value_error(iso, "embedded null character");
            if (py_str_at(s, k) >> 11 == 0x1b) return py_encode(iso, v[i], NULL, NULL) != NULL;
        }
    }
    return true;
}

// --- registry ------------------------------------------------------------------------------------

py_value py_codec_state(struct py_isolate *iso, int which)
{
    py_value state = iso->module_state[PY_MS_CODECS];
    if (!state) {
        py_value v[PY_CODEC_STATE] = {py_dict_new(iso), py_list_new(iso, 0), py_dict_new(iso)};
        state = v[0] && v[1] && v[2] ? py_list_from(iso, v, PY_CODEC_STATE) : NULL;
        if (!state) return NULL;
        iso->module_state[PY_MS_CODECS] = state;
    }
    return py_list(state)->v[which];
}

py_value py_codec_cache(struct py_isolate *iso)
{
    return py_codec_state(iso, PY_CODEC_CACHE);
}

bool py_codec_register(struct py_isolate *iso, py_value function)
{
    if (!py_callable(iso, function)) return py_raise_type_error(iso, "argument must be callable");
    py_value list = py_codec_state(iso, PY_CODEC_SEARCH);
    return list && py_list_append(iso, list, function);
}

bool py_codec_unregister(struct py_isolate *iso, py_value function)
{
    py_value list = py_codec_state(iso, PY_CODEC_SEARCH), cache;
    if (!list || !(cache = py_codec_state(iso, PY_CODEC_CACHE))) return false;
    struct py_list *l = py_list(list);
    for (uint64_t i = 0; i < l->n; i++) {
        py_charge(iso, 1);
        if (l->v[i] != function) continue;
        memmove(l->v + i, l->v + i + 1, (l->n - i - 1) * sizeof *l->v);
        l->n--;
        py_dict_clear(iso, py_dict(cache));
        break;
    }
    return true;
}

bool py_codec_set_handler(struct py_isolate *iso, py_value name, py_value function)
{
    if (!valid_names(iso, name, NULL)) return false;
    if (!py_callable(iso, function)) return py_raise_type_error(iso, "handler must be callable");
    py_value d = py_codec_state(iso, PY_CODEC_HANDLERS);
    return d && py_dict_set(iso, py_dict(d), name, function);
}

// A letter, digit or dot in lower case; 0 for what stands between the words of a name.
static uint32_t plain_letter(uint32_t c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' ? c : 0;
}

// As registered search functions are given it: of any length, beyond ASCII dropped.
static py_value normal_name(struct py_isolate *iso, py_value name)
{
    const struct py_str *s = py_str(name);
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = plain_letter(py_str_at(s, i));
        if (!py_codec_tick(iso, i)) return NULL;
        if (!c) continue;
        if (b.len && !plain_letter(py_str_at(s, i - 1))) py_sb_char(&b, '_');
        py_sb_char(&b, c);
    }
    return py_sb_finish(&b);
}

static py_value ask_search_functions(struct py_isolate *iso, py_value normal)
{
    py_value list = py_codec_state(iso, PY_CODEC_SEARCH);
    for (uint64_t i = 0; list && i < py_list(list)->n; i++) {
        py_value found = py_call1(iso, py_list(list)->v[i], normal);
        if (found != PY_NONE) return found;
    }
    return NULL;
}

// What came from the program is looked at: its search functions, encodings._cache, codecs._info.
static py_value checked_info(struct py_isolate *iso, py_value v)
{
    if (py_is_kind(v, PY_K_TUPLE) && py_tuple(v)->n == 4) return v;
    return py_raise_type_error(iso, "codec search functions must return 4-tuples");
}

static py_value unknown(struct py_isolate *iso, py_value encoding)
{
    if (find_id(encoding) != PY_C_ABSENT)
        return py_raise(iso, PY_T_LookupError, "unknown encoding: %U", encoding);
    return py_raise(iso, PY_T_LookupError,
                    "unknown encoding: %U (East Asian encodings and bz2 are not available here)",
                    encoding);
}

py_value py_codec_lookup(struct py_isolate *iso, py_value name)
{
    if (!valid_names(iso, name, NULL)) return NULL;
    py_value normal = normal_name(iso, name), cache = py_codec_state(iso, PY_CODEC_CACHE);
    py_value found = normal && cache ? py_dict_get_str(iso, py_dict(cache), normal) : NULL;
    if (found) return checked_info(iso, found);
    if (iso->exc || !normal || !cache) return NULL;
    if (find_id(name) < PY_C_ABSENT) {
        py_value module = py_import(iso, "codecs"),
                 make = module ? py_getattr_s(iso, module, "_info") : NULL;
        found = make ? py_call1(iso, make, normal) : NULL;
    } else {
        found = ask_search_functions(iso, normal);
    }
    if (!found) return iso->exc ? NULL : unknown(iso, name);
    return checked_info(iso, found) && py_dict_set(iso, py_dict(cache), normal, found) ? found
                                                                                       : NULL;
}

// --- entry points --------------------------------------------------------------------------------

// What CPython encodes and decodes without its registry.
static bool without_note(py_value encoding)
{
    static const char *const names[] = {"utf_8",  "utf8",    "utf_16",     "utf16",
                                        "utf_32", "utf32",   "ascii",      "us_ascii",
                                        "latin1", "latin_1", "iso_8859_1", "iso8859_1"};
    char text[NAME_MAX_];
    if (!encoding || !normalise(py_str(encoding), text)) return !encoding;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], text)) return true;
    return false;
}

// The pending exception, with a note of the codec that raised it. NULL, as py_raise.
static py_value add_note(struct py_isolate *iso, py_value encoding, bool encode)
{
    py_value exc = py_error_take(iso), note;
    if (!exc) return NULL;
    note = py_str_format(iso, "%s with '%U' codec failed", encode ? "encoding" : "decoding",
                         encoding);
    if (!note || !py_exc_add_note(iso, exc, note)) return NULL;
    return py_raise_value(iso, exc);
}

py_value py_codec_call(struct py_isolate *iso, py_value info, py_value obj, py_value encoding,
                       py_value errors, bool encode)
{
    py_value a[2] = {obj, errors};
    py_value r = py_call(iso, py_tuple(info)->v[!encode], a, errors ? 2 : 1);
    if (r && py_is_kind(r, PY_K_TUPLE) && py_tuple(r)->n == 2) return py_tuple(r)->v[0];
    if (r)
        return py_raise_type_error(iso, "%s must return a tuple (object, integer)",
                                   encode ? "encoder" : "decoder");
    return add_note(iso, encoding, encode);
}

// str.encode() and bytes.decode() by an encoding that is not written in C: its CodecInfo does it.
static py_value by_info(struct py_isolate *iso, py_value obj, py_value encoding, py_value errors,
                        bool encode)
{
    const char *what = encode ? "encode" : "decode", *who = encode ? "encoder" : "decoder";
    py_value info = py_codec_lookup(iso, encoding);
    if (!info) return NULL;
    py_value text = py_getattr_opt(iso, info, py_str_intern_z(iso, "_is_text_encoding"));
    if (iso->exc) return NULL;
    if (text == PY_FALSE)
        return py_raise(iso, PY_T_LookupError,
                        "'%U' is not a text encoding; use codecs.%s() to handle arbitrary codecs",
                        encoding, what);
    py_value r = py_codec_call(iso, info, obj, encoding, errors, encode);
    if (!r || (encode ? py_is_kind(r, PY_K_BYTES) : py_is_str(r))) return r;
    return py_raise_type_error(
        iso, "'%U' %s returned '%T' instead of '%s'; use codecs.%s() to %s to arbitrary types",
        encoding, who, r, encode ? "bytes" : "str", what, what);
}

py_value py_codec_decode(const struct py_codec *c, struct py_dec *d)
{
    // Handlers of errors and what shows warnings are the program's: the bytes are none it can
    // change.
    if (!py_is_kind(d->obj, PY_K_BYTES)) {
        if (!(d->obj = py_bytes_new(d->iso, d->p, d->len))) return NULL;
        d->p = py_bytes(d->obj)->b;
    }
    d->name = c->label;
    d->map = c->map;
    if (!d->order) d->order = c->order;
    py_sb_init(&d->out, d->iso);
    d->used = d->len;
    return c->decode(d) ? py_sb_finish(&d->out) : NULL;
}

py_value py_codec_encode(const struct py_codec *c, struct py_enc *e)
{
    e->name = c->label;
    e->map = c->map;
    e->limit = 128;
    if (!e->order) e->order = c->order;
    py_bb_init(&e->out, e->iso);
    return c->encode(e) ? py_bb_finish(&e->out, false) : NULL;
}

py_value py_decode(struct py_isolate *iso, py_value obj, py_value encoding, py_value errors)
{
    struct py_dec d = {.iso = iso, .obj = obj, .errors = errors};
    if (!valid_names(iso, encoding, errors) || !py_bytes_view(iso, obj, &d.p, &d.len)) return NULL;
    if (!d.len) return py_str_empty(iso); // whatever the encoding's name
    int id = find_id(encoding);
    if (id >= PY_C_PYTHON) return by_info(iso, obj, encoding, errors, false);
    if (!py_tick(iso, d.len / 16 + 1)) return NULL;
    if (id <= PY_C_ASCII && py_ascii_bytes(d.p, d.len))
        return py_str_new(iso, (const char *)d.p, d.len);
    py_value valid = id == PY_C_UTF8 ? py_str_valid(iso, (const char *)d.p, d.len) : NULL;
    if (valid || py_error(iso)) return valid;
    struct py_codec c = codec_of(id);
    py_value text = py_codec_decode(&c, &d);
    return text || without_note(encoding) ? text : add_note(iso, encoding, false);
}

py_value py_encode(struct py_isolate *iso, py_value s, py_value encoding, py_value errors)
{
    if (!valid_names(iso, encoding, errors)) return NULL;
    int id = find_id(encoding);
    if (id >= PY_C_PYTHON) return by_info(iso, s, encoding, errors, true);
    const struct py_str *t = py_str(s);
    if (!py_tick(iso, t->len / 16 + 1)) return NULL;
    if (id != PY_C_UTF8SIG && id <= PY_C_LATIN1 && t->ascii)
        return py_bytes_new(iso, t->data, t->len);
    struct py_enc e = {.iso = iso, .s = s, .errors = errors};
    struct py_codec c = codec_of(id);
    py_value bytes = py_codec_encode(&c, &e);
    return bytes || without_note(encoding) ? bytes : add_note(iso, encoding, true);
}
