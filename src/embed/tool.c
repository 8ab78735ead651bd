// Tools of a program: what it said of them, and calls as it sees them.
#include <stdlib.h>
#include <string.h>

#include "agent/shape.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "embed/embed_int.h"
#include "schema/schema.h"

struct smol_call {
    const char *text; // of the arguments
    cJSON *arguments;
    struct sa_stop *stop;
    struct sa_tool_result *result;
};

// ---- what a program said of one -----------------------------------------------------------------

bool sa_embed_is_text(const char *what, const char *text, struct sa_err *err)
{
    if (text && sa_utf8_valid(text, strlen(text))) return true;
    sa_err_set(err, SA_E_USAGE, text ? "%s is not UTF-8" : "%s is missing (NULL was given)", what);
    return false;
}

// A JSON Schema, of an object where it is one of arguments; NULL with *err. Whoever wrote it reads
// what is wrong with it, so that nothing of it is passed over.
static cJSON *take_schema(const char *what, const char *text, bool object, struct sa_err *err)
{
    struct sa_buf faults = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON *schema = sa_json_parse(text, strlen(text), err);
    if (!schema) return sa_err_prefix(err, "%s", what), NULL;
    sa_schema_free(sa_schema_new(schema, 0, &faults));
    const char *fault = sa_buf_text(&faults);
    bool good = !*fault && (!object || sa_streq(sa_json_str(schema, "type", NULL), "object"));
    if (*fault) sa_err_set(err, SA_E_CONFIG, "%s: %.*s", what, (int)strcspn(fault, "\n"), fault);
    else if (!good) sa_err_set(err, SA_E_CONFIG, "%s: its type is not \"object\"", what);
    sa_buf_release(&faults);
    if (good) return schema;
    cJSON_Delete(schema);
    return NULL;
}

int sa_embed_tool_take(const struct smol_tool *from, struct sa_embed_tool *tool, struct sa_err *err)
{
    static const char no_inputs[] = "{\"type\": \"object\", \"properties\": {}}";
    const unsigned all_effects = SMOL_TOOL_PURE | SMOL_TOOL_READS | SMOL_TOOL_WRITES |
                                 SMOL_TOOL_NETWORK | SMOL_TOOL_FOREIGN;
    if (from->size != sizeof *from)
        return sa_err_set(err, SA_E_USAGE, "a tool begins with its size, sizeof(struct smol_tool)");
    if (!from->name || !from->description || !from->call)
        return sa_err_set(err, SA_E_USAGE, "tool%s%s: name, description and call are needed",
                          from->name ? " " : "", from->name ? from->name : "");
    if (!sa_embed_is_text("the name of a tool", from->name, err)) return err->code;
    if (!sa_embed_is_text("the description", from->description, err))
        return sa_err_prefix(err, "tool %s", from->name);
    if (from->effects & ~all_effects)
        return sa_err_set(err, SA_E_USAGE, "tool %s: effects has other bits than SMOL_TOOL_...",
                          from->name);
    *tool = (struct sa_embed_tool){.call = from->call,
                                   .ctx = from->ctx,
                                   .effects = from->effects,
                                   .concurrent = from->concurrent};
    tool->inputs = take_schema("inputs", from->inputs ? from->inputs : no_inputs, true, err);
    if (tool->inputs && from->output)
        tool->output = take_schema("output", from->output, false, err);
    if (!tool->inputs || (from->output && !tool->output)) {
        sa_embed_tool_release(tool);
        sa_err_prefix(err, "tool %s", from->name);
        return err->code = SA_E_CONFIG;
    }
    tool->name = sa_xstrdup(from->name);
    tool->description = sa_xstrdup(from->description);
    return SA_OK;
}

void sa_embed_tool_release(struct sa_embed_tool *tool)
{
    free(tool->name);
    free(tool->description);
    cJSON_Delete(tool->inputs);
    cJSON_Delete(tool->output);
    sa_shape_free(tool->shape);
    *tool = (struct sa_embed_tool){0};
}

// ---- calls --------------------------------------------------------------------------------------

// What a program gives is looked at as what a model writes is.
static void check_result(const struct sa_tool *tool, struct sa_tool_result *r)
{
    struct sa_err why = SA_ERR_INIT;
    char *misfit = NULL;
    if (!r->json || r->error) return;
    if (!sa_json_check(r->json, strlen(r->json), &why)) {
        r->error = sa_xasprintf("%s: what it gave is no JSON: %s", tool->name, why.message);
    } else if ((misfit = sa_tool_take_result(tool, &r->json))) {
        r->error = sa_xasprintf("%s: %s", tool->name, misfit);
        free(misfit);
    }
    if (r->error) sa_freep(&r->json);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    const struct sa_embed_tool *of = tool->data;
    struct smol_call c = {.text = args_json, .stop = stop, .result = result};
    c.arguments = sa_json_parse(args_json, strlen(args_json), NULL);
    of->call(of->ctx, &c);
    cJSON_Delete(c.arguments);
    if (result->error) sa_freep(&result->json);
    check_result(tool, result);
}

struct sa_tool *sa_embed_tool_make(const struct sa_embed_tool *from)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->source = "program";
    tool->effects = from->effects & ~(unsigned)SMOL_TOOL_FOREIGN;
    tool->foreign = from->effects & SMOL_TOOL_FOREIGN;
    tool->name = sa_xstrdup(from->name);
    tool->description = sa_xstrdup(from->description);
    tool->inputs = cJSON_Duplicate(from->inputs, true);
    tool->output = from->output ? cJSON_Duplicate(from->output, true) : NULL;
    tool->is_async = from->concurrent;
    tool->call = call;
    tool->data = (void *)from;
    return tool;
}

static const cJSON *argument(struct smol_call *c, const char *name)
{
    return c && name ? sa_json_get(c->arguments, name) : NULL;
}

const char *smol_call_arguments(struct smol_call *c)
{
    return c ? c->text : NULL;
}

const char *smol_call_text(struct smol_call *c, const char *name)
{
    return cJSON_GetStringValue(argument(c, name));
}

double smol_call_number(struct smol_call *c, const char *name)
{
    const cJSON *value = argument(c, name);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

int64_t smol_call_integer(struct smol_call *c, const char *name)
{
    return c && name ? sa_json_int(c->arguments, name, 0) : 0;
}

bool smol_call_flag(struct smol_call *c, const char *name)
{
    return cJSON_IsTrue(argument(c, name));
}

void smol_call_answer(struct smol_call *c, const char *json)
{
    if (!c) return;
    sa_tool_result_release(c->result);
    c->result->json = sa_xstrdup(json ? json : "null");
}

void smol_call_answer_text(struct smol_call *c, const char *text)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    if (!c) return;
    sa_tool_result_release(c->result);
    if (text) sa_json_quote(&json, text, strlen(text));
    else sa_buf_appends(&json, "null");
    c->result->json = sa_buf_take(&json, NULL);
}

void smol_call_fail(struct smol_call *c, const char *message)
{
    if (!c) return;
    sa_tool_result_release(c->result);
    c->result->error = sa_xstrdup(message ? message : "it failed");
}

bool smol_call_stopped(const struct smol_call *c)
{
    return c && sa_stop_reason(c->stop);
}

int smol_call_stop_fd(const struct smol_call *c)
{
    return c && c->stop ? c->stop->fd : -1;
}
