// Reading an audit trail: is the chain whole, and what does it say.
#include <stdio.h>
#include <string.h>

#include "agent/audit.h"
#include "agent/audit_int.h"
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
    sa_audit_hash(text, (size_t)(at - text), hash);
    if (strcmp(hash, line->hash)) return false;
    cJSON *root = sa_json_parse(text, len, NULL);
    line->n = sa_json_int(root, "n", 0);
    cJSON_Delete(root);
    return line->n > 0;
}

// One line for people: number, time, what, and its payload cut short.
static void list_line(const cJSON *root, struct sa_buf *out)
{
    enum { SHOWN = 400 };
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE), clean = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_print(&data, sa_json_get(root, "data"));
    size_t cut = sa_utf8_floor(sa_buf_text(&data), data.len, SHOWN);
    sa_utf8_printable(&clean, sa_buf_text(&data), cut);
    sa_buf_appendf(out, "%5lld %.19s %-8s %s%s\n", (long long)sa_json_int(root, "n", 0),
                   sa_json_str(root, "ts", "?"), sa_json_str(root, "what", "?"),
                   sa_buf_text(&clean), cut < data.len ? " ..." : "");
    sa_buf_release(&data);
    sa_buf_release(&clean);
}

// The turns of a chat are several starts of one run; `run` is the one that is open, "" none.
static void count_run(struct sa_audit_report *r, const cJSON *root, char run[64])
{
    const char *what = sa_json_str(root, "what", ""), *id = sa_json_str(root, "run", "");
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
    if (!sa_audit_read_line(text, len, line))
        return "was changed: its hash is not that of its text";
    if (strcmp(line->prev, head))
        return "does not follow the line before: lines are missing or moved";
    if (line->n != number) return "has the wrong number: lines are missing";
    return NULL;
}

void sa_audit_verify(const char *text, size_t len, struct sa_audit_report *r, struct sa_buf *out)
{
    struct sa_str rest = {text, len}, row;
    char run[64] = "";
    memset(r, 0, sizeof *r);
    memset(r->head, '0', SA_AUDIT_HASH);
    while (!r->bad_line && sa_str_next_line(&rest, &row)) {
        struct sa_audit_line line;
        const char *problem = problem_of(row.data, row.len, r->lines + 1, r->head, &line);
        if (problem) {
            r->bad_line = r->lines + 1;
            sa_strcopy(r->problem, sizeof r->problem, problem);
            return;
        }
        r->lines++;
        memcpy(r->head, line.hash, sizeof r->head);
        cJSON *root = sa_json_parse(row.data, row.len, NULL);
        count_run(r, root, run);
        if (out) list_line(root, out);
        cJSON_Delete(root);
    }
}
