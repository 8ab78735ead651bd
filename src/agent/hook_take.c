// What a hook printed: one member of an object, which takes the place of what its moment was about
// where it fits there.
#include <stdlib.h>
#include <string.h>

#include "agent/hook_int.h"
#include "base/json.h"
#include "base/xalloc.h"

// Why a value cannot take the place of what there is, malloc'd; NULL: it can, as *json now has it.
typedef char *(*fit_fn)(const struct sa_tool *tool, char **json);

static char *fit_text(const struct sa_tool *tool, char **json)
{
    (void)tool;
    return (*json)[0] == '"' ? NULL : sa_xstrdup("it is no text");
}

// What the tool would refuse is refused here, so that hooks see what it will get: names that are
// its own, types that are taken without loss, defaults filled in.
char *sa_hook_fit_args(const struct sa_tool *tool, char **json)
{
    bool changed = false;
    char *why = NULL;
    size_t len = strlen(*json);
    cJSON *args = sa_json_holds_nul(*json, len) ? NULL : sa_json_parse(*json, len, NULL);
    if (!args) return sa_xasprintf("%s: arguments cannot be passed", tool->name);
    if (sa_tool_check_args(tool, args, &changed, &why) && sa_json_is_ambiguous(args))
        why = sa_xasprintf("%s: an argument is given twice", tool->name);
    if (!why && changed) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&text, args);
        free(*json);
        *json = sa_buf_take(&text, NULL);
    }
    cJSON_Delete(args);
    return why;
}

static char *fit_value(const struct sa_tool *tool, char **json)
{
    size_t most = tool->max_result ? tool->max_result : SA_TOOL_RESULT;
    if (strlen(*json) > most) return sa_xasprintf("it is larger than %zu bytes", most);
    return sa_tool_take_result(tool, json);
}

enum { REPLACEABLE = 2 };

static const struct {
    const char *name;
    fit_fn fit;
} replaceable[SA_HOOK_MOMENTS][REPLACEABLE] = {
    [SA_HOOK_BEFORE_CODE] = {{"code", fit_text}},
    [SA_HOOK_AFTER_STEP] = {{"observation", fit_text}},
    [SA_HOOK_BEFORE_TOOL] = {{"args", sa_hook_fit_args}},
    [SA_HOOK_AFTER_TOOL] = {{"value", fit_value}, {"error", fit_text}},
};

static char *replace(struct sa_moment *m, const char *name, const char *value, size_t len)
{
    for (size_t i = 0; i < REPLACEABLE && replaceable[m->on][i].name; i++) {
        const char *member = replaceable[m->on][i].name;
        if (strcmp(member, name) != 0) continue;
        char *json = sa_xstrndup(value, len);
        SA_AUTO_FREE char *why = replaceable[m->on][i].fit(m->tool, &json);
        if (why) return free(json), sa_xasprintf("its '%s' cannot be taken: %s", name, why);
        free(m->json);
        m->json = json;
        m->member = member;
        return NULL;
    }
    return sa_xasprintf("it prints a member '%.60s', which %s does not take", name,
                        sa_hook_moment(m->on));
}

// What one printed. NULL, or what is wrong with that, malloc'd.
char *sa_hook_take(struct sa_moment *m, const struct sa_hook *h, struct sa_str out)
{
    struct sa_err err = SA_ERR_INIT;
    size_t at = 0, len;
    const char *value;
    char *name, *why = NULL;
    int members = 0;
    if (!out.len) return NULL;
    if (!sa_json_check(out.data, out.len, &err))
        return sa_xasprintf("what it prints is no JSON: %s", err.message);
    if (out.data[0] != '{') return sa_xstrdup("what it prints is no JSON object");
    while (!why && sa_json_next_member(out.data, out.len, &at, &name, &value, &len)) {
        why = members++ ? sa_xstrdup("it prints more than one member") // which one would count?
                        : replace(m, name, value, len);
        free(name);
    }
    if (!why && members)
        sa_buf_appendf(&m->changed_by, "%s%s", m->changed_by.len ? ", " : "", h->name);
    return why;
}
