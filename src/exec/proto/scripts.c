// What python3 is started with to be a worker: load.py, and behind it a call that hands it the
// texts of all other parts.
#include "exec/proto/scripts.h"

#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/xalloc.h"

enum { SCRIPT_MAX = (128 << 10) - 1 }; // the kernel takes no longer word of a program

// A string of JSON is one of Python as well.
static void put_part(struct sa_buf *out, const struct sa_embedded *part)
{
    sa_buf_appendc(out, '[');
    sa_json_quote(out, part->name, strlen(part->name));
    sa_buf_appendc(out, ',');
    sa_json_quote(out, part->text, part->len);
    sa_buf_appends(out, "],\n");
}

static bool is_of_folders(const struct sa_embedded *part)
{
    return strncmp(part->name, "folder", 6) == 0;
}

char *sa_exec_worker_script(bool far_folders)
{
    const struct sa_embedded *part = sa_exec_worker_parts;
    struct sa_buf out = SA_BUF_INIT(SCRIPT_MAX);
    sa_buf_append(&out, part->text, part->len);
    sa_buf_appends(&out, "_load([\n");
    for (part++; part->name; part++)
        if (far_folders || !is_of_folders(part)) put_part(&out, part);
    if (!sa_buf_appends(&out, "])()\n")) SA_BUG("the worker's program is too long");
    return sa_buf_take(&out, NULL);
}
