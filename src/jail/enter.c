// The order of the lock-down, and its report. Mounts need capabilities, so they come first; the
// system call filter comes last, because the other layers are made of system calls it forbids.
#include <errno.h>
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "jail/jail_int.h"

static const struct {
    const char *name, *what;
} layers[] = {
#define X(id, name, what) {name, what},
    SA_JAIL_LAYERS(X)
#undef X
};

const char *sa_jail_layer_name(int layer)
{
    return layers[layer].name;
}

static void note(struct sa_jail_report *r, enum sa_jail_layer layer, int error)
{
    r->error[layer] = error;
    if (error) r->enforced &= ~(1u << layer);
    else r->enforced |= 1u << layer;
}

void sa_jail_enter(const struct sa_jail_limits *limits, struct sa_jail_report *r)
{
    const struct sa_jail_view *view = limits->view;
    bool user = limits->namespaces & 1u << SA_JAIL_USER;
    memset(r, 0, sizeof *r);
    r->enforced = limits->namespaces | 1u << SA_JAIL_ENVIRONMENT | 1u << SA_JAIL_DESCRIPTORS;
    if (limits->namespaces & 1u << SA_JAIL_MOUNT)
        note(r, SA_JAIL_MOUNT, view ? sa_jail_view_root(view, user) : sa_jail_empty_root());
    // Without a file system of its own there is no place that may be written.
    bool scratch = view && r->enforced & 1u << SA_JAIL_MOUNT;
    struct sa_jail_view seen = view ? *view : (struct sa_jail_view){0};
    if (!scratch) seen.scratch = 0;
    // Each layer is tried whatever became of those before it.
    note(r, SA_JAIL_IDENTITY, sa_jail_become_nobody(user));
    note(r, SA_JAIL_CAPABILITIES, sa_jail_drop_capabilities());
    note(r, SA_JAIL_DUMPABLE, sa_jail_not_dumpable());
    note(r, SA_JAIL_NO_NEW_PRIVS, sa_jail_no_new_privs());
    int *abi = &r->landlock_abi;
    note(r, SA_JAIL_LANDLOCK, view ? sa_jail_landlock_view(&seen, abi) : sa_jail_landlock(abi));
    // Landlock took descriptors, so the limit of their number comes after it.
    note(r, SA_JAIL_RLIMITS,
         view ? sa_jail_limit_program(limits->max_memory, seen.scratch, view->family)
              : sa_jail_rlimits(limits->max_memory));
    note(r, SA_JAIL_SECCOMP, view ? sa_jail_seccomp_program(view->family) : sa_jail_seccomp());
    if (view) r->enforced &= ~(1u << SA_JAIL_DUMPABLE);
}

void sa_jail_enter_contained(const struct sa_jail_view *view, struct sa_jail_report *r)
{
    memset(r, 0, sizeof *r);
    note(r, SA_JAIL_NO_NEW_PRIVS, sa_jail_no_new_privs());
    note(r, SA_JAIL_LANDLOCK, sa_jail_landlock_view(view, &r->landlock_abi));
    note(r, SA_JAIL_SECCOMP, sa_jail_seccomp_program(view->family));
}

void sa_jail_put_layers(const struct sa_jail_report *r, struct sa_buf *out)
{
    sa_json_key(out, "layers");
    sa_buf_appendc(out, '{');
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        sa_json_put_int(out, layers[i].name, r->enforced & 1u << i ? 0 : r->error[i] + 1);
    sa_buf_appendc(out, '}');
}

void sa_jail_missing(const struct sa_jail_report *r, struct sa_buf *out)
{
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        if (r->enforced & 1u << i) continue;
        sa_buf_appendf(out, "%s%s", out->len ? ", " : "", layers[i].name);
        if (r->error[i]) sa_buf_appendf(out, " (%s)", strerror(r->error[i]));
    }
}

void sa_jail_describe(const struct sa_jail_report *r, struct sa_buf *out)
{
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        bool on = r->enforced & 1u << i;
        sa_buf_appendf(out, "     %-16s %s", layers[i].name, on ? "enforced" : "MISSING");
        if (!on && r->error[i]) sa_buf_appendf(out, " (%s)", strerror(r->error[i]));
        else sa_buf_appendf(out, ": %s", layers[i].what);
        if (on && i == SA_JAIL_LANDLOCK) sa_buf_appendf(out, " (ABI %d)", r->landlock_abi);
        sa_buf_appends(out, "\n");
    }
}
