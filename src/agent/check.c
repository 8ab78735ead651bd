// Running the checks of a final answer.
#include "agent/check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/shape.h"
#include "base/detect.h"
#include "base/json.h"
#include "base/log.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/toolfile/judge.h"

enum { MAX_CHECK_OUTPUT = 64 << 10, KINDS_FOUND = 16 };

void sa_checks_release(struct sa_checks *checks)
{
    cJSON_Delete(checks->commands);
    for (size_t i = 0; i < checks->judge_count; i++) sa_judge_free(checks->judges[i]);
    free(checks->judges);
    sa_steps_release(&checks->steps);
    *checks = (struct sa_checks){0};
}

int sa_checks_add_kind(struct sa_checks *checks, const char *name, struct sa_err *err)
{
    static const struct {
        const char *name;
        unsigned kind;
    } kinds[] = {{"secrets", SA_DETECT_SECRETS | SA_DETECT_LABELLED}, {"pii", SA_DETECT_PII}};
    for (size_t i = 0; i < SA_COUNT(kinds); i++) {
        if (!sa_streq(kinds[i].name, name)) continue;
        checks->kinds |= kinds[i].kind;
        return 0;
    }
    return sa_err_set(err, SA_E_USAGE, "--check-output %.40s: must be secrets, pii or both", name),
           -1;
}

int sa_checks_add_judge(struct sa_checks *checks, const char *path,
                        const struct sa_judge_limits *limits, struct sa_stop *stop,
                        struct sa_err *err)
{
    struct sa_judge *judge = sa_judge_open(path, limits, stop, err);
    if (!judge) return -1;
    SA_GROW(checks->judges, checks->judge_cap, checks->judge_count + 1);
    checks->judges[checks->judge_count++] = judge;
    return 0;
}

int sa_checks_add_command(struct sa_checks *checks, const char *text, struct sa_err *err)
{
    cJSON *words = sa_proc_words(text);
    if (!words)
        return sa_err_set(err, SA_E_USAGE,
                          "--check '%.60s': expected a program and its arguments, or a JSON array "
                          "of strings such as [\"sh\", \"-c\", \"...\"]",
                          text),
               -1;
    const char *program = words->child->valuestring;
    if (!sa_proc_is_there(program)) {
        sa_err_set(err, SA_E_CONFIG, "--check: there is no program '%.200s' here", program);
        return cJSON_Delete(words), -1;
    }
    if (!checks->commands) checks->commands = cJSON_CreateArray();
    cJSON_AddItemToArray(checks->commands, words);
    return 0;
}

// ---- what an answer must not hold -------------------------------------------------------------

// Counts by kind of finding; names are static.
struct found {
    struct {
        const char *what;
        int count;
    } kinds[KINDS_FOUND];
    size_t n;
};

static void count(struct found *f, const char *what)
{
    size_t i = 0;
    while (i < f->n && strcmp(f->kinds[i].what, what)) i++;
    if (i == KINDS_FOUND) return;
    f->kinds[i].what = what;
    f->kinds[i].count++;
    if (i == f->n) f->n++;
}

// Appends the text from `start` on with findings replaced; true when there was one.
static bool redact(unsigned kinds, const char *text, size_t start, size_t len, struct sa_buf *out,
                   struct found *found)
{
    const struct sa_detect d = {.kinds = kinds};
    struct sa_finding f;
    size_t from = 0, done = start;
    bool hit = false;
    while (sa_detect(&d, text, len, from, &f) == SA_DETECT_HIT) {
        from = f.start + f.len;
        if (from <= start) continue;
        if (f.start > done) sa_buf_append(out, text + done, f.start - done);
        sa_buf_appendf(out, "[%s redacted]", f.what);
        done = from;
        hit = true;
        if (found) count(found, f.what);
    }
    sa_buf_append(out, text + done, len - done);
    return hit;
}

struct rewrite {
    unsigned kinds;
    bool hit;
};

// A string or number of the answer, read with the name it has: a label may tell what it is.
static bool redact_token(void *ctx, const struct sa_json_token *t, struct sa_buf *out)
{
    struct rewrite *r = ctx;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), clean = SA_BUF_INIT(SA_BUF_HUGE);
    if (*t->name) sa_buf_appendf(&text, "%s: ", t->name);
    size_t label = text.len;
    for (size_t i = 0; i < t->len; i++) // text ends at a NUL elsewhere
        if (t->text[i]) sa_buf_appendc(&text, t->text[i]);
        else sa_buf_append_utf8(&text, 0xFFFD);
    bool hit = redact(r->kinds, sa_buf_text(&text), label, text.len, &clean, NULL);
    if (hit) sa_buf_append(out, clean.data, clean.len);
    r->hit |= hit;
    sa_buf_release(&text), sa_buf_release(&clean);
    return hit;
}

// Token by token, so that the result is JSON again.
static char *redact_json(unsigned kinds, const char *json, bool *hit)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    struct rewrite r = {.kinds = kinds};
    size_t len = strlen(json);
    if (sa_json_check(json, len, NULL)) {
        sa_json_rewrite(json, len, redact_token, &r, &out);
    } else { // deeper than is read: as text, and none of it when there is something
        r.hit = redact(kinds, json, 0, len, &out, NULL);
        if (r.hit) sa_buf_clear(&out), sa_buf_appends(&out, "\"[redacted]\"");
    }
    *hit |= r.hit;
    return sa_buf_take(&out, NULL);
}

static void emit(struct sa_agent *a, const char *name, bool ok, const char *action,
                 const char *message)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "name", name);
    cJSON_AddBoolToObject(data, "ok", ok);
    cJSON_AddStringToObject(data, "action", action);
    if (message) cJSON_AddStringToObject(data, "message", message);
    sa_agent_emit(a, SA_EV_CHECK, data);
}

// "e-mail address (2), IBAN (1)": without their values, which nobody should see again.
static char *describe(const struct found *f)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    for (size_t i = 0; i < f->n; i++)
        sa_buf_appendf(&out, "%s%s (%d)", i ? ", " : "", f->kinds[i].what, f->kinds[i].count);
    return sa_buf_take(&out, NULL);
}

// ---- its form ---------------------------------------------------------------------------------

static enum sa_verdict check_shape(struct sa_agent *a, const struct sa_answer *answer, char **why)
{
    if (!a->o.shape) return SA_VERDICT_PASSED;
    *why = sa_shape_misfit(a->o.shape, answer->json, strlen(answer->json));
    emit(a, "schema", !*why, *why ? "block" : "pass", *why);
    return *why ? SA_VERDICT_REFUSED : SA_VERDICT_PASSED;
}

// An empty text is more often a mistake than an answer: the model has to give it twice, unless a
// schema says what answers are.
static enum sa_verdict check_empty(struct sa_agent *a, const struct sa_answer *answer, char **why)
{
    bool empty = answer->json[0] == '"' &&
                 !sa_str_trim((struct sa_str){sa_buf_text(&answer->text), answer->text.len}).len;
    bool insists = a->run->gave_nothing;
    a->run->gave_nothing = empty;
    if (!empty || insists || a->o.shape) return SA_VERDICT_PASSED;
    *why = sa_xstrdup("it is an empty text. If nothing is the answer, give it once more");
    return SA_VERDICT_REFUSED;
}

static enum sa_verdict check_content(struct sa_agent *a, struct sa_answer *answer, char **why)
{
    static const char *const actions[] = {"block", "redact", "warn"};
    const struct sa_checks *c = a->o.checks;
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    struct found found = {0};
    bool hit = redact(c->kinds, sa_buf_text(&answer->text), 0, answer->text.len, &clean, &found);
    SA_AUTO_FREE char *json = redact_json(c->kinds, answer->json, &hit);
    if (!hit) {
        sa_buf_release(&clean);
        return SA_VERDICT_PASSED;
    }
    if (!found.n) count(&found, "text in a nested value");
    SA_AUTO_FREE char *what = describe(&found);
    emit(a, "output", c->action != SA_CHECK_BLOCK, actions[c->action], what);
    if (c->action == SA_CHECK_REDACT) {
        sa_buf_release(&answer->text);
        free(answer->json);
        answer->text = clean;
        answer->json = json;
        json = NULL;
        return check_shape(a, answer, why); // what was taken out may have been asked for
    }
    sa_buf_release(&clean);
    if (c->action == SA_CHECK_WARN) {
        sa_warn("the answer holds: %s (--check-output)", what);
        return SA_VERDICT_PASSED;
    }
    *why = sa_xasprintf("it holds what must not get out: %s. Leave it out or mask it.", what);
    return SA_VERDICT_REFUSED;
}

// ---- functions and programs that judge it -----------------------------------------------------

static char *too_late(int64_t timeout_ns)
{
    return sa_xasprintf("the check gave no verdict within %g s", (double)timeout_ns / 1e9);
}

static enum sa_verdict check_function(struct sa_agent *a, struct sa_judge *judge,
                                      struct sa_answer *answer, char **why)
{
    static const enum sa_verdict verdicts[] = {[SA_JUDGED_GOOD] = SA_VERDICT_PASSED,
                                               [SA_JUDGED_BAD] = SA_VERDICT_REFUSED,
                                               [SA_JUDGED_LATE] = SA_VERDICT_REFUSED,
                                               [SA_JUDGED_BROKEN] = SA_VERDICT_BROKEN};
    struct sa_buf args = SA_BUF_INIT(SA_BUF_HUGE);
    char *text;
    sa_buf_appendc(&args, '{');
    sa_json_put_raw(&args, "answer", answer->json);
    sa_json_key(&args, "steps");
    sa_steps_print(&a->o.checks->steps, &args);
    sa_buf_appendc(&args, '}');
    enum sa_judged judged = sa_judge_ask(judge, sa_buf_text(&args), a->stop, &text);
    sa_buf_release(&args);
    if (judged == SA_JUDGED_LATE) text = too_late(a->o.checks->timeout_ns);
    if (text && judged == SA_JUDGED_BROKEN) *why = sa_xasprintf("--check-py: %s", text);
    else if (text) *why = sa_agent_clean(sa_str_of(text));
    free(text);
    answer->as_value = judged != SA_JUDGED_GOOD;
    if (judged != SA_JUDGED_BROKEN)
        emit(a, sa_judge_path(judge), !*why, *why ? "block" : "pass", *why);
    return verdicts[judged];
}

// What a check that failed has to say: its stderr, else its stdout, without secrets.
static char *complaint(const struct sa_proc_result *r, int64_t timeout_ns)
{
    if (r->timed_out) return too_late(timeout_ns);
    const struct sa_buf *text = r->err.len ? &r->err : &r->out;
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(text), text->len});
    if (!s.len) return sa_xasprintf("the check ended with status %d and said nothing", r->status);
    return sa_agent_clean(s);
}

static enum sa_verdict check_command(struct sa_agent *a, const cJSON *command,
                                     const struct sa_answer *answer, char **why)
{
    struct sa_err err = SA_ERR_INIT;
    struct sa_proc_result r;
    const char **argv = sa_proc_argv(command);
    char **env = sa_proc_env(NULL);
    const struct sa_proc_request q = {.argv = argv,
                                      .env = (const char *const *)env,
                                      .input = sa_buf_text(&answer->text),
                                      .input_len = answer->text.len,
                                      .max_output = MAX_CHECK_OUTPUT,
                                      .timeout_ns = a->o.checks->timeout_ns,
                                      .stop = a->stop};
    enum sa_verdict verdict = SA_VERDICT_PASSED;
    if (sa_proc_run(&q, &r, &err)) {
        *why = sa_xasprintf("--check: %s", err.message);
        verdict = SA_VERDICT_BROKEN;
    } else if (r.stopped) {
        verdict = SA_VERDICT_BROKEN;
    } else if (r.timed_out || r.too_much || r.status) {
        *why = complaint(&r, q.timeout_ns);
        verdict = SA_VERDICT_REFUSED;
    }
    if (verdict != SA_VERDICT_BROKEN) emit(a, argv[0], !*why, *why ? "block" : "pass", *why);
    sa_proc_result_release(&r);
    sa_proc_env_free(env);
    free(argv);
    return verdict;
}

// On one line, not too long.
static char *shown(const char *text)
{
    enum { SHOWN = 80 };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_printable(&out, text, strlen(text));
    size_t cut = sa_utf8_prefix(sa_buf_text(&out), out.len, SHOWN);
    bool whole = cut == out.len;
    sa_buf_truncate(&out, cut);
    for (size_t i = 0; i < out.len; i++)
        if (out.data[i] == '\n' || out.data[i] == '\t') out.data[i] = ' ';
    if (!whole) sa_buf_appends(&out, "...");
    return sa_buf_take(&out, NULL);
}

// The words of a check's command.
static char *name_of(const cJSON *command)
{
    struct sa_buf words = SA_BUF_INIT(SA_BUF_HUGE);
    const cJSON *word;
    cJSON_ArrayForEach(word, command)
        sa_buf_appendf(&words, "%s%s", words.len ? " " : "", word->valuestring);
    char *name = shown(sa_buf_text(&words));
    sa_buf_release(&words);
    return name;
}

enum sa_verdict sa_agent_check(struct sa_agent *a, struct sa_answer *answer, char **why, char **who)
{
    *why = *who = NULL;
    enum sa_verdict verdict = check_empty(a, answer, why);
    if (verdict == SA_VERDICT_PASSED) verdict = check_shape(a, answer, why);
    if (!a->o.checks || verdict != SA_VERDICT_PASSED) return verdict;
    if (a->o.checks->kinds) verdict = check_content(a, answer, why);
    for (size_t i = 0; i < a->o.checks->judge_count && verdict == SA_VERDICT_PASSED; i++) {
        struct sa_judge *judge = a->o.checks->judges[i];
        verdict = check_function(a, judge, answer, why);
        if (verdict == SA_VERDICT_REFUSED) *who = shown(sa_judge_path(judge));
    }
    const cJSON *command;
    cJSON_ArrayForEach(command, a->o.checks->commands)
    {
        if (verdict != SA_VERDICT_PASSED) break;
        verdict = check_command(a, command, answer, why);
        if (verdict == SA_VERDICT_REFUSED) *who = name_of(command);
    }
    return verdict;
}
