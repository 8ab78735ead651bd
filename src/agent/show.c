// Long texts made short, so that what is left still tells what was there: printed text by lines,
// values by elements, tracebacks by frames, JSON by a preview.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/read.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static size_t count_lines(const char *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) n += s[i] == '\n';
    return n;
}

// Where the last line that ends before `at` ends, when one does nearby; else `at`.
static size_t line_before(const char *s, size_t at, size_t near)
{
    for (size_t i = at; i > 0 && at - i < near; i--)
        if (s[i - 1] == '\n') return i;
    return at;
}

static size_t line_after(const char *s, size_t at, size_t len, size_t near)
{
    const char *nl = memchr(s + at, '\n', len - at < near ? len - at : near);
    return nl && (size_t)(nl - s) + 1 < len ? (size_t)(nl - s) + 1 : at;
}

bool sa_cut_middle(struct sa_buf *out, const char *text, size_t len, size_t max, const char *note)
{
    enum { NEAR = 400 };
    size_t total = len <= max ? len : sa_utf8_count(text, len);
    if (total <= max) {
        sa_buf_append(out, text, len);
        return false;
    }
    size_t first = max - max / 3, near = max / 8 < NEAR ? max / 8 : NEAR;
    size_t head = line_before(text, sa_utf8_prefix(text, len, first), near);
    size_t tail = line_after(text, sa_utf8_prefix(text, len, total - max / 3), len, near);
    size_t lines = count_lines(text + head, tail - head);
    sa_buf_append(out, text, head);
    if (!head || text[head - 1] != '\n') sa_buf_appendc(out, '\n');
    sa_buf_appends(out, "[... ");
    if (lines > 1) sa_buf_appendf(out, "%zu lines, ", lines);
    sa_buf_appendf(out, "%zu characters cut%s ...]\n", sa_utf8_count(text + head, tail - head),
                   note);
    sa_buf_append(out, text + tail, len - tail);
    return true;
}

// ---- values by elements -----------------------------------------------------------------------

// End of the element that begins at s[at] in the repr of a container: its comma, or the bracket.
static size_t element_end(const char *s, size_t at, size_t len)
{
    int depth = 0;
    for (size_t i = at; i < len; i++) {
        char c = s[i];
        if (c == '"' || c == '\'') i += sa_python_string(s + i, len - i) - 1;
        else if (strchr("([{", c) && c) depth++;
        else if (strchr(")]}", c) && c && depth-- == 0) return i;
        else if (c == ',' && !depth) return i;
    }
    return len;
}

static size_t count_elements(const char *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 1; i + 1 < len; n++) {
        size_t end = element_end(s, i, len);
        if (end + 1 >= len) return n + 1;
        i = end + 1;
    }
    return n;
}

bool sa_cut_value(struct sa_buf *out, const char *repr, size_t len, size_t max, const char *note)
{
    static const char *const names[] = {"list", "tuple", "dict or set"};
    const char *kind = len && repr[0] ? strchr("[({", repr[0]) : NULL;
    if (sa_utf8_count(repr, len) <= max) {
        sa_buf_append(out, repr, len);
        return false;
    }
    if (!kind) return sa_cut_middle(out, repr, len, max, note);
    size_t total = count_elements(repr, len), shown = 0, at = 1;
    sa_buf_appendf(out, "%s of %zu: %c", names[strchr("[({", repr[0]) - "[({"], total, repr[0]);
    while (shown + 1 < total) {
        size_t end = element_end(repr, at, len);
        if (end > max) break;
        at = end + 1, shown++;
    }
    if (!shown) { // one element alone is too much
        size_t head = sa_utf8_prefix(repr + 1, len - 1, max);
        sa_buf_append(out, repr + 1, head);
        sa_buf_appends(out, "...");
    } else {
        sa_buf_append(out, repr + 1, at - 1);
    }
    sa_buf_appendf(out, " ... %zu more%c%s", total - shown, repr[len - 1], note);
    return true;
}

bool sa_put_last_value(struct sa_buf *out, const char *repr, size_t len, size_t max,
                       const char *note)
{
    sa_buf_appends(out, memchr(repr, '\n', len) ? "Last value:\n" : "Last value: ");
    return sa_cut_value(out, repr, len, max, note);
}

// ---- repeated lines ---------------------------------------------------------------------------

// How many lines of `text` are `line`, one after another.
static size_t count_same(struct sa_str text, struct sa_str line)
{
    struct sa_str next;
    size_t n = 0;
    while (sa_str_next_line(&text, &next) && next.len == line.len &&
           !memcmp(next.data, line.data, line.len))
        n++;
    return n;
}

void sa_fold_lines(struct sa_buf *out, const char *text, size_t len)
{
    enum { WORTH = 80 }; // bytes that folding has to save
    struct sa_str rest = {text, len}, line;
    for (const char *from = text; sa_str_next_line(&rest, &line); from = rest.data) {
        size_t more = count_same(rest, line), size = (size_t)(rest.data - from);
        sa_buf_append(out, from, size);
        if (more < 2 || more * size < WORTH) continue;
        sa_buf_appendf(out, "[the line above %zu more times]\n", more);
        for (struct sa_str skipped; more--;) sa_str_next_line(&rest, &skipped);
    }
}

// ---- tracebacks -------------------------------------------------------------------------------

// Takes out the frames of library code that is compiled in: the model cannot change it.
void sa_put_traceback(struct sa_buf *out, const char *text, size_t len, size_t max_message)
{
    static const char frozen[] = "  File \"<frozen ", file[] = "  File \"";
    struct sa_str rest = {text, len}, line;
    bool hidden = false;
    size_t message = 0; // where the exception's own lines begin in `out`
    while (sa_str_next_line(&rest, &line)) {
        if (line.len >= strlen(file) && !memcmp(line.data, file, strlen(file)))
            hidden = line.len >= strlen(frozen) && !memcmp(line.data, frozen, strlen(frozen));
        else if (!line.len || line.data[0] != ' ') hidden = false;
        if (hidden) continue;
        sa_buf_append(out, line.data, line.len);
        sa_buf_appendc(out, '\n');
        if (line.len && line.data[0] == ' ') message = out->len;
    }
    if (out->len - message <= max_message) return;
    struct sa_buf cut = SA_BUF_INIT(SA_BUF_HUGE);
    sa_cut_middle(&cut, out->data + message, out->len - message, max_message, "");
    sa_buf_truncate(out, message);
    sa_buf_append(out, cut.data, cut.len);
    sa_buf_release(&cut);
}
