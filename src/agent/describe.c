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

enum { SHOWN = SA_PREVIEW_CHARS, KEYS_MAX = 40, NAME_SHOWN = 60 };

// By how the value's text begins; numbers by how they are written: 1.0 is a float.
static const char *type_name(struct sa_str json)
{
    switch (json.len ? json.data[0] : 'n') {
    case '[': return "list";
    case '{': return "dict";
    case '"': return "str";
    case 't':
    case 'f': return "bool";
    case 'n': return "None";
    }
    for (size_t i = 0; i < json.len; i++)
        if (strchr(".eE", json.data[i])) return "float";
    return "int";
}

// ---- keys and types over the items of a list --------------------------------------------------

struct seen_key {
    char *name;
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

static void add_key(struct seen *s, const char *name, struct sa_str value)
{
    size_t i = 0;
    while (i < s->count && strcmp(s->keys[i].name, name) != 0) i++;
    if (i == KEYS_MAX) {
        s->more++;
        return;
    }
    if (i == s->count) s->keys[s->count++] = (struct seen_key){.name = sa_xstrdup(name)};
    s->keys[i].items++;
    add_type(&s->keys[i], type_name(value));
}

static void add_keys(struct seen *s, struct sa_str dict)
{
    size_t at = 0, len;
    char *name;
    const char *value;
    while (sa_json_next_member(dict.data, dict.len, &at, &name, &value, &len)) {
        add_key(s, name, (struct sa_str){value, len});
        free(name);
    }
}

static void seen_release(struct seen *s)
{
    for (size_t i = 0; i < s->count; i++) free(s->keys[i].name);
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

// "list of 84 dicts, each with a (str), b (int)", or "list of 3 items, each int or str".
static void put_list(struct sa_buf *out, struct sa_str list)
{
    struct seen s = {.count = 0};
    struct seen_key types = {0};
    size_t at = 0, len, items = 0;
    const char *item;
    while (sa_json_next_item(list.data, list.len, &at, &item, &len)) {
        struct sa_str one = {item, len};
        add_type(&types, type_name(one));
        if (one.data[0] == '{') add_keys(&s, one);
        items++;
    }
    bool records = types.type_count == 1 && !strcmp(types.types[0], "dict");
    sa_buf_appendf(out, "list of %zu", items);
    if (records) {
        sa_buf_appendf(out, " dict%s with ", items == 1 ? "" : "s, each");
        if (s.count) put_keys(out, &s, items);
        else sa_buf_appends(out, "no keys");
    }
    for (size_t t = 0; !records && t < types.type_count; t++)
        sa_buf_appendf(out, "%s%s", t ? " or " : " items, each ", types.types[t]);
    seen_release(&s);
}

static void put_dict(struct sa_buf *out, struct sa_str dict)
{
    struct seen s = {.count = 0};
    add_keys(&s, dict);
    sa_buf_appendf(out, "dict of %zu", s.count + s.more);
    if (s.count) {
        sa_buf_appends(out, " with ");
        put_keys(out, &s, 1);
    }
    seen_release(&s);
}

// The value's own text without white space between its parts, cut.
static void put_beginning(struct sa_buf *out, struct sa_str json)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    size_t i = 0;
    bool string = false;
    for (; i < json.len && text.len < 8 * SHOWN; i++) {
        char c = json.data[i];
        if (c == '"') string = !string;
        if (!string && strchr(" \r\n\t", c)) continue;
        sa_buf_appendc(&text, c);
        if (string && c == '\\' && i + 1 < json.len) sa_buf_appendc(&text, json.data[++i]);
    }
    size_t cut = sa_utf8_prefix(sa_buf_text(&text), text.len, SHOWN);
    sa_utf8_printable(out, sa_buf_text(&text), cut);
    if (cut < text.len || i < json.len) sa_buf_appends(out, "...");
    sa_buf_release(&text);
}

char *sa_preview_json(const char *json, size_t len)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str s = sa_str_trim((struct sa_str){json, len});
    const char *type = type_name(s);
    bool list = !strcmp(type, "list"), dict = !strcmp(type, "dict");
    if (list) put_list(&out, s);
    else if (dict) put_dict(&out, s);
    else sa_buf_appends(&out, type);
    if (!strcmp(type, "str")) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(s.data, s.len, &text);
        size_t n = sa_utf8_count(sa_buf_text(&text), text.len);
        if (n > SHOWN) sa_buf_appendf(&out, " of %zu characters", n);
        sa_buf_release(&text);
    }
    sa_buf_appends(&out, list || dict ? "; begins " : " = ");
    put_beginning(&out, s);
    return sa_buf_take(&out, NULL);
}
