// Types and conversions of single values.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/check.h"

static bool is_whole(const cJSON *v)
{
    return cJSON_IsNumber(v) && v->valuedouble == floor(v->valuedouble);
}

const char *sa_value_type(const cJSON *v)
{
    if (cJSON_IsString(v)) return "string";
    if (cJSON_IsBool(v)) return "boolean";
    if (cJSON_IsNull(v)) return "null";
    if (cJSON_IsArray(v)) return "array";
    if (cJSON_IsObject(v)) return "object";
    return is_whole(v) ? "integer" : "number";
}

bool sa_value_has_type(const cJSON *v, const char *type)
{
    static const char *const known[] = {"string", "boolean", "null",   "array",
                                        "object", "integer", "number", ""};
    size_t i = 0;
    while (i < SA_COUNT(known) && strcmp(known[i], type) != 0) i++;
    if (i == SA_COUNT(known)) return true; // "any", and what nobody knows
    if (!strcmp(type, "number")) return cJSON_IsNumber(v);
    return !strcmp(sa_value_type(v), type);
}

// A text of nothing but digits stays as the number's own, which may have more than a double.
static void become_number(cJSON *v, double number)
{
    const char *digits = v->valuestring + (v->valuestring[0] == '-');
    if (digits[0] < '1' || digits[strspn(digits, "0123456789")]) sa_freep(&v->valuestring);
    v->type = (v->type & ~0xFF) | cJSON_Number;
    cJSON_SetNumberHelper(v, number);
}

static void become_text(cJSON *v)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_json_print(&text, v);
    free(v->valuestring);
    v->valuestring = sa_buf_take(&text, NULL);
    v->type = (v->type & ~0xFF) | cJSON_String;
}

static bool become_truth(cJSON *v)
{
    bool yes = sa_strcaseeq(v->valuestring, "true"), no = sa_strcaseeq(v->valuestring, "false");
    if (!yes && !no) return false;
    sa_freep(&v->valuestring);
    v->type = (v->type & ~0xFF) | (yes ? cJSON_True : cJSON_False);
    return true;
}

bool sa_value_convert(cJSON *v, const char *type)
{
    double number;
    bool whole = !strcmp(type, "integer");
    if ((whole || !strcmp(type, "number")) && cJSON_IsString(v) &&
        sa_parse_double(v->valuestring, &number) && isfinite(number) &&
        (!whole || number == floor(number))) {
        become_number(v, number);
        return true;
    }
    if (!strcmp(type, "string") && cJSON_IsNumber(v)) {
        become_text(v);
        return true;
    }
    return !strcmp(type, "boolean") && cJSON_IsString(v) && become_truth(v);
}

size_t sa_value_count(const cJSON *v)
{
    size_t n = 1;
    if (!cJSON_IsArray(v) && !cJSON_IsObject(v)) return 1;
    for (const cJSON *item = v->child; item; item = item->next) n += sa_value_count(item);
    return n;
}

void sa_value_swap(cJSON *a, cJSON *b)
{
    cJSON old = *a;
    *a = *b;
    a->next = old.next, a->prev = old.prev, a->string = old.string;
    old.next = b->next, old.prev = b->prev, old.string = b->string;
    *b = old;
}
