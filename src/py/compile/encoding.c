// Source that comes as bytes may name its encoding (PEP 263): in a comment on one of the first two
// lines, or by a byte order mark, which says UTF-8. What is in another one is decoded here, before
// the parser sees it.
#include <ctype.h>

#include "../obj/exc.h"
#include "../obj/text_int.h"
#include "compile.h"

enum { KNOWN_NAME = 12 }; // characters that tell the two encodings with many names

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("-_.", c));
}

// Lines may be as long as memory allows: they are gone through in pieces. False: the cell was
// ended.
static bool tick_at(struct py_isolate *iso, const char *s)
{
    return (uintptr_t)s % 4096 || py_tick(iso, 512);
}

// Finds the name in a comment `coding: NAME` on a line [s, end); *blank: nothing but a comment.
static bool coding_name(struct py_isolate *iso, const char *s, const char *end, const char **name,
                        size_t *n, bool *blank)
{
    for (; s < end && (*s == ' ' || *s == '\t' || *s == '\f'); s++)
        if (!tick_at(iso, s)) return false;
    *blank = s == end || *s == '#';
    for (; *blank && s + 7 <= end; s++) {
        if (!tick_at(iso, s)) return false;
        if (memcmp(s, "coding", 6) != 0 || (s[6] != ':' && s[6] != '=')) continue;
        for (s += 7; s < end && (*s == ' ' || *s == '\t'); s++)
            if (!tick_at(iso, s)) return false;
        for (*n = 0; s + *n < end && is_name(s[*n]); ++*n)
            if (!tick_at(iso, s + *n)) return false;
        if (*n) *name = s;
        if (*n) return true;
    }
    return true;
}

// *name stays NULL where no name is found.
static bool find_name(struct py_isolate *iso, const char *source, const char *stop,
                      const char **name, size_t *n)
{
    bool blank = true;
    for (int line = 0; line < 2 && blank && !*name && source < stop; line++) {
        const char *end = source;
        for (; end < stop && *end != '\n' && *end != '\r'; end++)
            if (!tick_at(iso, end)) return false;
        if (!coding_name(iso, source, end, name, n, &blank)) return false;
        if (end + 1 < stop && *end == '\r' && end[1] == '\n') end++;
        source = end < stop ? end + 1 : end;
    }
    return true;
}

// The name as messages have it: "utf-8" and "iso-8859-1" for all names of these two.
static py_value plain_name(struct py_isolate *iso, const char *name, size_t n)
{
    static const char *const same[][2] = {{"utf-8", "utf-8"},
                                          {"latin-1", "iso-8859-1"},
                                          {"iso-8859-1", "iso-8859-1"},
                                          {"iso-latin-1", "iso-8859-1"}};
    char text[KNOWN_NAME + 1] = "";
    for (size_t i = 0; i < n && i < KNOWN_NAME; i++)
        text[i] = name[i] == '_' ? '-' : (char)tolower((unsigned char)name[i]);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        size_t len = strlen(same[i][0]);
        if (!strncmp(text, same[i][0], len) && (!text[len] || text[len] == '-'))
            return py_str_z(iso, same[i][1]);
    }
    return py_str_new(iso, name, n);
}

// SyntaxError; for a file without a place.
static bool refuse(struct py_isolate *iso, py_value message, const char *filename, bool file)
{
    py_value none = PY_NONE, zero = py_small_new(0), minus = py_small_new(-1), details = NULL;
    py_value name = message ? py_str_z(iso, filename) : NULL;
    if (!name) return false;
    if (!file) details = py_tuple_pack(iso, 6, name, zero, minus, none, zero, minus);
    py_value a[2] = {message, details};
    py_value e = file || details
                     ? py_call(iso, (py_value)py_t(iso, PY_T_SyntaxError), a, file ? 1 : 2)
                     : NULL;
    if (e) py_raise_value(iso, e);
    return false;
}

// The text of bytes in that encoding, as UTF-8.
static py_value recode(struct py_isolate *iso, const char *source, size_t len, py_value encoding)
{
    py_value bytes = py_bytes_new(iso, source, len);
    py_value text = bytes ? py_decode(iso, bytes, encoding, NULL) : NULL;
    size_t n;
    const char *utf8 = text ? py_str_utf8(iso, text, &n) : NULL;
    return utf8 ? py_bytes_new(iso, utf8, n) : NULL;
}

// A file that names no encoding must be UTF-8.
static bool check_file(struct py_isolate *iso, const char *source, size_t len, const char *filename)
{
    py_value bytes = py_bytes_new(iso, source, len);
    if (!bytes || py_decode(iso, bytes, NULL, NULL)) return bytes != NULL;
    if (!py_error_is(iso, PY_T_UnicodeDecodeError)) return false;
    int64_t at;
    size_t line = 1;
    py_value start = py_getattr_s(iso, py_error_take(iso), "start");
    if (!start || !py_as_int64(iso, start, &at)) return false;
    for (int64_t i = 0; i < at; i++) line += source[i] == '\n';
    char byte[8];
    snprintf(byte, sizeof byte, "\\x%02x", (unsigned char)source[at]);
    return refuse(iso,
                  py_str_format(iso,
                                "Non-UTF-8 code starting with '%s' in file %s on line %zu, but no "
                                "encoding declared; see https://peps.python.org/pep-0263/ for "
                                "details",
                                byte, filename, line),
                  filename, true);
}

bool py_source_decode(struct py_isolate *iso, const char **source, size_t *len,
                      const char *filename, bool file)
{
    const char *s = *source;
    size_t n = 0;
    bool bom = *len >= 3 && !memcmp(s, "\xef\xbb\xbf", 3);
    const char *found = NULL;
    if (!py_tick(iso, *len / 64 + 1) || !find_name(iso, s + 3 * bom, s + *len, &found, &n))
        return false;
    if (!found) return !file || bom || check_file(iso, s, *len, filename);
    py_value name = plain_name(iso, found, n);
    if (!name) return false;
    if (py_str_is(name, "utf-8") || (!file && memchr(s, 0, *len))) return true;
    if (bom)
        return refuse(iso, py_str_format(iso, "encoding problem: %U with BOM", name), filename,
                      file);
    py_value text = recode(iso, s, *len, name);
    if (text) {
        *source = (const char *)py_bytes(text)->b;
        *len = py_bytes(text)->len;
        return true;
    }
    if (!py_error_is(iso, PY_T_LookupError) && !py_error_is(iso, PY_T_ValueError)) return false;
    py_value exc = py_error_take(iso);
    return refuse(iso,
                  file ? py_str_format(iso, "encoding problem: %U", name) : py_str_of(iso, exc),
                  filename, file);
}
