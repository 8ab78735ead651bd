// What a run reaches outside, as events: hosts, and the files that its code asks for. Code can ask
// a million times a second, so each file is told once a cell, how many more times it was asked for
// at the cell's end, and of the files that were refused only so many by name.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/files/folders.h"

enum {
    REFUSED_MAX = 50, // told by name
    GIVEN_MAX = 200,  // the same; beyond it there can only be files of granted folders
    TARGET_MAX = 300, // bytes of a name
};

struct sa_access {
    char *target;
    const char *kind; // "file", or "write" for what is changed in a folder
    bool given;
    int64_t more; // times it was asked for after the first
};

static bool emit(struct sa_agent *a, const char *kind, const char *target, bool allowed,
                 int64_t more)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", kind);
    sa_event_text(data, "target", target, strlen(target));
    cJSON_AddBoolToObject(data, "allowed", allowed);
    if (more) cJSON_AddNumberToObject(data, "more", (double)more);
    return sa_agent_emit(a, SA_EV_ACCESS, data);
}

void sa_agent_tell_host(struct sa_agent *a, const char *host)
{
    emit(a, "host", host, true, 0);
}

static bool has_part(const char *list, struct sa_str wanted)
{
    struct sa_str rest = sa_str_of(list), part;
    while (rest.len && sa_str_next_part(&rest, ',', &part))
        if (part.len == wanted.len && !memcmp(part.data, wanted.data, part.len)) return true;
    return false;
}

void sa_agent_tell_imports(struct sa_agent *a, const char *imports)
{
    struct sa_buf *known = &a->run->imports;
    struct sa_str rest = sa_str_of(imports), part;
    while (rest.len && sa_str_next_part(&rest, ',', &part)) {
        if (known->full || has_part(sa_buf_text(known), part)) continue;
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        bool refused = name[0] == '!';
        if (known->len) sa_buf_appendc(known, ',');
        sa_buf_appends(known, name);
        emit(a, "import", name + refused, !refused, 0);
    }
}

static char *cut(const char *path)
{
    size_t len = strlen(path), kept = sa_utf8_floor(path, len, TARGET_MAX);
    SA_AUTO_FREE char *head = sa_xstrndup(path, kept);
    return kept < len ? sa_xasprintf("%s... [%zu bytes]", head, len) : sa_xstrdup(head);
}

static struct sa_access *find(struct sa_run *run, const char *kind, const char *target, bool given)
{
    for (size_t i = 0; i < run->access_count; i++) {
        struct sa_access *x = &run->accesses[i];
        if (x->given == given && sa_streq(x->kind, kind) && sa_streq(x->target, target)) return x;
    }
    return NULL;
}

static bool tell(struct sa_agent *a, const char *kind, const char *path, bool given)
{
    struct sa_run *run = a->run;
    if (!run) return true;
    SA_AUTO_FREE char *target = cut(path);
    struct sa_access *known = find(run, kind, target, given);
    if (known) {
        known->more++;
    } else if (!given && run->refused_files == REFUSED_MAX) {
        run->refused_more++;
    } else if (given && run->access_count - run->refused_files >= GIVEN_MAX) {
        run->given_more++;
    } else {
        if (!emit(a, kind, target, given, 0)) return false;
        run->refused_files += !given;
        SA_GROW(run->accesses, run->access_cap, run->access_count + 1);
        run->accesses[run->access_count++] = (struct sa_access){sa_xstrdup(target), kind, given, 0};
    }
    return !sa_events_failure(a->o.events);
}

static void note_refused(struct sa_agent *a, bool allowed)
{
    if (a->run && !allowed) a->run->file_refused = true;
}

bool sa_agent_on_file(void *ctx, const char *path, bool given)
{
    const struct sa_touch touch = {.path = path, .acts = SA_FILE_READ, .given = given};
    bool allowed = given && sa_agent_may_touch(ctx, &touch);
    note_refused(ctx, allowed);
    return tell(ctx, "file", path, allowed) && allowed == given;
}

bool sa_agent_on_folder(void *ctx, const struct sa_touch *touch)
{
    bool allowed = touch->given && sa_agent_may_touch(ctx, touch);
    note_refused(ctx, allowed);
    const char *kind = touch->acts & SA_FILE_WRITE ? "write" : "file";
    return tell(ctx, kind, touch->path, allowed) && allowed == touch->given;
}

// The files that the cell has changed, as they are now.
static void put_written(struct sa_agent *a, struct sa_buf *out)
{
    enum { NAMED = 4 };
    size_t count = 0;
    sa_buf_clear(out);
    for (size_t i = 0; i < a->run->access_count; i++) {
        const struct sa_access *x = &a->run->accesses[i];
        struct sa_walk w;
        if (!x->given || !sa_streq(x->kind, "write")) continue;
        bool there = !sa_walk_to(&w, a->o.exec.folders, x->target, SA_WALK_LINK) && w.there &&
                     S_ISREG(w.st.st_mode);
        if (there && ++count <= NAMED) {
            sa_buf_appends(out, count > 1 ? ", " : "; wrote ");
            sa_utf8_printable(out, x->target, strlen(x->target));
            sa_buf_appends(out, ", ");
            sa_put_size(out, (uint64_t)w.st.st_size);
        }
        sa_walk_release(&w);
    }
    if (count > NAMED) sa_buf_appendf(out, " and %zu more files", count - NAMED);
}

void sa_agent_flush_accesses(struct sa_agent *a)
{
    struct sa_run *run = a->run;
    put_written(a, &run->written);
    for (size_t i = 0; i < run->access_count; i++) {
        const struct sa_access *x = &run->accesses[i];
        if (x->more) emit(a, x->kind, x->target, x->given, x->more);
        free(x->target);
    }
    if (run->refused_more) emit(a, "file", "(other files)", false, run->refused_more);
    if (run->given_more) emit(a, "file", "(other files)", true, run->given_more);
    sa_freep(&run->accesses);
    run->access_count = run->access_cap = run->refused_files = 0;
    run->refused_more = run->given_more = 0;
}
