// The option table in memory, the parsing of one value, and name suggestions.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define RUN SA_SCOPE_RUN
#define CHAT SA_SCOPE_CHAT
#define PY SA_SCOPE_PY
#define CONF SA_SCOPE_CONF
#define DOCTOR SA_SCOPE_DOCTOR
#define BOX SA_SCOPE_BOX
#define SERVE SA_SCOPE_SERVE
#define AGENT SA_SCOPE_AGENT
#define AGENT_OWN (SA_SCOPE_AGENT | SA_SCOPE_OWN)
#define AGENT_TYPED (SA_SCOPE_AGENT | SA_SCOPE_TYPED)

// clang-format off
#define VALUE_BOOL {SA_TYPE_BOOL, 0, 0, SA_ZERO_ZERO, NULL, SA_NAMES_NOTHING}
#define VALUE_TEXT {SA_TYPE_TEXT, 0, 0, SA_ZERO_ZERO, NULL, SA_NAMES_NOTHING}
#define VALUE_LIST {SA_TYPE_LIST, 0, 0, SA_ZERO_ZERO, NULL, SA_NAMES_NOTHING}
#define VALUE_ITEMS {SA_TYPE_ITEMS, 0, 0, SA_ZERO_ZERO, NULL, SA_NAMES_NOTHING}
#define VALUE_NAMES(type, what) {SA_TYPE_##type, 0, 0, SA_ZERO_ZERO, NULL, SA_NAMES_##what}
#define VALUE_CHOICE(choices) {SA_TYPE_CHOICE, 0, 0, SA_ZERO_ZERO, choices, SA_NAMES_NOTHING}
#define VALUE_NUMBER(min, max, zero) {SA_TYPE_NUMBER, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}
#define VALUE_COUNTER(min, max, zero) {SA_TYPE_COUNTER, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}
#define VALUE_INT(min, max, zero) {SA_TYPE_INT, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}
#define VALUE_COUNT(min, max, zero) {SA_TYPE_COUNT, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}
#define VALUE_SIZE(min, max, zero) {SA_TYPE_SIZE, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}
#define VALUE_TIME(min, max, zero) {SA_TYPE_TIME, min, max, SA_ZERO_##zero, NULL, SA_NAMES_NOTHING}

#define PROJECT_NONE {SA_PROJECT_NEVER, NULL, NULL}
#define PROJECT_NEVER(harm) {SA_PROJECT_NEVER, NULL, harm}
#define PROJECT_LOWER(harm) {SA_PROJECT_LOWER, NULL, harm}
#define PROJECT_TO(only, harm) {SA_PROJECT_TO, only, harm}
#define PROJECT_NARROW(harm) {SA_PROJECT_NARROW, NULL, harm}
#define PROJECT_LISTED(harm) {SA_PROJECT_LISTED, NULL, harm}
#define PROJECT_ADDS(harm) {SA_PROJECT_ADDS, NULL, harm}
#define PROJECT_FREE(harm) {SA_PROJECT_FREE, NULL, harm}

#define EXECUTORS_ALL NULL
#define EXECUTORS_ONLY(names) names

const struct sa_option sa_options[SA_OPT_COUNT] = {
#define OPT(id, name, letter, value, fallback, section, key, group, scope, policy, executors, box, meta, help) \
    {#id, name, letter, VALUE_##value, fallback, section, key, group, (scope), PROJECT_##policy,   \
     EXECUTORS_##executors, SA_BOX_##box, meta, help},
#include "config/options.def"
#undef OPT
};
// clang-format on

bool sa_option_is_negated(const struct sa_option *o)
{
    return o->value.type == SA_TYPE_BOOL && sa_streq(o->fallback, "true");
}

void sa_option_env(const struct sa_option *option, bool negated, char *out, size_t size)
{
    snprintf(out, size, "SMOLAGENT_%s%s", negated ? "NO_" : "",
             option->name ? option->name : option->key);
    for (char *p = out; *p; p++) *p = *p == '-' ? '_' : (char)toupper((unsigned char)*p);
}

// "docker, e2b or command" of "docker|e2b|command".
static void put_executors(const struct sa_option *o, struct sa_buf *out)
{
    struct sa_str rest = sa_str_of(o->executors), part;
    for (bool first = true; sa_str_next_part(&rest, '|', &part); first = false) {
        bool last = !rest.data || !rest.len;
        sa_buf_appends(out, first ? "" : last ? " or " : ", ");
        sa_buf_append(out, part.data, part.len);
    }
}

void sa_option_help(const struct sa_option *o, bool as_flag, struct sa_buf *out)
{
    if (o->executors) {
        sa_buf_appends(out, "of --executor ");
        put_executors(o, out);
        sa_buf_appends(out, ": ");
    }
    sa_buf_appendf(out, "%s%s", as_flag && sa_option_is_negated(o) ? "do not " : "", o->help);
    if (o->value.zero == SA_ZERO_UNLIMITED) sa_buf_appends(out, "; 0: no limit");
}

static bool looks_at(const char *executor, const struct sa_option *o)
{
    struct sa_str rest = sa_str_of(o->executors), part;
    bool found = !o->executors;
    while (!found && sa_str_next_part(&rest, '|', &part)) found = sa_str_equals(part, executor);
    return found;
}

int sa_config_check_executor(const struct sa_config *config, unsigned scope, const char *executor,
                             struct sa_err *err)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_setting *s = &config->values[i];
        bool typed = o->scope & scope && s->set && s->origin == SA_FROM_FLAG;
        if (!typed || looks_at(executor, o)) continue;
        struct sa_buf names = SA_BUF_INIT(SA_BUF_SMALL);
        put_executors(o, &names);
        sa_err_set(err, SA_E_USAGE, "--%s is for --executor %s; this is --executor %s", o->name,
                   sa_buf_text(&names), executor);
        sa_buf_release(&names);
        return err->code;
    }
    return SA_OK;
}

int sa_config_place(const struct sa_config *config, struct sa_err *err)
{
    const char *flag = err->message;
    if (!sa_starts_with(flag, "--")) return err->code;
    const struct sa_str name = {flag + 2, strcspn(flag + 2, " :,")};
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_setting *s = &config->values[i];
        if (!sa_options[i].name || !sa_str_equals(name, sa_options[i].name)) continue;
        if (s->set && s->where && s->origin != SA_FROM_FLAG)
            return sa_err_prefix(err, "%s", s->where);
    }
    return err->code;
}

// The nearest of the names seen so far.
struct near {
    const char *name;
    char *out;
    size_t size, best;
    bool found, exact;
};

// Options that had another name before: as flags, in files and in the environment.
static const char *const renamed[][2] = {{"save-images", "save-files"},
                                         {"save_images", "save_files"},
                                         {"SMOLAGENT_SAVE_IMAGES", "SMOLAGENT_SAVE_FILES"}};

const char *sa_option_renamed(const char *name, bool back)
{
    for (size_t i = 0; i < SA_COUNT(renamed); i++)
        if (sa_streq(name, renamed[i][back])) return renamed[i][!back];
    return NULL;
}

static void compare(struct near *n, const struct sa_option *option, bool negated)
{
    char candidate[64];
    sa_option_env(option, negated, candidate, sizeof candidate);
    size_t d = sa_edit_distance(n->name, candidate);
    n->exact |= d == 0;
    if (d > n->best || (n->found && d == n->best)) return;
    n->found = true;
    n->best = d;
    sa_strcopy(n->out, n->size, candidate);
}

bool sa_env_suggest(const char *name, char *out, size_t size)
{
    static const char *const others[] = {"SMOLAGENT_API_KEY", "SMOLAGENT_SERVE_TOKEN",
                                         "SMOLAGENT_GATE"};
    size_t len = strlen(name + strlen("SMOLAGENT_"));
    struct near n = {.name = name, .out = out, .size = size, .best = len < 4 ? 0 : len < 6 ? 1 : 2};
    for (size_t i = 0; i < SA_COUNT(others); i++)
        if (sa_streq(name, others[i])) return false;
    if (sa_option_renamed(name, false)) return false;
    for (size_t i = 0; i < SA_OPT_COUNT && !n.exact; i++) {
        compare(&n, &sa_options[i], false);
        if (sa_option_is_negated(&sa_options[i])) compare(&n, &sa_options[i], true);
    }
    return n.found && !n.exact;
}

// A suggestion is worth printing when at most a third of the name differs.
struct best {
    const char *name;
    unsigned distance;
};

// Names are words joined by - or _: who has nearly one of them perhaps means it, the first one
// most.
static unsigned near_word(const char *wanted, const char *candidate)
{
    struct sa_buf word = SA_BUF_INIT(SA_BUF_SMALL);
    unsigned found = 1000;
    for (const char *p = candidate; *p && strlen(wanted) > 2; p += p[0] != '\0') {
        size_t len = strcspn(p, "-_");
        sa_buf_clear(&word);
        sa_buf_append(&word, p, len);
        bool near = len > 2 && sa_edit_distance(wanted, sa_buf_text(&word)) <= 1;
        if (near && found == 1000) found = p == candidate ? 2 : 3;
        p += len;
    }
    sa_buf_release(&word);
    return found;
}

static void consider(struct best *best, const char *wanted, const char *candidate)
{
    unsigned d = sa_edit_distance(wanted, candidate), word = near_word(wanted, candidate);
    if (word < d) d = word;
    if (sa_starts_with(candidate, wanted) && strlen(wanted) > 2) d = 1;
    if (d < best->distance) *best = (struct best){candidate, d};
}

static const char *worth(struct best best, const char *wanted)
{
    size_t len = strlen(wanted);
    return best.name && best.distance <= (len < 4 ? 1 : len / 3 + 1) ? best.name : NULL;
}

const char *sa_name_suggest(const char *name, const char *const *names)
{
    struct best best = {NULL, 1000};
    for (; *names; names++) consider(&best, name, *names);
    return worth(best, name);
}

const char *sa_wish_hint(const char *name)
{
    static const struct {
        const char *names, *hint;
    } wishes[] = {
#define WISH(names, hint) {names, hint},
#include "config/wishes.def"
#undef WISH
    };
    SA_AUTO_FREE char *flag = sa_xstrdup(name);
    for (char *p = flag; *p; p++)
        if (*p == '_') *p = '-';
    for (size_t i = 0; i < SA_COUNT(wishes); i++) {
        struct sa_str rest = sa_str_of(wishes[i].names), part;
        while (sa_str_next_part(&rest, '|', &part))
            if (sa_str_equals(part, flag)) return wishes[i].hint;
    }
    return NULL;
}

const char *sa_option_suggest(const char *name, unsigned scope)
{
    struct best best = {NULL, 1000};
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].name && (sa_options[i].scope & scope))
            consider(&best, name, sa_options[i].name);
    return worth(best, name);
}

const char *sa_key_section(const char *name)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_streq(sa_options[i].key, name)) return sa_options[i].section;
    return NULL;
}

const char *sa_key_suggest(const char *name, const char *section)
{
    struct best best = {NULL, 1000};
    for (size_t i = 0; i < SA_OPT_COUNT; i++)
        if (sa_options[i].key && (!section || sa_streq(sa_options[i].section, section)))
            consider(&best, name, sa_options[i].key);
    return worth(best, name);
}

// A time range is given in seconds.
static bool check_range(const struct sa_value_rule *v, double value, char *why, size_t size)
{
    if (v->min == v->max || (value >= v->min && value <= v->max)) return true;
    const char *unit = v->type == SA_TYPE_SIZE ? "M" : "";
    double scale = v->type == SA_TYPE_SIZE ? 0x1p20 : 1;
    snprintf(why, size, "must be between %.10g%s and %.10g%s%s", v->min / scale, unit,
             floor(v->max / scale), unit, v->type == SA_TYPE_TIME ? " seconds" : "");
    return false;
}

static bool parse_choice(const struct sa_option *o, const char *text, char *why, size_t size)
{
    SA_AUTO_FREE char *choices = sa_xstrdup(o->value.choices);
    const char *last = choices + strlen(choices);
    struct best best = {NULL, 1000};
    for (char *choice = choices, *end; choice <= last; choice = end + 1) {
        end = choice + strcspn(choice, "|");
        *end = '\0';
        if (sa_streq(choice, text)) return true;
        consider(&best, text, choice);
    }
    const char *hint = worth(best, text);
    snprintf(why, size, "must be one of %s%s%s%s", o->value.choices, hint ? "; did you mean " : "",
             hint ? hint : "", hint ? "?" : "");
    return false;
}

static bool parse_number(const struct sa_option *o, const char *text, struct sa_setting *s,
                         char *why, size_t size)
{
    static const char *const expected[] = {
        [SA_TYPE_BOOL] = "true or false",
        [SA_TYPE_COUNTER] = "a number",
        [SA_TYPE_INT] = "a whole number",
        [SA_TYPE_NUMBER] = "a number",
        [SA_TYPE_COUNT] = "a count such as 500, 20K or 1e9",
        [SA_TYPE_SIZE] = "a size such as 256M",
        [SA_TYPE_TIME] = "a time such as 30, 1.5s or 5m",
    };
    bool ok = false, flag = false;
    uint64_t count = 0;
    double value = 0; // in the unit of the range
    switch (o->value.type) {
    case SA_TYPE_BOOL:
        ok = sa_parse_bool(text, &flag);
        s->whole = flag;
        break;
    case SA_TYPE_COUNTER:
    case SA_TYPE_INT:
        ok = sa_parse_i64(text, &s->whole);
        value = (double)s->whole;
        break;
    case SA_TYPE_NUMBER:
        ok = sa_parse_double(text, &s->real);
        value = s->real;
        break;
    case SA_TYPE_COUNT:
    case SA_TYPE_SIZE:
        ok = o->value.type == SA_TYPE_COUNT ? sa_parse_count(text, &count)
                                            : sa_parse_size(text, &count);
        value = (double)count;
        s->whole = (int64_t)count; // which is below 9e18
        break;
    case SA_TYPE_TIME:
        ok = sa_parse_duration(text, &s->whole);
        value = (double)s->whole / 1e9;
        break;
    default: SA_BUG("no number: %s", o->id);
    }
    if (!ok) return snprintf(why, size, "must be %s", expected[o->value.type]), false;
    return check_range(&o->value, value, why, size);
}

static void add_item(struct sa_setting *s, struct sa_str item)
{
    s->items = sa_xreallocarray(s->items, s->count + 2, sizeof *s->items);
    s->items[s->count++] = sa_xstrndup(item.data, item.len);
    s->items[s->count] = NULL;
}

static bool parse_list(const struct sa_option *o, const char *text, struct sa_setting *s)
{
    if (o->value.type == SA_TYPE_ITEMS) return add_item(s, sa_str_of(text)), true;
    struct sa_str rest = sa_str_of(text), part;
    while (sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        if (part.len) add_item(s, part);
    }
    if (!s->items) s->items = sa_xcalloc(1, sizeof *s->items);
    return true;
}

// An unset variable of the shell, more often than not.
static bool parse_text(const struct sa_option *o, const char *text, char *why, size_t size)
{
    bool path = sa_streq(o->meta, "FILE") || sa_streq(o->meta, "DIR");
    if (!path || text[0]) return true;
    snprintf(why, size, "must be the name of a %s", sa_streq(o->meta, "DIR") ? "folder" : "file");
    return false;
}

bool sa_option_parse(const struct sa_option *o, const char *text, struct sa_setting *s, char *why,
                     size_t size)
{
    switch (o->value.type) {
    case SA_TYPE_TEXT: return parse_text(o, text, why, size);
    case SA_TYPE_CHOICE: return parse_choice(o, text, why, size);
    case SA_TYPE_LIST:
    case SA_TYPE_ITEMS: return parse_list(o, text, s);
    default: return parse_number(o, text, s, why, size);
    }
}
