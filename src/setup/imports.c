// The modules that code may import: the user's lists, narrowed by that of the project's file.
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"

struct list {
    const char **names;
    size_t count, cap;
};

static void add(struct list *l, const char *name)
{
    for (size_t i = 0; i < l->count; i++)
        if (sa_streq(l->names[i], name)) return;
    SA_GROW(l->names, l->cap, l->count + 2);
    l->names[l->count++] = name;
    l->names[l->count] = NULL;
}

// Does authorising `name` authorise `other`? "a" and "a.*" both stand for a and all below it.
static bool covers(const char *name, const char *other)
{
    size_t len = strlen(name);
    if (sa_ends_with(name, ".*")) len -= 2;
    return !strncmp(name, other, len) && (!other[len] || other[len] == '.');
}

// What of `name` the project leaves: it, or the narrower names of the project's list.
static void add_narrowed(struct list *l, const char *name, const struct sa_setting *narrowed)
{
    for (size_t i = 0; i < narrowed->count; i++) {
        if (covers(narrowed->items[i], name)) add(l, name);
        else if (covers(name, narrowed->items[i])) add(l, narrowed->items[i]);
    }
}

// `items` of a layer; those of a profile, the environment and flags are above a project's.
static void add_layer(struct list *l, const char *const *items, size_t count, enum sa_origin origin,
                      const struct sa_setting *narrowed)
{
    for (size_t i = 0; i < count; i++) {
        if (narrowed && origin <= SA_FROM_PROJECT) add_narrowed(l, items[i], narrowed);
        else add(l, items[i]);
    }
}

static void tell_of_refused(const struct list *l, const struct sa_setting *narrowed)
{
    for (size_t i = 0; narrowed && i < narrowed->count; i++) {
        bool left = false;
        for (size_t k = 0; k < l->count && !left; k++)
            left = covers(l->names[k], narrowed->items[i]) ||
                   covers(narrowed->items[i], l->names[k]);
        if (!left)
            sa_warn("%s: only_imports: '%s' stays out: a project file may only narrow the list; "
                    "authorise it with --imports, or 'imports' in your own configuration",
                    narrowed->where, narrowed->items[i]);
    }
}

const char **sa_setup_import_list(const struct sa_config *config, enum sa_option_id only_id,
                                  enum sa_option_id more_id, const char *const *fallback)
{
    const struct sa_setting *only = sa_config_get(config, only_id);
    const struct sa_setting *more = sa_config_get(config, more_id);
    const struct sa_setting *narrowed = sa_config_narrowed(config, only_id);
    struct list l = {0};
    SA_GROW(l.names, l.cap, 1);
    l.names[0] = NULL;
    size_t base = 0;
    while (fallback && fallback[base]) base++;
    if (only->set)
        add_layer(&l, (const char *const *)only->items, only->count, only->origin, narrowed);
    else if (fallback) add_layer(&l, fallback, base, SA_FROM_DEFAULT, narrowed);
    else if (narrowed) // of all there are
        add_layer(&l, (const char *const *)narrowed->items, narrowed->count, SA_FROM_PROJECT, NULL);
    else return free(l.names), NULL;
    add_layer(&l, (const char *const *)more->items, more->count, more->origin, narrowed);
    tell_of_refused(&l, narrowed);
    return l.names;
}

const char **sa_setup_imports(const struct sa_config *config)
{
    static const char *const for_folders[] = {"os",     "os.path",  "pathlib", "glob",
                                              "shutil", "tempfile", "stat"};
    bool folders = sa_opt_folder(config) != NULL;
    size_t n = 0, more = folders ? SA_COUNT(for_folders) : 0;
    while (sa_agent_imports[n]) n++;
    const char **names = sa_xcalloc(n + more + 1, sizeof *names);
    memcpy(names, sa_agent_imports, n * sizeof *names);
    memcpy(names + n, for_folders, more * sizeof *names);
    const char **imports = sa_setup_import_list(config, SA_OPT_only_imports, SA_OPT_imports, names);
    free(names);
    return imports;
}

bool sa_setup_installed(const struct sa_config *config)
{
    return !sa_config_get(config, SA_OPT_only_imports)->set &&
           !sa_config_narrowed(config, SA_OPT_only_imports);
}
