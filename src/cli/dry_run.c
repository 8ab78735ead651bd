// `run --dry-run`: the request that a run would begin with, its size, and every setting with the
// place that it comes from. No server is asked, none of MCP started, no executor opened, no file
// written but that of -o; what therefore cannot be known is named.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/run.h"

// Values of headers that are a key though nobody has said so.
static bool is_secret(const char *header)
{
    static const char *const parts[] = {"auth", "key", "token", "secret", "cookie", "password"};
    SA_AUTO_FREE char *name = sa_xstrndup(header, strcspn(header, ":"));
    for (size_t i = 0; i < SA_COUNT(parts); i++)
        if (strcasestr(name, parts[i])) return true;
    return false;
}

static char *shown_header(const char *header)
{
    if (!is_secret(header)) return sa_xstrdup(header);
    return sa_xasprintf("%.*s: ***", (int)strcspn(header, ":"), header);
}

static cJSON *headers_of(const struct sa_model_sent *sent)
{
    cJSON *list = cJSON_CreateArray();
    for (const char *const *h = sent->headers; h && *h; h++) {
        SA_AUTO_FREE char *text = shown_header(*h);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    SA_AUTO_FREE char *key = sent->key_header ? sa_xasprintf("%s: ***", sent->key_header) : NULL;
    if (key) cJSON_AddItemToArray(list, cJSON_CreateString(key));
    return list;
}

// Those that a run looks at, by their flags, or keys where they have none.
static cJSON *options_of(const struct sa_config *c)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_setting *s = sa_config_get(c, i);
        bool of_run = o->scope & SA_SCOPE_RUN || sa_streq(o->section, "model");
        if (!of_run || i == SA_OPT_help) continue;
        struct sa_buf origin = SA_BUF_INIT(SA_BUF_SMALL);
        cJSON *row = cJSON_CreateObject();
        sa_config_put_origin(s, &origin);
        cJSON_AddStringToObject(row, "name", o->name ? o->name : o->key);
        if (s->set) cJSON_AddStringToObject(row, "value", s->text);
        else cJSON_AddNullToObject(row, "value");
        cJSON_AddStringToObject(row, "origin", sa_buf_text(&origin));
        cJSON_AddItemToArray(list, row);
        sa_buf_release(&origin);
    }
    return list;
}

// What only a run knows.
static cJSON *missing_of(const struct sa_session *s)
{
    cJSON *list = cJSON_CreateArray();
    for (const struct sa_model *m = s->parts.model; m; m = m->stand_in) {
        SA_AUTO_FREE char *text =
            m->lack ? sa_xasprintf("a key, without which no run begins: %s", m->lack) : NULL;
        if (text) cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    for (size_t i = 0; i < sa_mcp_count(s->mcp); i++) {
        SA_AUTO_FREE char *text = sa_xasprintf("tools of the MCP server %s, which was not started",
                                               sa_mcp_name(s->mcp, i));
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    return list;
}

// Those that a run would have run, in their order.
static cJSON *hooks_of(const struct sa_session *s)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < s->hooks.count; i++) {
        const struct sa_hook *h = &s->hooks.items[i];
        struct sa_buf moments = SA_BUF_INIT(SA_BUF_SMALL);
        cJSON *row = cJSON_CreateObject();
        sa_hook_put_moments(h, &moments);
        cJSON_AddStringToObject(row, "name", h->name);
        cJSON_AddStringToObject(row, "on", sa_buf_text(&moments));
        cJSON_AddItemToObject(row, "command", cJSON_Duplicate(h->command, true));
        cJSON_AddItemToArray(list, row);
        sa_buf_release(&moments);
    }
    return list;
}

static cJSON *report_of(const struct sa_session *s, const struct sa_model_sent *sent)
{
    const struct sa_context x = sa_agent_context(s->agent);
    SA_AUTO_FREE char *model = sa_model_describe(s->parts.model);
    cJSON *report = cJSON_CreateObject();
    cJSON_AddTrueToObject(report, "dry_run");
    cJSON_AddStringToObject(report, "model", model);
    cJSON *others = cJSON_AddArrayToObject(report, "stand_ins");
    for (const struct sa_model *m = s->parts.model->stand_in; m; m = m->stand_in) {
        SA_AUTO_FREE char *text = sa_model_describe(m);
        cJSON_AddItemToArray(others, cJSON_CreateString(text));
    }
    cJSON_AddStringToObject(report, "executor", s->parts.options.executor->name);
    if (sent->body) {
        cJSON *request = cJSON_AddObjectToObject(report, "request");
        cJSON_AddStringToObject(request, "method", sent->method);
        cJSON_AddStringToObject(request, "url", sent->url);
        cJSON_AddItemToObject(request, "headers", headers_of(sent));
        cJSON_AddRawToObject(request, "body", sent->body);
        cJSON_AddNumberToObject(request, "bytes", (double)sent->len);
        cJSON_AddNumberToObject(request, "tokens", (double)x.tokens);
    }
    sa_team_describe(s, cJSON_AddArrayToObject(report, "agents"));
    cJSON_AddNumberToObject(report, "window", (double)x.window);
    cJSON_AddItemToObject(report, "missing", missing_of(s));
    cJSON_AddItemToObject(report, "hooks", hooks_of(s));
    cJSON_AddItemToObject(report, "options", options_of(s->config));
    return report;
}

static void put_options(struct sa_buf *out, const cJSON *options)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, options)
    {
        size_t start = out->len;
        sa_buf_appendf(out, "%s = %s", sa_json_str(row, "name", ""), sa_json_str(row, "value", ""));
        while (out->len - start < 44 && !out->full) sa_buf_appendc(out, ' ');
        sa_buf_appendf(out, "  # %s\n", sa_json_str(row, "origin", ""));
    }
}

static void put_names(struct sa_buf *out, const char *label, const cJSON *names)
{
    const cJSON *name;
    if (!cJSON_GetArraySize(names)) return;
    sa_buf_appendf(out, ", %s:", label);
    cJSON_ArrayForEach(name, names) sa_buf_appendf(out, " %s", name->valuestring);
}

static void put_agent(struct sa_buf *out, const cJSON *row)
{
    sa_buf_appendf(out, "# agent %s: %s, executor %s", sa_json_str(row, "name", ""),
                   sa_json_str(row, "model", ""), sa_json_str(row, "executor", ""));
    put_names(out, "tools", sa_json_get(row, "tools"));
    put_names(out, "agents", sa_json_get(row, "agents"));
    sa_buf_appendc(out, '\n');
}

// As on the wire, then what is to be said of it in lines that begin with '#'.
static void put_text(struct sa_buf *out, const cJSON *report)
{
    const cJSON *request = sa_json_get(report, "request"), *item;
    if (request) {
        sa_buf_appendf(out, "%s %s\n", sa_json_str(request, "method", ""),
                       sa_json_str(request, "url", ""));
        cJSON_ArrayForEach(item, sa_json_get(request, "headers"))
            sa_buf_appendf(out, "%s\n", item->valuestring);
        sa_buf_appendf(out, "\n%s\n\n# body: %lld bytes, about %lld tokens; window: %lld tokens\n",
                       sa_json_get(request, "body")->valuestring,
                       (long long)sa_json_int(request, "bytes", 0),
                       (long long)sa_json_int(request, "tokens", 0),
                       (long long)sa_json_int(report, "window", 0));
    } else {
        sa_buf_appends(out, "# no request: a recording answers\n");
    }
    cJSON_ArrayForEach(item, sa_json_get(report, "missing"))
        sa_buf_appendf(out, "# not in it: %s\n", item->valuestring);
    sa_buf_appendf(out, "# model: %s\n", sa_json_str(report, "model", ""));
    cJSON_ArrayForEach(item, sa_json_get(report, "stand_ins"))
        sa_buf_appendf(out, "# if it fails: %s\n", item->valuestring);
    cJSON_ArrayForEach(item, sa_json_get(report, "agents")) put_agent(out, item);
    cJSON_ArrayForEach(item, sa_json_get(report, "hooks"))
    {
        sa_buf_appendf(out, "# hook %s (%s): ", sa_json_str(item, "name", ""),
                       sa_json_str(item, "on", ""));
        sa_json_print(out, sa_json_get(item, "command"));
        sa_buf_appendc(out, '\n');
    }
    sa_buf_appendf(out, "# executor: %s\n\n", sa_json_str(report, "executor", ""));
    put_options(out, sa_json_get(report, "options"));
}

// Known keys go out of it whatever they stand in; what is JSON stays so.
static void put_report(struct sa_buf *out, const cJSON *report, bool json)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (json) sa_json_print(&text, report);
    else put_text(&text, report);
    char *clean = sa_buf_take(&text, NULL);
    if (json) sa_secret_redact_json(&clean);
    else clean[sa_secret_redact(clean, strlen(clean))] = '\0';
    sa_buf_appendf(out, "%s%s", clean, json ? "\n" : "");
    free(clean);
}

int sa_dry_run(struct sa_session *s, const char *task, struct sa_err *err)
{
    struct sa_run_result r;
    struct sa_model_sent sent;
    bool json = s->output.format == SA_OUT_JSON || s->output.format == SA_OUT_JSONL;
    sa_agent_preview(s->agent, task, &r, &sent);
    int code = r.exit_code ? sa_err_set(err, r.exit_code, "%s", r.error ? r.error : "") : SA_OK;
    if (!code) {
        cJSON *report = report_of(s, &sent);
        put_report(&s->output.text, report, json);
        cJSON_Delete(report);
        const struct sa_buf *text = &s->output.text;
        code = s->output.buffered ? sa_session_keep(s, SA_OK, err)
                                  : sa_cli_write(sa_buf_text(text), text->len, &s->stop, err);
    }
    sa_model_sent_release(&sent);
    sa_run_result_release(&r);
    return code;
}
