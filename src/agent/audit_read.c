// Reading an audit trail: is the chain whole, and what does it say.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/audit.h"
#include "agent/audit_int.h"
#include "base/digest.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

// `name":"HEX"` at the end of text[0..len); the place where its comma stands, NULL: no such end.
static const char *hash_member(const char *text, size_t len, const char *name, char *hex)
{
    char head[16];
    size_t n = (size_t)snprintf(head, sizeof head, ",\"%s\":\"", name);
    if (len < n + SA_AUDIT_HASH + 1 || text[len - 1] != '"') return NULL;
    const char *digits = text + len - 1 - SA_AUDIT_HASH;
    if (memcmp(digits - n, head, n)) return NULL;
    memcpy(hex, digits, SA_AUDIT_HASH);
    hex[SA_AUDIT_HASH] = 0;
    return digits - n;
}

bool sa_audit_read_line(const char *text, size_t len, struct sa_audit_line *line)
{
    char hash[SA_AUDIT_HASH + 1];
    if (!len || text[len - 1] != '}') return false;
    const char *at = hash_member(text, len - 1, "hash", line->hash);
    if (!at || !hash_member(text, (size_t)(at - text), "prev", line->prev)) return false;
    sa_digest(text, (size_t)(at - text), hash);
    if (strcmp(hash, line->hash)) return false;
    cJSON *root = sa_json_parse(text, len, NULL);
    line->n = sa_json_int(root, "n", 0);
    cJSON_Delete(root);
    return line->n > 0;
}

bool sa_audit_read_head(const char *trail, struct sa_audit_line *head)
{
    SA_AUTO_FREE char *path = sa_xasprintf("%s" SA_AUDIT_HEAD, trail);
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_exists(path) ? sa_fs_read(path, 4096, &len, &none) : NULL;
    if (!text || len < SA_AUDIT_HASH + 2 || text[len - 1] != '\n') return false;
    *head = (struct sa_audit_line){.n = strtoll(text, NULL, 10)};
    memcpy(head->hash, text + len - 1 - SA_AUDIT_HASH, SA_AUDIT_HASH);
    return head->n > 0;
}

// What the id of a run below another one adds to that of the first; "": it is the first.
static const char *below(const cJSON *root)
{
    const char *id = sa_json_str(root, "run", "");
    return id + strcspn(id, ".");
}

// One line for people: number, time, what, of which run below, and its payload cut short.
static void list_line(const cJSON *root, struct sa_buf *out)
{
    enum { SHOWN = 400 };
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE), clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_print(&data, sa_json_get(root, "data"));
    size_t cut = sa_utf8_floor(sa_buf_text(&data), data.len, SHOWN);
    sa_utf8_printable(&clean, sa_buf_text(&data), cut);
    const char *path = below(root);
    sa_buf_appendf(out, "%5lld %.19s %-8s %.40s%s%s%s\n", (long long)sa_json_int(root, "n", 0),
                   sa_json_str(root, "ts", "?"), sa_json_str(root, "what", "?"), path,
                   *path ? " " : "", sa_buf_text(&clean), cut < data.len ? " ..." : "");
    sa_buf_release(&data);
    sa_buf_release(&clean);
}

// The turns of a chat are several starts of one run, and runs below are a part of it; `run` is the
// one that is open, "" none.
static void count_run(struct sa_audit_report *r, const cJSON *root, char run[64])
{
    const char *what = sa_json_str(root, "what", ""), *id = sa_json_str(root, "run", "");
    if (*below(root)) return;
    if (sa_streq(what, "start") && !sa_streq(run, id)) {
        r->runs++;
        r->open_runs++;
        sa_strcopy(run, 64, id);
    } else if (sa_streq(what, "end")) {
        r->open_runs -= sa_streq(run, id);
        run[0] = 0;
    }
}

static const char *problem_of(const char *text, size_t len, int64_t number, const char *head,
                              struct sa_audit_line *line)
{
    if (len && text[len - 1] == '\r')
        return "ends in a carriage return: line ends of the file were changed";
    if (!sa_audit_read_line(text, len, line))
        return "was changed: its hash is not that of its text";
    if (strcmp(line->prev, head))
        return "does not follow the line before: lines are missing or moved";
    if (line->n != number) return "has the wrong number: lines are missing";
    return NULL;
}

static void broken(struct sa_audit_report *r, int64_t line, const char *problem)
{
    r->bad_line = line;
    sa_strcopy(r->problem, sizeof r->problem, problem);
}

void sa_audit_verify(const char *path, const char *text, size_t len, struct sa_audit_report *r,
                     struct sa_buf *out)
{
    struct sa_audit_line seen = {0};
    char run[64] = "";
    memset(r, 0, sizeof *r);
    memset(r->head, '0', SA_AUDIT_HASH);
    if (path) sa_audit_read_head(path, &seen);
    for (const char *end = text + len; text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const struct sa_str row = {text, (size_t)((stop ? stop : end) - text)};
        struct sa_audit_line line;
        const char *problem = problem_of(row.data, row.len, r->lines + 1, r->head, &line);
        if (!problem && !stop) problem = "has lost its line end: the file was cut";
        if (!problem && line.n == seen.n && strcmp(line.hash, seen.hash))
            problem = "is not the one that its run wrote: the file was written anew";
        if (problem) return broken(r, r->lines + 1, problem);
        text = stop + 1;
        r->lines++;
        memcpy(r->head, line.hash, sizeof r->head);
        cJSON *root = sa_json_parse(row.data, row.len, NULL);
        count_run(r, root, run);
        if (out) list_line(root, out);
        cJSON_Delete(root);
    }
    if (r->lines < seen.n)
        broken(r, r->lines + 1,
               r->lines
                   ? "is missing: the file was cut between two runs, its FILE.head knows of more"
                   : "is missing: the file was emptied");
    else if (!r->lines) broken(r, 1, "is missing: the file is empty, as no run leaves it");
}
