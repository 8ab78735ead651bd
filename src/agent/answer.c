// A final answer, from where it was given to where it counts: checks, event, result, and what the
// next turn of a chat gets to see.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/check.h"
#include "agent/shape.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/handle.h"

// The beginning of what a check looked at, as code would write it: a text, or a value.
static char *looked_at(const struct sa_answer *answer)
{
    enum { SHOWN = 300 };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    bool value = answer->as_value && answer->json[0] != '"';
    struct sa_str s = value ? sa_str_of(answer->json)
                            : (struct sa_str){sa_buf_text(&answer->text), answer->text.len};
    size_t cut = sa_utf8_prefix(s.data, s.len, SHOWN);
    if (value) sa_buf_append(&out, s.data, cut);
    else sa_json_quote(&out, s.data, cut);
    if (cut < s.len) sa_buf_appendf(&out, "... (%zu characters)", sa_utf8_count(s.data, s.len));
    return sa_buf_take(&out, NULL);
}

// The model is told why, and by a program's check also by whom and what it was given; the run goes
// on.
static enum sa_step refuse(struct sa_agent *a, const struct sa_answer *answer, const char *why,
                           const char *who)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddStringToObject(vars, "reason", why);
    SA_AUTO_FREE char *shown = who ? looked_at(answer) : NULL;
    cJSON_AddStringToObject(vars, "check", who ? who : "");
    cJSON_AddStringToObject(vars, "text", shown ? shown : "");
    cJSON_AddBoolToObject(vars, "value", answer->as_value);
    SA_AUTO_FREE char *text = sa_agent_prompt(a, "refused", vars, &err);
    if (!text) return sa_agent_end(a, SA_RUN_ERROR, err.code, "%s", err.message);
    struct sa_buf seen = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str s = sa_str_trim(sa_str_of(text));
    sa_buf_appends(&seen, "Observation:\n");
    sa_agent_put_changes(a, &seen);
    sa_buf_append(&seen, s.data, s.len);
    sa_agent_hint_repetition(a, "This very answer was given", answer->json, &seen);
    sa_agent_emit_error(a, "check", NULL, why, strlen(why));
    sa_agent_push_observation(a, &seen, NULL);
    sa_buf_release(&seen);
    free(a->run->refused);
    a->run->refused = sa_xstrdup(why);
    return SA_STEP_GO;
}

// What the event shows: what code gave, as Python writes it, unless a check has changed the answer.
static struct sa_str as_given(const struct sa_run *run, const struct sa_run_result *r)
{
    bool same = run->given.data && r->answer_len == run->spelled.len &&
                !memcmp(r->answer, run->spelled.data, r->answer_len);
    return same ? run->given : (struct sa_str){r->answer, r->answer_len};
}

// Was the model made to answer, or stopped by its answer?
static const char *limit_at(struct sa_agent *a, enum sa_run_status status)
{
    char why[128];
    int64_t timeout;
    if (status == SA_RUN_MAX_STEPS) return "steps";
    if (status == SA_RUN_LOOP) return "repeats";
    if (a->run->capped_step) return "tool_calls";
    bool spent = sa_budget_state(&a->run->budget, why, sizeof why, &timeout) == SA_BUDGET_SPENT;
    return spent ? "budget" : NULL;
}

static enum sa_step accept(struct sa_agent *a, struct sa_answer *answer, enum sa_run_status status)
{
    struct sa_run_result *result = a->run->result;
    struct sa_buf seen = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&seen, "Observation:\n");
    sa_agent_put_changes(a, &seen);
    sa_buf_appends(&seen, "The final answer was given: ");
    sa_cut_middle(&seen, sa_buf_text(&answer->text), answer->text.len, a->o.max_observation / 4,
                  "");
    if (status == SA_RUN_OK) sa_agent_hook_observation(a, &seen);
    if (seen.len) seen.len = sa_secret_redact_known(seen.data, seen.len);
    if (a->run->hook_failed) {
        sa_buf_release(&seen), sa_buf_release(&answer->text);
        free(answer->json);
        return sa_agent_must_end(a), SA_STEP_DONE;
    }
    result->answer = sa_buf_take(&answer->text, &result->answer_len);
    result->answer_json = answer->json;
    result->limit = limit_at(a, status);
    sa_agent_save_handles(a);
    if (!a->run->depth) sa_handles_inline(sa_agent_handles(a), &result->answer_json);
    if (status == SA_RUN_OK) {
        sa_agent_say(a, seen.data, seen.len, false);
        sa_agent_push_images(a);
    }
    sa_buf_release(&seen);
    cJSON *data = cJSON_CreateObject();
    struct sa_str given = as_given(a->run, result);
    sa_event_text(data, "answer", given.data, given.len);
    cJSON_AddItemToObject(data, "value", cJSON_CreateRaw(result->answer_json));
    sa_agent_emit(a, SA_EV_FINAL, data);
    return sa_agent_end(a, status, SA_OK, NULL);
}

// Is the answer a list or dict? Its text says so, of which subclasses have their own.
static bool is_container(struct sa_str text, struct sa_str json)
{
    static const char *const classes[] = {"OrderedDict(", "defaultdict(", "Counter(", "deque("};
    if (!text.len || !json.len || (json.data[0] != '[' && json.data[0] != '{')) return false;
    if (text.data[0] == json.data[0]) return true;
    for (size_t i = 0; i < SA_COUNT(classes); i++)
        if (text.len > strlen(classes[i]) && !memcmp(text.data, classes[i], strlen(classes[i])))
            return true;
    return false;
}

static bool spell_out(void *ctx, const struct sa_json_token *token, struct sa_buf *out)
{
    (void)ctx;
    if (token->is_string) sa_buf_append(out, token->text, token->len);
    return token->is_string;
}

// Lists and dicts are JSON as text too, letters of all scripts as they are: programs read it. So
// are objects of classes where a form is asked for.
enum sa_step sa_agent_finish(struct sa_agent *a, const struct py_result *r,
                             enum sa_run_status status)
{
    struct sa_str text = r->value_text ? (struct sa_str){r->value_text, r->value_text_len}
                                       : sa_str_of("None");
    char *json = r->value_json ? sa_xstrndup(r->value_json, r->value_json_len) : sa_xstrdup("null");
    if (!a->run->depth) sa_handles_inline(sa_agent_handles(a), &json);
    struct sa_buf spelled = SA_BUF_INIT(SA_BUF_HUGE);
    bool structured = is_container(text, sa_str_of(json)) || (a->o.shape && strchr("[{", *json));
    if (structured && sa_json_check(json, strlen(json), NULL)) {
        sa_json_rewrite(json, strlen(json), spell_out, NULL, &spelled);
        a->run->given = text;
        text = a->run->spelled = (struct sa_str){sa_buf_text(&spelled), spelled.len};
    }
    enum sa_step next = sa_agent_answer(a, text.data, text.len, json, status);
    a->run->given = a->run->spelled = (struct sa_str){0};
    sa_buf_release(&spelled);
    return next;
}

// ---- an answer that is JSON from the start ------------------------------------------------------

// Its text, as str() has it: of lists and dicts that is JSON, letters of all scripts as they are.
static void put_answer_text(struct sa_buf *out, const struct sa_buf *json)
{
    static const char *const words[][2] = {{"null", "None"}, {"true", "True"}, {"false", "False"}};
    struct sa_str s = {sa_buf_text(json), json->len};
    if (s.data[0] == '"') {
        sa_json_unquote(s.data, s.len, out);
        return;
    }
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (sa_str_equals(s, words[i][0])) {
            sa_buf_appends(out, words[i][1]);
            return;
        }
    sa_json_rewrite(s.data, s.len, spell_out, NULL, out);
}

// Where a form is asked for, the JSON text of a right answer is that answer.
static void unquote(const struct sa_agent *a, struct sa_answer *answer)
{
    SA_AUTO_FREE char *json = a->o.shape ? sa_shape_unquote(a->o.shape, answer->json) : NULL;
    struct sa_buf value = SA_BUF_INIT(SA_BUF_HUGE);
    if (!json) return;
    sa_json_respace(&value, json, strlen(json));
    sa_buf_clear(&answer->text);
    put_answer_text(&answer->text, &value);
    free(answer->json);
    answer->json = sa_buf_take(&value, NULL);
}

enum sa_step sa_agent_answer(struct sa_agent *a, const char *text, size_t len, char *json,
                             enum sa_run_status status)
{
    struct sa_answer answer = {SA_BUF_INIT(SA_BUF_HUGE), json, false};
    SA_AUTO_FREE char *why = NULL, *who = NULL;
    struct sa_handles *handles = sa_agent_handles(a);
    sa_handles_keep(handles, &answer.json);
    sa_handles_refer(handles, &answer.json);
    const struct sa_handle *h = sa_handles_referred(handles, answer.json);
    sa_buf_append(&answer.text, h ? h->text : text, h ? strlen(h->text) : len);
    unquote(a, &answer);
    // A hook that failed while the cell ended, on a call that was left under way, ends the run.
    enum sa_verdict verdict = a->run->hook_failed ? SA_VERDICT_BROKEN
                                                  : sa_agent_check(a, &answer, &why, &who);
    if (verdict == SA_VERDICT_PASSED) return accept(a, &answer, status);
    enum sa_step next = verdict == SA_VERDICT_REFUSED ? refuse(a, &answer, why, who) : SA_STEP_DONE;
    sa_buf_release(&answer.text);
    free(answer.json);
    if (verdict == SA_VERDICT_REFUSED) return next;
    if (sa_agent_must_end(a)) return SA_STEP_DONE;
    return sa_agent_end(a, SA_RUN_ERROR, SA_E_CONFIG, "%s", why ? why : "a check was stopped");
}

enum sa_step sa_agent_answer_json(struct sa_agent *a, const char *json, size_t len,
                                  enum sa_run_status status)
{
    struct sa_buf value = SA_BUF_INIT(SA_BUF_HUGE), text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_respace(&value, json, len);
    put_answer_text(&text, &value);
    enum sa_step next = sa_agent_answer(a, sa_buf_text(&text), text.len, sa_buf_take(&value, NULL),
                                        status);
    sa_buf_release(&text);
    return next;
}

bool sa_agent_answer_plain(struct sa_agent *a, const struct sa_model_result *reply,
                           const struct sa_reading *x, enum sa_run_status status,
                           enum sa_step *next)
{
    bool calls = reply->call_count || x->found == SA_FOUND_CALL ||
                 (x->found == SA_FOUND_NOTHING && x->lack == SA_LACK_CALL);
    if (!a->o.shape || calls || sa_reply_is_refusal(reply) || !sa_reply_is_complete(reply))
        return false;
    struct sa_str json = sa_shape_find((struct sa_str){sa_buf_text(&x->said), x->said.len});
    if (!json.len) return false;
    if (status == SA_RUN_OK) sa_agent_remember(a, reply, x);
    *next = sa_agent_answer_json(a, json.data, json.len, status);
    return true;
}

enum sa_step sa_agent_end_refused(struct sa_agent *a)
{
    return sa_agent_end(a, SA_RUN_REFUSED, SA_E_CHECK, "no answer passed its check: %s",
                        a->run->refused);
}
