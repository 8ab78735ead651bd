// The child that reads: loads what it will need, locks itself in, says which layers hold, and only
// then gets the bytes.
#include "tool/web/child.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "jail/jail.h"
#include "tool/web/reader.h"
#include "tool/web/web.h"

enum { MEMORY = 512 << 20, SECONDS = 10, LINE = 16 << 10 }; // SECONDS: of computing
enum { INPUT_MAX = 65 << 20 };                              // more than is ever fetched

// Byte by byte, since what follows may be for another program.
static bool read_line(char *line, size_t room)
{
    size_t n = 0;
    for (; n + 1 < room && read(SA_JAIL_CHANNEL, line + n, 1) == 1; n++) {
        if (line[n] != '\n') continue;
        line[n] = 0;
        return true;
    }
    return false;
}

static bool say_layers(const struct sa_jail_report *r)
{
    char line[256];
    int n = snprintf(line, sizeof line, "%u", r->enforced);
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        n += snprintf(line + n, sizeof line - (size_t)n, " %d", r->error[i]);
    line[n++] = '\n';
    return sa_fs_write_all(SA_JAIL_CHANNEL, line, (size_t)n);
}

static bool say_layers_of_pdf(const struct sa_jail_report *r)
{
    char unused[LINE];
    const char says = SA_WEB_SAYS_TEXT;
    return say_layers(r) && read_line(unused, LINE) && read_line(unused, LINE) &&
           read_line(unused, LINE) && sa_fs_write_all(SA_JAIL_CHANNEL, &says, 1);
}

struct job {
    struct sa_charsets *charsets;
    bool page, results;   // what to make of HTML; neither: it is text
    bool picture;         // no text at all
    struct sa_html *html; // NULL: text as it is
    void *sink;
    char charset[LINE], url[LINE];
    struct sa_buf in, out;
};

static void feed(void *ctx, const char *text, size_t len)
{
    struct job *j = ctx;
    if (j->html) sa_html_feed(j->html, text, len);
    else if (j->out.len + len < SA_WEB_TEXT_MAX) sa_buf_append(&j->out, text, len);
    else j->out.full = true;
}

static bool read_all(struct sa_buf *in)
{
    for (;;) {
        char *room = sa_buf_reserve(in, LINE);
        ssize_t n = room ? read(SA_JAIL_CHANNEL, room, LINE) : -1;
        if (n <= 0) return n == 0;
        sa_buf_added(in, (size_t)n);
    }
}

// What is loaded of files; false: something is missing.
static bool prepare(struct job *j, const char *kind)
{
    j->page = !strcmp(kind, SA_WEB_HTML);
    j->results = !strcmp(kind, SA_WEB_RESULTS);
    j->picture = !strcmp(kind, SA_WEB_PICTURE);
    if (!j->picture) j->charsets = sa_charsets_open();
    sa_buf_init(&j->in, INPUT_MAX);
    sa_buf_init(&j->out, SA_WEB_TEXT_MAX + SA_BUF_SMALL);
    return !(j->page || j->results) || sa_html_load();
}

static void start_html(struct job *j)
{
    static const struct sa_web_sink *const sinks[] = {&sa_markdown_sink, &sa_results_sink};
    if (!j->page && !j->results) return;
    j->sink = j->page ? (void *)sa_markdown_new(j->url, SA_WEB_TEXT_MAX) : sa_results_new();
    j->html = sa_html_new(sinks[j->results], j->sink);
}

static const char *work(struct job *j)
{
    if (!read_all(&j->in)) return "it is too large to be read";
    if (j->picture) return sa_image_fit(sa_buf_text(&j->in), j->in.len, j->charset, &j->out);
    start_html(j);
    sa_charsets_convert(j->charsets, j->charset, j->html != NULL, sa_buf_text(&j->in), j->in.len,
                        feed, j);
    if (j->html) sa_html_end(j->html);
    if (j->results) sa_results_end(j->sink, &j->out);
    else if (j->html) sa_markdown_end(j->sink, &j->out);
    if (!j->html && j->out.full) sa_buf_appends(&j->out, SA_WEB_TEXT_CUT);
    return NULL;
}

static bool say(const char *wrong, const struct sa_buf *out)
{
    const char first = wrong ? SA_WEB_SAYS_WRONG : SA_WEB_SAYS_TEXT;
    const char *text = wrong ? wrong : sa_buf_text(out);
    return sa_fs_write_all(SA_JAIL_CHANNEL, &first, 1) &&
           sa_fs_write_all(SA_JAIL_CHANNEL, text, wrong ? strlen(wrong) : out->len);
}

int sa_web_reader(int count, char **words)
{
    char hello[64], kind[32] = "";
    unsigned namespaces = 0;
    const struct sa_spawn_limit time = {RLIMIT_CPU, SECONDS};
    (void)count, (void)words;
    sa_end_quietly();
    sa_spawn_limit(&time, 1);
    if (!read_line(hello, sizeof hello) || sscanf(hello, "%u %31s", &namespaces, kind) != 2)
        return 1;
    if (!strcmp(kind, SA_WEB_PDF)) return sa_web_become_pdf(namespaces, say_layers_of_pdf), 1;
    struct job *j = sa_xcalloc(1, sizeof *j);
    const struct sa_jail_limits limits = {.max_memory = MEMORY, .namespaces = namespaces};
    struct sa_jail_report report;
    bool ready = prepare(j, kind);
    sa_jail_enter(&limits, &report);
    if (!say_layers(&report) || !read_line(kind, sizeof kind) ||
        !read_line(j->charset, sizeof j->charset) || !read_line(j->url, sizeof j->url))
        return 1;
    const char *wrong = ready ? work(j)
                              : "cannot read HTML: libxml2 is missing (Debian's package is "
                                "libxml2)";
    return sa_spawn_leave(say(wrong, &j->out) ? 0 : 1);
}
