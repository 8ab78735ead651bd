// The question whether a call or a cell may be made, or a plan is followed, as a person sees and
// answers it. What is shown comes from a model that may mean to deceive: values stand in quotes on
// lines of their own, with their escapes, are cut in the middle with their length told, and letters
// that are not ASCII's are named, for they may look like others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/approve.h"
#include "base/json.h"
#include "base/log.h"
#include "base/outside.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "cli/run.h"
#include "tool/resource.h"

enum {
    SHOWN_VALUE = 600,  // bytes of an argument that are shown, from its beginning and its end
    SHOWN_TEXT = 16000, // the same of code, and of a plan
    SHOWN_LETTERS = 8,  // that are not ASCII's, by their numbers
};

// ---- what is shown ------------------------------------------------------------------------------

static void put_cut(struct sa_buf *out, const char *text, size_t len, size_t most)
{
    if (len <= most) {
        sa_buf_append(out, text, len);
        return;
    }
    size_t head = sa_utf8_floor(text, len, most / 2), tail = len - most / 2;
    while (tail < len && ((unsigned char)text[tail] & 0xC0) == 0x80) tail++;
    sa_buf_append(out, text, head);
    sa_buf_appendf(out, "\n    [... %zu of %zu bytes are not shown ...]\n    ", tail - head, len);
    sa_buf_append(out, text + tail, len - tail);
}

// "not ASCII: U+0430 U+043E and 3 more": by number, each letter once.
static void put_letters(struct sa_buf *out, const char *text, size_t len)
{
    uint32_t seen[SHOWN_LETTERS];
    size_t count = 0, more = 0;
    for (size_t i = 0, k; i < len;) {
        uint32_t c;
        i += sa_utf8_decode(text + i, len - i, &c);
        for (k = 0; k < count && seen[k] != c; k++) continue;
        if (c < 0x80 || k < count) continue;
        if (count < SHOWN_LETTERS) seen[count++] = c;
        else more++;
    }
    if (!count) return;
    sa_buf_appends(out, "    (not ASCII:");
    for (size_t i = 0; i < count; i++) sa_buf_appendf(out, " U+%04X", (unsigned)seen[i]);
    if (more) sa_buf_appendf(out, " and %zu more", more);
    sa_buf_appends(out, ")\n");
}

static void put_arguments(struct sa_buf *out, const cJSON *args)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, args)
    {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&json, value);
        if (json.len) json.len = sa_secret_redact(json.data, json.len);
        sa_buf_appends(out, "  ");
        if (sa_is_identifier(value->string)) sa_buf_appends(out, value->string);
        else sa_json_quote(out, value->string, strlen(value->string));
        sa_buf_appends(out, " = ");
        put_cut(out, sa_buf_text(&json), json.len, SHOWN_VALUE);
        sa_buf_appendc(out, '\n');
        put_letters(out, value->string, strlen(value->string));
        put_letters(out, sa_buf_text(&json), json.len);
        sa_buf_release(&json);
    }
}

static void put_text(struct sa_buf *out, const char *code, size_t len)
{
    struct sa_buf shown = SA_BUF_INIT(SA_BUF_HUGE), copy = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&copy, code, len);
    if (copy.len) copy.len = sa_secret_redact(copy.data, copy.len);
    put_cut(&shown, sa_buf_text(&copy), copy.len, SHOWN_TEXT);
    struct sa_str rest = {sa_buf_text(&shown), shown.len}, line;
    while (sa_str_next_line(&rest, &line))
        sa_buf_appendf(out, "  | %.*s\n", (int)line.len, line.data);
    put_letters(out, code, len);
    sa_buf_release(&shown), sa_buf_release(&copy);
}

// What may be answered, and before it what is asked about, where that is a text.
static const struct {
    const char *head, *question, *prompt;
} questions[] = {
    [SA_ASKED_CALL] = {NULL, "Allow it? y yes, n [WHY] no, a always, e edit the arguments",
                       "y/n> "},
    [SA_ASKED_CODE] = {"The model wants this code to run:\n",
                       "Run it? y yes, n [WHY] no, a all code of this session", "y/n> "},
    [SA_ASKED_PLAN] = {"This is the plan:\n",
                       "Follow it? y yes, e edit it, n [WHY] no, another one, s stop the run",
                       "y/e/n/s> "},
};

static void put_asked(struct sa_buf *out, const struct sa_question *q)
{
    if (q->what == SA_ASKED_CALL) {
        SA_AUTO_FREE char *source = sa_tool_source(q->tool);
        sa_buf_appendf(out, "The code%s%s wants to call %s (source: %s):\n",
                       q->agent ? " of the agent " : "", q->agent ? q->agent : "", q->tool->name,
                       source);
        put_letters(out, q->tool->name, strlen(q->tool->name));
        put_arguments(out, q->args);
    } else {
        if (q->agent) sa_buf_appendf(out, "The agent %s:\n", q->agent);
        sa_buf_appends(out, questions[q->what].head);
        put_text(out, q->text, q->len);
    }
}

// ---- answers ------------------------------------------------------------------------------------

// Each gives the consent, or SA_CONSENT_NOBODY: the question is put again.
typedef enum sa_consent (*answer_fn)(const struct sa_question *q, const char *rest, char **text);

static enum sa_consent yes(const struct sa_question *q, const char *rest, char **text)
{
    (void)q, (void)text;
    return *rest ? SA_CONSENT_NOBODY : SA_CONSENT_YES;
}

// "n", or "n and why".
static enum sa_consent no(const struct sa_question *q, const char *rest, char **text)
{
    (void)q;
    *text = *rest ? sa_xstrdup(rest) : NULL;
    return SA_CONSENT_NO;
}

// The rule is the person's to widen or to narrow; it has to be about this call.
static enum sa_consent always(const struct sa_question *q, const char *rest, char **text)
{
    if (*rest) return SA_CONSENT_NOBODY;
    if (q->what == SA_ASKED_CODE) return SA_CONSENT_ALWAYS;
    struct sa_rules rule = {0};
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *begin = sa_rule_of_call(q->tool, q->args);
    if (!begin) sa_error("an argument is too long for a rule of this call alone: write a rule");
    *text = sa_cli_ask_edit("Calls of this rule are allowed from now on; change it, or Enter "
                            "(* stands for any text, Ctrl-D goes back):",
                            "always: ", begin, q->stop);
    bool kept = *text && !sa_rules_add(&rule, *text, &err);
    bool meant = kept && rule.count == 1 && sa_rules_match(&rule, q->tool, q->args, true);
    if (err.code) sa_error("%s", err.message);
    else if (kept && !meant) sa_error("that rule does not allow this call");
    sa_rules_release(&rule);
    if (!meant) return sa_freep(text), SA_CONSENT_NOBODY;
    if (sa_remembered_add(*text))
        sa_tty_printf(STDERR_FILENO, "kept; smolagent config shows it, --forget takes it back\n");
    return SA_CONSENT_ALWAYS;
}

static enum sa_consent edit_call(const struct sa_question *q, const char *rest, char **text)
{
    if (*rest) return SA_CONSENT_NOBODY;
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_print(&json, q->args);
    *text = sa_cli_ask_edit("The arguments as JSON; Enter makes the call, Ctrl-D goes back:",
                            "arguments: ", sa_buf_text(&json), q->stop);
    sa_buf_release(&json);
    if (!*text) return SA_CONSENT_NOBODY;
    struct sa_err err = SA_ERR_INIT;
    bool changed;
    char *why = NULL;
    cJSON *args = sa_json_parse(*text, strlen(*text), &err);
    bool good = args && sa_tool_check_args(q->tool, args, &changed, &why);
    if (!good) sa_error("%s", args ? why : err.message);
    free(why);
    cJSON_Delete(args);
    return good ? SA_CONSENT_YES : (sa_freep(text), SA_CONSENT_NOBODY);
}

// In the user's editor where he has named one, and then at the prompt.
static enum sa_consent edit_plan(const struct sa_question *q, const char *rest, char **text)
{
    if (*rest) return SA_CONSENT_NOBODY;
    SA_AUTO_FREE char *plan = sa_xstrndup(q->text, q->len);
    SA_AUTO_FREE char *typed = sa_cli_ask_compose(
        "The plan as it is to be followed; Enter takes it, Ctrl-D goes back:", "plan: ", plan,
        q->stop);
    struct sa_str made = sa_str_trim(sa_str_of(typed ? typed : ""));
    if (!made.len) return SA_CONSENT_NOBODY;
    if (!sa_str_equals(made, plan)) *text = sa_xstrndup(made.data, made.len);
    return SA_CONSENT_YES;
}

static enum sa_consent end(const struct sa_question *q, const char *rest, char **text)
{
    (void)q, (void)text;
    return *rest ? SA_CONSENT_NOBODY : SA_CONSENT_STOP;
}

enum { OF_CALL = 1 << SA_ASKED_CALL, OF_CODE = 1 << SA_ASKED_CODE, OF_PLAN = 1 << SA_ASKED_PLAN };

static const struct {
    const char *letter, *word;
    answer_fn take;
    unsigned of;
} answers[] = {{"y", "yes", yes, OF_CALL | OF_CODE | OF_PLAN},
               {"n", "no", no, OF_CALL | OF_CODE | OF_PLAN},
               {"a", "always", always, OF_CALL | OF_CODE},
               {"e", "edit", edit_call, OF_CALL},
               {"e", "edit", edit_plan, OF_PLAN},
               {"s", "stop", end, OF_PLAN}};

// By its first word.
static enum sa_consent take(const struct sa_question *q, const char *line, char **text)
{
    struct sa_str rest = sa_str_trim(sa_str_of(line));
    size_t n = 0;
    while (n < rest.len && rest.data[n] != ' ') n++;
    SA_AUTO_FREE char *word = sa_xstrndup(rest.data, n);
    struct sa_str more = sa_str_trim((struct sa_str){rest.data + n, rest.len - n});
    SA_AUTO_FREE char *reason = sa_xstrndup(more.data, more.len);
    for (size_t i = 0; i < SA_COUNT(answers); i++)
        if (answers[i].of & 1u << q->what &&
            (sa_strcaseeq(answers[i].letter, word) || sa_strcaseeq(answers[i].word, word)))
            return answers[i].take(q, reason, text);
    return SA_CONSENT_NOBODY;
}

static char *put(const struct sa_question *q, bool whole)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (whole) put_asked(&text, q);
    sa_buf_appends(&text, questions[q->what].question);
    char *line = sa_cli_ask_edit(sa_buf_text(&text), questions[q->what].prompt, NULL, q->stop);
    sa_buf_release(&text);
    return line;
}

static enum sa_consent ask_person(void *ctx, const struct sa_question *q, char **text)
{
    struct sa_session *s = ctx;
    bool plan = q->what == SA_ASKED_PLAN;
    // With what it is about in one text: another agent may be asking now.
    bool shown = plan && s->live.on && !q->agent; // the view shows plans as they come
    for (;; shown = true) {
        SA_AUTO_FREE char *line = put(q, !shown);
        if (sa_stop_reason(q->stop)) return SA_CONSENT_NOBODY;
        if (!line) return plan ? SA_CONSENT_STOP : SA_CONSENT_NO; // the end of input
        enum sa_consent consent = take(q, line, text);
        if (sa_stop_reason(q->stop)) return sa_freep(text), SA_CONSENT_NOBODY;
        if (consent != SA_CONSENT_NOBODY) return consent;
    }
}

// ---- programs -----------------------------------------------------------------------------------

static bool confirm_program(void *ctx, const char *source, const char *path)
{
    struct sa_session *s = ctx;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&text, "%s: the program ", source);
    sa_utf8_printable_name(&text, path);
    sa_buf_appends(&text, " has changed since the start, perhaps by the code, and would run "
                          "outside the sandbox.\nRun it? y yes, n no");
    SA_AUTO_FREE char *line = sa_cli_ask_edit(sa_buf_text(&text), "y/n> ", NULL, &s->stop);
    sa_buf_release(&text);
    struct sa_str answer = sa_str_trim(sa_str_of(line ? line : ""));
    return sa_str_caseeq(answer, "y") || sa_str_caseeq(answer, "yes");
}

void sa_cli_watch_programs(struct sa_session *s)
{
    const struct sa_outside_policy policy = {.allowed = sa_setup_outside_allowed(s->config),
                                             .confirm = sa_cli_may_ask(s->config) ? confirm_program
                                                                                  : NULL,
                                             .ctx = s};
    sa_outside_set(&policy);
    sa_setup_outside(s->config, false);
    sa_outside_warn();
}

// ---- settings -----------------------------------------------------------------------------------

static int add_rules(struct sa_rules *rules, const struct sa_config *config, enum sa_option_id id,
                     struct sa_err *err)
{
    const struct sa_setting *s = sa_config_get(config, id);
    for (size_t i = 0; i < s->count; i++) {
        if (!sa_rules_add(rules, s->items[i], err)) continue;
        if (s->from[i] == SA_FROM_FLAG) err->code = SA_E_USAGE;
        return s->from[i] == s->origin ? sa_err_prefix(err, "%s", s->where)
                                       : sa_err_prefix(err, "[approve] %s", sa_options[id].key);
    }
    return SA_OK;
}

int sa_setup_approvals(struct sa_session *s, struct sa_approvals *ap, struct sa_err *err)
{
    const struct sa_config *c = s->config;
    const char *mode = sa_opt_approve(c);
    *ap = (struct sa_approvals){
        .mode = sa_streq(mode, "never")   ? SA_APPROVE_NEVER
                : sa_streq(mode, "tools") ? SA_APPROVE_TOOLS
                : sa_streq(mode, "code")  ? SA_APPROVE_CODE
                                          : SA_APPROVE_ASK,
        .plans = sa_opt_approve_plan(c),
        .allow_first = sa_config_get(c, SA_OPT_allow)->origin > SA_FROM_PROJECT,
        .person = sa_cli_may_ask(c) ? ask_person : NULL,
        .ctx = s,
    };
    int code = add_rules(&ap->deny, c, SA_OPT_deny, err);
    if (!code) code = add_rules(&ap->ask, c, SA_OPT_ask, err);
    if (!code) code = add_rules(&ap->allow, c, SA_OPT_allow, err);
    if (!code && s->parts.tools.count) sa_remembered_load(&ap->remembered);
    if (sa_opt_dry_run(c)) return code; // asks nobody anything
    if (!code && sa_setup_runs_code(c) && ap->mode == SA_APPROVE_CODE && !ap->person)
        code = sa_err_set(err, SA_E_DENIED,
                          "--approve code asks before any code runs, and there is nobody to ask: "
                          "no terminal, or --no-input is set");
    if (!code && ap->plans && sa_opt_planning_interval(c) && !ap->person)
        code = sa_err_set(err, SA_E_DENIED,
                          "--approve-plan asks about each plan, and there is nobody to ask: no "
                          "terminal, or --no-input is set");
    return code;
}
