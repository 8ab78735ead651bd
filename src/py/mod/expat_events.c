// What expat tells of a document, on its way to the handlers of a parser; see pyexpat.c. After an
// exception nothing more is called.
#include "../obj/text_int.h"
#include "expat_int.h"

static py_value text_of(struct py_isolate *iso, const XML_Char *s)
{
    return s ? py_str_z(iso, s) : PY_NONE;
}

// The name of an element or attribute, interned.
static py_value name_of(struct py_expat *p, const XML_Char *s)
{
    if (!p->braces || !strchr(s, '}')) return py_str_intern_z(p->iso, s);
    char room[256];
    int n = snprintf(room, sizeof room, "{%s", s);
    if (n < (int)sizeof room) return py_str_intern(p->iso, room, (size_t)n);
    return py_str_format(p->iso, "{%s", s);
}

// Calls a handler; after an exception nothing more is called and the parser stops.
static bool call(struct py_expat *p, enum py_expat_event which, py_value *a, int n)
{
    struct py_isolate *iso = p->iso;
    for (int i = 0; i < n; i++)
        if (!a[i]) goto stop;
    if (!iso->exc && py_tick(iso, 4) && py_call(iso, p->handler[which], a, n)) return true;
stop:
    XML_StopParser(p->xml, XML_FALSE);
    return false;
}

bool py_expat_flush(struct py_expat *p)
{
    struct py_isolate *iso = p->iso;
    if (iso->exc) return false;
    if (!p->pieces || !py_list(p->pieces)->n) return true;
    py_value list = p->pieces;
    p->pieces = NULL;
    py_value text = py_str_join(iso, py_str_empty(iso), py_list(list)->v, py_list(list)->n);
    return call(p, PY_EXPAT_CharacterData, &text, 1);
}

// May this handler be called? Text before it goes first.
static bool wanted(struct py_expat *p, enum py_expat_event which)
{
    return p->handler[which] && py_expat_flush(p) && p->handler[which];
}

static py_value attributes(struct py_expat *p, const XML_Char **atts)
{
    struct py_isolate *iso = p->iso;
    int most = p->specified ? XML_GetSpecifiedAttributeCount(p->xml) : INT32_MAX;
    py_value all = p->ordered ? py_list_new(iso, 0) : py_dict_new(iso);
    for (int i = 0; all && atts[i] && i < most; i += 2) {
        py_value k = name_of(p, atts[i]), v = k ? text_of(iso, atts[i + 1]) : NULL;
        bool ok = v && (p->ordered ? py_list_append(iso, all, k) && py_list_append(iso, all, v)
                                   : py_dict_set(iso, py_dict(all), k, v));
        if (!ok || !py_tick(iso, 1)) return NULL;
    }
    return all;
}

static void XMLCALL on_start(void *ctx, const XML_Char *name, const XML_Char **atts)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_StartElement)) return;
    py_value a[2] = {name_of(p, name), attributes(p, atts)};
    call(p, PY_EXPAT_StartElement, a, 2);
}

static void XMLCALL on_end(void *ctx, const XML_Char *name)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_EndElement)) return;
    py_value a = name_of(p, name);
    call(p, PY_EXPAT_EndElement, &a, 1);
}

static void XMLCALL on_text(void *ctx, const XML_Char *s, int len)
{
    struct py_expat *p = ctx;
    struct py_isolate *iso = p->iso;
    if (iso->exc) return;
    py_value text = py_tick(iso, 1 + (uint64_t)len / 32) ? py_str_new(iso, s, (size_t)len) : NULL;
    if (text && p->buffer_text) {
        if (!p->pieces) p->pieces = py_list_new(iso, 4);
        if (p->pieces && py_list_append(iso, p->pieces, text)) return;
        text = NULL;
    }
    if (p->handler[PY_EXPAT_CharacterData]) call(p, PY_EXPAT_CharacterData, &text, 1);
    else if (!text) XML_StopParser(p->xml, XML_FALSE);
}

static void XMLCALL on_xml(void *ctx, const XML_Char *version, const XML_Char *encoding, int alone)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_XmlDecl)) return;
    py_value a[3] = {text_of(p->iso, version), text_of(p->iso, encoding), py_small_new(alone)};
    call(p, PY_EXPAT_XmlDecl, a, 3);
}

static void XMLCALL on_doctype(void *ctx, const XML_Char *name, const XML_Char *sys,
                               const XML_Char *pub, int subset)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_StartDoctypeDecl)) return;
    py_value a[4] = {text_of(p->iso, name), text_of(p->iso, sys), text_of(p->iso, pub),
                     py_small_new(subset)};
    call(p, PY_EXPAT_StartDoctypeDecl, a, 4);
}

static void XMLCALL on_entity(void *ctx, const XML_Char *name, int param, const XML_Char *value,
                              int len, const XML_Char *base, const XML_Char *sys,
                              const XML_Char *pub, const XML_Char *notation)
{
    struct py_expat *p = ctx;
    struct py_isolate *iso = p->iso;
    if (!wanted(p, PY_EXPAT_EntityDecl)) return;
    py_value a[7] = {text_of(iso, name),
                     py_small_new(param),
                     value ? py_str_new(iso, value, (size_t)len) : PY_NONE,
                     text_of(iso, base),
                     text_of(iso, sys),
                     text_of(iso, pub),
                     text_of(iso, notation)};
    call(p, PY_EXPAT_EntityDecl, a, 7);
}

static int XMLCALL on_external(XML_Parser xml, const XML_Char *context, const XML_Char *base,
                               const XML_Char *sys, const XML_Char *pub)
{
    struct py_expat *p = XML_GetUserData(xml);
    struct py_isolate *iso = p->iso;
    if (!wanted(p, PY_EXPAT_ExternalEntityRef)) return iso->exc ? 0 : 1;
    py_value a[4] = {text_of(iso, context), text_of(iso, base), text_of(iso, sys),
                     text_of(iso, pub)};
    for (int i = 0; i < 4; i++)
        if (!a[i]) return 0;
    py_value r = py_call(iso, p->handler[PY_EXPAT_ExternalEntityRef], a, 4);
    int64_t go = 0;
    return r && py_as_int64(iso, r, &go) && go;
}

static void XMLCALL on_skipped(void *ctx, const XML_Char *name, int param)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_SkippedEntity)) return;
    py_value a[2] = {text_of(p->iso, name), py_small_new(param)};
    call(p, PY_EXPAT_SkippedEntity, a, 2);
}

static void default_text(struct py_expat *p, enum py_expat_event which, const XML_Char *s, int len)
{
    if (!wanted(p, which)) return;
    py_value text = py_str_new(p->iso, s, (size_t)len);
    call(p, which, &text, 1);
}

static int XMLCALL on_standalone(void *ctx)
{
    struct py_expat *p = ctx;
    if (!wanted(p, PY_EXPAT_NotStandalone)) return !p->iso->exc;
    py_value r = py_call(p->iso, p->handler[PY_EXPAT_NotStandalone], NULL, 0);
    int64_t go = 0;
    return r && py_as_int64(p->iso, r, &go) && go;
}

// Callbacks of nothing, one or two strings.
#define NONE_CALLBACK(name)                                                                        \
    static void XMLCALL on_##name(void *ctx)                                                       \
    {                                                                                              \
        if (wanted(ctx, PY_EXPAT_##name)) call(ctx, PY_EXPAT_##name, NULL, 0);                     \
    }
#define TEXT_CALLBACK(name)                                                                        \
    static void XMLCALL on_##name(void *ctx, const XML_Char *s)                                    \
    {                                                                                              \
        struct py_expat *p = ctx;                                                                  \
        if (!wanted(p, PY_EXPAT_##name)) return;                                                   \
        py_value text = text_of(p->iso, s);                                                        \
        call(p, PY_EXPAT_##name, &text, 1);                                                        \
    }
#define PAIR_CALLBACK(name)                                                                        \
    static void XMLCALL on_##name(void *ctx, const XML_Char *s, const XML_Char *t)                 \
    {                                                                                              \
        struct py_expat *p = ctx;                                                                  \
        if (!wanted(p, PY_EXPAT_##name)) return;                                                   \
        py_value a[2] = {text_of(p->iso, s), text_of(p->iso, t)};                                  \
        call(p, PY_EXPAT_##name, a, 2);                                                            \
    }
#define DEFAULT_CALLBACK(name)                                                                     \
    static void XMLCALL on_##name(void *ctx, const XML_Char *s, int len)                           \
    {                                                                                              \
        default_text(ctx, PY_EXPAT_##name, s, len);                                                \
    }
TEXT_CALLBACK(Comment)
TEXT_CALLBACK(EndNamespaceDecl)
PAIR_CALLBACK(ProcessingInstruction)
PAIR_CALLBACK(StartNamespaceDecl)
NONE_CALLBACK(EndDoctypeDecl)
NONE_CALLBACK(StartCdataSection)
NONE_CALLBACK(EndCdataSection)
DEFAULT_CALLBACK(Default)
DEFAULT_CALLBACK(DefaultExpand)

int XMLCALL py_expat_encoding(void *ctx, const XML_Char *name, XML_Encoding *info)
{
    struct py_isolate *iso = ((struct py_expat *)ctx)->iso;
    unsigned char all[256];
    for (int i = 0; i < 256; i++) all[i] = (unsigned char)i;
    py_value bytes = py_bytes_new(iso, all, 256), codec = bytes ? py_str_z(iso, name) : NULL;
    py_value replace = codec ? py_str_z(iso, "replace") : NULL;
    py_value text = replace ? py_decode(iso, bytes, codec, replace) : NULL;
    if (!text || py_str(text)->len != 256) {
        if (!text && py_error_is(iso, PY_T_LookupError)) py_error_clear(iso);
        return XML_STATUS_ERROR;
    }
    for (size_t i = 0; i < 256; i++) {
        uint32_t c = py_str_at(py_str(text), i);
        info->map[i] = c == 0xfffd ? -1 : (int)c;
    }
    return XML_STATUS_OK;
}

void py_expat_install(struct py_expat *p)
{
    XML_Parser x = p->xml;
#define ON(name, fn) (p->handler[PY_EXPAT_##name] ? fn : NULL)
    XML_SetElementHandler(x, ON(StartElement, on_start), ON(EndElement, on_end));
    XML_SetCharacterDataHandler(x, ON(CharacterData, on_text));
    XML_SetCommentHandler(x, ON(Comment, on_Comment));
    XML_SetProcessingInstructionHandler(x, ON(ProcessingInstruction, on_ProcessingInstruction));
    XML_SetNamespaceDeclHandler(x, ON(StartNamespaceDecl, on_StartNamespaceDecl),
                                ON(EndNamespaceDecl, on_EndNamespaceDecl));
    XML_SetXmlDeclHandler(x, ON(XmlDecl, on_xml));
    XML_SetDoctypeDeclHandler(x, ON(StartDoctypeDecl, on_doctype),
                              ON(EndDoctypeDecl, on_EndDoctypeDecl));
    XML_SetEntityDeclHandler(x, ON(EntityDecl, on_entity));
    XML_SetCdataSectionHandler(x, ON(StartCdataSection, on_StartCdataSection),
                               ON(EndCdataSection, on_EndCdataSection));
    XML_SetExternalEntityRefHandler(x, ON(ExternalEntityRef, on_external));
    XML_SetSkippedEntityHandler(x, ON(SkippedEntity, on_skipped));
    XML_SetNotStandaloneHandler(x, ON(NotStandalone, on_standalone));
    if (p->handler[PY_EXPAT_DefaultExpand]) XML_SetDefaultHandlerExpand(x, on_DefaultExpand);
    else XML_SetDefaultHandler(x, ON(Default, on_Default));
#undef ON
}
