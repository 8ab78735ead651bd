// Inside of the child that reads (reader.h): what is in the page's bytes is nobody's secret here,
// and whoever takes this process over has nothing but the channel.
#ifndef SA_TOOL_WEB_CHILD_H
#define SA_TOOL_WEB_CHILD_H

#include "base/buf.h"

// The first byte of what it says.
enum { SA_WEB_SAYS_TEXT = 'T', SA_WEB_SAYS_WRONG = 'E' };

// --- pages: libxml2, opened at run time (html.c)

// Gets the elements of a page, well nested. `attributes`: names and values by turns, a name NULL at
// the end; NULL: there are none. A value may be NULL.
struct sa_web_sink {
    void (*start)(void *sink, const char *name, const char **attributes);
    void (*end)(void *sink, const char *name);
    void (*text)(void *sink, const char *text, size_t len);
};

struct sa_html;
bool sa_html_load(void); // false: the library cannot be had
struct sa_html *sa_html_new(const struct sa_web_sink *calls, void *sink);
void sa_html_feed(struct sa_html *html, const char *text, size_t len); // UTF-8
void sa_html_end(struct sa_html *html);                                // frees it
// An attribute's value; NULL: it has none of this name.
const char *sa_html_attribute(const char **attributes, const char *name);
bool sa_html_has_class(const char **attributes, const char *name);
bool sa_style_hides(const char *style); // an inline style
// `href` as it is meant on the page `base`, malloc'd; NULL: no URL.
char *sa_html_absolute(const char *href, const char *base);

// --- Markdown (markdown.c)

struct sa_markdown;
extern const struct sa_web_sink sa_markdown_sink;
struct sa_markdown *sa_markdown_new(const char *url, size_t max_text);
void sa_markdown_end(struct sa_markdown *m, struct sa_buf *out); // frees it

// --- DuckDuckGo's page of results (results.c): {"results": [{"title","url","snippet"}], "blocked"}

struct sa_results;
extern const struct sa_web_sink sa_results_sink;
struct sa_results *sa_results_new(void);
void sa_results_end(struct sa_results *r, struct sa_buf *out); // frees it

// --- charsets (charset.c)

struct sa_charsets;
struct sa_charsets *sa_charsets_open(void); // what may be needed of the C library's, loaded
// Converts, to the last byte: what is no character becomes U+FFFD. The charset is that of a byte
// order mark, else the given one, else the one that a page names itself (html), else UTF-8 if it is
// that, else Windows-1252.
void sa_charsets_convert(struct sa_charsets *c, const char *name, bool html, const char *data,
                         size_t len, void (*sink)(void *ctx, const char *text, size_t n),
                         void *ctx);
void sa_charsets_free(struct sa_charsets *c);

// --- pictures: libpng, libjpeg-turbo, libwebp (image.c)

// Appends what picture.c takes; `bounds`: "SIDE BYTES". NULL, or what is wrong.
const char *sa_image_fit(const char *data, size_t len, const char *bounds, struct sa_buf *out);

// --- PDF (pdf.c)

struct sa_jail_report;
// Locks this process in with pdftotext in view, and becomes it. `say` reports the layers and takes
// what comes before the file. Comes back only when that fails.
void sa_web_become_pdf(unsigned namespaces, bool (*say)(const struct sa_jail_report *report));

#endif
