// Whether a call or a cell may be made: rules, then the mode, then the person; and what is told of
// it. Nothing here takes time for a call that needs no look at its arguments.
#include "agent/approve.h"

#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

void sa_approvals_release(struct sa_approvals *ap)
{
    sa_rules_release(&ap->deny);
    sa_rules_release(&ap->remembered);
    sa_rules_release(&ap->ask);
    sa_rules_release(&ap->allow);
}

// What the mode alone says, of calls with any arguments where `args` is NULL. A command of the
// user's own configuration is his grant already.
static bool mode_asks(const struct sa_approvals *ap, const struct sa_tool *tool, const cJSON *args)
{
    unsigned effects = sa_tool_effects(tool, args);
    bool may_write = !effects || effects & SA_TOOL_WRITES;
    if (ap->mode == SA_APPROVE_NEVER) return false;
    return ap->mode == SA_APPROVE_TOOLS || (may_write && !sa_streq(tool->source, "command"));
}

// Why a call is what it is: a rule, or the mode (rule NULL).
struct verdict {
    enum { ALLOWED, ASKED, DENIED } what;
    const char *by, *rule;
};

// `allow` twice, since flags stand above the rules that ask.
static struct verdict judge(const struct sa_approvals *ap, const struct sa_tool *tool,
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
    return (struct verdict){mode_asks(ap, tool, args) ? ASKED : ALLOWED, "mode", NULL};
}

// ---- telling ------------------------------------------------------------------------------------

static void add_args(cJSON *data, const cJSON *args)
{
    if (args) cJSON_AddItemToObject(data, "args", cJSON_Duplicate(args, true));
}

static bool emit_asked(struct sa_agent *a, const struct sa_question *q)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", q->tool ? "tool" : "code");
    if (q->tool) cJSON_AddStringToObject(data, "name", q->tool->name);
    add_args(data, q->args);
    if (!q->tool) sa_event_text(data, "code", q->code, q->code_len);
    return sa_agent_emit(a, SA_EV_APPROVAL_ASKED, data);
}

// `edited`: the arguments that were allowed instead of those asked about.
static bool emit(struct sa_agent *a, const struct sa_tool *tool, bool allowed, const char *by,
                 const char *rule, const char *reason, const cJSON *edited)
{
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "kind", tool ? "tool" : "code");
    if (tool) cJSON_AddStringToObject(data, "name", tool->name);
    cJSON_AddBoolToObject(data, "allowed", allowed);
    cJSON_AddStringToObject(data, "by", by);
    if (rule) cJSON_AddStringToObject(data, "rule", rule);
    if (reason) cJSON_AddStringToObject(data, "reason", reason);
    add_args(data, edited);
    return sa_agent_emit(a, SA_EV_APPROVAL, data);
}

// ---- asking -------------------------------------------------------------------------------------

// Nobody can be asked: the run ends, for what it is to do was not allowed.
static void end_denied(struct sa_agent *a, const struct sa_tool *tool)
{
    if (a->run->denied) return;
    a->run->denied =
        tool ? sa_xasprintf("a call of the tool '%s' needs approval, and there is nobody to ask: "
                            "allow it with --allow %s, or in [approve] of the configuration",
                            tool->name, tool->name)
             : sa_xstrdup("code needs approval (--approve code), and there is nobody to ask");
}

static enum sa_consent ask(struct sa_agent *a, const struct sa_question *q, char **text)
{
    const struct sa_approvals *ap = a->o.approvals;
    *text = NULL;
    if (!ap->person) {
        emit(a, q->tool, false, "nobody", NULL, NULL, NULL);
        end_denied(a, q->tool);
        return SA_CONSENT_NOBODY;
    }
    if (!emit_asked(a, q)) return SA_CONSENT_NOBODY;
    return ap->person(ap->ctx, q, text);
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

static char *ask_call(struct sa_agent *a, const struct sa_tool *tool, const cJSON *args,
                      char **args_json, bool *ends)
{
    struct sa_approvals *ap = a->o.approvals;
    const struct sa_question q = {.tool = tool, .args = args};
    char *text = NULL, *why = NULL;
    enum sa_consent consent = ask(a, &q, &text);
    cJSON *edited = consent == SA_CONSENT_YES ? edited_args(tool, text) : NULL;
    bool always = consent == SA_CONSENT_ALWAYS, no = consent == SA_CONSENT_NO;
    bool allowed = always || (consent == SA_CONSENT_YES && (edited || !text));
    *ends = consent == SA_CONSENT_NOBODY;
    if (always) sa_rules_add(&ap->remembered, text, NULL);
    if (!*ends && !emit(a, tool, allowed, "person", always ? text : NULL, no ? text : NULL, edited))
        *ends = true;
    if (edited) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&json, edited);
        free(*args_json);
        *args_json = sa_buf_take(&json, NULL);
        cJSON_Delete(edited);
    }
    if (!allowed || *ends)
        why = sa_xasprintf("%s: the user did not allow this call%s%s", tool->name,
                           no && text ? ": " : "", no && text ? text : "");
    free(text);
    return why;
}

// ---- calls --------------------------------------------------------------------------------------

// Of two members of one name readers of JSON take this one or that.
static bool is_ambiguous(const cJSON *args)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, args) if (sa_json_get(args, member->string) != member) return true;
    return false;
}

// Can neither a rule nor the mode say anything but yes, whatever the arguments?
static bool is_free(const struct sa_approvals *ap, const struct sa_tool *tool)
{
    if (sa_rules_name(&ap->deny, tool)) return false;
    return ap->mode == SA_APPROVE_NEVER ||
           (!mode_asks(ap, tool, NULL) && !sa_rules_name(&ap->ask, tool));
}

char *sa_agent_approve_call(struct sa_agent *a, const struct sa_tool *tool, char **args_json,
                            bool *ends)
{
    const struct sa_approvals *ap = a->o.approvals;
    char *why = NULL;
    bool changed = false;
    *ends = false;
    if (!ap || is_free(ap, tool)) return NULL;
    cJSON *args = sa_json_parse(*args_json, strlen(*args_json), NULL);
    // What the tool refuses anyway is no question.
    bool good = args && sa_tool_check_args(tool, args, &changed, &why);
    sa_freep(&why);
    if (good && is_ambiguous(args)) {
        why = sa_xasprintf("%s: an argument is given twice", tool->name);
    } else if (good) {
        struct verdict v = judge(ap, tool, args);
        if (v.what == DENIED) {
            *ends = !emit(a, tool, false, v.by, v.rule, NULL, NULL);
            why = sa_xasprintf("%s: the user's rules do not allow this call", tool->name);
        } else if (v.what == ASKED) {
            why = ask_call(a, tool, args, args_json, ends);
        } else if (v.rule) {
            *ends = !emit(a, tool, true, v.by, v.rule, NULL, NULL);
        }
    }
    cJSON_Delete(args);
    return why;
}

// ---- cells --------------------------------------------------------------------------------------

bool sa_agent_approve_code(struct sa_agent *a, const char *code, size_t len, char **why)
{
    struct sa_approvals *ap = a->o.approvals;
    *why = NULL;
    if (!ap || ap->mode != SA_APPROVE_CODE) return true;
    const struct sa_question q = {.code = code, .code_len = len};
    char *text = NULL;
    enum sa_consent consent = ask(a, &q, &text);
    bool allowed = consent == SA_CONSENT_YES || consent == SA_CONSENT_ALWAYS;
    bool no = consent == SA_CONSENT_NO;
    if (consent == SA_CONSENT_ALWAYS) ap->mode = SA_APPROVE_ASK;
    if (consent != SA_CONSENT_NOBODY)
        allowed &= emit(a, NULL, allowed, "person", NULL, no ? text : NULL, NULL);
    if (no)
        *why = sa_xasprintf("The user read this code and did not let it run%s%s",
                            text ? ": " : ". Do it in another way, or say why it is needed.",
                            text ? text : "");
    free(text);
    return allowed;
}
