// Inside of module pyexpat: the parser object, and what expat tells it (expat_events.c).
#ifndef PY_EXPAT_INT_H
#define PY_EXPAT_INT_H

#include "../native.h"

#define XML_DTD // for its declaration of the limit on amplification
#include <expat.h>

// The events that a parser has a handler for; each as its attribute begins.
// clang-format off
#define PY_EXPAT_EVENTS(X)                                                                         \
    X(StartElement) X(EndElement) X(CharacterData) X(Comment)                                      \
    X(ProcessingInstruction) X(StartNamespaceDecl) X(EndNamespaceDecl) X(XmlDecl)                  \
    X(StartDoctypeDecl) X(EndDoctypeDecl) X(EntityDecl) X(StartCdataSection)                       \
    X(EndCdataSection) X(ExternalEntityRef) X(SkippedEntity) X(NotStandalone)                      \
    X(Default)
// clang-format on
#define PY_EXPAT_ID(name) PY_EXPAT_##name,
enum py_expat_event { PY_EXPAT_EVENTS(PY_EXPAT_ID) PY_EXPAT_DefaultExpand, PY_EXPAT_HANDLERS };

struct py_expat {
    struct py_obj h;
    XML_Parser xml;
    struct py_isolate *iso; // for the callbacks
    bool busy, buffer_text, ordered, specified, prefixes;
    bool braces; // names with a namespace as "{uri}name": what the separator '}' lacks
    py_value handler[PY_EXPAT_HANDLERS]; // NULL: none
    py_value pieces;                     // list of text that waits, while buffer_text
    py_value base;
    uint64_t size;     // of the document so far
    uint64_t entities; // declared, at most
    size_t matched;    // bytes of declaration[] that end what was seen
};

#define PY_EXPAT(v) ((struct py_expat *)(v))

// Asks expat for the events that have a handler, so that Default sees the others.
void py_expat_install(struct py_expat *p);
// Hands on the text that waits. False: the parser stops.
bool py_expat_flush(struct py_expat *p);
// A single-byte encoding that expat does not know, from the engine's own codecs.
int XMLCALL py_expat_encoding(void *ctx, const XML_Char *name, XML_Encoding *info);

#endif
