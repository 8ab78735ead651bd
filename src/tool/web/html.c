// libxml2's HTML parser, as a stream of elements: no tree is built, so that what a page costs does
// not depend on what is in it. Opened at run time, and only in the child that reads.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/HTMLparser.h>
#include <libxml/uri.h>

#include "base/library.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

#define SYMBOLS(X)                                                                                 \
    X(htmlCreatePushParserCtxt)                                                                    \
    X(htmlCtxtUseOptions)                                                                          \
    X(htmlParseChunk)                                                                              \
    X(htmlFreeParserCtxt)                                                                          \
    X(xmlBuildURI)

static struct {
#define FIELD(symbol) __typeof__(&symbol) symbol;
    SYMBOLS(FIELD)
#undef FIELD
    bool tried, ok;
} xml; // of a process that does nothing else: set once, before it is locked in

struct sa_html {
    const struct sa_web_sink *calls;
    void *sink;
    htmlParserCtxtPtr parser;
};

bool sa_html_load(void)
{
    static const struct sa_symbol symbols[] = {
#define ROW(symbol) {#symbol, offsetof(__typeof__(xml), symbol)},
        SYMBOLS(ROW)
#undef ROW
    };
    if (xml.tried) return xml.ok;
    xml.tried = true;
    return xml.ok = !sa_library_open(&sa_libraries[SA_LIBRARY_XML2], symbols, SA_COUNT(symbols),
                                     &xml, NULL);
}

static void on_start(void *ctx, const xmlChar *name, const xmlChar **attributes)
{
    struct sa_html *h = ctx;
    h->calls->start(h->sink, (const char *)name, (const char **)attributes);
}

static void on_end(void *ctx, const xmlChar *name)
{
    struct sa_html *h = ctx;
    h->calls->end(h->sink, (const char *)name);
}

static void on_text(void *ctx, const xmlChar *text, int len)
{
    struct sa_html *h = ctx;
    h->calls->text(h->sink, (const char *)text, (size_t)len);
}

struct sa_html *sa_html_new(const struct sa_web_sink *calls, void *sink)
{
    static htmlSAXHandler handler = {.startElement = on_start,
                                     .endElement = on_end,
                                     .characters = on_text,
                                     .cdataBlock = on_text,
                                     .ignorableWhitespace = on_text};
    if (!sa_html_load()) return NULL;
    struct sa_html *h = sa_xcalloc(1, sizeof *h);
    h->calls = calls;
    h->sink = sink;
    h->parser = xml.htmlCreatePushParserCtxt(&handler, h, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    if (!h->parser) return free(h), NULL;
    xml.htmlCtxtUseOptions(h->parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
                                          HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                                          HTML_PARSE_IGNORE_ENC);
    return h;
}

// Without NULs, at which the parser would stop.
void sa_html_feed(struct sa_html *h, const char *text, size_t len)
{
    enum { MOST = 1 << 20 };
    for (size_t n; len; text += n, len -= n) {
        if (!*text) {
            n = 1;
            continue;
        }
        n = strnlen(text, len < MOST ? len : MOST);
        xml.htmlParseChunk(h->parser, text, (int)n, 0);
    }
}

void sa_html_end(struct sa_html *h)
{
    xml.htmlParseChunk(h->parser, NULL, 0, 1);
    xml.htmlFreeParserCtxt(h->parser);
    free(h);
}

const char *sa_html_attribute(const char **attributes, const char *name)
{
    for (; attributes && *attributes; attributes += 2)
        if (sa_strcaseeq(*attributes, name)) return attributes[1] ? attributes[1] : "";
    return NULL;
}

bool sa_html_has_class(const char **attributes, const char *name)
{
    struct sa_str rest = sa_str_of(sa_html_attribute(attributes, "class")), word;
    while (rest.data && sa_str_next_part(&rest, ' ', &word))
        if (sa_str_equals(word, name)) return true;
    return false;
}

// What must not be in a URL but often is.
static void escape(struct sa_buf *out, const char *href)
{
    for (const unsigned char *p = (const unsigned char *)href; *p; p++) {
        if (*p <= ' ' || *p >= 0x7F || strchr("<>\"{}|\\^`", *p)) sa_buf_appendf(out, "%%%02X", *p);
        else sa_buf_appendc(out, (char)*p);
    }
}

char *sa_html_absolute(const char *href, const char *base)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_SMALL), whole = SA_BUF_INIT(SA_BUF_TEXT);
    escape(&clean, href);
    xmlChar *text = xml.xmlBuildURI((const xmlChar *)sa_buf_text(&clean), (const xmlChar *)base);
    sa_buf_release(&clean);
    if (!text) return NULL;
    escape(&whole, (const char *)text); // it decodes the host, to any bytes
    free(text); // libxml2's allocator is malloc unless a program sets another
    return sa_buf_take(&whole, NULL);
}
