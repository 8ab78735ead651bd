// The tables of models: prices, finding and reading them, and what a call comes to; windows.
#include "model/price.h"

#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "model/model.h"

#define AS_IN (-1.0)

static const struct row {
    const char *model;
    double in, out, cached, written;
} rows[] = {
#define PRICE(model, in, out, cached, written) {model, in, out, cached, written},
#include "model/prices.def"
#undef PRICE
};

// Is what follows a name a date, or the word for the newest of that name?
static bool is_version(const char *rest)
{
    size_t digits = 0;
    if (rest[0] != '-') return false;
    if (sa_streq(rest, "-latest")) return true;
    for (const char *p = rest + 1; *p; p++) {
        if (isdigit((unsigned char)*p)) digits++;
        else if (*p != '-') return false;
    }
    return sa_starts_with(rest, "-20") && digits == 8;
}

static bool has(const char *model, const char *id)
{
    size_t len = strlen(model);
    if (model[len - 1] == '*') return !strncmp(id, model, len - 1);
    return !strncmp(id, model, len) && (!id[len] || is_version(id + len));
}

// The row with the longest name counts: one of a certain date before that of all.
bool sa_price_find(const char *id, struct sa_price *price)
{
    const struct row *best = NULL;
    for (size_t i = 0; id && i < SA_COUNT(rows); i++)
        if (has(rows[i].model, id) && (!best || strlen(rows[i].model) > strlen(best->model)))
            best = &rows[i];
    if (!best) return false;
    *price = (struct sa_price){.in = best->in,
                               .out = best->out,
                               .cached = best->cached < 0 ? best->in : best->cached,
                               .written = best->written < 0 ? best->in : best->written};
    return true;
}

int64_t sa_window_find(const char *id)
{
    static const struct {
        const char *model;
        int64_t tokens;
    } windows[] = {
#define WINDOW(model, tokens) {model, tokens},
#include "model/windows.def"
#undef WINDOW
    };
    size_t longest = 0;
    int64_t found = 0;
    for (size_t i = 0; id && i < SA_COUNT(windows); i++) {
        size_t len = strlen(windows[i].model);
        if (has(windows[i].model, id) && len > longest) longest = len, found = windows[i].tokens;
    }
    return found;
}

const char *sa_price_name(size_t i)
{
    return i < SA_COUNT(rows) ? rows[i].model : NULL;
}

const char *sa_price_id(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (sa_streq(strchr(rows[i].model, '/') + 1, name)) return rows[i].model;
    return NULL;
}

bool sa_price_parse(const char *text, struct sa_price *price)
{
    enum { MOST = 4 };
    double value[MOST] = {0};
    int n = 0;
    struct sa_str rest = sa_str_of(text), part;
    while (sa_str_next_part(&rest, ' ', &part)) {
        part = sa_str_trim(part);
        if (!part.len) continue;
        SA_AUTO_FREE char *word = sa_xstrndup(part.data, part.len);
        if (n == MOST || !sa_parse_double(word, &value[n]) || !(value[n] >= 0)) return false;
        n++;
    }
    *price = (struct sa_price){.in = value[0],
                               .out = value[1],
                               .cached = value[n > 2 ? 2 : 0],
                               .written = value[n > 3 ? 3 : 0]};
    return n >= 2;
}

enum sa_price_origin sa_price_choose(sa_setting_fn setting, void *ctx, const char *id,
                                     const char *name, struct sa_price *price)
{
    SA_AUTO_FREE char *plain = sa_xstrndup(id, strcspn(id, ":"));
    const char *const keys[] = {id, name, plain};
    const char *text = NULL;
    for (size_t i = 0; !text && setting && i < SA_COUNT(keys); i++)
        text = setting(ctx, "prices", keys[i]);
    if (text) return sa_price_parse(text, price) ? SA_PRICE_OWN : SA_PRICE_BAD;
    return sa_price_find(id, price) ? SA_PRICE_TABLE : SA_PRICE_UNKNOWN;
}

double sa_price_of(const struct sa_price *p, const struct sa_usage *u)
{
    int64_t cached = u->cached < u->input ? u->cached : u->input, rest = u->input - cached;
    int64_t written = u->written < rest ? u->written : rest;
    return ((double)(rest - written) * p->in + (double)cached * p->cached +
            (double)written * p->written + (double)u->output * p->out) /
           1e6;
}
