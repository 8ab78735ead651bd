// What the model is told of the data it has been given: the shape of a variable, of lists of dicts
// the keys and types over all items, and a beginning of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

enum { SHOWN = 160, KEYS_MAX = 40, NAME_SHOWN = 60 };

// Numbers by how they are written: 1.0 is a float.
static const char *number_type(const cJSON *v)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_json_print(&text, v);
    bool real = sa_buf_text(&text)[strcspn(sa_buf_text(&text), ".eE")];
    sa_buf_release(&text);
    return real ? "float" : "int";
}

static const char *type_name(const cJSON *v)
{
    if (cJSON_IsArray(v)) return "list";
    if (cJSON_IsObject(v)) return "dict";
    if (cJSON_IsString(v)) return "str";
    if (cJSON_IsBool(v)) return "bool";
    return cJSON_IsNumber(v) ? number_type(v) : "None";
}

// ---- keys and types over the items of a list

struct seen_key {
    const char *name;
    const char *types[4];
    size_t type_count, items;
};

struct seen {
    struct seen_key keys[KEYS_MAX];
    size_t count, more;
};

static void add_type(struct seen_key *k, const char *type)
{
    for (size_t i = 0; i < k->type_count; i++)
        if (!strcmp(k->types[i], type)) return;
    if (k->type_count < SA_COUNT(k->types)) k->types[k->type_count++] = type;
}

static void add_key(struct seen *s, const cJSON *member)
{
    size_t i = 0;
    while (i < s->count && strcmp(s->keys[i].name, member->string) != 0) i++;
    if (i == KEYS_MAX) {
        s->more++;
        return;
    }
    if (i == s->count) s->keys[s->count++] = (struct seen_key){.name = member->string};
    s->keys[i].items++;
    add_type(&s->keys[i], type_name(member));
}

static void put_name(struct sa_buf *out, const char *name)
{
    size_t cut = sa_utf8_prefix(name, strlen(name), NAME_SHOWN);
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_utf8_printable(&text, name, cut);
    for (size_t i = 0; i < text.len; i++)
        sa_buf_appendc(out, strchr("\n\t", text.data[i]) ? ' ' : text.data[i]);
    sa_buf_release(&text);
}

static void put_keys(struct sa_buf *out, const struct seen *s, size_t items)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct seen_key *k = &s->keys[i];
        sa_buf_appends(out, i ? ", " : "");
        put_name(out, k->name);
        for (size_t t = 0; t < k->type_count; t++)
            sa_buf_appendf(out, "%s%s", t ? " or " : " (", k->types[t]);
        if (k->items < items) sa_buf_appendf(out, ", in %zu of them", k->items);
        sa_buf_appendc(out, ')');
    }
    if (s->more) sa_buf_appends(out, ", and more keys");
}

// "list of 84 dicts, each with a (str), b (int)": false when the items are no dicts.
static bool put_records(struct sa_buf *out, const cJSON *list)
{
    struct seen s = {.count = 0};
    const cJSON *item, *member;
    size_t items = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (!cJSON_IsObject(item)) return false;
        items++;
        cJSON_ArrayForEach(member, item) if (member->string) add_key(&s, member);
    }
    if (!items) return false;
    sa_buf_appendf(out, "list of %zu dict%s with ", items, items == 1 ? "" : "s, each");
    if (s.count) put_keys(out, &s, items);
    else sa_buf_appends(out, "no keys");
    return true;
}

static void put_list(struct sa_buf *out, const cJSON *list)
{
    struct seen_key types = {0};
    const cJSON *item;
    size_t items = 0;
    cJSON_ArrayForEach(item, list) add_type(&types, type_name(item)), items++;
    sa_buf_appendf(out, "list of %zu", items);
    for (size_t t = 0; t < types.type_count; t++)
        sa_buf_appendf(out, "%s%s", t ? " or " : " items, each ", types.types[t]);
}

static void put_dict(struct sa_buf *out, const cJSON *dict)
{
    struct seen s = {.count = 0};
    const cJSON *member;
    cJSON_ArrayForEach(member, dict) if (member->string) add_key(&s, member);
    sa_buf_appendf(out, "dict of %d", cJSON_GetArraySize(dict));
    if (!s.count) return;
    sa_buf_appends(out, " with ");
    put_keys(out, &s, 1);
}

// The value's own text on one line, cut.
static void put_beginning(struct sa_buf *out, struct sa_str json, const cJSON *v)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), shown = SA_BUF_INIT(SA_BUF_SMALL);
    if (v && json.len < SA_BUF_SMALL) sa_json_print(&text, v); // without white space
    else sa_buf_append(&text, json.data, json.len < 8 * SHOWN ? json.len : 8 * SHOWN);
    size_t cut = sa_utf8_prefix(sa_buf_text(&text), text.len, SHOWN);
    sa_utf8_printable(&shown, sa_buf_text(&text), cut);
    for (size_t i = 0; i < shown.len; i++)
        sa_buf_appendc(out, strchr("\r\n\t", shown.data[i]) ? ' ' : shown.data[i]);
    if (cut < text.len || text.len < json.len / 2) sa_buf_appends(out, "...");
    sa_buf_release(&text), sa_buf_release(&shown);
}

char *sa_preview_json(const char *json, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str s = sa_str_trim((struct sa_str){json, len});
    cJSON *v = sa_json_parse(json, len, NULL);
    if (cJSON_IsArray(v)) {
        if (!put_records(&out, v)) put_list(&out, v);
    } else if (cJSON_IsObject(v)) {
        put_dict(&out, v);
    } else if (v) {
        sa_buf_appends(&out, type_name(v));
        size_t n = cJSON_IsString(v) ? sa_utf8_count(v->valuestring, strlen(v->valuestring)) : 0;
        if (n > SHOWN) sa_buf_appendf(&out, " of %zu characters", n);
    } else { // too large for a tree
        sa_buf_appends(&out, s.len && s.data[0] == '{' ? "dict" : "list");
    }
    bool more = cJSON_IsArray(v) || cJSON_IsObject(v) || !v;
    sa_buf_appends(&out, more ? "; begins " : " = ");
    put_beginning(&out, s, v);
    cJSON_Delete(v);
    return sa_buf_take(&out, NULL);
}
