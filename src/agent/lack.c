// Replies without anything that can be done: what the model is told, and when the run ends over it.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/shape.h"
#include "agent/read.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "syntax/syntax.h"

static const char *const lacks[] = {
    [SA_LACK_PROSE] = "prose", [SA_LACK_EMPTY] = "empty", [SA_LACK_THOUGHT] = "thought",
    [SA_LACK_CALL] = "call",   [SA_LACK_SHELL] = "shell", [SA_LACK_BROKEN] = "broken",
};

// Was it cut inside what it was to do?
static bool is_cut_inside(const struct sa_model_result *reply, const struct sa_reading *x, bool cut)
{
    return cut && (x->found != SA_FOUND_NOTHING || reply->call_count);
}

static void emit_no_action(struct sa_agent *a, const struct sa_model_result *reply,
                           const struct sa_reading *x, bool cut)
{
    struct sa_buf message = SA_BUF_INIT(SA_BUF_SMALL);
    if (sa_reply_is_refusal(reply)) sa_buf_appends(&message, "the model refused");
    else if (is_cut_inside(reply, x, cut)) sa_buf_appends(&message, a->way->cut);
    else sa_buf_appends(&message, cut ? a->way->cut_before : a->way->lacks[x->lack]);
    if ((x->lack == SA_LACK_EMPTY || sa_reply_is_refusal(reply)) && !cut && reply->finish_reason)
        sa_buf_appendf(&message, " (finish reason: %s)", reply->finish_reason);
    sa_agent_emit_error(a, "parse", NULL, message.data, message.len);
    sa_buf_release(&message);
}

// The last lines of what was cut off and what is open there, so that the model sees where.
static void add_broken_off(cJSON *vars, const struct sa_reading *x)
{
    enum { SHOWN = 160 };
    struct sa_str s = sa_str_trim_right((struct sa_str){sa_buf_text(&x->code), x->code.len});
    size_t from = s.len > SHOWN ? s.len - SHOWN : 0;
    while (from && from < s.len && ((unsigned char)s.data[from] & 0xC0) == 0x80) from++;
    sa_event_text(vars, "tail", s.data + from, s.len - from);
    struct sa_syntax *code = sa_syntax_new();
    sa_syntax_append(code, s.data, s.len);
    struct sa_syntax_open open = sa_syntax_open(code);
    sa_syntax_free(code);
    cJSON_AddStringToObject(vars, "open",
                            open.what == SA_OPEN_STRING    ? "string"
                            : open.what == SA_OPEN_BRACKET ? "bracket"
                                                           : "");
    cJSON_AddStringToObject(vars, "opener", open.text);
    cJSON_AddNumberToObject(vars, "line", open.line);
}

// Refusals and empty replies: the model is told once, and after three of them the run is over.
static enum sa_step count_silence(struct sa_agent *a, const struct sa_model_result *reply)
{
    enum { MOST = 3 };
    if (++a->run->silent < MOST) return SA_STEP_GO;
    return sa_agent_end(a, SA_RUN_REFUSED, SA_E_NO_ANSWER,
                        "the model gave %d replies in a row without content%s%s%s", MOST,
                        reply->finish_reason ? " (finish reason: " : "",
                        reply->finish_reason ? reply->finish_reason : "",
                        reply->finish_reason ? ")" : "");
}

// What prose would be as an answer: what was said, whatever form the reply had.
static struct sa_str prose_of(const struct sa_reading *x)
{
    return sa_str_trim((struct sa_str){sa_buf_text(&x->said), x->said.len});
}

// Words, that is: a block for a shell may be part of them, but not all.
static bool is_prose(const struct sa_reading *x)
{
    return x->found == SA_FOUND_NOTHING &&
           (x->lack == SA_LACK_PROSE || (x->lack == SA_LACK_SHELL && x->words));
}

// Counts replies in prose, and keeps the last one that did not only refer to one before it.
static void count_prose(struct sa_agent *a, const struct sa_reading *x, bool prose)
{
    struct sa_run *run = a->run;
    struct sa_str said = prose_of(x);
    run->prose = prose ? run->prose + 1 : 0;
    if (!prose || (run->prose > 1 && sa_prose_refers_back(said))) return;
    free(run->told_in_prose);
    run->told_in_prose = sa_xstrndup(said.data, said.len);
}

static enum sa_step answer_in_prose(struct sa_agent *a)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str said = sa_str_of(a->run->told_in_prose);
    sa_json_quote(&json, said.data, said.len);
    a->run->prose = 0;
    return sa_agent_answer(a, said.data, said.len, sa_buf_take(&json, NULL), SA_RUN_OK);
}

// What can be called, where a reply called something else.
static void add_names(struct sa_agent *a, cJSON *vars)
{
    enum { NAMED = 40 };
    size_t count;
    const struct sa_model_tool *tools = sa_agent_offers(a, &count);
    cJSON *names = cJSON_AddArrayToObject(vars, "names");
    for (size_t i = 0; i < count && i < NAMED; i++)
        cJSON_AddItemToArray(names, cJSON_CreateString(tools[i].name));
}

// A text, which the form of answers may be.
static bool fits_shape(const struct sa_agent *a, struct sa_str text)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    if (!a->o.shape) return true;
    sa_json_quote(&json, text.data, text.len);
    SA_AUTO_FREE char *why = sa_shape_misfit(a->o.shape, sa_buf_text(&json), json.len);
    sa_buf_release(&json);
    return !why;
}

// Is prose taken for the answer in so many replies more?
static bool is_answer_after(const struct sa_agent *a, int64_t more)
{
    return a->run->prose && a->o.prose_answers && a->run->prose + more >= a->o.prose_answers &&
           fits_shape(a, sa_str_of(a->run->told_in_prose));
}

// What the model is told; the same again, of the same reply, is a repetition.
static enum sa_step tell(struct sa_agent *a, const struct sa_reading *x, cJSON *vars)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *text = sa_agent_prompt(a, a->way->no_action, vars, &err);
    if (!text) return sa_agent_end(a, SA_RUN_ERROR, err.code, "%s", err.message);
    struct sa_str s = sa_str_trim(sa_str_of(text));
    struct sa_buf all = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&all, s.data, s.len);
    sa_agent_hint_repetition(a, "This very reply was given", sa_buf_text(&x->said), &all);
    sa_memory_push(&a->memory, SA_ROLE_USER, sa_buf_text(&all), all.len, false);
    sa_buf_release(&all);
    return SA_STEP_GO;
}

enum sa_step sa_agent_no_action(struct sa_agent *a, const struct sa_model_result *reply,
                                const struct sa_reading *x)
{
    bool cut = !sa_reply_is_complete(reply) && !sa_reply_is_refusal(reply);
    bool silent = sa_reply_is_refusal(reply) || (!cut && x->lack == SA_LACK_EMPTY);
    count_prose(a, x, !cut && !silent && is_prose(x));
    bool answers = is_answer_after(a, 0);
    if (!answers || a->run->prose > 1) emit_no_action(a, reply, x, cut);
    if (answers) {
        sa_agent_remember(a, reply, x);
        return answer_in_prose(a);
    }
    a->run->streak++;
    bool told = silent && a->run->silent > 0;
    if (silent && count_silence(a, reply) == SA_STEP_DONE) return SA_STEP_DONE;
    if (!silent) a->run->silent = 0;
    if (told) return SA_STEP_GO;
    sa_agent_remember(a, reply, x);
    cJSON *vars = cJSON_CreateObject();
    cJSON_AddBoolToObject(vars, "json", a->way->format != NULL);
    cJSON_AddBoolToObject(vars, "cut", cut);
    cJSON_AddBoolToObject(vars, "cut_code", is_cut_inside(reply, x, cut));
    cJSON_AddStringToObject(vars, "lack", lacks[x->lack]);
    cJSON_AddBoolToObject(vars, "answers_next", is_answer_after(a, 1));
    if (cut && x->found != SA_FOUND_NOTHING) add_broken_off(vars, x);
    add_names(a, vars);
    sa_agent_add_shape(a, vars);
    return tell(a, x, vars);
}
