// One cell: run with its events, and what is said when it failed or was ended.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

// Where a cell was ended from outside.
void sa_agent_put_place(struct sa_agent *a, int line, struct sa_buf *observation)
{
    a->run->interrupted_line = line;
    if (line) sa_buf_appendf(observation, "\n(the code was ended at line %d)", line);
    else sa_buf_appends(observation, "\n(the code was ended here)");
}

struct sa_failure sa_agent_failure(const struct sa_agent *a, const struct py_result *r)
{
    return (struct sa_failure){.result = r,
                               .executor = a->o.executor,
                               .automatic = a->o.executor_why != NULL,
                               .options = &a->o.exec,
                               .tools = a->o.tools,
                               .file_refused = a->run->file_refused && !a->run->call_denied};
}

// The error as it is, and what the user can do about it, which is not for the model.
void sa_agent_emit_failure(struct sa_agent *a, const struct py_result *r)
{
    const struct sa_failure failure = sa_agent_failure(a, r);
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), hint = SA_BUF_INIT(SA_BUF_SMALL);
    if (r->error_text) sa_buf_append(&text, r->error_text, r->error_text_len);
    sa_hint_for_user(&hint, &failure);
    while (text.len && text.data[text.len - 1] == '\n') sa_buf_truncate(&text, text.len - 1);
    if (hint.len) sa_buf_appendf(&text, " (%s)", hint.data);
    if (text.len) sa_buf_appendc(&text, '\n');
    sa_agent_emit_error(a, r->status == PY_LIMIT ? "limit" : "execution", r->error_type,
                        sa_buf_text(&text), text.len);
    sa_buf_release(&text), sa_buf_release(&hint);
}

void sa_agent_put_cell(const struct sa_agent *a, char gap, struct sa_buf *out)
{
    sa_buf_appendf(out, "%lld", (long long)(a->steps_before + a->run->step));
    if (a->run->cells > 1) sa_buf_appendf(out, "%c%lld", gap, (long long)a->run->cells);
}

bool sa_agent_admit_code(struct sa_agent *a, struct sa_buf *code, char **why)
{
    sa_buf_clear(&a->run->changed);
    return sa_agent_hook_code(a, code, why) == SA_HOOKED_GO &&
           sa_agent_approve_code(a, sa_buf_text(code), code->len, why);
}

void sa_agent_run_cell(struct sa_agent *a, const struct sa_buf *code, struct py_result *r)
{
    struct sa_run *run = a->run;
    struct sa_buf name = SA_BUF_INIT(64);
    run->cells++;
    sa_buf_appends(&name, "<step ");
    sa_agent_put_cell(a, '.', &name);
    sa_buf_appendc(&name, '>');
    cJSON *data = cJSON_CreateObject();
    sa_event_text(data, "code", code->data, code->len);
    bool recorded = sa_agent_emit(a, SA_EV_CODE, data);
    sa_buf_clear(&run->printed);
    sa_freep(&run->foreign), sa_freep(&run->limited);
    run->call_denied = run->file_refused = false;
    run->code = sa_buf_text(code);
    *r = (struct py_result){.status = PY_INTERRUPTED}; // what is not recorded does not happen
    if (recorded) sa_journal_run(a->journal, a->exec, code->data, code->len, sa_buf_text(&name), r);
    sa_agent_end_calls(a);
    sa_agent_flush_prints(a);
    sa_agent_tell_imports(a, r->imports);
    sa_agent_flush_accesses(a);
    run->result->cells++;
    sa_buf_release(&name);
}
