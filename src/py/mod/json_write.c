// Writing JSON.
#include "json_int.h"
#include "../obj/float.h"
#include "../obj/int.h"

#include <math.h>
#include <stdio.h>

static void put_unicode(struct py_sb *b, uint32_t c)
{
    static const char hex[] = "0123456789abcdef";
    char t[6] = {'\\', 'u', hex[c >> 12 & 15], hex[c >> 8 & 15], hex[c >> 4 & 15], hex[c & 15]};
    py_sb_ascii(b, t, 6);
}

static void put_escaped(struct py_json_writer *w, uint32_t c)
{
    static const char from[] = "\"\\\n\r\t\f\b", to[] = "\"\\nrtfb";
    const char *at = c && c < 128 ? strchr(from, (int)c) : NULL;
    if (at) {
        char t[2] = {'\\', to[at - from]};
        py_sb_ascii(&w->out, t, 2);
    } else if (c < ' ' || (c >= 0x7f && w->ascii && c < 0x10000)) {
        put_unicode(&w->out, c);
    } else if (c >= 0x10000 && w->ascii) {
        put_unicode(&w->out, 0xd800 | (c - 0x10000) >> 10);
        put_unicode(&w->out, 0xdc00 | ((c - 0x10000) & 0x3ff));
    } else {
        py_sb_char(&w->out, c);
    }
}

static void write_part(struct py_json_writer *w, const struct py_str *s, size_t i, size_t end)
{
    for (; i < end; i++) {
        if (s->width == 1) {
            const uint8_t *p = s->data;
            size_t from = i;
            while (i < end && p[i] >= ' ' && p[i] != '"' && p[i] != '\\' && p[i] < 0x7f) i++;
            if (i > from) py_sb_ascii(&w->out, (const char *)p + from, i - from);
            if (i >= end) break;
        }
        put_escaped(w, py_str_at(s, i));
    }
}

// Text that UTF-8 has no form for.
static bool has_surrogate(const struct py_str *s)
{
    for (size_t i = 0; s->width > 1 && i < s->len; i++)
        if ((py_str_at(s, i) & ~(uint32_t)0x7ff) == 0xd800) return true;
    return false;
}

static void json_write_text(struct py_json_writer *w, const struct py_str *s)
{
    if (w->exact && has_surrogate(s)) {
        w->odd = w->out.failed = true;
        return;
    }
    py_sb_char(&w->out, '"');
    for (size_t i = 0, end; i < s->len && !w->out.failed; i = end) {
        end = s->len - i > PY_JSON_PART ? i + PY_JSON_PART : s->len;
        if (end - i > 64 && !py_tick(w->iso, (end - i) / 64)) w->out.failed = true;
        else write_part(w, s, i, end);
    }
    py_sb_char(&w->out, '"');
}

static bool put_int(struct py_json_writer *w, py_value v)
{
    v = py_int_plain(v);
    if (py_is_int(v)) {
        char text[24];
        int n = snprintf(text, sizeof text, "%lld", (long long)py_small(v));
        py_sb_ascii(&w->out, text, (size_t)n);
        return true;
    }
    py_value s = py_repr(w->iso, v);
    if (s) py_sb_str(&w->out, s);
    return s != NULL;
}

// Of a writer that takes nothing but what JSON has.
static bool is_odd(struct py_json_writer *w)
{
    w->odd = true;
    return false;
}

static bool put_float(struct py_json_writer *w, py_value v)
{
    char text[40];
    double d = py_float(v);
    if (isfinite(d)) {
        py_sb_ascii(&w->out, text, py_float_repr(d, text));
        return true;
    }
    const char *name = isnan(d) ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
    if (w->exact) return is_odd(w);
    if (w->allow_nan) {
        py_sb_z(&w->out, name);
    } else {
        py_raise_value_error(w->iso, "Out of range float values are not JSON compliant: %R", v);
        return false;
    }
    return true;
}

static void newline(struct py_json_writer *w)
{
    if (!w->indent) return;
    py_sb_char(&w->out, '\n');
    for (int i = 0; i < w->depth; i++) py_sb_str(&w->out, w->indent);
}

// Begins a container: guards cycles and depth.
static bool enter(struct py_json_writer *w, py_value v)
{
    int known = w->depth < 64 ? w->depth : 64;
    if (w->exact && w->depth == PY_JSON_EXACT_DEPTH) return is_odd(w); // maybe within itself
    for (int i = 0; i < known && w->check_circular; i++)
        if (w->open[i] == v)
            return py_raise_value_error(w->iso, "Circular reference detected") != NULL;
    if (!py_enter(w->iso, " while encoding a JSON object")) return false;
    if (w->depth < 64) w->open[w->depth] = v;
    w->depth++;
    return true;
}

static void leave(struct py_json_writer *w)
{
    w->depth--;
    py_leave(w->iso);
}

static void separator(struct py_json_writer *w, bool first)
{
    if (!first) py_sb_str(&w->out, w->item_sep);
    newline(w);
}

// list or tuple; items are re-read because `default` may change a list.
static bool put_sequence(struct py_json_writer *w, py_value v)
{
    const struct py_type *t = py_type_of(w->iso, v);
    py_value self = v; // a program's class may iterate as it likes
    if (t != py_t(w->iso, PY_T_LIST) && t != py_t(w->iso, PY_T_TUPLE)) {
        if (w->exact) return is_odd(w);
        if (!(v = py_list_of(w->iso, v))) return false;
    }
    bool list = py_is_kind(v, PY_K_LIST), ok = true;
    uint64_t i = 0;
    if (!(list ? py_list(v)->n : py_tuple(v)->n)) {
        py_sb_ascii(&w->out, "[]", 2);
        return true;
    }
    if (!enter(w, self)) return false;
    py_sb_char(&w->out, '[');
    for (; ok && i < (list ? py_list(v)->n : py_tuple(v)->n); i++) {
        separator(w, i == 0);
        ok = py_tick(w->iso, 1) &&
             py_json_write_value(w, list ? py_list(v)->v[i] : py_tuple(v)->v[i]);
    }
    leave(w);
    if (ok && i) newline(w);
    py_sb_char(&w->out, ']');
    return ok;
}

// Writes a key. 1 done, 0 skip the item, -1 error.
static int put_key(struct py_json_writer *w, py_value k, bool *first)
{
    py_value text = k;
    if (!py_is_str(k)) {
        if (w->exact) return is_odd(w) - 1;
        if (py_is_float(k) || py_is_anyint(k) || k == PY_NONE) {
            struct py_json_writer sub = *w;
            py_sb_init(&sub.out, w->iso);
            if (!py_json_write_value(&sub, k) || !(text = py_sb_finish(&sub.out))) return -1;
        } else if (w->skip_keys) {
            return 0;
        } else {
            const char *keys = "keys must be str, int, float, bool or None, not ";
            if (w->indent) py_raise_type_error(w->iso, "%s%s", keys, py_type_name(w->iso, k));
            else py_raise_type_error(w->iso, "%s%T", keys, k); // CPython's encoder in C
            return -1;
        }
    }
    if (!text) return -1;
    separator(w, *first);
    *first = false;
    json_write_text(w, py_str(text));
    py_sb_str(&w->out, w->key_sep);
    return 1;
}

static bool put_items(struct py_json_writer *w, py_value items, bool *first)
{
    for (uint64_t i = 0; i < py_list(items)->n; i++) {
        py_value pair = py_list(items)->v[i];
        if (!py_is_kind(pair, PY_K_TUPLE) || py_tuple(pair)->n != 2) {
            py_raise_value_error(w->iso, "items must return 2-tuples");
            return false;
        }
        int k = py_tick(w->iso, 1) ? put_key(w, py_tuple(pair)->v[0], first) : -1;
        if (k < 0 || (k && !py_json_write_value(w, py_tuple(pair)->v[1]))) return false;
    }
    return true;
}

static bool put_dict(struct py_json_writer *w, py_value v)
{
    struct py_isolate *iso = w->iso;
    bool first = true, ok = true;
    if (w->exact && !py_is_exact(v, PY_K_DICT)) return is_odd(w);
    if (!py_dict(v)->n) {
        py_sb_ascii(&w->out, "{}", 2);
        return true;
    }
    if (!enter(w, v)) return false;
    py_sb_char(&w->out, '{');
    if (w->sort_keys || !py_is_exact(v, PY_K_DICT)) {
        py_value items = py_call_method(iso, v, py_name(iso, PY_N_items), NULL, 0);
        items = items ? py_list_of(iso, items) : NULL;
        ok = items && (!w->sort_keys || py_list_sort(iso, items, NULL, false)) &&
             put_items(w, items, &first);
    } else {
        uint64_t pos = 0;
        py_value k, x;
        while (ok && py_dict_next(iso, py_dict(v), &pos, &k, &x)) {
            int r = py_tick(iso, 1) ? put_key(w, k, &first) : -1;
            ok = r >= 0 && (!r || py_json_write_value(w, x));
        }
    }
    leave(w);
    if (ok && !first) newline(w);
    py_sb_char(&w->out, '}');
    return ok;
}

static bool put_other(struct py_json_writer *w, py_value v)
{
    struct py_isolate *iso = w->iso;
    if (w->exact) return is_odd(w);
    if (!w->fallback) {
        py_raise_type_error(iso, "Object of type %s is not JSON serializable",
                            py_type_name(iso, v)); // __name__, as CPython's encoder in Python
        return false;
    }
    // A value that is being converted counts for the cycle check, but is no level of indentation.
    for (int i = 0; i < w->nconverting && w->check_circular; i++)
        if (w->converting[i] == v)
            return py_raise_value_error(iso, "Circular reference detected") != NULL;
    if (!py_enter(iso, " while encoding a JSON object")) return false;
    if (w->nconverting < 64) w->converting[w->nconverting] = v;
    int saved = w->nconverting;
    if (w->nconverting < 64) w->nconverting++;
    py_value plain = py_call1(iso, w->fallback, v);
    bool ok = plain && py_json_write_value(w, plain);
    w->nconverting = saved;
    py_leave(iso);
    return ok;
}

bool py_json_write_value(struct py_json_writer *w, py_value v)
{
    if (w->out.failed) return false;
    if (py_is_str(v)) {
        json_write_text(w, py_str(v));
    } else if (v == PY_NONE) {
        py_sb_ascii(&w->out, "null", 4);
    } else if (v == PY_TRUE) {
        py_sb_ascii(&w->out, "true", 4);
    } else if (v == PY_FALSE) {
        py_sb_ascii(&w->out, "false", 5);
    } else if (py_is_anyint(v)) {
        return put_int(w, v);
    } else if (py_is_float(v)) {
        return put_float(w, v);
    } else if (py_is_kind(v, PY_K_LIST) || py_is_kind(v, PY_K_TUPLE)) {
        return put_sequence(w, v);
    } else if (py_is_kind(v, PY_K_DICT)) {
        return put_dict(w, v);
    } else {
        return put_other(w, v);
    }
    return !w->out.failed;
}

bool py_json_write(struct py_isolate *iso, py_value v, struct py_sb *out, bool *odd)
{
    struct py_json_writer w = {.iso = iso, .ascii = true, .exact = true};
    w.item_sep = py_str_z(iso, ", ");
    w.key_sep = py_str_z(iso, ": ");
    if (!w.item_sep || !w.key_sep) return *odd = false;
    w.out = *out;
    bool ok = py_json_write_value(&w, v);
    *out = w.out;
    *odd = w.odd;
    return ok;
}
