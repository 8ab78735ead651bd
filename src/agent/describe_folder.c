// What the model is told of a granted folder: its entries with their sizes and kinds.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"

enum {
    LINES = 30,           // entries that are listed
    NAMES_MOST = 1 << 20, // bytes of the names in a folder; a larger one is not listed
    NAME_SHOWN = 100,     // bytes of a name
    HEAD = 1024,          // bytes of a file by which its kind is told
};

static char *ask(const struct sa_folder *folder, enum py_file_op op, const char *path,
                 struct py_file_reply *reply)
{
    struct sa_folder copy = *folder;
    const struct sa_folders alone = {.items = &copy, .count = 1};
    const struct py_file_call call = {.op = op, .path = path, .count = HEAD};
    const struct sa_folders_ask asked = {.call = &call, .limit = NAMES_MOST};
    *reply = (struct py_file_reply){0};
    sa_folders_do(&alone, &asked, reply);
    if (!reply->error) return reply->data;
    free(reply->data);
    return reply->data = NULL;
}

static void put_file(struct sa_buf *out, const struct sa_folder *folder, const char *name)
{
    struct py_file_reply reply;
    SA_AUTO_FREE char *path = sa_xasprintf("%s/%s", folder->path, name);
    SA_AUTO_FREE char *head = ask(folder, PY_FILE_READ, path, &reply);
    if (!head) {
        sa_buf_appends(out, "unreadable");
        return;
    }
    size_t whole = reply.len - sa_utf8_partial_tail(head, reply.len);
    bool binary = memchr(head, 0, reply.len) != NULL;
    sa_put_size(out, (uint64_t)reply.size);
    if (reply.len)
        sa_buf_appends(out, binary                       ? ", binary"
                            : sa_utf8_valid(head, whole) ? ", text"
                                                         : ", not UTF-8");
}

static void put_entry(struct sa_buf *out, const struct sa_folder *folder,
                      const struct sa_files_row *row)
{
    size_t shown = sa_utf8_floor(row->name, strlen(row->name), NAME_SHOWN);
    SA_AUTO_FREE char *name = sa_xstrndup(row->name, shown);
    sa_buf_appends(out, "\n- ");
    sa_utf8_printable_name(out, name);
    if (row->name[shown]) sa_buf_appends(out, "...");
    if (row->kind == 'd') sa_buf_appendc(out, '/');
    if (row->kind == 'd') return;
    sa_buf_appends(out, ": ");
    if (row->kind == 'f') put_file(out, folder, row->name);
    else sa_buf_appends(out, row->kind == 'l' ? "link" : "special");
}

static int by_name(const void *a, const void *b)
{
    const struct sa_files_row *x = a, *y = b;
    return strcmp(x->name, y->name);
}

// Hidden files are left out.
static void put_entries(struct sa_buf *out, const struct sa_folder *folder)
{
    struct py_file_reply reply;
    struct sa_files_row *rows = NULL, row;
    size_t count = 0, cap = 0;
    SA_AUTO_FREE char *names = ask(folder, PY_FILE_LIST, folder->path, &reply);
    if (!names) return;
    for (size_t at = 0; sa_files_next(&reply, &at, &row);) {
        if (row.name[0] == '.') continue;
        SA_GROW(rows, cap, count + 1);
        rows[count++] = row;
    }
    if (count) qsort(rows, count, sizeof *rows, by_name);
    size_t listed = count > LINES ? LINES - 1 : count;
    sa_buf_appends(out, count ? "; it holds:" : reply.len ? "" : "; it is empty");
    for (size_t i = 0; i < listed; i++) put_entry(out, folder, &rows[i]);
    if (count > listed) sa_buf_appendf(out, "\n- and %zu more", count - listed);
    free(rows);
}

// Where rules say which files may be touched, nothing is listed: they are about single names.
void sa_agent_note_folder(struct sa_agent *a, const struct sa_folder *folder, bool current)
{
    bool code = sa_agent_runs_code(a);
    struct sa_buf note = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&note, "folder \"");
    sa_utf8_printable_name(&note, folder->path);
    sa_buf_appendf(&note, "\"%s: %s may %s there%s", current ? ", the current one" : "",
                   code ? "the code" : "tools", folder->writable ? "read and write" : "read",
                   code ? " with open(), os, pathlib, glob and shutil" : "");
    if (!a->o.approvals || !sa_approvals_judge_files(a->o.approvals)) put_entries(&note, folder);
    sa_agent_note(a, sa_buf_text(&note));
    sa_buf_release(&note);
}
