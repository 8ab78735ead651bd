// Values: their types, conversions, and what is equal. Numbers are taken as the decimals that they
// are written as, whole ones of any length.
#include "schema/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

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

bool sa_value_is_type(const char *name)
{
    static const char *const known[] = {"string", "boolean", "null",  "array",
                                        "object", "integer", "number"};
    for (size_t i = 0; i < SA_COUNT(known); i++)
        if (!strcmp(known[i], name)) return true;
    return false;
}

bool sa_value_has_type(const cJSON *v, const char *type)
{
    if (!sa_value_is_type(type)) return true; // "any" as well
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

// A number as code writes it, or a fraction: "1/3".
static bool parse_number(const char *text, double *number)
{
    enum { DIGITS_MOST = 300 };
    const char *slash = strchr(text, '/');
    if (!slash) return sa_parse_double(text, number);
    const char *sign = text + (*text == '-'), *below = slash + 1;
    size_t n = strspn(sign, "0123456789"), m = strspn(below, "0123456789");
    if (!n || sign + n != slash || !m || below[m] || n > DIGITS_MOST || m > DIGITS_MOST)
        return false;
    *number = strtod(text, NULL) / strtod(below, NULL);
    return true;
}

bool sa_value_convert(cJSON *v, const char *type)
{
    double number;
    bool whole = !strcmp(type, "integer");
    if ((whole || !strcmp(type, "number")) && cJSON_IsString(v) &&
        parse_number(v->valuestring, &number) && isfinite(number) &&
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

bool sa_value_is_media(const cJSON *v)
{
    static const char *const kinds[] = {"image", "audio", "file"};
    const char *kind = sa_json_str(v, "type", "");
    bool known = false;
    for (size_t i = 0; i < SA_COUNT(kinds); i++) known |= !strcmp(kind, kinds[i]);
    return known && sa_json_str(v, "mime", NULL) &&
           (sa_json_str(v, "data", NULL) || sa_json_str(v, "handle", NULL));
}

// Bytes and neighbours that are passed for one unit of work.
enum { BYTES = 32, MEMBERS = 4, DIGITS = 8 };

size_t sa_value_weight(const cJSON *v)
{
    size_t members = 0, bytes = 0;
    if (cJSON_IsString(v)) return strlen(v->valuestring) / BYTES;
    if (cJSON_IsNumber(v)) return v->valuestring ? 4 + strlen(v->valuestring) / DIGITS : 0;
    if (!cJSON_IsArray(v) && !cJSON_IsObject(v)) return 0;
    for (const cJSON *item = v->child; item; item = item->next) {
        members++;
        if (item->string) bytes += strlen(item->string);
    }
    return members / MEMBERS + bytes / BYTES;
}

size_t sa_value_count(const cJSON *v)
{
    size_t n = 1 + sa_value_weight(v);
    if (!cJSON_IsArray(v) && !cJSON_IsObject(v)) return n;
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

// ---- numbers ------------------------------------------------------------------------------------

// Digits without zeros at their ends, and how many zeros or places are behind them.
struct decimal {
    struct sa_buf text;
    const char *digits;
    size_t count;
    long exponent;
    bool negative;
};

static void decimal_init(struct decimal *d, const cJSON *v)
{
    *d = (struct decimal){.text = SA_BUF_INIT(SA_BUF_TEXT)};
    sa_json_print(&d->text, v);
    char *p = d->text.data, *to = p, *end = p + d->text.len;
    bool point = false;
    for (; p < end && *p != 'e' && *p != 'E'; p++) {
        if (*p == '-') d->negative = true;
        else if (*p == '.') point = true;
        else *to++ = *p, d->exponent -= point;
    }
    if (p < end) d->exponent += strtol(p + 1, NULL, 10);
    p = d->text.data;
    while (p < to && *p == '0') p++;
    while (to > p && to[-1] == '0') to--, d->exponent++;
    *to = 0;
    d->digits = p, d->count = (size_t)(to - p);
    if (!d->count) d->exponent = 0, d->negative = false;
}

int sa_value_compare_numbers(const cJSON *a, const cJSON *b)
{
    bool long_a = a->valuestring != NULL, long_b = b->valuestring != NULL;
    if ((!long_a && !long_b) || (!long_a && !isfinite(a->valuedouble)) ||
        (!long_b && !isfinite(b->valuedouble)))
        return (a->valuedouble > b->valuedouble) - (a->valuedouble < b->valuedouble);
    struct decimal x, y;
    decimal_init(&x, a), decimal_init(&y, b);
    int sign = x.negative ? -1 : 1, order;
    long above = (long)x.count + x.exponent - (long)y.count - y.exponent;
    if (x.negative != y.negative || !x.count || !y.count) {
        order = (x.count ? sign : 0) - (y.count ? y.negative ? -1 : 1 : 0);
    } else if (above) {
        order = above > 0 ? sign : -sign;
    } else {
        size_t both = x.count < y.count ? x.count : y.count;
        order = memcmp(x.digits, y.digits, both);
        if (!order) order = (x.count > y.count) - (x.count < y.count);
        order *= sign;
    }
    sa_buf_release(&x.text), sa_buf_release(&y.text);
    return order;
}

// x modulo y, both without their exponents, y of at most 18 digits; x times 10^zeros.
static uint64_t remainder_of(const struct decimal *x, uint64_t y, long zeros)
{
    unsigned __int128 rest = 0;
    for (size_t i = 0; i < x->count; i++) rest = (rest * 10 + (unsigned)(x->digits[i] - '0')) % y;
    for (unsigned __int128 power = 10 % y; zeros > 0 && rest; zeros >>= 1) { // 10, 10^2, 10^4
        if (zeros & 1) rest = rest * power % y;
        power = power * power % y;
    }
    return (uint64_t)rest;
}

bool sa_value_is_multiple(const cJSON *number, const cJSON *of)
{
    enum { MOST_DIGITS = 18 };
    struct decimal x, y;
    if (!isfinite(number->valuedouble) && !number->valuestring) return true; // nobody can say
    decimal_init(&x, number), decimal_init(&y, of);
    long zeros = x.exponent - y.exponent;
    bool is = true;
    if (y.count > MOST_DIGITS) is = fmod(number->valuedouble, of->valuedouble) == 0;
    else if (x.count && y.count)
        is = zeros >= 0 && !remainder_of(&x, strtoull(y.digits, NULL, 10), zeros);
    sa_buf_release(&x.text), sa_buf_release(&y.text);
    return is;
}

// ---- equality -----------------------------------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const cJSON *const *)a)->string, (*(const cJSON *const *)b)->string);
}

static const cJSON **sorted(const cJSON *object, size_t n)
{
    const cJSON **all = sa_xcalloc(n, sizeof *all), *one;
    size_t i = 0;
    cJSON_ArrayForEach(one, object) all[i++] = one;
    qsort(all, n, sizeof *all, compare_names);
    return all;
}

static bool equal_objects(const cJSON *a, const cJSON *b)
{
    size_t n = (size_t)cJSON_GetArraySize(a), i = 0;
    if (n != (size_t)cJSON_GetArraySize(b)) return false;
    if (!n) return true;
    const cJSON **x = sorted(a, n), **y = sorted(b, n);
    while (i < n && !strcmp(x[i]->string, y[i]->string) && sa_value_equal(x[i], y[i])) i++;
    free(x), free(y);
    return i == n;
}

bool sa_value_equal(const cJSON *a, const cJSON *b)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b)) return !sa_value_compare_numbers(a, b);
    if ((a->type & 0xFF) != (b->type & 0xFF)) return false;
    if (cJSON_IsString(a)) return !strcmp(a->valuestring, b->valuestring);
    if (cJSON_IsObject(a)) return equal_objects(a, b);
    if (!cJSON_IsArray(a)) return true;
    for (a = a->child, b = b->child; a && b; a = a->next, b = b->next)
        if (!sa_value_equal(a, b)) return false;
    return !a && !b;
}

uint64_t sa_value_hash(const cJSON *v)
{
    const cJSON *one;
    uint64_t hash = (uint64_t)(v->type & 0xFF) * 0x9E3779B97F4A7C15u;
    if (cJSON_IsString(v)) return hash ^ sa_hash_bytes(v->valuestring, strlen(v->valuestring));
    if (cJSON_IsNumber(v)) {
        double number = v->valuedouble + 0.0; // -0 is 0
        return hash ^ sa_hash_bytes(&number, sizeof number);
    }
    bool named = cJSON_IsObject(v);
    if (!named && !cJSON_IsArray(v)) return hash;
    cJSON_ArrayForEach(one, v)
    {
        uint64_t part = sa_value_hash(one);
        if (named) hash += part * (sa_hash_bytes(one->string, strlen(one->string)) | 1);
        else hash = (hash ^ part) * 0x100000001B3u + 1;
    }
    return hash;
}
