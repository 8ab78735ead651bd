// The moments at which hooks are run (hook_run.c), and what becomes of what they were about then:
// code, a call, its result, what the model is to see of a step, the end of a run. What not every
// hook has seen is held back.
#include "agent/hook.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "agent/hook_int.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "tool/calls.h"

static void give_text(const struct sa_moment *m, struct sa_buf *out)
{
    sa_buf_clear(out);
    sa_json_unquote(m->json, strlen(m->json), out);
}

// "the hook 'guard' WHAT: its reason"
static char *blocked(const struct sa_moment *m, const char *what)
{
    return sa_xasprintf("the hook '%s' %s%s%s", m->blocker->name, what, *m->reason ? ": " : "",
                        m->reason);
}

// What the model did is not what happened: the observation says so, once.
static void note_change(struct sa_agent *a, const char *format, ...)
{
    enum { NOTED = 4000 };
    struct sa_buf *notes = &a->run->changed, line = SA_BUF_INIT(SA_BUF_HUGE);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&line, format, args);
    va_end(args);
    if (notes->len < NOTED && !sa_memfind(sa_buf_text(notes), notes->len, line.data, line.len))
        sa_buf_append(notes, line.data, line.len);
    sa_buf_release(&line);
}

void sa_agent_put_changes(struct sa_agent *a, struct sa_buf *out)
{
    struct sa_buf *notes = &a->run->changed;
    sa_buf_append(out, sa_buf_text(notes), notes->len);
    sa_buf_clear(notes);
}

// ---- moments ------------------------------------------------------------------------------------

enum sa_hooked sa_agent_hook_code(struct sa_agent *a, struct sa_buf *code, char **why)
{
    struct sa_moment m;
    *why = NULL;
    if (!sa_agent_has_hooks(a, SA_HOOK_BEFORE_CODE, NULL)) return SA_HOOKED_GO;
    sa_moment_init(&m, SA_HOOK_BEFORE_CODE, NULL);
    sa_moment_put_text(&m, "code", sa_buf_text(code), code->len);
    enum sa_hooked hooked = sa_agent_run_hooks(a, &m);
    if (hooked == SA_HOOKED_BLOCKED) {
        SA_AUTO_FREE char *by = blocked(&m, "did not let it");
        *why = sa_xasprintf("This code did not run: %s", by);
    } else if (hooked == SA_HOOKED_GO && m.changed_by.len) {
        struct sa_buf shown = SA_BUF_INIT(SA_BUF_HUGE);
        give_text(&m, code);
        struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(code), code->len});
        sa_cut_middle(&shown, s.data, s.len, a->o.max_observation / 4, "");
        note_change(a, "(This code was changed by the hook %s. It is now:\n%s\n)\n",
                    sa_buf_text(&m.changed_by), sa_buf_text(&shown));
        sa_buf_release(&shown);
    }
    sa_moment_release(&m);
    return hooked;
}

// What the tool would refuse is refused here: nobody has to rely on that it does.
enum sa_hooked sa_agent_hook_call(struct sa_agent *a, const struct sa_tool *tool, char **args,
                                  char **why)
{
    struct sa_moment m;
    *why = NULL;
    if (!sa_agent_has_hooks(a, SA_HOOK_BEFORE_TOOL, tool)) return SA_HOOKED_GO;
    char *given = sa_xstrdup(*args);
    *why = sa_hook_fit_args(tool, &given);
    if (*why) return free(given), SA_HOOKED_MISFIT;
    sa_moment_init(&m, SA_HOOK_BEFORE_TOOL, tool);
    m.member = "args";
    m.json = given;
    enum sa_hooked hooked = sa_agent_run_hooks(a, &m);
    if (hooked == SA_HOOKED_GO) {
        free(*args);
        *args = m.json, m.json = NULL;
        if (m.changed_by.len)
            note_change(a, "(The arguments of %s were changed by the hook %s.)\n", tool->name,
                        sa_buf_text(&m.changed_by));
    } else {
        SA_AUTO_FREE char *by = m.blocker ? blocked(&m, "did not allow this call")
                                          : sa_xstrdup("the run is over");
        *why = sa_xasprintf("%s: %s", tool->name, by);
    }
    sa_moment_release(&m);
    return hooked;
}

static void withhold(struct sa_agent *a, struct sa_call_ended *e, char *why)
{
    a->run->call_denied = true;
    sa_tool_result_release(&e->result);
    e->result.error = why;
    e->result.error_type = "PermissionError";
}

static void put_result(struct sa_call_ended *e, const struct sa_moment *m)
{
    struct sa_tool_result *r = &e->result;
    const char *type = r->error ? r->error_type : NULL;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_tool_result_release(r);
    if (!strcmp(m->member, "value")) {
        r->json = sa_xstrdup(m->json);
        return;
    }
    give_text(m, &text);
    r->error = sa_agent_clean((struct sa_str){sa_buf_text(&text), text.len});
    r->error_type = type;
    sa_buf_release(&text);
}

void sa_agent_hook_result(struct sa_agent *a, struct sa_call_ended *e)
{
    struct sa_moment m;
    struct sa_tool_result *r = &e->result;
    if (!sa_agent_has_hooks(a, SA_HOOK_AFTER_TOOL, e->tool)) return;
    sa_moment_init(&m, SA_HOOK_AFTER_TOOL, e->tool);
    sa_json_put_int(&m.about, "call", e->number);
    sa_json_put_raw(&m.about, "args", e->args);
    sa_json_put_int(&m.about, "duration_ms", e->duration_ns / SA_NS_PER_MS);
    if (r->error) sa_moment_put_text(&m, "error", r->error, strlen(r->error));
    else m.member = "value", m.json = sa_xstrdup(r->json);
    enum sa_hooked hooked = sa_agent_run_hooks(a, &m);
    if (hooked == SA_HOOKED_BLOCKED) {
        SA_AUTO_FREE char *by = blocked(&m, "withheld the result");
        withhold(a, e, sa_xasprintf("%s: %s", e->tool->name, by));
    } else if (hooked == SA_HOOKED_OVER) {
        withhold(a, e,
                 sa_xasprintf("%s: withheld, for the run ended before its hooks", e->tool->name));
    } else if (m.changed_by.len) {
        put_result(e, &m);
    }
    sa_moment_release(&m);
}

// Behind its head, which stays.
static void put_observation(struct sa_buf *text, size_t head, const char *s, size_t len,
                            size_t budget)
{
    sa_buf_truncate(text, head);
    if (!sa_str_trim((struct sa_str){s, len}).len) s = "(no output)", len = strlen(s);
    sa_cut_middle(text, s, len, budget, "");
}

bool sa_agent_hook_observation(struct sa_agent *a, struct sa_buf *text)
{
    static const char first[] = "Observation:\n";
    struct sa_moment m;
    if (!sa_agent_has_hooks(a, SA_HOOK_AFTER_STEP, NULL)) return false;
    size_t head = sa_starts_with(sa_buf_text(text), first) ? strlen(first) : 0;
    if (text->len) text->len = sa_secret_redact_known(text->data, text->len);
    sa_moment_init(&m, SA_HOOK_AFTER_STEP, NULL);
    sa_json_put_int(&m.about, "images", (int64_t)a->run->image_count);
    sa_moment_put_text(&m, "observation", sa_buf_text(text) + head, text->len - head);
    enum sa_hooked hooked = sa_agent_run_hooks(a, &m);
    struct sa_buf instead = SA_BUF_INIT(SA_BUF_HUGE);
    if (hooked == SA_HOOKED_BLOCKED) {
        SA_AUTO_FREE char *by = blocked(&m, "did not let it through");
        sa_buf_appendf(&instead, "(What came of this step is withheld: %s)", by);
    } else if (hooked == SA_HOOKED_OVER) {
        sa_buf_appends(&instead, "(What came of this step is withheld: the run ended before its "
                                 "hooks had seen it.)");
    } else if (m.changed_by.len) {
        give_text(&m, &instead);
    }
    bool changed = hooked != SA_HOOKED_GO || m.changed_by.len;
    if (changed)
        put_observation(text, head, sa_buf_text(&instead), instead.len, a->o.max_observation);
    if (changed && text->len) text->len = sa_secret_redact_known(text->data, text->len);
    if (hooked != SA_HOOKED_GO) sa_agent_drop_images(a);
    sa_buf_release(&instead);
    sa_moment_release(&m);
    return changed;
}

// The members of an object, as its text without the last bracket.
static void put_end(const struct sa_agent *a, struct sa_buf *about)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    cJSON *data = sa_run_end_data(a->run->result);
    cJSON_AddStringToObject(data, "task", a->run->task);
    sa_json_print(&json, data);
    char *text = sa_buf_take(&json, NULL);
    sa_secret_redact_json(&text);
    sa_buf_clear(about);
    sa_buf_append(about, text, strlen(text) - 1);
    free(text);
    cJSON_Delete(data);
}

void sa_agent_hook_end(struct sa_agent *a)
{
    struct sa_moment m;
    if (!sa_agent_has_hooks(a, SA_HOOK_ON_END, NULL)) return;
    sa_moment_init(&m, SA_HOOK_ON_END, NULL);
    put_end(a, &m.about);
    sa_agent_run_hooks(a, &m);
    sa_moment_release(&m);
}
