// What code does to files itself, judged by the rules about file tools: a read, a write and a
// listing are each one action, whether the code opens a file or calls a tool. Nobody is asked about
// it, so a rule that asks refuses.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/approve.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"

enum {
    MOVED_MOST = 20000,   // files of a folder that is moved, which are judged one by one
    NAMES_MOST = 1 << 20, // bytes of the names in one folder
    PATH_MOST = 4096,
};

// One action (SA_FILE_*) as a call of the tool for it.
struct deed {
    struct sa_approvals *approvals;
    struct sa_tool *tool;
    const char *confirmed; // as of sa_approvals_refuse
    bool free;             // no rule bears on it
};

// The mode is about calls.
static bool is_free(const struct sa_approvals *ap, const struct sa_tool *tool)
{
    bool narrowed = tool->acts == SA_FILE_WRITE && sa_rules_bear_on(&ap->allow, tool, true);
    return !narrowed && !sa_rules_bear_on(&ap->deny, tool, false) &&
           !sa_rules_bear_on(&ap->ask, tool, false);
}

static struct deed deed_of(struct sa_approvals *ap, const struct sa_folders *folders, unsigned act)
{
    const struct sa_builtin_setup setup = {.folders = folders};
    struct deed d = {.approvals = ap,
                     .tool = sa_files_tool(&setup, sa_file_tool_of(act, 0), "", act, NULL)};
    sa_builtin_input(d.tool, "path", SA_FILES_PATH);
    d.free = is_free(ap, d.tool);
    return d;
}

static bool may_do(const struct deed *d, const char *path)
{
    if (d->free) return true;
    cJSON *args = cJSON_CreateObject();
    cJSON_AddStringToObject(args, "path", path);
    bool refused = sa_approvals_refuse(d->approvals, d->tool, args, d->confirmed);
    cJSON_Delete(args);
    return !refused;
}

// ---- moving -------------------------------------------------------------------------------------

// What moves with a folder comes out of its old names and into new ones.
struct move {
    const struct sa_folders *folders;
    struct deed deeds[3];
    size_t seen;
};

static bool may_move(struct move *m, const char *from, const char *to);

static bool may_move_one(struct move *m, const char *from, const char *to)
{
    bool may = true;
    for (size_t i = 0; may && i < SA_COUNT(m->deeds); i++) {
        const struct deed *d = &m->deeds[i];
        may = may_do(d, from) && (d->tool->acts != SA_FILE_WRITE || may_do(d, to));
    }
    return may;
}

static bool may_move_row(struct move *m, const struct sa_files_row *row, const char *from,
                         const char *to)
{
    SA_AUTO_FREE char *old = sa_xasprintf("%s/%s", from, row->name);
    SA_AUTO_FREE char *new = sa_xasprintf("%s/%s", to, row->name);
    if (++m->seen > MOVED_MOST || strlen(old) >= PATH_MOST) return false;
    return may_move_one(m, old, new) && (row->kind != 'd' || may_move(m, old, new));
}

static char *look(const struct move *m, enum py_file_op op, const char *path, size_t *len)
{
    const struct py_file_call call = {.op = op, .path = path};
    const struct sa_folders_ask ask = {.call = &call, .limit = NAMES_MOST};
    struct py_file_reply reply = {0};
    sa_folders_do(m->folders, &ask, &reply);
    *len = reply.len;
    return reply.error ? free(reply.data), NULL : reply.data;
}

// All below a folder; what cannot be looked into is not moved.
static bool may_move(struct move *m, const char *from, const char *to)
{
    size_t len;
    SA_AUTO_FREE char *names = look(m, PY_FILE_LIST, from, &len);
    const struct py_file_reply rows = {.data = names, .len = len};
    struct sa_files_row row;
    bool may = names != NULL;
    for (size_t at = 0; may && sa_files_next(&rows, &at, &row);)
        may = may_move_row(m, &row, from, to);
    return may;
}

static bool is_folder(const struct move *m, const char *path)
{
    size_t len;
    SA_AUTO_FREE char *status = look(m, PY_FILE_LSTAT, path, &len);
    return status && S_ISDIR((mode_t)strtoul(status, NULL, 10));
}

static bool may_move_all(struct sa_agent *a, const char *from, const char *to)
{
    static const unsigned acts[] = {SA_FILE_READ, SA_FILE_WRITE, SA_FILE_LIST};
    struct move m = {.folders = a->o.exec.folders};
    bool free = true;
    for (size_t i = 0; i < SA_COUNT(acts); i++) {
        m.deeds[i] = deed_of(a->o.approvals, m.folders, acts[i]);
        free &= m.deeds[i].free;
    }
    bool may = free || !is_folder(&m, from) || may_move(&m, from, to);
    for (size_t i = 0; i < SA_COUNT(acts); i++) sa_tool_free(m.deeds[i].tool);
    return may;
}

// ---- judging ------------------------------------------------------------------------------------

static bool has_rules(const struct sa_approvals *ap)
{
    return ap && ap->deny.count + ap->ask.count + ap->allow.count;
}

bool sa_approvals_judge_files(struct sa_approvals *ap)
{
    bool free = true;
    for (unsigned act = 1; act <= SA_FILE_LIST; act <<= 1) {
        struct deed d = deed_of(ap, NULL, act);
        free &= d.free;
        sa_tool_free(d.tool);
    }
    return !free;
}

bool sa_agent_may_touch(struct sa_agent *a, const struct sa_touch *t)
{
    bool may = true;
    if (!has_rules(a->o.approvals)) return true;
    for (unsigned act = 1; may && act <= t->acts; act <<= 1) {
        if (!(act & t->acts)) continue;
        struct deed d = deed_of(a->o.approvals, a->o.exec.folders, act);
        may = may_do(&d, t->path);
        sa_tool_free(d.tool);
    }
    return may && (!t->moved || may_move_all(a, t->moved, t->path));
}

bool sa_agent_may_reach(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args,
                        const char *path, unsigned act)
{
    if (!has_rules(a->o.approvals)) return true;
    struct deed d = deed_of(a->o.approvals, a->o.exec.folders, act);
    d.confirmed = sa_rules_match(&a->o.approvals->ask, tool, args, false);
    bool may = may_do(&d, path);
    sa_tool_free(d.tool);
    return may;
}
