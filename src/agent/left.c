// The variables that earlier code left behind, for a model that has not seen that code, or no
// longer sees what it showed.
#include <stdlib.h>
#include <string.h>

#include "agent/hook_int.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { MOST = 60, SHOWN = 200 };

static bool is_announced(const struct sa_agent *a, struct sa_str name)
{
    for (size_t i = 0; i < a->variable_count; i++)
        if (sa_str_equals(name, a->variables[i].name)) return true;
    return false;
}

// Takes `note` over.
static void add_row(cJSON *variables, const char *name, size_t len, char *note)
{
    SA_AUTO_FREE char *key = sa_xstrndup(name, len);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "name", key);
    sa_event_text(row, "note", note, strlen(note));
    cJSON_AddItemToArray(variables, row);
    free(note);
}

// Without the value.
static size_t beginning_of(struct sa_str line)
{
    const char *end = sa_memfind(line.data, line.len, " = ", 3);
    return end ? (size_t)(end - line.data) : line.len;
}

size_t sa_agent_left_variables(struct sa_agent *a, cJSON *variables, size_t room)
{
    size_t len, more = 0, listed = 0;
    bool hidden = sa_agent_has_hooks(a, SA_HOOK_AFTER_STEP, NULL); // who see what code shows
    const char *all = a->exec->ops->describe(a->exec, &len);
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&text, all, len);
    if (text.len) text.len = sa_secret_redact(text.data, text.len);
    struct sa_str rest = {sa_buf_text(&text), text.len}, line, name;
    while (sa_str_next_line(&rest, &line)) {
        size_t whole = line.len;
        if (!sa_str_next_part(&line, ':', &name) || !line.data || is_announced(a, name)) continue;
        if (whole > SHOWN) whole = SHOWN;
        if (more || listed == MOST || whole > room) {
            more++;
            continue;
        }
        line = sa_str_trim(line);
        if (hidden) line.len = beginning_of(line);
        size_t cut = sa_utf8_prefix(line.data, line.len, SHOWN);
        add_row(variables, name.data, name.len,
                sa_xasprintf("%.*s%s", (int)cut, line.data, cut < line.len ? "..." : ""));
        listed++;
        room -= whole;
    }
    if (more) add_row(variables, "...", 3, sa_xasprintf("%zu more (dir() names them)", more));
    sa_buf_release(&text);
    return listed;
}
