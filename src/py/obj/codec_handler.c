// The handlers of encoding errors as functions of module codecs, which take an exception and give
// (replacement, position); the registry of them.
#include "codec_int.h"
#include "str_int.h"

// What an exception of one of the three classes says; the bounds are put into the object.
struct report {
    enum py_type_id type;
    py_value object;
    size_t len, start, end;
};

static bool read_bound(struct py_isolate *iso, py_value exc, const char *name, int64_t least,
                       int64_t most, size_t *out)
{
    int64_t i;
    py_value v = py_getattr_s(iso, exc, name);
    if (!v || !py_as_int64(iso, v, &i)) return false;
    if (i > most) i = most;
    *out = (size_t)(i < least ? least : i);
    return true;
}

static bool read_report(struct py_isolate *iso, py_value exc, struct report *r)
{
    r->type = py_isa(iso, exc, PY_T_UnicodeEncodeError)      ? PY_T_UnicodeEncodeError
              : py_isa(iso, exc, PY_T_UnicodeDecodeError)    ? PY_T_UnicodeDecodeError
              : py_isa(iso, exc, PY_T_UnicodeTranslateError) ? PY_T_UnicodeTranslateError
                                                             : PY_T_OBJECT;
    if (r->type == PY_T_OBJECT) return py_codec_bad_class(iso, py_type_name(iso, exc));
    bool bytes = r->type == PY_T_UnicodeDecodeError;
    r->object = py_getattr_s(iso, exc, "object");
    if (!r->object) return false;
    if (!(bytes ? py_is_kind(r->object, PY_K_BYTES) : py_is_str(r->object)))
        return py_raise_type_error(iso, "object attribute must be %s", bytes ? "bytes" : "unicode");
    r->len = bytes ? py_bytes(r->object)->len : py_str(r->object)->len;
    int64_t len = (int64_t)r->len;
    return read_bound(iso, exc, "start", 0, len ? len - 1 : 0, &r->start) &&
           read_bound(iso, exc, "end", len ? 1 : 0, len, &r->end);
}

static int unit_of(struct py_isolate *iso, py_value exc)
{
    struct py_codec c;
    py_value name = py_getattr_s(iso, exc, "encoding");
    if (!name || !py_is_str(name) || !py_codec_find(name, &c)) return 0;
    if (c.decode == py_decode_utf8) return 1;
    int size = c.decode == py_decode_utf16 ? 2 : c.decode == py_decode_utf32 ? 4 : 0;
    return c.order > 0 ? -size : size;
}

static py_value answer(struct py_isolate *iso, py_value replacement, size_t at)
{
    return replacement ? py_tuple_pack(iso, 2, replacement, py_int_new(iso, (int64_t)at)) : NULL;
}

static py_value give_back(struct py_isolate *iso, py_value exc)
{
    return iso->exc ? NULL : py_raise_value(iso, exc);
}

static py_value handle_bytes(struct py_isolate *iso, py_value exc, enum py_handler handler,
                             const struct report *r)
{
    struct py_dec d = {.iso = iso, .obj = r->object, .p = py_bytes(r->object)->b, .len = r->len};
    size_t resume = r->end;
    d.name = "";
    if (handler == PY_H_PASS) d.unit = unit_of(iso, exc);
    if (iso->exc) return NULL;
    py_sb_init(&d.out, iso);
    if (py_dec_handle(&d, handler, r->start, r->end > r->start ? r->end : r->start, "", &resume))
        return answer(iso, py_sb_finish(&d.out), resume);
    if (handler != PY_H_ESCAPE && handler != PY_H_PASS) return NULL;
    if (!py_error_is(iso, PY_T_UnicodeDecodeError)) return NULL;
    py_error_clear(iso);
    return give_back(iso, exc);
}

static py_value handle_text(struct py_isolate *iso, py_value exc, enum py_handler handler,
                            const struct report *r)
{
    struct py_enc e = {.iso = iso, .s = r->object, .limit = 128};
    bool surrogates = handler == PY_H_ESCAPE || handler == PY_H_PASS;
    if (handler == PY_H_PASS) e.unit = unit_of(iso, exc);
    if (iso->exc) return NULL;
    py_bb_init(&e.out, iso);
    for (size_t i = r->start; handler != PY_H_IGNORE && i < r->end; i++) {
        if (!py_codec_tick(iso, i) || !py_enc_handle(&e, handler, py_str_at(py_str(r->object), i)))
            return NULL;
        if (e.unmapped) return give_back(iso, exc);
    }
    py_value out = py_bb_finish(&e.out, false);
    if (!out || surrogates) return answer(iso, out, r->end);
    return answer(iso, py_str_new(iso, (const char *)py_bytes(out)->b, py_bytes(out)->len), r->end);
}

static py_value handle(struct py_isolate *iso, py_value exc, enum py_handler handler)
{
    struct report r;
    if (!read_report(iso, exc, &r)) return NULL;
    if (r.type == PY_T_UnicodeDecodeError) return handle_bytes(iso, exc, handler, &r);
    if (r.type == PY_T_UnicodeEncodeError) return handle_text(iso, exc, handler, &r);
    if (handler == PY_H_REPLACE) {
        py_value mark = py_str_char(iso, 0xfffd);
        return answer(
            iso, py_str_repeat(iso, mark, r.end > r.start ? (int64_t)(r.end - r.start) : 0), r.end);
    }
    if (handler == PY_H_IGNORE || handler == PY_H_BACKSLASH)
        return handle_text(iso, exc, handler, &r);
    return py_codec_bad_class(iso, py_type_name(iso, exc));
}

#define HANDLER(name, which)                                                                       \
    static py_value name(struct py_isolate *iso, py_value *a)                                      \
    {                                                                                              \
        return handle(iso, a[0], which);                                                           \
    }
HANDLER(call_ignore, PY_H_IGNORE)
HANDLER(call_replace, PY_H_REPLACE)
HANDLER(call_backslash, PY_H_BACKSLASH)
HANDLER(call_charref, PY_H_CHARREF)
HANDLER(call_name, PY_H_NAME)
HANDLER(call_escape, PY_H_ESCAPE)
HANDLER(call_pass, PY_H_PASS)

static py_value call_strict(struct py_isolate *iso, py_value *a)
{
    if (py_isa(iso, a[0], PY_T_BaseException)) return py_raise_value(iso, a[0]);
    return py_raise_type_error(iso, "codec must pass exception instance");
}

py_value py_codec_handler(struct py_isolate *iso, py_value name)
{
    static const struct py_native_row rows[PY_H_OWN] = {
        [PY_H_STRICT] = PY_ROW("strict_errors", call_strict, "object, /", "Raise the exception."),
        [PY_H_IGNORE] = PY_ROW("ignore_errors", call_ignore, "object, /",
                               "Leave out what is wrong."),
        [PY_H_REPLACE] = PY_ROW("replace_errors", call_replace, "object, /",
                                "Put a question mark, or U+FFFD, for what is wrong."),
        [PY_H_BACKSLASH] = PY_ROW("backslashreplace_errors", call_backslash, "object, /",
                                  "Put escapes with a backslash for what is wrong."),
        [PY_H_CHARREF] = PY_ROW("xmlcharrefreplace_errors", call_charref, "object, /",
                                "Put character references for what is wrong."),
        [PY_H_ESCAPE] = PY_ROW("surrogateescape", call_escape, "object, /",
                               "Carry bytes as lone surrogates, and back."),
        [PY_H_PASS] = PY_ROW("surrogatepass", call_pass, "object, /", "Let surrogates pass."),
        [PY_H_NAME] = PY_ROW("namereplace_errors", call_name, "object, /",
                             "Put escapes by name for what is wrong."),
    };
    py_value d = py_codec_state(iso, PY_CODEC_HANDLERS);
    if (!d) return NULL;
    if (!name) name = py_str_z(iso, "strict");
    py_value f = name ? py_dict_get_str(iso, py_dict(d), name) : NULL;
    if (f || iso->exc) return f;
    enum py_handler h = py_codec_handler_id(name);
    if (h == PY_H_OWN)
        return py_raise(iso, PY_T_LookupError, "unknown error handler name '%U'", name);
    f = py_builtin_new(iso, &rows[h], NULL, NULL);
    return f && py_dict_set(iso, py_dict(d), name, f) ? f : NULL;
}
