// What belongs to one agent, built from its configuration: the same for the one that the user
// speaks to and for those that it calls.
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/python/python.h"
#include "tool/builtin.h"

// What was granted, and what is attached to the tasks of the first agent: code may read that too.
static int open_files(struct sa_parts *p, const struct sa_session *s, struct sa_err *err)
{
    const char *const *lists[] = {sa_opt_file(p->config),
                                  p == &s->parts ? sa_opt_attach(p->config) : NULL};
    const char **names = sa_xcalloc(1, sizeof *names);
    size_t n = 0, cap = 1;
    for (size_t i = 0; i < SA_COUNT(lists); i++)
        for (const char *const *name = lists[i]; name && *name; name++) {
            SA_GROW(names, cap, n + 2);
            names[n++] = *name;
            names[n] = NULL;
        }
    int code = sa_files_open(&p->files, names, &p->folders, err);
    free(names);
    return code;
}

static int load_prompts(struct sa_parts *p, struct sa_err *err)
{
    p->prompts = sa_prompts_new(sa_opt_prompts(p->config), err);
    if (!p->prompts) return err->code;
    const struct sa_section *texts = sa_config_section(p->config, "prompts");
    for (size_t i = 0; texts && i < texts->count; i++) {
        const struct sa_raw_setting *t = &texts->settings[i];
        if (!sa_prompts_set(p->prompts, t->key, t->value, err)) continue;
        sa_err_prefix(err, "%s:%d", texts->file, texts->lines[i]);
        return err->code;
    }
    return SA_OK;
}

int sa_parts_open(struct sa_parts *p, struct sa_session *s, struct sa_config *config,
                  struct sa_err *err)
{
    p->config = config;
    int code = sa_setup_shape(config, &p->shape, err);
    if (!code) code = sa_folders_open(&p->folders, sa_opt_folder(config), err) ? err->code : 0;
    if (!code) code = open_files(p, s, err);
    if (!code) code = sa_setup_checks(config, &s->stop, &p->checks, err);
    if (!code) code = sa_setup_model_beside(config, &s->stop, s->parts.model, &p->model, err);
    return code ? code : load_prompts(p, err);
}

static void fill_exec(struct sa_parts *p, struct sa_session *s)
{
    struct sa_exec_options *o = &p->options.exec;
    o->watchdog = s->watchdog;
    o->imports = p->imports;
    o->installed = sa_setup_installed(p->config);
    o->files = p->files.count ? &p->files : NULL;
    o->folders = p->folders.count ? &p->folders : NULL;
    o->sandbox = sa_setup_sandbox(p->config);
    o->own = p->own;
    o->stop = &s->stop;
}

// The first agent's is the one in force, whose tools and settings it may have; of others that with
// their section.
static cJSON *made_of(const struct sa_parts *p, const struct sa_session *s)
{
    const struct sa_agent_file *f = s->config->agent_file;
    const char *name = p->config->agent.name;
    SA_AUTO_FREE char *full = name ? sa_xasprintf("agent.%s", name) : NULL;
    const struct sa_section *section = name ? sa_config_section(p->config, full) : NULL;
    bool own = section && f && sa_streq(section->file, f->path), first = p == &s->parts;
    if (!f || !(own || first)) return NULL;
    cJSON *all = cJSON_CreateObject();
    cJSON_AddItemToObject(all, "agent_file", sa_agent_file_tell(f, own ? name : NULL));
    cJSON *beside = first ? sa_agent_file_tell_beside(f) : NULL;
    if (beside && beside->child) cJSON_AddItemToObject(all, "beside", beside);
    else cJSON_Delete(beside);
    return all;
}

static void fill_options(struct sa_parts *p, struct sa_session *s)
{
    const struct sa_config *c = p->config;
    struct sa_agent_options *o = &p->options;
    p->imports = sa_setup_imports(c);
    sa_setup_executor(c, p->imports, &p->tools, &p->executor);
    if (!sa_setup_runs_code(c))
        p->executor = (struct sa_exec_choice){.ops = &sa_exec_local}; // idle
    p->own = sa_setup_own(c, p->executor.ops);
    sa_setup_options(c, o);
    fill_exec(p, s);
    o->python = !sa_opt_no_tools(c) && sa_builtins_want_python(sa_opt_tools(c));
    o->made_of = p->made_of = made_of(p, s);
    o->model = p->model;
    o->executor = p->executor.ops;
    o->executor_why = p->executor.why[0] ? p->executor.why : NULL;
    o->tools = &p->tools;
    o->news = &s->news;
    o->prompts = p->prompts;
    o->events = &s->events;
    o->stop = &s->stop;
    o->approvals = &s->approvals;
    o->hooks = &s->hooks;
    o->shape = p->shape;
    o->checks = &p->checks;
    if (s->chat && o->prose_answers) o->prose_answers = 1; // who reads along asks on
    o->chat = s->chat;
    o->budget = s->chat ? &s->budget : NULL;
    o->max_depth = sa_opt_agent_depth(c);
    o->save_files = sa_opt_save_files(c);
    // In a stream of events they stand only where they were asked for.
    o->deltas = s->output.format == SA_OUT_JSONL ? s->render.verbose > 0 : s->live.on;
}

// Containers and workers are not started to see what would be asked: variables and tools are
// defined in this process instead. What the model is told goes by the name.
static void pretend(struct sa_parts *p)
{
    p->stand_in = sa_exec_local;
    p->stand_in.name = p->options.executor->name;
    p->options.executor = &p->stand_in;
}

// What starts a jail in the middle of the run must be able to from the beginning: it is the user
// who is told what is missing. The worker of the first agent starts now, and judges for all.
static int check_sandbox(const struct sa_parts *p, bool first, struct sa_err *err)
{
    bool jailed = p->options.executor == &sa_exec_jail || p->options.executor == &sa_exec_python;
    const struct sa_tool *needs = NULL;
    for (size_t i = 0; i < p->tools.count; i++) {
        const struct sa_tool *t = p->tools.items[i];
        if (t->vital || (t->jailed && !jailed && !needs)) needs = t;
    }
    SA_AUTO_FREE char *who = sa_xasprintf("%s%s", needs ? "tool " : "sub-agent",
                                          needs ? needs->name : "");
    bool check = needs || (jailed && !first);
    return check ? sa_setup_check_sandbox(p->config, who, needs ? needs->vital : 0, err) : SA_OK;
}

int sa_parts_fill(struct sa_parts *p, struct sa_session *s, struct sa_err *err)
{
    fill_options(p, s);
    if (!p->options.executor)
        return sa_err_set(err, SA_E_CONFIG, "executor '%s' is not in this build",
                          sa_opt_executor(p->config));
    if (!sa_opt_dry_run(p->config)) return check_sandbox(p, p == &s->parts, err);
    pretend(p);
    return SA_OK;
}

void sa_parts_release(struct sa_parts *p)
{
    sa_model_free(p->model);
    sa_prompts_free(p->prompts);
    sa_tools_release(&p->tools);
    sa_shape_free(p->shape);
    sa_checks_release(&p->checks);
    sa_folders_release(&p->folders);
    sa_files_release(&p->files);
    free(p->imports);
    free(p->own);
    cJSON_Delete(p->made_of);
    *p = (struct sa_parts){0};
}
