// Whether rules and hooks protect anything. One that names no existing tool never matches: in a
// flag that is an error; in a configuration, which may serve many runs, -v and doctor report it.
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "exec/python/python.h"
#include "tool/builtin.h"

// The server that "mcp:SERVER/NAME" names; malloc'd, NULL: the source is another, or a pattern.
static char *server_of(const char *name)
{
    static const char start[] = "mcp:";
    const char *slash = sa_starts_with(name, start) ? strchr(name, '/') : NULL;
    char *server = slash ? sa_xstrndup(name + strlen(start), (size_t)(slash - name) - strlen(start))
                         : NULL;
    if (server && strchr(server, '*')) sa_freep(&server);
    return server;
}

static bool has_server(const struct sa_mcp *mcp, const char *server)
{
    for (size_t i = 0; mcp && i < sa_mcp_count(mcp); i++)
        if (sa_streq(sa_mcp_name(mcp, i), server)) return true;
    return false;
}

// A built-in tool, loaded or not, or a section of the configuration.
static bool is_configured(const struct sa_config *config, const char *name)
{
    static const char *const sources[] = {"builtin/", "config/", "agent/"};
    for (size_t i = 0; i < SA_COUNT(sources); i++)
        if (sa_starts_with(name, sources[i])) name += strlen(sources[i]);
    SA_AUTO_FREE char *tool = sa_xasprintf("tool.%s", name);
    SA_AUTO_FREE char *agent = sa_xasprintf("agent.%s", name);
    return sa_builtin_exists(name) || sa_config_section(config, tool) ||
           sa_config_section(config, agent);
}

// A pattern may stand for what is not there yet, but not its server.
static bool is_of_no_server(const struct sa_mcp *mcp, const char *name)
{
    SA_AUTO_FREE char *server = server_of(name);
    return server && !has_server(mcp, server);
}

bool sa_config_may_have_tool(const struct sa_config *config, const struct sa_mcp *mcp,
                             const char *name)
{
    if (is_of_no_server(mcp, name)) return false;
    bool unknown = sa_opt_tool_file(config) || (mcp && sa_mcp_count(mcp));
    return unknown || strchr(name, '*') || is_configured(config, name);
}

// What was found of the tools that a rule names.
struct found {
    bool tool, argument; // one at all; one that has the arguments of the rule
};

static void seek_in(struct found *f, const struct sa_tools *tools, const char *rule)
{
    for (size_t i = 0; tools && i < tools->count; i++) {
        bool named = sa_rule_is_about(rule, tools->items[i]);
        f->tool |= named;
        f->argument |= named && sa_rule_fits(rule, tools->items[i]);
    }
}

static struct found seek(const struct sa_session *s, const char *rule)
{
    struct found f = {0};
    const struct sa_parts *p;
    seek_in(&f, &s->parts.tools, rule);
    seek_in(&f, s->lender, rule);
    for (size_t i = 0; (p = sa_team_parts(s, i)); i++) seek_in(&f, &p->tools, rule);
    return f;
}

// LATER: tools that nobody knows now may have that name.
static enum known {
    KNOWN,
    LATER,
    NO_TOOL,
    NO_ARGUMENT
} look_up(const struct sa_session *s, const char *rule)
{
    const struct sa_config *c = s->config;
    SA_AUTO_FREE char *name = sa_rule_tool(rule);
    SA_AUTO_FREE char *server = server_of(name);
    if (is_of_no_server(s->mcp, name)) return NO_TOOL;
    const struct found f = seek(s, rule);
    if (strchr(name, '*') || f.argument) return KNOWN;
    if (f.tool) return NO_ARGUMENT;
    if (is_configured(c, name)) return KNOWN;
    bool partly = sa_opt_no_tools(c) || !sa_opt_agent_depth(c) || (sa_opt_dry_run(c) && s->mcp);
    return partly || (s->mcp && sa_mcp_may_offer(s->mcp, server, s->chat)) ? LATER : NO_TOOL;
}

static int check_rule(const struct sa_session *s, const char *rule, bool flag, const char *where,
                      struct sa_err *err)
{
    enum known known = look_up(s, rule);
    SA_AUTO_FREE char *name = sa_rule_tool(rule);
    SA_AUTO_FREE char *why = known == NO_ARGUMENT
                                 ? sa_xasprintf("names an argument that no call of '%s' has", name)
                                 : sa_xstrdup("names no existing tool");
    if (known == KNOWN) return SA_OK;
    if (!flag) return sa_info("rule '%s' %s", rule, why), SA_OK;
    if (known == LATER)
        return sa_warn("%s: rule '%s' names no tool that is offered yet", where, rule), SA_OK;
    return sa_err_set(err, SA_E_USAGE,
                      "%s: rule '%s' %s ('smolagent tools' shows all; a tool of a server is "
                      "mcp:SERVER/NAME)",
                      where, rule, why);
}

static int check_option(const struct sa_session *s, enum sa_option_id id, struct sa_err *err)
{
    const struct sa_setting *set = sa_config_get(s->config, id);
    int code = SA_OK;
    for (size_t i = 0; i < set->count && !code; i++) {
        struct sa_rules rules = {0};
        code = sa_rules_add(&rules, set->items[i], err);
        for (size_t k = 0; k < rules.count && !code; k++)
            code = check_rule(s, rules.texts[k], set->from[i] == SA_FROM_FLAG, set->where, err);
        sa_rules_release(&rules);
    }
    return code;
}

int sa_check_rule_names(const struct sa_session *s, struct sa_err *err)
{
    static const enum sa_option_id ids[] = {SA_OPT_deny, SA_OPT_ask, SA_OPT_allow};
    int code = SA_OK;
    for (size_t i = 0; i < SA_COUNT(ids) && !code; i++) code = check_option(s, ids[i], err);
    for (size_t i = 0; i < s->hooks.count; i++) {
        const struct sa_hook *h = &s->hooks.items[i];
        for (size_t k = 0; k < h->tools.count; k++)
            if (look_up(s, h->tools.texts[k]) != KNOWN)
                sa_info("hook '%s' is for '%s', which names no existing tool", h->name,
                        h->tools.texts[k]);
    }
    return code;
}

// There the kernel shows the folders to the code, and asks nobody about a file.
static bool sees_folders(const struct sa_parts *p)
{
    return p->options.executor == &sa_exec_python && p->folders.count;
}

void sa_warn_of_file_rules(struct sa_session *s)
{
    const struct sa_parts *p = &s->parts;
    for (size_t i = 0; p && !sees_folders(p);) p = sa_team_parts(s, i++);
    if (p && sa_approvals_judge_files(&s->approvals))
        sa_warn(
            "--executor python: code reads and writes the granted folders itself, so rules about "
            "files hold for tools alone");
}
