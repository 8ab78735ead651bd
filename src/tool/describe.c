// Scripts that say themselves what they are: `CMD --describe` prints a JSON object whose members
// become keys of a [tool.NAME] section. What a script is granted (its command, variables, options)
// it cannot say.
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/describe.h"
#include "tool/tool_int.h"

#define FLAG "--describe"
#define TIMEOUT_NS INT64_C(10000000000)

// Members by their names here and elsewhere.
static const struct {
    const char *member, *key;
} members[] = {
    {"description", "description"},
    {"inputs", "inputs"},
    {"inputSchema", "inputs"},
    {"input_schema", "inputs"},
    {"parameters", "inputs"},
    {"returns", "returns"},
    {"output", "output"},
    {"outputSchema", "output"},
    {"output_schema", "output"},
    {"examples", "examples"},
    {"effects", "effects"},
    {"foreign", "foreign"},
    {"async", "async"},
    {"stdin", "stdin"},
    {"timeout", "timeout"},
    {"max_output", "max_output"},
};

// Takes the value over; one line of it.
static void add(struct sa_described *d, const char *key, char *value)
{
    for (char *p = value; *p; p++)
        if ((unsigned char)*p < ' ') *p = ' ';
    SA_GROW(d->items, d->cap, d->count + 1);
    d->items[d->count++] = (struct sa_tool_setting){key, value};
}

static char *text_of(const cJSON *v)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (cJSON_IsString(v)) sa_buf_appends(&out, v->valuestring);
    else sa_json_print(&out, v);
    return sa_buf_take(&out, NULL);
}

// Examples are a key each, effects one with commas between.
static void add_member(struct sa_described *d, const char *key, const cJSON *v)
{
    bool each = sa_streq(key, "examples") && cJSON_IsArray(v);
    bool joined = sa_streq(key, "effects") && cJSON_IsArray(v);
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    for (const cJSON *item = each || joined ? v->child : NULL; item; item = item->next) {
        char *text = text_of(item);
        if (joined) sa_buf_appendf(&list, "%s%s", list.len ? "," : "", text);
        if (each) add(d, key, text);
        else free(text);
    }
    if (joined) add(d, key, sa_xstrdup(sa_buf_text(&list)));
    else if (!each) add(d, key, text_of(v));
    sa_buf_release(&list);
}

static void read_members(struct sa_described *d, const cJSON *said)
{
    d->name = sa_xstrdup(sa_json_str(said, "name", NULL));
    for (size_t i = 0; i < SA_COUNT(members); i++) {
        const cJSON *v = sa_json_get(said, members[i].member);
        bool known = false;
        for (size_t k = 0; k < d->count && !sa_streq(members[i].key, "examples"); k++)
            known |= sa_streq(d->items[k].key, members[i].key);
        if (v && !known && !cJSON_IsNull(v)) add_member(d, members[i].key, v);
    }
}

// Runs it; its standard output as JSON, or NULL.
static cJSON *ask(const cJSON *argv, const char *env_names, struct sa_err *err)
{
    size_t n = 0;
    const cJSON *word;
    const char **words = sa_xcalloc((size_t)cJSON_GetArraySize(argv) + 2, sizeof *words);
    cJSON_ArrayForEach(word, argv) words[n++] = word->valuestring;
    words[n] = FLAG;
    char **env = sa_proc_env(env_names);
    const struct sa_proc_request q = {.argv = words,
                                      .env = (const char *const *)env,
                                      .max_output = SA_BUF_SMALL,
                                      .timeout_ns = TIMEOUT_NS};
    struct sa_proc_result r;
    struct sa_err why = SA_ERR_INIT;
    cJSON *said = NULL;
    bool ran = !sa_proc_run(&q, &r, &why);
    if (ran && !r.status && !r.timed_out && !r.too_much)
        said = sa_json_parse(sa_buf_text(&r.out), r.out.len, &why);
    if (!cJSON_IsObject(said)) {
        const char *what = !ran          ? why.message
                           : r.timed_out ? "no answer after 10 s"
                           : r.too_much  ? "its answer is too long"
                           : r.status    ? "it failed"
                           : why.code    ? why.message
                                         : "its answer is no JSON object";
        sa_err_set(err, SA_E_CONFIG, "%s " FLAG ": %s", words[0], what);
        cJSON_Delete(said);
        said = NULL;
    }
    sa_proc_result_release(&r);
    sa_proc_env_free(env);
    free(words);
    return said;
}

int sa_tool_describe(const cJSON *argv, const char *env_names, struct sa_described *d,
                     struct sa_err *err)
{
    *d = (struct sa_described){.count = 0};
    cJSON *said = ask(argv, env_names, err);
    if (!said) return -1;
    read_members(d, said);
    cJSON_Delete(said);
    return 0;
}

void sa_described_release(struct sa_described *d)
{
    for (size_t i = 0; i < d->count; i++) free((char *)d->items[i].value);
    free(d->items);
    free(d->name);
}
