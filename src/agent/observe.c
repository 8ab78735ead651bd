// What goes back to the model after a cell, within one budget. What is cut stays reachable as a
// variable, so that the model can look at the rest with code instead of asking again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

bool sa_cut_middle(struct sa_buf *out, const char *text, size_t len, size_t max, const char *note)
{
    if (len <= max || sa_utf8_count(text, len) <= max) {
        sa_buf_append(out, text, len);
        return false;
    }
    size_t head = sa_utf8_prefix(text, len, max / 2);
    // The tail starts at a line when one begins nearby, and never inside a character.
    size_t total = sa_utf8_count(text, len);
    size_t tail = sa_utf8_prefix(text, len, total - (max - max / 2));
    const char *line = memchr(text + tail, '\n', len - tail < 200 ? len - tail : 200);
    if (line && (size_t)(line - text) + 1 < len) tail = (size_t)(line - text) + 1;
    sa_buf_append(out, text, head);
    sa_buf_appendf(out, "\n[... %zu characters cut%s ...]\n",
                   sa_utf8_count(text + head, tail - head), note);
    sa_buf_append(out, text + tail, len - tail);
    return true;
}

// By how JSON text begins; numbers by how they are written: 1.0 is a float.
static const char *type_name(struct sa_str text)
{
    switch (text.len ? text.data[0] : 'n') {
    case '[': return "list";
    case '{': return "dict";
    case '"': return "str";
    case 't':
    case 'f': return "bool";
    case 'n': return "None";
    }
    for (size_t i = 0; i < text.len; i++)
        if (strchr(".eE", text.data[i])) return "float";
    return "int";
}

char *sa_preview_json(const char *json, size_t len)
{
    enum { SHOWN = 160 };
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL), text = SA_BUF_INIT(SA_BUF_TEXT);
    cJSON *v = sa_json_parse(json, len, NULL);
    struct sa_str s = sa_str_trim((struct sa_str){json, len});
    sa_buf_appends(&out, type_name(s));
    if (cJSON_IsArray(v) || cJSON_IsObject(v))
        sa_buf_appendf(&out, " of %d", cJSON_GetArraySize(v));
    if (cJSON_IsString(v) && strlen(v->valuestring) > SHOWN)
        sa_buf_appendf(&out, " of %zu characters",
                       sa_utf8_count(v->valuestring, strlen(v->valuestring)));
    for (size_t i = 0; i < s.len && text.len < 4 * SHOWN; i++) // one line
        sa_buf_appendc(&text, strchr("\r\n\t", s.data[i]) ? ' ' : s.data[i]);
    size_t cut = sa_utf8_prefix(sa_buf_text(&text), text.len, SHOWN);
    sa_buf_appends(&out, " = ");
    sa_buf_append(&out, sa_buf_text(&text), cut);
    if (cut < s.len) sa_buf_appends(&out, "...");
    cJSON_Delete(v);
    sa_buf_release(&text);
    return sa_buf_take(&out, NULL);
}

// Defines a variable for something that was cut; its name is added to *names.
static void keep_as(struct sa_agent *a, const char *name, const char *json, size_t len,
                    char **names)
{
    struct sa_err err = SA_ERR_INIT;
    if (a->exec->ops->define_json(a->exec, name, json, len, &err)) return; // no memory for it there
    char *old = *names;
    *names = sa_xasprintf("%s%s%s", old ? old : "", old ? "," : "", name);
    free(old);
}

static void put_printed(struct sa_agent *a, struct sa_buf *out, size_t budget, char **names)
{
    const struct sa_buf *p = &a->run->printed;
    char name[40], note[100];
    snprintf(name, sizeof name, "_output_%lld", (long long)(a->steps_before + a->run->step));
    snprintf(note, sizeof note, "; the whole text is in the variable %s", name);
    if (sa_cut_middle(out, sa_buf_text(p), p->len, budget, note)) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_quote(&json, p->data, p->len);
        keep_as(a, name, json.data, json.len, names);
        sa_buf_release(&json);
    }
    if (out->len && out->data[out->len - 1] != '\n') sa_buf_appendc(out, '\n');
}

static void put_value(struct sa_agent *a, const struct py_result *r, struct sa_buf *out,
                      size_t budget, char **names)
{
    char name[40], note[100];
    snprintf(name, sizeof name, "_value_%lld", (long long)(a->steps_before + a->run->step));
    snprintf(note, sizeof note, "; the value is in the variable %s", name);
    sa_buf_appends(out, "Last value: ");
    bool cut = sa_cut_middle(out, r->value_repr, r->value_repr_len, budget, note);
    sa_buf_appendc(out, '\n');
    if (!cut || !r->value_json) return;
    SA_AUTO_FREE char *json = sa_xmemdup(r->value_json, r->value_json_len); // r is borrowed
    keep_as(a, name, json, r->value_json_len, names);
}

// The error first gets what it needs of half the budget, what was printed before it the rest.
static void put_failure(struct sa_agent *a, const struct py_result *r, struct sa_buf *out,
                        char **names)
{
    size_t budget = a->o.max_observation;
    struct sa_buf error = SA_BUF_INIT(SA_BUF_HUGE);
    sa_cut_middle(&error, r->error_text, r->error_text_len, budget / 2, "");
    size_t used = sa_utf8_count(sa_buf_text(&error), error.len);
    put_printed(a, out, budget > used ? budget - used : budget / 4, names);
    sa_buf_append(out, sa_buf_text(&error), error.len);
    sa_buf_release(&error);
}

static void put_success(struct sa_agent *a, const struct py_result *r, struct sa_buf *out,
                        char **names)
{
    size_t budget = a->o.max_observation;
    size_t value = r->value_repr && r->status == PY_OK ? r->value_repr_len : 0;
    size_t share = value && value < budget / 2 ? budget - value : value ? budget / 2 : budget;
    struct py_result copy = *r; // defining a variable ends the loan of r's strings
    SA_AUTO_FREE char *repr = value ? sa_xstrndup(r->value_repr, value) : NULL;
    SA_AUTO_FREE char *json = value && r->value_json ? sa_xstrndup(r->value_json, r->value_json_len)
                                                     : NULL;
    copy.value_repr = repr, copy.value_json = json;
    put_printed(a, out, share, names);
    if (value) put_value(a, &copy, out, budget - budget / 2, names);
}

void sa_observe(struct sa_agent *a, const struct py_result *r, struct sa_buf *out, char **variable)
{
    *variable = NULL;
    sa_buf_appends(out, "Observation:\n");
    size_t start = out->len;
    bool failed = r->error_text && r->status != PY_OK && r->status != PY_FINAL;
    if (failed) put_failure(a, r, out, variable);
    else put_success(a, r, out, variable);
    if (r->status == PY_EXIT)
        sa_buf_appendf(out, "SystemExit: %d (the run goes on; final_answer(...) ends it)\n",
                       r->exit_code);
    if (out->len == start) sa_buf_appends(out, "(no output)\n");
    while (out->len && out->data[out->len - 1] == '\n') sa_buf_truncate(out, out->len - 1);
}
