// Reads what strangers wrote: bytes in, text (or a picture) out, by a child that is locked in and
// dies with its work. The parsers (libxml2, iconv, pdftotext) run nowhere else. The child is this
// program anew; it gets the bytes once it has said that every layer of the jail holds.
#ifndef SA_TOOL_WEB_READER_H
#define SA_TOOL_WEB_READER_H

#include "base/buf.h"
#include "jail/jail.h"

struct sa_err;
struct sa_stop;

#define SA_WEB_HTML "html"       // a page as Markdown
#define SA_WEB_RESULTS "results" // a page of results of DuckDuckGo, as JSON
#define SA_WEB_TEXT "text"       // the text as it is, in UTF-8
#define SA_WEB_PDF "pdf"         // the text in it
#define SA_WEB_PICTURE "picture" // a picture within bounds (picture.h)

enum { SA_WEB_TEXT_MAX = 8 << 20 }; // of what is given
#define SA_WEB_TEXT_CUT "\n[the rest was left out: it is longer than 8 MiB]"

struct sa_web_read {
    const char *kind;
    const char *charset; // as the server calls it; "": it does not say
    const char *url;     // of the page, for its links
    const char *data;
    size_t len;
    enum sa_jail_mode sandbox;
    struct sa_stop *stop;
};

// Appends the text. 0, or -1 with err: code 7 when a layer is missing, else 9.
int sa_web_read(const struct sa_web_read *read, struct sa_buf *text, struct sa_err *err);

// The program that reads PDF; NULL: there is none here.
const char *sa_web_pdf_program(void);

#endif
