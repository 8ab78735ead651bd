// The order of the lock-down, and its report. Mounts need capabilities, so they come first; the
// system call filter comes last, because the other layers are made of system calls it forbids.
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
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

// Without a mount view: where it starts, or the root where that cannot be used.
static void start_in(const struct sa_jail_view *view)
{
    int fd = view->granted && *view->granted ? sa_jail_open(view, view->folder, true) : -1;
    if (fd < 0 || fchdir(fd)) (void)!chdir("/");
    if (fd >= 0) close(fd);
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
    int id = sa_jail_become_nobody(user);
    bool nobody = !user || limits->namespaces & 1u << SA_JAIL_IDENTITY;
    note(r, SA_JAIL_IDENTITY, nobody || id ? id : EPERM);
    note(r, SA_JAIL_CAPABILITIES, sa_jail_drop_capabilities());
    note(r, SA_JAIL_DUMPABLE, sa_jail_not_dumpable());
    note(r, SA_JAIL_NO_NEW_PRIVS, sa_jail_no_new_privs());
    int *abi = &r->landlock_abi;
    note(r, SA_JAIL_LANDLOCK, view ? sa_jail_landlock_view(&seen, abi) : sa_jail_landlock(abi));
    // Landlock took descriptors, so the limit of their number comes after it.
    note(r, SA_JAIL_RLIMITS,
         view ? sa_jail_limit_program(limits->max_memory, view->scratch, view->family)
              : sa_jail_rlimits(limits->max_memory));
    if (view && view->folder && !scratch) start_in(view);
    // Without a pid namespace a family ends with its process group, which the filter keeps it in.
    if (view && view->family && !(r->enforced & 1u << SA_JAIL_PID)) setsid();
    note(r, SA_JAIL_SECCOMP, view ? sa_jail_seccomp_program(view->family, r) : sa_jail_seccomp());
    if (view) r->enforced &= ~(1u << SA_JAIL_DUMPABLE); // which no program keeps
}

void sa_jail_enter_contained(const struct sa_jail_view *view, struct sa_jail_report *r)
{
    memset(r, 0, sizeof *r);
    note(r, SA_JAIL_NO_NEW_PRIVS, sa_jail_no_new_privs());
    note(r, SA_JAIL_LANDLOCK, sa_jail_landlock_view(view, &r->landlock_abi));
    note(r, SA_JAIL_SECCOMP, sa_jail_seccomp_program(view->family, NULL));
}

void sa_jail_put_layers(const struct sa_jail_report *r, struct sa_buf *out)
{
    sa_json_key(out, "layers");
    sa_buf_appendc(out, '{');
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        sa_json_put_int(out, layers[i].name, r->enforced & 1u << i ? 0 : r->error[i] + 1);
    sa_buf_appendc(out, '}');
}

bool sa_jail_lacks(const struct sa_jail_report *r, int layer)
{
    return !(r->enforced & 1u << layer) && (layer != SA_JAIL_DUMPABLE || r->error[layer]);
}

void sa_jail_missing(const struct sa_jail_report *r, struct sa_buf *out)
{
    int error = 0; // of the layers named last, told after the last of them
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        if (!sa_jail_lacks(r, i)) continue;
        if (error && error != r->error[i]) sa_buf_appendf(out, " (%s)", strerror(error));
        sa_buf_appendf(out, "%s%s", out->len ? ", " : "", layers[i].name);
        error = r->error[i];
    }
    if (error) sa_buf_appendf(out, " (%s)", strerror(error));
}

// The floor: no code runs without all of these layers and one of the two that hold the files.
enum {
    FLOOR = 1 << SA_JAIL_SECCOMP | 1 << SA_JAIL_NO_NEW_PRIVS | 1 << SA_JAIL_CAPABILITIES |
            1 << SA_JAIL_RLIMITS | 1 << SA_JAIL_ENVIRONMENT | 1 << SA_JAIL_DESCRIPTORS,
    HOLD_FILES = 1 << SA_JAIL_MOUNT | 1 << SA_JAIL_LANDLOCK
};

static unsigned demanded(const struct sa_jail_report *r, enum sa_jail_mode mode, unsigned vital)
{
    if (mode == SA_JAIL_STRICT) return SA_JAIL_ALL;
    bool held = mode == SA_JAIL_NESTED || r->enforced & HOLD_FILES;
    return FLOOR | vital | (held ? 0 : HOLD_FILES);
}

// What `mode` demands and there is not, as bits.
static unsigned lacking(const struct sa_jail_report *r, enum sa_jail_mode mode, unsigned vital)
{
    unsigned layers = 0;
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        if (sa_jail_lacks(r, i)) layers |= 1u << i;
    return layers & demanded(r, mode, vital);
}

int sa_jail_judge(const struct sa_jail_report *report, enum sa_jail_mode mode, unsigned vital,
                  struct sa_err *err)
{
    struct sa_jail_report r = *report;
    unsigned layers = lacking(report, mode, vital);
    if (!layers) return 0;
    bool choice = mode == SA_JAIL_STRICT && !lacking(report, SA_JAIL_AVAILABLE, vital);
    struct sa_buf names = SA_BUF_INIT(SA_BUF_SMALL);
    r.enforced |= ~layers;
    sa_jail_missing(&r, &names);
    sa_err_set(err, SA_E_SANDBOX, "the sandbox lacks: %s; %s", sa_buf_text(&names),
               choice ? "--sandbox available runs with the layers there are"
                      : "nothing runs in it without (see smolagent doctor)");
    sa_buf_release(&names);
    return -1;
}

void sa_jail_describe(const struct sa_jail_report *r, int i, struct sa_buf *out)
{
    bool on = r->enforced & 1u << i;
    sa_buf_appends(out, on ? "enforced" : "MISSING");
    if (!on && r->error[i]) sa_buf_appendf(out, " (%s)", strerror(r->error[i]));
    else sa_buf_appendf(out, ": %s", layers[i].what);
    if (on && i == SA_JAIL_LANDLOCK) sa_buf_appendf(out, " (ABI %d)", r->landlock_abi);
}
