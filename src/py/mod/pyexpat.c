// Module pyexpat: XML parsing by expat, the base of xml.parsers.expat and xml.etree. Nothing
// outside is ever fetched: an external entity is only told to its handler. Memory is the isolate's,
// every event ticks. Entities may nest as deep as the C stack that is left allows for their number,
// and expand to what expat's limit on amplification allows, which falls with the document's size.
//
// expat's memory functions get no context. Blocks remember their isolate; only where a new one is
// asked for, the isolate comes from a thread-local pointer that is set inside of calls to expat and
// meaningless outside.
#include "../obj/args.h"
#include "expat_int.h"

enum {
    PART = 1 << 16,
    ERROR_CODES = 45,
    LEVEL = 1024,        // bytes of C stack of an entity inside another, and more
    EXPANDED = 32 << 20, // bytes that entities may add, also to a large document
    AMPLIFIED = 100      // times its size, to a small one
};

// --- memory -------------------------------------------------------------------------------------

struct block {
    struct py_isolate *iso;
    size_t size;
};

static _Thread_local struct py_isolate *current;

static void *block_alloc(size_t size)
{
    struct block *b = current ? py_mem_resize(current, NULL, 0, size + sizeof *b) : NULL;
    if (!b) return NULL;
    *b = (struct block){current, size + sizeof *b};
    return b + 1;
}

static void block_free(void *p)
{
    if (!p) return;
    struct block *b = (struct block *)p - 1;
    py_mem_resize(b->iso, b, b->size, 0);
}

static void *block_resize(void *p, size_t size)
{
    if (!p) return block_alloc(size);
    struct block *b = (struct block *)p - 1;
    struct block *nb = py_mem_resize(b->iso, b, b->size, size + sizeof *b);
    if (!nb) return NULL;
    nb->size = size + sizeof *nb;
    return nb + 1;
}

static const XML_Memory_Handling_Suite memory = {block_alloc, block_resize, block_free};

enum { STATE_TYPE, STATE_ERROR, STATES };

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(create)
{
    const char *encoding = NULL, *separator = NULL;
    if (a[0] && a[0] != PY_NONE) {
        if (!py_is_str(a[0]))
            return py_raise_type_error(
                iso, "ParserCreate() argument 'encoding' must be str or None, not %A", a[0]);
        if (!(encoding = py_str_utf8(iso, a[0], NULL))) return NULL;
    }
    if (a[1] && a[1] != PY_NONE) {
        if (!py_is_str(a[1]))
            return py_raise_type_error(
                iso, "ParserCreate() argument 'namespace_separator' must be str or None, not %A",
                a[1]);
        if (py_str(a[1])->len > 1)
            return py_raise_value_error(
                iso, "namespace_separator must be at most one character, omitted, or None");
        if (!(separator = py_str_utf8(iso, a[1], NULL))) return NULL;
    }
    py_value type = py_tuple(iso->module_state[PY_MS_EXPAT])->v[STATE_TYPE];
    struct py_expat *p = py_new(iso, (struct py_type *)type, sizeof *p);
    if (!p) return NULL;
    struct py_isolate *outer = current;
    current = iso;
    p->iso = iso;
    p->base = PY_NONE;
    p->xml = XML_ParserCreate_MM(encoding, &memory, separator);
    if (p->xml) {
        // A salt of the isolate: expat would open /dev/urandom for one.
        XML_SetHashSalt(p->xml, (unsigned long)(iso->hash_key[0] | 1));
        XML_SetUserData(p->xml, p);
        // Events come as soon as their text is there; what repeated parsing costs, the budget
        // limits.
        XML_SetReparseDeferralEnabled(p->xml, XML_FALSE);
        XML_SetUnknownEncodingHandler(p->xml, py_expat_encoding, p);
    }
    current = outer;
    if (p->xml) return (py_value)p;
    return iso->exc ? NULL : py_raise_no_memory(iso);
}

static py_value error_value(struct py_isolate *iso, struct py_expat *p)
{
    int code = (int)XML_GetErrorCode(p->xml);
    int64_t line = (int64_t)XML_GetErrorLineNumber(p->xml),
            column = (int64_t)XML_GetErrorColumnNumber(p->xml);
    const char *why = XML_ErrorString(code);
    py_value text = py_str_format(iso, "%s: line %lld, column %lld", why ? why : "unknown error",
                                  (long long)line, (long long)column);
    py_value e = text
                     ? py_call1(iso, py_tuple(iso->module_state[PY_MS_EXPAT])->v[STATE_ERROR], text)
                     : NULL;
    if (!e || !py_setattr(iso, e, py_str_intern_z(iso, "code"), py_small_new(code)) ||
        !py_setattr(iso, e, py_str_intern_z(iso, "lineno"), py_int_new(iso, line)) ||
        !py_setattr(iso, e, py_str_intern_z(iso, "offset"), py_int_new(iso, column)))
        return NULL;
    return e;
}

// Counts the declarations of entities in the raw text, whatever its encoding: there is none in
// which they are not ASCII, perhaps with NULs between. None is made by another entity, because
// those that could are not expanded (parameter entities). A handler in expat would keep them from
// Default.
static void count_entities(struct py_expat *p, const unsigned char *s, size_t n)
{
    static const unsigned char declaration[] = "<!ENTITY";
    for (size_t i = 0; i < n; i++) {
        if (!p->matched) {
            const unsigned char *next = memchr(s + i, '<', n - i);
            if (!next) return;
            i = (size_t)(next - s);
            p->matched = 1;
        } else if (s[i]) {
            p->matched = s[i] == declaration[p->matched] ? p->matched + 1 : s[i] == '<';
            if (p->matched == sizeof declaration - 1) p->entities++, p->matched = 0;
        }
    }
}

// Before a part of the document is parsed: its cost, with that of the text that waits to be
// complete, and its limits.
static bool prepare(struct py_expat *p, const unsigned char *s, size_t n)
{
    struct py_isolate *iso = p->iso;
    int64_t at = (int64_t)XML_GetCurrentByteIndex(p->xml);
    uint64_t waiting = p->size - (at > 0 ? (uint64_t)at : 0);
    p->size += n;
    count_entities(p, s, n);
    double factor = 1 + (double)EXPANDED / (double)(p->size + 1);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(
        p->xml, factor < AMPLIFIED ? (float)factor : AMPLIFIED);
    char here;
    if (p->entities > (size_t)(&here - iso->c_limit) / LEVEL) return py_stack_ended(iso);
    return py_tick(iso, 1 + n / 16 + waiting / 64);
}

// Parses the bytes of `data`, which nobody else can change.
static py_value run(struct py_isolate *iso, struct py_expat *p, const struct py_bytes *data,
                    bool final)
{
    if (p->busy) return py_raise(iso, PY_T_RuntimeError, "the parser is running already");
    struct py_isolate *outer = current;
    enum XML_Status status = XML_STATUS_OK;
    if (!py_enter(iso, "")) return NULL;
    p->busy = true;
    py_expat_install(p);
    for (uint64_t at = 0; status == XML_STATUS_OK && !iso->exc; at += PART) {
        uint64_t size = data->len - at < PART ? data->len - at : PART;
        bool last = at + size >= data->len;
        if (!prepare(p, data->b + at, size)) break;
        current = iso;
        status = XML_Parse(p->xml, (const char *)data->b + at, (int)size, final && last);
        current = outer;
        if (last) break;
    }
    bool ok = status == XML_STATUS_OK && py_expat_flush(p);
    p->busy = false;
    py_leave(iso);
    if (iso->exc) return NULL;
    if (ok) return py_small_new(1);
    if (XML_GetErrorCode(p->xml) == XML_ERROR_NO_MEMORY) return py_raise_no_memory(iso);
    py_value e = error_value(iso, p);
    return e ? py_raise_value(iso, e) : NULL;
}

static PY_NATIVE(p_parse)
{
    struct py_expat *p = PY_EXPAT(a[0]);
    int final = a[2] ? py_truth(iso, a[2]) : 0;
    const unsigned char *b;
    size_t len;
    py_value data;
    if (final < 0) return NULL;
    if (py_is_str(a[1])) {
        const char *s = py_str_utf8(iso, a[1], &len);
        data = s ? py_bytes_new(iso, s, len) : NULL;
        struct py_isolate *outer = current;
        current = iso;
        if (data && !p->busy) XML_SetEncoding(p->xml, "utf-8"); // whatever the document says
        current = outer;
    } else {
        data = py_bytes_view(iso, a[1], &b, &len) ? py_bytes_new(iso, b, len) : NULL;
    }
    return data ? run(iso, p, py_bytes(data), final) : NULL;
}

static PY_NATIVE(p_parse_file)
{
    py_value name = py_str_intern_z(iso, "read"), size = py_small_new(PART), data;
    do {
        data = name ? py_call_method(iso, a[1], name, &size, 1) : NULL;
        if (!data) return NULL;
        if (!py_is_kind(data, PY_K_BYTES))
            return py_raise_type_error(iso, "read() did not return a bytes object (type=%T)", data);
        if (!run(iso, PY_EXPAT(a[0]), py_bytes(data), py_bytes(data)->len == 0)) return NULL;
    } while (py_bytes(data)->len);
    return py_small_new(1);
}

static PY_NATIVE(p_get_base)
{
    return PY_EXPAT(a[0])->base;
}
static PY_NATIVE(p_set_base)
{
    PY_EXPAT(a[0])->base = a[1];
    return PY_NONE;
}
static PY_NATIVE(p_refuse)
{
    return py_raise_not_implemented(iso, "pyexpat: external entities are never read here");
}
static PY_NATIVE(p_context)
{
    return PY_NONE;
}

static const struct py_native_row methods[] = {
    PY_ROW("Parse", p_parse, "data, isfinal=False, /",
           "Takes more of the document; isfinal: it was the last."),
    PY_ROW("ParseFile", p_parse_file, "file, /",
           "Takes the document from a file open for reading bytes."),
    PY_ROW("GetBase", p_get_base, "", "What SetBase() was told."),
    PY_ROW("SetBase", p_set_base, "base, /",
           "Keeps an address that relative ones are meant to start from."),
    PY_ROW("GetInputContext", p_context, "", NULL),
    PY_ROW("ExternalEntityParserCreate", p_refuse, "context, encoding=None, /", NULL),
    PY_ROW("UseForeignDTD", p_refuse, "flag=True, /", NULL),
    {0}};

// --- attributes ---------------------------------------------------------------------------------

#define HANDLER_NAME(name) #name "Handler",
static const char *const handler_names[] = {PY_EXPAT_EVENTS(HANDLER_NAME) "DefaultHandlerExpand"};

#define FLAG_ATTR(name, field)                                                                     \
    static py_value get_##name(PY_UNUSED struct py_isolate *iso, py_value v)                       \
    {                                                                                              \
        return py_bool(PY_EXPAT(v)->field);                                                        \
    }                                                                                              \
    static bool set_##name(struct py_isolate *iso, py_value v, py_value x)                         \
    {                                                                                              \
        int t = x ? py_truth(iso, x) : 0;                                                          \
        if (t >= 0) PY_EXPAT(v)->field = t;                                                        \
        return t >= 0;                                                                             \
    }
FLAG_ATTR(buffer_text, buffer_text)
FLAG_ATTR(ordered, ordered)
FLAG_ATTR(specified, specified)
FLAG_ATTR(braces, braces)

static py_value get_prefixes(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_bool(PY_EXPAT(v)->prefixes);
}
static bool set_prefixes(struct py_isolate *iso, py_value v, py_value x)
{
    int t = x ? py_truth(iso, x) : 0;
    if (t < 0) return false;
    PY_EXPAT(v)->prefixes = t;
    XML_SetReturnNSTriplet(PY_EXPAT(v)->xml, t);
    return true;
}

#define NUMBER_ATTR(name, fn)                                                                      \
    static py_value get_##name(struct py_isolate *iso, py_value v)                                 \
    {                                                                                              \
        return py_int_new(iso, (int64_t)fn(PY_EXPAT(v)->xml));                                     \
    }
NUMBER_ATTR(error_code, XML_GetErrorCode)
NUMBER_ATTR(line, XML_GetCurrentLineNumber)
NUMBER_ATTR(column, XML_GetCurrentColumnNumber)
NUMBER_ATTR(byte, XML_GetCurrentByteIndex)

static const struct py_getset_row getset[] = {
    {"buffer_text", get_buffer_text, set_buffer_text, NULL},
    {"ordered_attributes", get_ordered, set_ordered, NULL},
    {"specified_attributes", get_specified, set_specified, NULL},
    {"namespace_prefixes", get_prefixes, set_prefixes, NULL},
    {"_braces", get_braces, set_braces, NULL},
    {"ErrorCode", get_error_code, NULL, NULL},
    {"ErrorLineNumber", get_line, NULL, NULL},
    {"ErrorColumnNumber", get_column, NULL, NULL},
    {"ErrorByteIndex", get_byte, NULL, NULL},
    {"CurrentLineNumber", get_line, NULL, NULL},
    {"CurrentColumnNumber", get_column, NULL, NULL},
    {"CurrentByteIndex", get_byte, NULL, NULL},
    {0}};

static int handler_of(py_value name)
{
    for (int i = 0; i < PY_EXPAT_HANDLERS; i++)
        if (py_str_is(name, handler_names[i])) return i;
    return -1;
}

static py_value parser_getattr(struct py_isolate *iso, py_value v, py_value name)
{
    int i = handler_of(name);
    if (i < 0) return py_generic_getattr(iso, v, name);
    return PY_EXPAT(v)->handler[i] ? PY_EXPAT(v)->handler[i] : PY_NONE;
}

static bool parser_setattr(struct py_isolate *iso, py_value v, py_value name, py_value x)
{
    struct py_expat *p = PY_EXPAT(v);
    int i = handler_of(name);
    if (i < 0) return py_generic_setattr(iso, v, name, x);
    if (!x) {
        py_raise(iso, PY_T_RuntimeError, "Cannot delete attribute");
        return false;
    }
    if (i == PY_EXPAT_CharacterData && p->busy && !py_expat_flush(p)) return false;
    p->handler[i] = x == PY_NONE ? NULL : x;
    if (p->busy) py_expat_install(p);
    return true;
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_expat *p = (struct py_expat *)o;
    for (int i = 0; i < PY_EXPAT_HANDLERS; i++) py_mark(iso, p->handler[i]);
    py_mark(iso, p->pieces);
    py_mark(iso, p->base);
}

static void finalize(PY_UNUSED struct py_isolate *iso, struct py_obj *o)
{
    struct py_expat *p = (struct py_expat *)o;
    if (p->xml) XML_ParserFree(p->xml);
    p->xml = NULL;
}

static const struct py_typedef parser_def = {
    .name = "pyexpat.xmlparser",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_expat),
    .final = true,
    .doc = "Calls your handlers as it goes through XML.",
    .methods = methods,
    .getset = getset,
    .slots = {.getattr = parser_getattr, .setattr = parser_setattr},
    .trace = trace,
    .finalize = finalize,
};

// --- module -------------------------------------------------------------------------------------

static PY_NATIVE(error_string)
{
    int64_t code;
    if (!py_as_int64(iso, a[0], &code)) return NULL;
    const char *s = code > 0 && code < ERROR_CODES ? XML_ErrorString((enum XML_Error)code) : NULL;
    return s ? py_str_z(iso, s) : PY_NONE;
}

static const struct py_native_row functions[] = {
    PY_ROW("ParserCreate", create, "encoding=None, namespace_separator=None, intern=None",
           "A parser to hang handlers on."),
    PY_ROW("ErrorString", error_string, "code, /", "What an error code means."),
    {0}};

static py_value error_class(struct py_isolate *iso)
{
    py_value space = py_dict_new(iso), name = py_str_z(iso, "ExpatError");
    py_value bases = py_tuple_pack(iso, 1, (py_value)py_t(iso, PY_T_Exception));
    if (!space || !name || !bases ||
        !py_dict_set_z(iso, py_dict(space), "__module__", py_str_z(iso, "xml.parsers.expat")))
        return NULL;
    py_value args[3] = {name, bases, space};
    return py_call(iso, (py_value)py_t(iso, PY_T_TYPE), args, 3);
}

static bool expat_init(struct py_isolate *iso, struct py_module *m)
{
    py_value state = py_tuple_new(iso, STATES), error = state ? error_class(iso) : NULL;
    struct py_type *t = error ? py_type_from_def(iso, &parser_def, NULL, "pyexpat") : NULL;
    if (!t) return false;
    py_tuple(state)->v[STATE_TYPE] = (py_value)t;
    py_tuple(state)->v[STATE_ERROR] = error;
    iso->module_state[PY_MS_EXPAT] = state;
    XML_Expat_Version v = XML_ExpatVersionInfo();
    py_value info = py_tuple_pack(iso, 3, py_small_new(v.major), py_small_new(v.minor),
                                  py_small_new(v.micro));
    return py_module_set(iso, m, "XMLParserType", (py_value)t) &&
           py_module_set(iso, m, "ExpatError", error) && py_module_set(iso, m, "error", error) &&
           py_module_set(iso, m, "version_info", info) &&
           py_module_set(iso, m, "EXPAT_VERSION", py_str_z(iso, XML_ExpatVersion())) &&
           py_module_set(iso, m, "native_encoding", py_str_z(iso, "UTF-8"));
}

const struct py_moddef py_mod_pyexpat = {.name = "pyexpat",
                                         .functions = functions,
                                         .init = expat_init,
                                         .doc = "XML parsing by calls of handlers."};
