// See names.h.
#include "mcp/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/xalloc.h"

enum { MAX_NAME = 100 };

char *sa_mcp_identifier(const char *name)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (isdigit((unsigned char)*name)) sa_buf_appendc(&out, '_');
    for (const char *p = name; *p && out.len < MAX_NAME; p++)
        sa_buf_appendc(&out, isalnum((unsigned char)*p) ? *p : '_');
    if (!out.len) sa_buf_appends(&out, "_");
    return sa_buf_take(&out, NULL);
}

void sa_mcp_names_add(struct sa_mcp_names *names, const char *name, const cJSON *of)
{
    SA_GROW(names->rows, names->cap, names->count + 1);
    names->rows[names->count] = (struct sa_mcp_name){sa_xstrdup(name), of, names->count};
    names->count++;
}

void sa_mcp_names_release(struct sa_mcp_names *names)
{
    for (size_t i = 0; i < names->count; i++) free(names->rows[i].name);
    free(names->rows);
    *names = (struct sa_mcp_names){0};
}

static int compare(const void *a, const void *b)
{
    const struct sa_mcp_name *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

void sa_mcp_names_sort(struct sa_mcp_names *names)
{
    if (names->count) qsort(names->rows, names->count, sizeof *names->rows, compare);
}

size_t sa_mcp_names_count(const struct sa_mcp_names *names, const char *name, const cJSON *of,
                          size_t *before)
{
    size_t low = 0, high = names->count, n = 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(names->rows[middle].name, name) < 0) low = middle + 1;
        else high = middle;
    }
    *before = 0;
    for (; low + n < names->count && !strcmp(names->rows[low + n].name, name); n++)
        if (names->rows[low + n].of == of) *before = n;
    return n;
}
