// The agents that those of a session may call: what each is made of, built once from its section
// when the session begins, and what a call of one has for itself. A call reads what is the member's
// and no other thread changes: settings, prompts, form of answers, folders, tools (which any thread
// may call). Its own are its connections to the model, its checks, its executor, its registry and
// what its tools have to tell.
#include <stdlib.h>
#include <string.h>

#include "agent/sub_agent.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "tool/builtin.h"
#include "tool/resource.h"

struct sa_member {
    struct sa_session *session;
    struct sa_config config;
    struct sa_parts parts;
    struct sa_sub_agent sub;
};

// ---- tools --------------------------------------------------------------------------------------

bool sa_tool_is_named(const struct sa_tool *tool, const char *wanted)
{
    if (sa_streq(tool->source, "agent")) return false;
    if (sa_starts_with(wanted, "mcp.")) return sa_streq(sa_mcp_server_of(tool), wanted + 4);
    return sa_tool_has_name(tool, wanted);
}

// A tool, or all of a server. Of one that was not started nothing can be said.
static int lend_named(struct sa_parts *p, struct sa_session *s, const char *wanted,
                      struct sa_err *err)
{
    bool found = sa_opt_dry_run(p->config) && s->mcp;
    const struct sa_tools *from = s->lender;
    for (size_t i = 0; i < from->count; i++) {
        if (!sa_tool_is_named(from->items[i], wanted)) continue;
        found = true;
        if (sa_tools_find(&p->tools, from->items[i]->name)) continue;
        if (sa_tools_lend(&p->tools, from->items[i], err)) return err->code;
    }
    if (found) return SA_OK;
    const struct sa_setting *where = sa_config_get(p->config, SA_OPT_tools);
    return sa_err_set(
        err, SA_E_CONFIG,
        "%s: tools: there is no tool '%.60s'; there are the built-in ones and their "
        "groups (smolagent tools list), those of [tool.NAME] sections, MCP servers as "
        "mcp.NAME, and their tools",
        where->where ? where->where : "", wanted);
}

// Those that its section names, and those of its files.
static int choose_tools(struct sa_parts *p, struct sa_session *s, struct sa_err *err)
{
    const char *const *wanted = sa_opt_tools(p->config);
    int code = SA_OK;
    for (; wanted && *wanted && !code; wanted++) {
        const char *one[] = {*wanted, NULL};
        if (sa_builtins_know(*wanted))
            code = sa_setup_builtins(p->config, one, &p->folders, &p->tools, err);
        else code = lend_named(p, s, *wanted, err);
    }
    if (!code) sa_mcp_add_words(s->mcp, &p->tools);
    return code ? code : sa_setup_file_tools(p->config, &p->folders, &s->stop, &p->tools, err);
}

static int finish_servers(struct sa_session *s, struct sa_tools *tools, struct sa_err *err)
{
    return sa_opt_dry_run(s->config) ? SA_OK : sa_mcp_finish(s->mcp, tools, err);
}

int sa_parts_add_tools(struct sa_parts *p, struct sa_session *s, struct sa_err *err)
{
    int code = SA_OK;
    bool first = p == &s->parts;
    if (!p->config->agent.name) { // who names no tools has all that the configuration has
        code = sa_setup_tools(p->config, &p->folders, &s->stop, &p->tools, err);
        s->lender = &p->tools;
        return code ? code : finish_servers(s, &p->tools, err);
    }
    if (sa_opt_no_tools(p->config)) return SA_OK;
    if (first) {
        s->lender = &s->stock;
        code = sa_setup_commands(p->config, &s->stock, err);
        if (!code) code = finish_servers(s, &s->stock, err);
    }
    sa_tools_share_handles(&p->tools, s->lender);
    return code ? code : choose_tools(p, s, err);
}

// ---- members ------------------------------------------------------------------------------------

static struct sa_member *find_member(const struct sa_session *s, const char *name)
{
    for (size_t i = 0; i < s->member_count; i++)
        if (sa_streq(s->members[i]->sub.name, name)) return s->members[i];
    return NULL;
}

static int open_agent(const struct sa_sub_agent *sub, struct sa_sub_call *call, struct sa_err *err);
static void close_agent(struct sa_sub_call *call);

static bool is_of_agent_file(const struct sa_config *c, const char *name)
{
    SA_AUTO_FREE char *section = sa_xasprintf("agent.%s", name);
    const struct sa_section *of = sa_config_section(c, section);
    return of && c->agent_file && sa_streq(of->file, c->agent_file->path);
}

static int open_member(struct sa_member *m, const char *name, struct sa_err *err)
{
    struct sa_session *s = m->session;
    const struct sa_config *base = s->config->agent.name ? s->config->agent.base : s->config;
    int code = sa_config_agent(base, name, SA_AGENT_BELOW, &m->config, err);
    if (code) return code;
    m->sub = (struct sa_sub_agent){.name = m->config.agent.name,
                                   .description = m->config.agent.description,
                                   .summary = m->config.agent.summary,
                                   .of_agent_file = is_of_agent_file(s->config, name),
                                   .timeout_ns = sa_opt_timeout(&m->config),
                                   .open = open_agent,
                                   .close = close_agent,
                                   .ctx = m};
    code = sa_files_check(&m->config, err);
    if (!code) code = sa_parts_open(&m->parts, s, &m->config, err);
    if (!code) code = sa_parts_add_tools(&m->parts, s, err);
    m->sub.shape = m->parts.shape;
    bool capped = sa_opt_max_cost(s->config) > 0 || sa_opt_max_cost(&m->config) > 0;
    if (!code && capped) code = sa_agent_check_price(m->parts.model, err);
    if (code) sa_config_place(&m->config, err);
    return code ? sa_err_prefix(err, "agent %s", name) : SA_OK;
}

static int add_member(struct sa_session *s, const char *name, struct sa_err *err)
{
    if (find_member(s, name)) return SA_OK;
    struct sa_member *m = sa_xcalloc(1, sizeof *m);
    m->session = s;
    SA_GROW(s->members, s->member_cap, s->member_count + 1);
    s->members[s->member_count++] = m;
    return open_member(m, name, err);
}

static bool has_section(const struct sa_config *c, const char *name)
{
    SA_AUTO_FREE char *section = sa_xasprintf("agent.%s", name);
    return sa_config_section(c, section);
}

// The i-th of those that the agent of these settings may call; NULL: no more.
static const char *callable(const struct sa_config *c, size_t i)
{
    const char *const *named = sa_opt_agents(c);
    if (!named) return sa_config_agent_at(c, i);
    if (sa_streq(named[0], "none") && !named[1]) return NULL;
    for (size_t k = 0; k < i; k++)
        if (!named[k]) return NULL;
    return named[i];
}

static int add_members(struct sa_session *s, const struct sa_config *c, struct sa_err *err)
{
    const char *name;
    int code = SA_OK;
    for (size_t i = 0; !code && (name = callable(c, i)); i++) {
        code = add_member(s, name, err);
        // A section has its place; where there is none whoever named it is at fault.
        const struct sa_setting *by = sa_config_get(c, SA_OPT_agents);
        if (!code || has_section(s->config, name)) continue;
        if (by->origin == SA_FROM_FLAG) err->code = SA_E_USAGE;
        return sa_err_prefix(err, "%s", by->where ? by->where : "--agents");
    }
    return code;
}

// Its name, which is that of a tool as well, cannot be one.
static int no_function(const struct sa_config *c, const char *name, struct sa_err *err)
{
    SA_AUTO_FREE char *section = sa_xasprintf("agent.%s", name);
    const struct sa_section *of = sa_config_section(c, section);
    sa_err_prefix(err, "[%s]", section);
    return of ? sa_setup_fault(of, 0, err) : err->code;
}

static bool is_named_before(const struct sa_config *c, size_t i)
{
    const char *name = callable(c, i);
    for (size_t k = 0; k < i; k++)
        if (sa_streq(callable(c, k), name)) return true;
    return false;
}

static int add_callable(struct sa_session *s, struct sa_parts *p, struct sa_err *err)
{
    const char *name;
    for (size_t i = 0; (name = callable(p->config, i)); i++) {
        if (is_named_before(p->config, i)) continue;
        if (sa_sub_agent_add(&p->tools, &find_member(s, name)->sub, err))
            return no_function(p->config, name, err);
    }
    return SA_OK;
}

// Text of strangers reaches whoever calls who reads it.
static void spread_foreign(struct sa_session *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < s->member_count; i++) {
            struct sa_member *m = s->members[i];
            bool foreign = m->sub.foreign;
            for (size_t k = 0; k < m->parts.tools.count; k++)
                foreign |= m->parts.tools.items[k]->foreign;
            const char *name;
            for (size_t k = 0; (name = callable(&m->config, k)); k++)
                foreign |= find_member(s, name)->sub.foreign;
            changed |= foreign != m->sub.foreign;
            m->sub.foreign = foreign;
        }
    }
}

int sa_team_open(struct sa_session *s, struct sa_err *err)
{
    if (sa_opt_no_tools(s->config) || !sa_opt_agent_depth(s->config)) return SA_OK;
    int code = add_members(s, s->config, err);
    for (size_t i = 0; !code && i < s->member_count; i++)
        code = add_members(s, &s->members[i]->config, err);
    if (!code) spread_foreign(s);
    for (size_t i = 0; !code && i < s->member_count; i++) {
        code = add_callable(s, &s->members[i]->parts, err);
        if (!code) code = sa_parts_fill(&s->members[i]->parts, s, err);
    }
    return code ? code : add_callable(s, &s->parts, err);
}

const struct sa_parts *sa_team_parts(const struct sa_session *s, size_t i)
{
    return i < s->member_count ? &s->members[i]->parts : NULL;
}

void sa_team_release(struct sa_session *s)
{
    for (size_t i = 0; i < s->member_count; i++) {
        struct sa_member *m = s->members[i];
        sa_parts_release(&m->parts);
        sa_config_release(&m->config);
        free(m);
    }
    free(s->members);
    s->members = NULL;
    s->member_count = s->member_cap = 0;
}

// ---- a call -------------------------------------------------------------------------------------

// What is the call's own; the rest of the parts is the member's.
struct own {
    struct sa_member *member;
    struct sa_parts parts;
    struct sa_news news;
};

static int lend_all(struct own *o, struct sa_agent *parent, struct sa_err *err)
{
    const struct sa_tools *from = &o->member->parts.tools;
    bool deeper = sa_agent_depth_left(parent) > 1;
    sa_tools_share_handles(&o->parts.tools, o->member->session->lender);
    for (size_t i = 0; i < from->count; i++) {
        struct sa_tool *tool = from->items[i];
        bool agent = sa_streq(tool->source, "agent");
        int failed = 0;
        if (!agent) failed = sa_tools_lend(&o->parts.tools, tool, err);
        else if (deeper) failed = sa_sub_agent_add(&o->parts.tools, tool->data, err);
        if (failed) return err->code;
    }
    o->parts.tools.words = sa_xstrdup(from->words);
    return SA_OK;
}

static void fill_own(struct own *o, struct sa_sub_call *call)
{
    const struct sa_parts *of = &o->member->parts;
    struct sa_agent_options *options = &o->parts.options;
    *options = of->options;
    o->parts.executor = of->executor;
    if (!sa_opt_dry_run(of->config)) options->executor = o->parts.executor.ops;
    options->executor_why = o->parts.executor.why[0] ? o->parts.executor.why : NULL;
    if (!options->exec.strict_seed) {
        sa_random_bytes(&options->exec.seed, sizeof options->exec.seed);
        options->exec.seed |= 1;
    }
    options->name = o->member->sub.name;
    options->model = o->parts.model;
    options->tools = &o->parts.tools;
    options->checks = &o->parts.checks;
    options->parent = call->parent;
    options->stop = call->stop;
    options->exec.watchdog = call->watchdog;
    options->events = NULL; // the parent's
    options->budget = NULL;
    options->news = &o->news;
    options->save_files = NULL; // whose names would be those of others
    options->chat = false;
    if (o->parts.checks.judge_count) call->steps = &o->parts.checks.steps;
    options->steps = call->steps;
}

static void release_own(struct own *o)
{
    sa_model_free(o->parts.model);
    sa_tools_release(&o->parts.tools);
    sa_checks_release(&o->parts.checks);
    sa_news_release(&o->news);
    free(o);
}

static int open_agent(const struct sa_sub_agent *sub, struct sa_sub_call *call, struct sa_err *err)
{
    struct own *o = sa_xcalloc(1, sizeof *o);
    struct sa_member *m = o->member = sub->ctx;
    sa_news_init(&o->news);
    o->parts.config = &m->config;
    o->parts.model = sa_model_twin(m->parts.model);
    int code = sa_setup_checks(&m->config, call->stop, &o->parts.checks, err);
    if (!code) code = lend_all(o, call->parent, err);
    if (!code) {
        fill_own(o, call);
        call->agent = sa_agent_new(&o->parts.options, err);
        code = call->agent ? SA_OK : err->code;
    }
    if (code) return release_own(o), code;
    bool runs = o->parts.options.kind != SA_AGENT_TOOLS || o->parts.options.python;
    sa_files_note(call->agent, &m->parts, runs);
    call->parts = o;
    return SA_OK;
}

static void close_agent(struct sa_sub_call *call)
{
    sa_agent_free(call->agent);
    release_own(call->parts);
}

// ---- telling ------------------------------------------------------------------------------------

void sa_team_describe(const struct sa_session *s, cJSON *rows)
{
    for (size_t i = 0; i < s->member_count; i++) {
        const struct sa_member *m = s->members[i];
        cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "name", m->sub.name);
        cJSON_AddStringToObject(row, "description", m->sub.description);
        cJSON_AddStringToObject(row, "model", m->parts.model->id);
        cJSON_AddStringToObject(row, "executor", m->parts.options.executor->name);
        cJSON *tools = cJSON_AddArrayToObject(row, "tools");
        cJSON *agents = cJSON_AddArrayToObject(row, "agents");
        for (size_t k = 0; k < m->parts.tools.count; k++) {
            const struct sa_tool *tool = m->parts.tools.items[k];
            cJSON_AddItemToArray(sa_streq(tool->source, "agent") ? agents : tools,
                                 cJSON_CreateString(tool->name));
        }
        cJSON_AddItemToArray(rows, row);
    }
}
