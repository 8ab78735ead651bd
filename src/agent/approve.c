// Whether a call or a cell may be made: rules, then the mode, then the person; whether a plan is to
// be followed; and what is told of it. Nothing here takes time for a call that needs no look at its
// arguments.
#include "agent/approve.h"

#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/resource.h"

void sa_approvals_release(struct sa_approvals *ap)
{
    sa_rules_release(&ap->deny);
    sa_rules_release(&ap->remembered);
    sa_rules_release(&ap->ask);
    sa_rules_release(&ap->allow);
}

// The mode, which an answer may change.
static enum sa_approve mode_of(struct sa_approvals *ap)
{
    pthread_mutex_lock(&ap->lock);
    enum sa_approve mode = ap->mode;
    pthread_mutex_unlock(&ap->lock);
    return mode;
}

// May a call write, and is that not granted already? `args`: NULL for any. A command of the user's
// own configuration is his grant, one of an agent file that was merely named is not. So is a folder
// of :rw, to file tools and to code alike, unless rules that allow say which files are meant.
static bool needs_consent(const struct sa_approvals *ap, const struct sa_tool *tool,
                          const cJSON *args)
{
    unsigned effects = sa_tool_effects(tool, args);
    bool may_write = !effects || effects & SA_TOOL_WRITES;
    bool granted = tool->acts ? !sa_rules_bear_on(&ap->allow, tool, true)
                              : sa_streq(tool->source, "command") && !tool->untrusted;
    return may_write && !granted;
}

// What the mode alone says.
static bool mode_asks(const struct sa_approvals *ap, enum sa_approve mode,
                      const struct sa_tool *tool, const cJSON *args)
{
    if (mode == SA_APPROVE_NEVER) return false;
    return mode == SA_APPROVE_TOOLS || needs_consent(ap, tool, args);
}

// Why a call is what it is: a rule, or the mode (rule NULL).
struct verdict {
    enum { ALLOWED, ASKED, DENIED } what;
    const char *by, *rule;
};

// `allow` twice, since flags stand above the rules that ask.
static struct verdict judge_locked(const struct sa_approvals *ap, const struct sa_tool *tool,
                                   const cJSON *args)
{
    const char *rule;
    if ((rule = sa_rules_match(&ap->deny, tool, args, false)))
        return (struct verdict){DENIED, "rule", rule};
    if (ap->mode == SA_APPROVE_NEVER) return (struct verdict){ALLOWED, "mode", NULL};
    if ((rule = sa_rules_match(&ap->remembered, tool, args, true)))
        return (struct verdict){ALLOWED, "remembered", rule};
    const char *allow = sa_rules_match(&ap->allow, tool, args, true);
    if (allow && ap->allow_first) return (struct verdict){ALLOWED, "rule", allow};
    if ((rule = sa_rules_match(&ap->ask, tool, args, false)))
        return (struct verdict){ASKED, "rule", rule};
    if (allow) return (struct verdict){ALLOWED, "rule", allow};
    return (struct verdict){mode_asks(ap, ap->mode, tool, args) ? ASKED : ALLOWED, "mode", NULL};
}

static struct verdict judge(struct sa_approvals *ap, const struct sa_tool *tool, const cJSON *args)
{
    pthread_mutex_lock(&ap->lock);
    struct verdict v = judge_locked(ap, tool, args);
    pthread_mutex_unlock(&ap->lock);
    return v;
}

// ---- telling ------------------------------------------------------------------------------------

// What is asked about, by its name in events and the member that has its text; and what ends a run
// where there is nobody to ask.
static const struct {
    const char *name, *text, *nobody;
} kinds[] = {
    [SA_ASKED_CALL] = {"tool", NULL, NULL},
    [SA_ASKED_CODE] = {"code", "code",
                       "code needs approval (--approve code), and there is nobody to ask"},
    [SA_ASKED_PLAN] = {"plan", "plan",
                       "a plan needs approval (--approve-plan), and there is nobody to ask"},
};

static void add_args(cJSON *data, const cJSON *args)
{
    if (args) cJSON_AddItemToObject(data, "args", cJSON_Duplicate(args, true));
}

static cJSON *data_of(enum sa_asked what, const struct sa_tool *tool)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", kinds[what].name);
    if (tool) cJSON_AddStringToObject(data, "name", tool->name);
    return data;
}

static void add_source(cJSON *data, const struct sa_tool *tool)
{
    SA_AUTO_FREE char *source = tool ? sa_tool_source(tool) : NULL;
    if (source) cJSON_AddStringToObject(data, "source", source);
}

static bool emit_asked(struct sa_agent *a, const struct sa_question *q)
{
    cJSON *data = data_of(q->what, q->tool);
    add_args(data, q->args);
    if (kinds[q->what].text) sa_event_text(data, kinds[q->what].text, q->text, q->len);
    add_source(data, q->tool);
    return sa_agent_emit(a, SA_EV_APPROVAL_ASKED, data);
}

// `edited`: the arguments that were allowed instead of those asked about.
static bool emit(struct sa_agent *a, enum sa_asked what, const struct sa_tool *tool, bool allowed,
                 const char *by, const char *rule, const char *reason, const cJSON *edited)
{
    cJSON *data = data_of(what, tool);
    cJSON_AddBoolToObject(data, "allowed", allowed);
    cJSON_AddStringToObject(data, "by", by);
    if (rule) cJSON_AddStringToObject(data, "rule", rule);
    if (reason) cJSON_AddStringToObject(data, "reason", reason);
    add_args(data, edited);
    add_source(data, tool);
    return sa_agent_emit(a, SA_EV_APPROVAL, data);
}

// ---- asking -------------------------------------------------------------------------------------

// Nobody can be asked: the run ends, for what it is to do was not allowed.
static void end_denied(struct sa_agent *a, const struct sa_question *q)
{
    if (a->run->denied) return;
    SA_AUTO_FREE char *rule = q->tool ? sa_rule_name_of(q->tool) : NULL;
    a->run->denied = q->tool ? sa_xasprintf(
                                   "a call of the tool '%s' needs approval, and there is nobody to "
                                   "ask: allow it with --allow %s, or in [approve] of the "
                                   "configuration",
                                   q->tool->name, rule)
                             : sa_xstrdup(kinds[q->what].nobody);
}

// Waits until nobody else is asking. False: the run is to end.
static bool take_turn(struct sa_agent *a)
{
    return sa_stop_lock(a->stop, &a->o.approvals->asking);
}

// With the turn: nothing is drawn over the question.
static enum sa_consent put_question(struct sa_agent *a, const struct sa_question *q, char **text)
{
    const struct sa_approvals *ap = a->o.approvals;
    sa_events_hold(a->o.events);
    enum sa_consent consent = emit_asked(a, q) ? ap->person(ap->ctx, q, text) : SA_CONSENT_NOBODY;
    sa_events_release(a->o.events);
    return consent;
}

static enum sa_consent ask(struct sa_agent *a, const struct sa_question *q, char **text)
{
    const struct sa_approvals *ap = a->o.approvals;
    *text = NULL;
    if (!ap->person) {
        emit(a, q->what, q->tool, false, "nobody", NULL, NULL, NULL);
        end_denied(a, q);
        return SA_CONSENT_NOBODY;
    }
    return put_question(a, q, text);
}

// The call as the person has changed it.
static cJSON *edited_args(const struct sa_tool *tool, const char *text)
{
    bool changed;
    char *why = NULL;
    cJSON *args = text ? sa_json_parse(text, strlen(text), NULL) : NULL;
    if (args && sa_tool_check_args(tool, args, &changed, &why)) return args;
    free(why);
    cJSON_Delete(args);
    return NULL;
}

static void put_args(char **args_json, const cJSON *args)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_print(&json, args);
    free(*args_json);
    *args_json = sa_buf_take(&json, NULL);
}

static char *ask_call(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args,
                      char **args_json, bool *ends)
{
    struct sa_approvals *ap = a->o.approvals;
    const struct sa_question q = {
        .what = SA_ASKED_CALL, .tool = tool, .args = args, .agent = a->o.name, .stop = a->stop};
    char *text = NULL, *why = NULL;
    enum sa_consent consent = ask(a, &q, &text);
    cJSON *edited = consent == SA_CONSENT_YES ? edited_args(tool, text) : NULL;
    bool always = consent == SA_CONSENT_ALWAYS, no = consent == SA_CONSENT_NO;
    bool allowed = always || (consent == SA_CONSENT_YES && (edited || !text));
    *ends = consent == SA_CONSENT_NOBODY;
    pthread_mutex_lock(&ap->lock);
    if (always) sa_rules_add(&ap->remembered, text, NULL);
    pthread_mutex_unlock(&ap->lock);
    if (!*ends && !emit(a, SA_ASKED_CALL, tool, allowed, "person", always ? text : NULL,
                        no ? text : NULL, edited))
        *ends = true;
    if (edited) {
        put_args(args_json, edited);
        cJSON_Delete(edited);
    }
    if (!allowed || *ends)
        why = sa_xasprintf("%s: the user did not allow this call%s%s", tool->name,
                           no && text ? ": " : "", no && text ? text : "");
    free(text);
    return why;
}

// ---- calls --------------------------------------------------------------------------------------

// Can neither a rule nor the mode say anything but yes, whatever the arguments?
static bool is_free(struct sa_approvals *ap, const struct sa_tool *tool)
{
    enum sa_approve mode = mode_of(ap);
    if (sa_rules_bear_on(&ap->deny, tool, false)) return false;
    return mode == SA_APPROVE_NEVER ||
           (!mode_asks(ap, mode, tool, NULL) && !sa_rules_bear_on(&ap->ask, tool, false));
}

bool sa_approvals_rule_out(struct sa_approvals *ap, const struct sa_tool *tool)
{
    enum sa_approve mode = mode_of(ap);
    bool may_pass = ap->person || tool->effects_of || mode == SA_APPROVE_NEVER ||
                    sa_rules_bear_on(&ap->allow, tool, true) ||
                    sa_rules_bear_on(&ap->remembered, tool, true);
    return !may_pass && mode_asks(ap, mode, tool, NULL);
}

// What is to be asked about waits for its turn, and is judged once more: the answer to another
// question may have allowed it. *turn: it is to be given back. False: the run is to end.
static bool await_turn(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args,
                       struct verdict *v, bool *turn)
{
    if (v->what != ASKED || !a->o.approvals->person) return true;
    *turn = take_turn(a);
    if (*turn) *v = judge(a->o.approvals, tool, args);
    return *turn;
}

static char *decide(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args,
                    char **args_json, bool *ends)
{
    struct sa_approvals *ap = a->o.approvals;
    struct verdict v = judge(ap, tool, args);
    char *why = NULL;
    bool turn = false;
    if (!await_turn(a, tool, args, &v, &turn)) {
        *ends = true;
        return sa_xasprintf("%s: the run is over", tool->name);
    }
    if (v.what == DENIED) {
        *ends = !emit(a, SA_ASKED_CALL, tool, false, v.by, v.rule, NULL, NULL);
        why = sa_xasprintf("%s: the user's rules do not allow this call", tool->name);
    } else if (v.what == ASKED) {
        why = ask_call(a, tool, args, args_json, ends);
    } else if (v.rule) {
        *ends = !emit(a, SA_ASKED_CALL, tool, true, v.by, v.rule, NULL, NULL);
    }
    if (turn) pthread_mutex_unlock(&ap->asking);
    return why;
}

char *sa_agent_approve_call(struct sa_agent *a, const struct sa_tool *tool, char **args_json,
                            bool *ends)
{
    struct sa_approvals *ap = a->o.approvals;
    char *why = NULL;
    bool changed = false;
    *ends = false;
    if (!ap || is_free(ap, tool)) return NULL;
    cJSON *args = sa_json_parse(*args_json, strlen(*args_json), NULL);
    // What the tool refuses anyway is no question.
    bool good = args && sa_tool_check_args(tool, args, &changed, &why);
    sa_freep(&why);
    if (good && sa_json_is_ambiguous(args)) {
        why = sa_xasprintf("%s: an argument is given twice", tool->name);
    } else if (good) {
        if (changed) put_args(args_json, args); // what is judged is what is called
        why = decide(a, tool, args, args_json, ends);
    }
    cJSON_Delete(args);
    return why;
}

bool sa_agent_allows(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args)
{
    struct sa_approvals *ap = a->o.approvals;
    bool changed, allowed = !ap || is_free(ap, tool);
    char *why = NULL;
    if (allowed) return true;
    cJSON *taken = cJSON_Duplicate(args, true);
    allowed = sa_tool_check_args(tool, taken, &changed, &why) &&
              judge(ap, tool, taken).what == ALLOWED;
    free(why);
    cJSON_Delete(taken);
    return allowed;
}

// The mode `tools` is about calls alone.
bool sa_approvals_refuse(struct sa_approvals *ap, const struct sa_tool *tool, const cJSON *args,
                         const char *confirmed)
{
    struct verdict v = judge(ap, tool, args);
    if (v.what != ASKED) return v.what == DENIED;
    return v.rule ? v.rule != confirmed : needs_consent(ap, tool, args);
}

// ---- cells --------------------------------------------------------------------------------------

static bool ask_code(struct sa_agent *a, const char *code, size_t len, char **why)
{
    struct sa_approvals *ap = a->o.approvals;
    const struct sa_question q = {
        .what = SA_ASKED_CODE, .text = code, .len = len, .agent = a->o.name, .stop = a->stop};
    char *text = NULL;
    enum sa_consent consent = ask(a, &q, &text);
    bool allowed = consent == SA_CONSENT_YES || consent == SA_CONSENT_ALWAYS;
    bool no = consent == SA_CONSENT_NO;
    pthread_mutex_lock(&ap->lock);
    if (consent == SA_CONSENT_ALWAYS) ap->mode = SA_APPROVE_ASK;
    pthread_mutex_unlock(&ap->lock);
    if (consent != SA_CONSENT_NOBODY)
        allowed &= emit(a, SA_ASKED_CODE, NULL, allowed, "person", NULL, no ? text : NULL, NULL);
    if (no)
        *why = sa_xasprintf("The user read this code and did not let it run%s%s",
                            text ? ": " : ". Do it in another way, or say why it is needed.",
                            text ? text : "");
    free(text);
    return allowed;
}

bool sa_agent_approve_code(struct sa_agent *a, const char *code, size_t len, char **why)
{
    struct sa_approvals *ap = a->o.approvals;
    *why = NULL;
    if (!ap || mode_of(ap) != SA_APPROVE_CODE) return true;
    if (!ap->person) return ask_code(a, code, len, why);
    if (!take_turn(a)) return false;
    bool allowed = mode_of(ap) != SA_APPROVE_CODE || ask_code(a, code, len, why);
    pthread_mutex_unlock(&ap->asking);
    return allowed;
}

// ---- plans --------------------------------------------------------------------------------------

enum sa_consent sa_agent_approve_plan(struct sa_agent *a, struct sa_str plan, char **words)
{
    struct sa_approvals *ap = a->o.approvals;
    const struct sa_question q = {.what = SA_ASKED_PLAN,
                                  .text = plan.data,
                                  .len = plan.len,
                                  .agent = a->o.name,
                                  .stop = a->stop};
    *words = NULL;
    if (ap->person && !take_turn(a)) return SA_CONSENT_NOBODY;
    enum sa_consent consent = ask(a, &q, words);
    if (ap->person) pthread_mutex_unlock(&ap->asking);
    bool yes = consent == SA_CONSENT_YES, no = consent == SA_CONSENT_NO;
    if (consent == SA_CONSENT_NOBODY) return consent;
    cJSON *data = data_of(SA_ASKED_PLAN, NULL);
    cJSON_AddBoolToObject(data, "allowed", yes);
    cJSON_AddStringToObject(data, "by", "person");
    if (*words) sa_event_text(data, no ? "reason" : "plan", *words, strlen(*words));
    if (consent == SA_CONSENT_STOP) cJSON_AddTrueToObject(data, "ends");
    return sa_agent_emit(a, SA_EV_APPROVAL, data) ? consent : SA_CONSENT_NOBODY;
}
