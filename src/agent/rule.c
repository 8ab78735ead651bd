// Reading and matching rules of approval; see rule.h. A rule is kept as its text, and read again
// each time: it is short.
#include "agent/rule.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"
#include "tool/form.h"
#include "tool/resource.h"
#include "tool/tool.h"

enum { LONG = 200 }; // bytes of an argument that a rule made of a call can name

// Cuts what stands before the first of `ends` off *rest: the byte there is gone, too, and in *end
// (0: none was there). Backslashes hide them.
static struct sa_str cut(struct sa_str *rest, const char *ends, char *end)
{
    size_t n = 0;
    while (n < rest->len && !strchr(ends, rest->data[n])) n += rest->data[n] == '\\' ? 2 : 1;
    if (n > rest->len) n = rest->len;
    struct sa_str part = {rest->data, n};
    *end = n < rest->len ? rest->data[n] : 0;
    size_t gone = n + (*end != 0);
    *rest = (struct sa_str){rest->data + gone, rest->len - gone};
    return part;
}

// White space off the ends, but not off a last backslash what it hides.
static struct sa_str trim(struct sa_str s)
{
    struct sa_str t = sa_str_trim(s);
    size_t slashes = 0;
    while (slashes < t.len && t.data[t.len - 1 - slashes] == '\\') slashes++;
    bool hides = slashes % 2 && t.len && t.data + t.len < s.data + s.len;
    return hides ? (struct sa_str){t.data, t.len + 1} : t;
}

// ---- matching -----------------------------------------------------------------------------------

// The literal byte at pattern[*i], which is stepped over; -1: it is a star.
static int literal(struct sa_str p, size_t *i)
{
    char c = p.data[(*i)++];
    if (c == '*') return -1;
    if (c != '\\' || *i == p.len) return (unsigned char)c;
    c = p.data[(*i)++];
    return c == 'n' ? '\n' : (unsigned char)c;
}

// Bytes that a star may not stand for in a text that a shell reads.
static bool begins_a_command(char c)
{
    return strchr(";&|<>$`(){}\n\r\\!#", c) != NULL;
}

// Goes back to the last star alone, so that no pattern takes long.
static bool matches(struct sa_str p, struct sa_str text, bool careful)
{
    size_t i = 0, t = 0, star = SIZE_MAX, taken = 0;
    while (t < text.len) {
        size_t next = i;
        int c = i < p.len ? literal(p, &next) : -2;
        if (c == -1) {
            star = next, taken = t, i = next;
        } else if (c == (unsigned char)text.data[t]) {
            i = next, t++;
        } else if (star != SIZE_MAX && !(careful && begins_a_command(text.data[taken]))) {
            i = star, t = ++taken;
        } else {
            return false;
        }
    }
    while (i < p.len)
        if (literal(p, &i) != -1) return false;
    return true;
}

static bool has_star(struct sa_str p)
{
    for (size_t i = 0; i < p.len;)
        if (literal(p, &i) == -1) return true;
    return false;
}

// One spelling of what the pattern and the value name. A star that grants stands for no "..", which
// whoever takes the value could follow to another place.
static bool spelling_matches(const char *pattern, const char *text, enum sa_form form, bool grants)
{
    struct sa_str p = sa_str_of(pattern), t = sa_str_of(text);
    bool open = has_star(p) && !sa_streq(pattern, "*");
    if (grants && open && form != SA_FORM_SHELL && sa_form_climbs(t.data, t.len)) return false;
    return matches(p, t, grants && form == SA_FORM_SHELL);
}

static bool form_matches(const struct sa_tool *tool, enum sa_form form, const char *pattern,
                         const char *value, bool grants)
{
    SA_AUTO_FREE char *normal = sa_form_pattern(form, pattern);
    bool found = false;
    char *text;
    for (size_t i = 0; !found && (text = sa_form_spelling(tool, form, value, i)); i++) {
        found = spelling_matches(normal, text, form, grants);
        free(text);
    }
    return found;
}

struct matching {
    const struct sa_tool *tool;
    const char *pattern;
    bool grants, found;
};

// A rule that does not grant is about the text by whatever it may name.
static void match_text(void *ctx, enum sa_form form, cJSON *value)
{
    struct matching *m = ctx;
    const char *text = value->valuestring;
    m->found |= form_matches(m->tool, form, m->pattern, text, m->grants);
    if (m->grants) return;                            // to no more than what the tool declares
    if (form == SA_FORM_TEXT || form == SA_FORM_PATH) // a link by its own name, too
        m->found |= form_matches(NULL, SA_FORM_PATH, m->pattern, text, false);
    if (form == SA_FORM_TEXT) m->found |= form_matches(NULL, SA_FORM_URL, m->pattern, text, false);
}

// What is no text is compared as JSON; a rule that does not grant is about each text in it as well.
static bool value_matches(const struct sa_tool *tool, const cJSON *value, const char *pattern,
                          bool grants)
{
    struct matching m = {tool, pattern, grants, false};
    bool text = cJSON_IsString(value);
    if (!text) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&json, value);
        m.found = form_matches(tool, SA_FORM_TEXT, pattern, sa_buf_text(&json), grants);
        sa_buf_release(&json);
    }
    if (text || !grants) sa_form_each(tool, (cJSON *)(uintptr_t)value, match_text, &m);
    return m.found;
}

// A rule that grants is about the one argument that the name means, another one about every
// argument that has it in either spelling.
static bool argument_matches(const struct sa_tool *tool, const cJSON *args, struct sa_str name,
                             struct sa_str pattern, bool grants)
{
    SA_AUTO_FREE char *given = sa_xstrndup(name.data, name.len);
    SA_AUTO_FREE char *wanted = sa_xstrndup(pattern.data, pattern.len);
    const char *property = sa_tool_property(tool, given);
    const cJSON *value;
    cJSON_ArrayForEach(value, args)
    {
        bool meant = grants ? sa_streq(value->string, property)
                            : sa_tool_same_spelling(value->string, given);
        if (meant && value_matches(tool, value, wanted, grants)) return true;
    }
    return false;
}

// The source in front of NAME, cut off *name; NULL: none is given. malloc'd.
static char *take_source(struct sa_str *name)
{
    const char *slash = memchr(name->data, '/', name->len);
    if (!slash) return NULL;
    size_t n = (size_t)(slash - name->data);
    char *source = sa_xstrndup(name->data, n);
    if (!sa_is_tool_source(source)) return sa_freep(&source), NULL;
    *name = (struct sa_str){slash + 1, name->len - n - 1};
    return source;
}

static bool is_called(struct sa_str name, const struct sa_tool *tool)
{
    SA_AUTO_FREE char *text = sa_xstrndup(name.data, name.len);
    SA_AUTO_FREE char *pattern = sa_tool_python_spelling(text, true);
    SA_AUTO_FREE char *own = sa_tool_python_spelling(sa_tool_own_name(tool), false);
    return matches(name, sa_str_of(tool->name), false) ||
           matches(sa_str_of(pattern), sa_str_of(own), false);
}

// Is [SOURCE/]NAME about the tool? Without a source a rule that grants is about the user's own
// tools alone, since servers and files of others choose names as they like. A rule that does not
// grant may also mean a name with a slash in it.
static bool name_matches(struct sa_str name, const struct sa_tool *tool, bool grants)
{
    struct sa_str whole = name;
    SA_AUTO_FREE char *source = take_source(&name), *of = sa_tool_source(tool);
    if (source && matches(sa_str_of(source), sa_str_of(of), false) && is_called(name, tool))
        return true;
    if (grants && (source || !sa_tool_is_configured(tool))) return false;
    return is_called(whole, tool);
}

static bool rule_matches(const char *text, const struct sa_tool *tool, const cJSON *args,
                         bool grants)
{
    struct sa_str rest = sa_str_of(text);
    char end;
    if (!name_matches(trim(cut(&rest, "(", &end)), tool, grants)) return false;
    while (end == '(' || end == ',') {
        struct sa_str name = trim(cut(&rest, "=", &end));
        struct sa_str pattern = trim(cut(&rest, ",)", &end));
        if (!argument_matches(tool, args, name, pattern, grants)) return false;
    }
    return true;
}

// The i-th name that a file tool has by what it does: rules about that tool are about this one,
// too. One that grants is so among the tools that do nothing else. NULL: there are no more.
static const char *other_name(const struct sa_tool *tool, size_t i, bool grants)
{
    for (unsigned act = 1; act <= tool->acts; act <<= 1) {
        const char *name;
        bool own = false;
        for (size_t k = 0; (name = sa_file_tool_of(act, k)); k++) own |= sa_streq(name, tool->name);
        if (!(act & tool->acts) || (grants && !own)) continue;
        for (size_t k = 0; (name = sa_file_tool_of(act, k)); k++)
            if (!i--) return name;
    }
    return NULL;
}

// The first rule for which `matches` is true, of the tool by each of its names.
static const char *
find(const struct sa_rules *rules, const struct sa_tool *tool, const cJSON *args, bool grants,
     bool (*is_about)(const char *rule, const struct sa_tool *tool, const cJSON *args, bool grants))
{
    for (size_t i = 0; i < rules->count; i++) {
        const char *name = tool->name;
        for (size_t k = 0; name; name = other_name(tool, k++, grants)) {
            struct sa_tool named = *tool;
            if (name != tool->name) named.name = (char *)(uintptr_t)name;
            if (is_about(rules->texts[i], &named, args, grants)) return rules->texts[i];
        }
    }
    return NULL;
}

const char *sa_rules_match(const struct sa_rules *rules, const struct sa_tool *tool,
                           const cJSON *args, bool grants)
{
    return find(rules, tool, args, grants, rule_matches);
}

static bool rule_names(const char *rule, const struct sa_tool *tool, const cJSON *args, bool grants)
{
    (void)args;
    struct sa_str rest = sa_str_of(rule);
    char end;
    return name_matches(trim(cut(&rest, "(", &end)), tool, grants);
}

bool sa_rules_bear_on(const struct sa_rules *rules, const struct sa_tool *tool, bool grants)
{
    return find(rules, tool, NULL, grants, rule_names);
}

bool sa_rule_is_about(const char *rule, const struct sa_tool *tool)
{
    return rule_names(rule, tool, NULL, false);
}

bool sa_rules_name(const struct sa_rules *rules, const struct sa_tool *tool)
{
    for (size_t i = 0; i < rules->count; i++)
        if (sa_rule_is_about(rules->texts[i], tool)) return true;
    return false;
}

char *sa_rule_tool(const char *rule)
{
    struct sa_str rest = sa_str_of(rule);
    char end;
    struct sa_str name = trim(cut(&rest, "(", &end));
    return sa_xstrndup(name.data, name.len);
}

bool sa_rule_fits(const char *rule, const struct sa_tool *tool)
{
    const cJSON *properties = sa_json_get(tool->inputs, "properties");
    struct sa_str rest = sa_str_of(rule);
    char end;
    if (!cJSON_IsFalse(sa_json_get(tool->inputs, "additionalProperties"))) return true;
    cut(&rest, "(", &end);
    while (end == '(' || end == ',') {
        struct sa_str name = trim(cut(&rest, "=", &end));
        SA_AUTO_FREE char *given = sa_xstrndup(name.data, name.len);
        if (!sa_json_get(properties, sa_tool_property(tool, given))) return false;
        cut(&rest, ",)", &end);
    }
    return true;
}

// ---- reading ------------------------------------------------------------------------------------

static bool is_name(struct sa_str s, const char *also)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!word && c != '_' && (unsigned char)c < 0x80 && !strchr(also, c)) return false;
    }
    return s.len > 0;
}

// What is wrong with a rule; NULL: nothing.
static const char *fault(struct sa_str rule)
{
    struct sa_str rest = rule;
    char end;
    if (!is_name(trim(cut(&rest, "(", &end)), "*:/.-"))
        return "it does not begin with a tool's name";
    if (!end) return NULL;
    do {
        if (!is_name(trim(cut(&rest, "=", &end)), ".-") || end != '=')
            return "expected ARGUMENT=PATTERN in the brackets";
        cut(&rest, ",)", &end);
    } while (end == ',');
    if (end != ')') return "the bracket is not closed";
    return trim(rest).len ? "there is something behind the bracket" : NULL;
}

// Cuts the next rule off a list.
static struct sa_str next_rule(struct sa_str *rest)
{
    const char *start = rest->data;
    char end;
    cut(rest, "(,", &end);
    if (end == '(') {
        cut(rest, ")", &end);
        if (end == ')') cut(rest, ",", &end);
    }
    return trim((struct sa_str){start, (size_t)(rest->data - start) - (end == ',')});
}

int sa_rules_add(struct sa_rules *rules, const char *list, struct sa_err *err)
{
    size_t before = rules->count;
    struct sa_str rest = sa_str_of(list);
    while (rest.len) {
        struct sa_str rule = next_rule(&rest);
        if (!rule.len) continue;
        const char *wrong = fault(rule);
        if (wrong) {
            while (rules->count > before) free(rules->texts[--rules->count]);
            return sa_err_set(err, SA_E_CONFIG,
                              "'%.*s' is no rule: %s; it is NAME, or NAME(ARGUMENT=PATTERN, ...)",
                              (int)(rule.len < 200 ? rule.len : 200), rule.data, wrong);
        }
        SA_GROW(rules->texts, rules->cap, rules->count + 1);
        rules->texts[rules->count++] = sa_xstrndup(rule.data, rule.len);
    }
    return SA_OK;
}

void sa_rules_release(struct sa_rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) free(rules->texts[i]);
    free(rules->texts);
    *rules = (struct sa_rules){0};
}

static void put_pattern(struct sa_buf *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        bool edge = text[i] == ' ' && (i == 0 || i + 1 == len);
        if (strchr("*\\,()\n", text[i]) || edge) sa_buf_appendc(out, '\\');
        sa_buf_appendc(out, text[i] == '\n' ? 'n' : text[i]);
    }
}

char *sa_rule_name_of(const struct sa_tool *tool)
{
    SA_AUTO_FREE char *source = sa_tool_source(tool);
    SA_AUTO_FREE char *own = sa_tool_python_spelling(sa_tool_own_name(tool), false);
    return sa_tool_is_configured(tool) ? sa_xstrdup(tool->name)
                                       : sa_xasprintf("%s/%s", source, own);
}

char *sa_rule_of_call(const struct sa_tool *tool, const cJSON *args)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    const cJSON *value;
    bool exact = true;
    SA_AUTO_FREE char *full = sa_rule_name_of(tool);
    sa_buf_appends(&out, full);
    char before = '(';
    cJSON_ArrayForEach(value, args)
    {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_TEXT);
        if (cJSON_IsString(value)) sa_buf_appends(&json, value->valuestring);
        else sa_json_print(&json, value);
        sa_buf_appendf(&out, "%c%s%s=", before, before == ',' ? " " : "", value->string);
        exact &= json.len <= LONG;
        if (exact) put_pattern(&out, sa_buf_text(&json), json.len);
        before = ',';
        sa_buf_release(&json);
    }
    if (before == ',') sa_buf_appendc(&out, ')');
    char *rule = sa_buf_take(&out, NULL);
    if (!exact) sa_freep(&rule);
    return rule;
}
