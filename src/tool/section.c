// A [tool.NAME] section turned into the descriptor of a command tool (command.c runs it).
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/command.h"
#include "tool/describe.h"

struct reader {
    struct sa_tool *tool;
    struct sa_command *command;
    const char *section;
    struct sa_err *err;
};

static int bad(const struct reader *r, const char *key, const char *what)
{
    return sa_err_set(r->err, SA_E_CONFIG, "[tool.%s] %s: %s", r->section, key, what), -1;
}

static bool known_type(const char *type)
{
    static const char *const types[] = {"string", "integer", "number", "boolean",
                                        "array",  "object",  "any"};
    for (size_t i = 0; i < SA_COUNT(types); i++)
        if (!strcmp(types[i], type)) return true;
    return false;
}

// TYPE, which may be an array of the values there are; what follows it, or NULL.
static const char *read_type(const char *value, cJSON *schema)
{
    if (*value != '[') {
        size_t n = strcspn(value, " \t=?");
        SA_AUTO_FREE char *type = sa_xstrndup(value, n);
        if (!known_type(type)) return NULL;
        cJSON_AddStringToObject(schema, "type", type);
        return value + n;
    }
    const char *end = NULL, *type = NULL;
    cJSON_Delete(cJSON_ParseWithOpts(value, &end, false));
    cJSON *choices = end ? sa_json_parse(value, (size_t)(end - value), NULL) : NULL, *choice;
    cJSON_ArrayForEach(choice, choices)
    {
        const char *own = cJSON_IsString(choice)   ? "string"
                          : cJSON_IsBool(choice)   ? "boolean"
                          : cJSON_IsNumber(choice) ? "number"
                                                   : NULL;
        if (!own || (type && strcmp(own, type) != 0)) return cJSON_Delete(choices), NULL;
        type = own;
    }
    if (!type) return cJSON_Delete(choices), NULL;
    cJSON_AddStringToObject(schema, "type", type);
    cJSON_AddItemToObject(schema, "enum", choices);
    return end;
}

// TYPE [= DEFAULT] [description]
static int read_input(const struct reader *r, const char *key, const char *value)
{
    const char *name = key + strlen("input.");
    if (!sa_is_identifier(name)) return bad(r, key, "the input's name is no Python identifier");
    cJSON *properties = cJSON_GetObjectItem(r->tool->inputs, "properties");
    if (sa_json_get(properties, name)) return bad(r, key, "given twice");
    cJSON *schema = cJSON_AddObjectToObject(properties, name);
    const char *rest = read_type(value, schema);
    if (!rest)
        return bad(r, key,
                   "expected TYPE [= DEFAULT] [description] with TYPE string, integer, "
                   "number, boolean, array, object, any, or an array of the values there are");
    bool optional = *rest == '?';
    if (optional) rest++;
    rest += strspn(rest, " \t");
    if (*rest == '=') {
        rest++;
        rest += strspn(rest, " \t");
        const char *end = NULL;
        cJSON_Delete(cJSON_ParseWithOpts(rest, &end, false)); // tells where the value ends
        cJSON *fallback = end ? sa_json_parse(rest, (size_t)(end - rest), NULL) : NULL;
        if (!fallback) return bad(r, key, "the default is no JSON value (text needs quotes)");
        cJSON_AddItemToObject(schema, "default", fallback);
        rest = end + strspn(end, " \t");
        optional = true;
    }
    if (*rest) cJSON_AddStringToObject(schema, "description", rest);
    if (!optional)
        cJSON_AddItemToArray(cJSON_GetObjectItem(r->tool->inputs, "required"),
                             cJSON_CreateString(name));
    return 0;
}

static int read_description(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    free(r->tool->description);
    r->tool->description = sa_xstrdup(value);
    return 0;
}

static int read_returns(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    free(r->tool->returns);
    r->tool->returns = sa_xstrdup(value);
    return 0;
}

static int read_command(const struct reader *r, const char *key, const char *value)
{
    cJSON_Delete(r->command->argv);
    r->command->argv = sa_proc_words(value);
    return r->command->argv
               ? 0
               : bad(r, key, "expected an array of strings, like [\"prog\", \"--flag\"]");
}

// Taken over; a JSON object, or NULL.
static cJSON *read_object(const char *value)
{
    cJSON *schema = sa_json_parse(value, strlen(value), NULL);
    if (cJSON_IsObject(schema)) return schema;
    cJSON_Delete(schema);
    return NULL;
}

static int read_output_type(const struct reader *r, const char *key, const char *value)
{
    cJSON *schema = value[0] == '{' ? read_object(value) : NULL;
    if (value[0] == '{' && !schema) return bad(r, key, "no JSON object, as a JSON Schema is");
    if (!schema) {
        if (!known_type(value)) return bad(r, key, "unknown type");
        schema = cJSON_CreateObject();
        cJSON_AddStringToObject(schema, "type", value);
    }
    cJSON_Delete(r->tool->output);
    r->tool->output = schema;
    r->command->text_output = !strcmp(sa_json_str(schema, "type", ""), "string");
    return 0;
}

// All inputs at once, as a JSON Schema.
static int read_inputs(const struct reader *r, const char *key, const char *value)
{
    cJSON *schema = read_object(value);
    if (!schema) return bad(r, key, "no JSON object, as a JSON Schema is");
    if (cJSON_GetArraySize(sa_json_get(r->tool->inputs, "properties"))) {
        cJSON_Delete(schema);
        return bad(r, key, "either this, first and once, or input.NAME for each");
    }
    cJSON_Delete(r->tool->inputs);
    r->tool->inputs = schema;
    if (!cJSON_IsObject(sa_json_get(schema, "properties"))) {
        cJSON_DeleteItemFromObjectCaseSensitive(schema, "properties");
        cJSON_AddObjectToObject(schema, "properties");
    }
    if (!cJSON_IsArray(sa_json_get(schema, "required"))) {
        cJSON_DeleteItemFromObjectCaseSensitive(schema, "required");
        cJSON_AddArrayToObject(schema, "required");
    }
    return 0;
}

// Those of tool.h by their names, with commas between.
static int read_effects(const struct reader *r, const char *key, const char *value)
{
    struct sa_str rest = sa_str_of(value), part;
    r->tool->effects = 0;
    while (sa_str_next_part(&rest, ',', &part)) {
        unsigned bit = sa_tool_effect(sa_str_trim(part));
        if (!bit) return bad(r, key, "some of reads, writes, network, or pure alone");
        r->tool->effects |= bit;
    }
    bool pure = r->tool->effects & SA_TOOL_PURE;
    return pure && r->tool->effects != SA_TOOL_PURE
               ? bad(r, key, "what is pure neither reads nor writes")
               : 0;
}

// One a line; the key may be given several times.
static int read_examples(const struct reader *r, const char *key, const char *value)
{
    (void)key;
    char *old = r->tool->examples;
    r->tool->examples = sa_xasprintf("%s%s%s", old ? old : "", old ? "\n" : "", value);
    free(old);
    return 0;
}

static int read_stdin(const struct reader *r, const char *key, const char *value)
{
    free(r->command->input);
    r->command->input = sa_xstrdup(value);
    bool named = value[0] == '{' && sa_ends_with(value, "}");
    return named || !strcmp(value, "json") || !strcmp(value, "none")
               ? 0
               : bad(r, key, "json, none, or {NAME} for the text of an input");
}

// Inputs may be listed after `stdin`, so that this comes last.
static int check_stdin(const struct reader *r)
{
    const char *pattern = r->command->input;
    if (pattern[0] != '{') return 0;
    SA_AUTO_FREE char *name = sa_xstrndup(pattern + 1, strlen(pattern) - 2);
    return sa_json_get(sa_json_get(r->tool->inputs, "properties"), name)
               ? 0
               : bad(r, "stdin", "there is no input of this name");
}

static int read_switch(const struct reader *r, const char *key, const char *value, bool *to)
{
    return sa_parse_bool(value, to) ? 0 : bad(r, key, "true or false");
}

static int read_async(const struct reader *r, const char *key, const char *value)
{
    return read_switch(r, key, value, &r->tool->is_async);
}

static int read_foreign(const struct reader *r, const char *key, const char *value)
{
    return read_switch(r, key, value, &r->tool->foreign);
}

static int read_describe(const struct reader *r, const char *key, const char *value)
{
    bool ignored; // read_described has looked at it
    return read_switch(r, key, value, &ignored);
}

static int read_leading_dash(const struct reader *r, const char *key, const char *value)
{
    return read_switch(r, key, value, &r->command->leading_dash);
}

static int read_timeout(const struct reader *r, const char *key, const char *value)
{
    bool ok = sa_parse_duration(value, &r->tool->timeout_ns) && r->tool->timeout_ns > 0;
    return ok ? 0 : bad(r, key, "expected a duration, like 30 or 2m");
}

static int read_max_output(const struct reader *r, const char *key, const char *value)
{
    uint64_t size;
    bool ok = sa_parse_size(value, &size) && size > 0 && size <= SA_BUF_HUGE;
    if (ok) r->tool->max_result = (size_t)size;
    return ok ? 0 : bad(r, key, "expected a size, like 64K or 1M");
}

static int read_env(const struct reader *r, const char *key, const char *value)
{
    free(r->command->env);
    r->command->env = sa_xstrdup(value);
    return sa_proc_env_is(value) ? 0
                                 : bad(r, key, "expected names of variables, with commas between");
}

static const struct {
    const char *key; // a trailing dot: a prefix
    int (*read)(const struct reader *r, const char *key, const char *value);
} setting_rows[] = {
    {"description", read_description},   {"command", read_command}, {"input.", read_input},
    {"output", read_output_type},        {"stdin", read_stdin},     {"timeout", read_timeout},
    {"max_output", read_max_output},     {"env", read_env},         {"async", read_async},
    {"leading_dash", read_leading_dash}, {"returns", read_returns}, {"inputs", read_inputs},
    {"effects", read_effects},           {"foreign", read_foreign}, {"examples", read_examples},
    {"describe", read_describe},
};

static int read_setting(const struct reader *r, const char *key, const char *value)
{
    for (size_t i = 0; i < SA_COUNT(setting_rows); i++) {
        const char *k = setting_rows[i].key;
        bool prefix = sa_ends_with(k, ".");
        if (prefix ? sa_starts_with(key, k) : !strcmp(key, k))
            return setting_rows[i].read(r, key, value);
    }
    return bad(r, key,
               "unknown key (description, command, input.NAME, inputs, returns, output, examples, "
               "stdin, async, effects, foreign, timeout, max_output, env, leading_dash, describe)");
}

static const char *given(const struct sa_tool_setting *settings, size_t count, const char *key)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(settings[i].key, key)) return settings[i].value;
    return NULL;
}

// Before the section itself: what the program says of itself, where the section asks for that and
// does not say it.
static int read_described(const struct reader *r, const struct sa_tool_setting *settings,
                          size_t count)
{
    bool wanted = false;
    const char *asked = given(settings, count, "describe"),
               *command = given(settings, count, "command");
    if (!asked || !sa_parse_bool(asked, &wanted) || !wanted) return 0;
    cJSON *argv = command ? sa_proc_words(command) : NULL;
    if (!argv) return bad(r, "command", command ? "it cannot be understood" : "missing");
    struct sa_described d;
    int rc = sa_tool_describe(argv, given(settings, count, "env"), &d, r->err);
    for (size_t i = 0; rc == 0 && i < d.count; i++)
        if (!given(settings, count, d.items[i].key))
            rc = read_setting(r, d.items[i].key, d.items[i].value);
    if (rc) sa_err_prefix(r->err, "[tool.%s] describe", r->section);
    sa_described_release(&d);
    cJSON_Delete(argv);
    return rc;
}

int sa_tool_command_add(struct sa_tools *tools, const char *name,
                        const struct sa_tool_setting *settings, size_t count, size_t *bad_row,
                        struct sa_err *err)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    struct sa_command *c = tool->data = sa_xcalloc(1, sizeof *c);
    tool->free_data = sa_command_free;
    tool->source = "command";
    tool->call = sa_command_call;
    tool->name = sa_xstrdup(name);
    tool->inputs = cJSON_CreateObject();
    cJSON_AddStringToObject(tool->inputs, "type", "object");
    cJSON_AddObjectToObject(tool->inputs, "properties");
    cJSON_AddArrayToObject(tool->inputs, "required");
    cJSON_AddFalseToObject(tool->inputs, "additionalProperties");
    c->input = sa_xstrdup("json");
    tool->timeout_ns = INT64_C(60000000000);
    tool->max_result = 1 << 20;
    const struct reader r = {tool, c, name, err};
    int rc = read_output_type(&r, "output", "string");
    size_t row = 0;
    if (rc == 0) rc = read_described(&r, settings, count);
    for (size_t i = 0; rc == 0 && i < count; i++)
        if ((rc = read_setting(&r, settings[i].key, settings[i].value))) row = i;
    if (rc && bad_row) *bad_row = row;
    if (rc == 0 && !tool->description) rc = bad(&r, "description", "missing");
    if (rc == 0 && !c->argv) rc = bad(&r, "command", "missing");
    if (rc == 0) rc = check_stdin(&r);
    tool->raises = sa_xasprintf("RuntimeError when it fails, TimeoutError after %g s",
                                (double)tool->timeout_ns / 1e9);
    if (rc == 0) return sa_tools_add(tools, tool, err);
    sa_tool_free(tool);
    return -1;
}
