// The forms in which calls are written as text: tags, pairs of keys, lines, names with JSON behind
// them. What they call and with what goes to read_calls.c.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/read_calls.h"
#include "base/json.h"
#include "base/xalloc.h"

// ---- tags -------------------------------------------------------------------------------------

static const char *find(struct sa_str s, const char *word)
{
    return sa_memfind(s.data, s.len, word, strlen(word));
}

static struct sa_str from(struct sa_str s, const char *at)
{
    return (struct sa_str){at, s.len - (size_t)(at - s.data)};
}

static struct sa_str until(struct sa_str s, const char *end)
{
    return (struct sa_str){s.data, end ? (size_t)(end - s.data) : s.len};
}

// Cuts `open NAME end` off *s, as in <parameter=x> and <invoke name="f">: the name, and *s after
// it.
static bool take_named(struct sa_str *s, const char *open, struct sa_str *name)
{
    const char *at = find(*s, open), *end;
    size_t n = strlen(open), left;
    // <function_calls> is another tag.
    while (at && (left = s->len - (size_t)(at - s->data)) > n && !strchr("= \t\n", at[n]))
        at = sa_memfind(at + n, left - n, open, n);
    if (!at || !(end = memchr(at, '>', s->len - (size_t)(at - s->data)))) return false;
    at += n;
    *name = (struct sa_str){at, (size_t)(end - at)};
    const char *attribute = find(*name, "name");
    if (attribute) *name = from(*name, attribute + 4);
    while (name->len && strchr("= \t\"'", name->data[0])) name->data++, name->len--;
    for (n = 0; n < name->len && !strchr("\"' \t/", name->data[n]);) n++;
    name->len = n;
    *s = from(*s, end + 1);
    return n > 0;
}

static void add_pair(struct sa_args *a, struct sa_str key, struct sa_str value)
{
    SA_AUTO_FREE char *name = sa_xstrndup(key.data, key.len);
    sa_args_add(a, name, value, false);
}

static void read_parameters(struct sa_args *a, struct sa_str body)
{
    struct sa_str name;
    struct sa_str trimmed = sa_str_trim(body);
    if (trimmed.len && trimmed.data[0] == '{' && sa_is_json(trimmed)) {
        sa_args_add_json(a, trimmed);
        return;
    }
    while (take_named(&body, "<parameter", &name)) {
        const char *next = find(body, "<parameter"), *end = find(until(body, next), "</parameter>");
        if (!end) end = next;
        add_pair(a, name, until(body, end));
        if (!end) return;
        body = from(body, end);
    }
}

// <function=f>...</function> and <invoke name="f">...</invoke>, several of them.
static bool read_tagged(struct sa_calls *o, struct sa_str text, const char *open, const char *close)
{
    struct sa_str name;
    bool any = false;
    while (take_named(&text, open, &name)) {
        const char *end = find(text, close);
        struct sa_args a;
        sa_args_init(&a);
        read_parameters(&a, until(text, end));
        sa_calls_write(o, name, &a);
        sa_args_release(&a);
        any = true;
        if (!end) break;
        text = from(text, end);
    }
    return any;
}

// f <arg_key>x</arg_key><arg_value>1</arg_value>
static bool read_keys(struct sa_calls *o, struct sa_str text)
{
    static const char open[] = "<arg_key>", close[] = "</arg_key>", value[] = "<arg_value>",
                      end[] = "</arg_value>";
    const char *at = find(text, open);
    struct sa_args a;
    if (!at) return false;
    sa_args_init(&a);
    struct sa_str name = sa_str_trim(until(text, at));
    const char *tag = name.len ? memchr(name.data, '>', name.len) : NULL;
    if (tag) name = sa_str_trim(from(name, tag + 1));
    while ((at = find(text, open))) {
        text = from(text, at + strlen(open));
        const char *v = find(text, value), *key_end = v ? find(until(text, v), close) : NULL;
        if (!key_end) break;
        struct sa_str rest = from(text, v + strlen(value));
        const char *v_end = find(rest, end);
        add_pair(&a, sa_str_trim(until(text, key_end)), until(rest, v_end));
        text = v_end ? from(rest, v_end) : (struct sa_str){rest.data, 0};
    }
    sa_calls_write(o, name, &a);
    sa_args_release(&a);
    return true;
}

// ---- elements ---------------------------------------------------------------------------------

// Cuts <name>inside</name> off *s, when it comes first there.
static bool take_element(struct sa_str *s, struct sa_str *name, struct sa_str *inside)
{
    char close[80];
    struct sa_str t = sa_str_trim(*s);
    size_t n = 1;
    if (t.len < 3 || t.data[0] != '<') return false;
    while (n < t.len && (isalnum((unsigned char)t.data[n]) || t.data[n] == '_')) n++;
    if (n == 1 || n == t.len || t.data[n] != '>' || n > sizeof close - 4) return false;
    *name = (struct sa_str){t.data + 1, n - 1};
    snprintf(close, sizeof close, "</%.*s>", (int)name->len, name->data);
    struct sa_str rest = from(t, t.data + n + 1);
    const char *end = find(rest, close);
    if (!end) return false;
    *inside = until(rest, end);
    *s = from(t, end + strlen(close));
    return true;
}

// Arguments of an element: JSON, elements of their own, or text.
static void add_inside(struct sa_args *a, struct sa_str inside)
{
    struct sa_str rest = inside, key, value, trimmed = sa_str_trim(inside);
    if (trimmed.len && trimmed.data[0] == '{' && sa_is_json(trimmed)) {
        sa_args_add_json(a, trimmed);
        return;
    }
    while (take_element(&rest, &key, &value)) add_pair(a, key, value);
    if (!a->count && trimmed.len) add_pair(a, SA_STR("input"), trimmed);
}

static bool is_tool(const struct sa_calls *o, struct sa_str name)
{
    return sa_str_equals(name, "final_answer") ||
           (o->ask->tool && o->ask->tool(o->ask->ctx, name.data, name.len) != SA_TOOL_NONE);
}

// <action>f</action><action_input>{...}</action_input> and its kin; <f><x>1</x></f>; <f>text</f>.
static bool read_elements(struct sa_calls *o, struct sa_str text)
{
    static const char *const names[] = {"action", "tool", "tool_name", "name", "function"};
    struct sa_str rest = text, first, inside, second, input = {0};
    if (!take_element(&rest, &first, &inside)) return false;
    bool named = sa_str_equals_any(first, names, SA_COUNT(names));
    struct sa_str name = named ? sa_str_trim(inside) : first;
    if (!is_tool(o, name)) return false;
    if (named && !take_element(&rest, &second, &input)) input = (struct sa_str){0};
    struct sa_args a;
    sa_args_init(&a);
    add_inside(&a, named ? input : inside);
    sa_calls_write(o, name, &a);
    sa_args_release(&a);
    return true;
}

// The same at the start of a line, behind prose.
static bool read_any_elements(struct sa_calls *o, struct sa_str text)
{
    enum { MOST = 20 };
    struct sa_str rest = text, line;
    const char *end = text.data + text.len;
    for (int tries = 0; tries < MOST && sa_str_next_line(&rest, &line);) {
        if (!line.len || line.data[0] != '<') continue;
        tries++;
        if (read_elements(o, (struct sa_str){line.data, (size_t)(end - line.data)})) return true;
    }
    return false;
}

// ---- lines ------------------------------------------------------------------------------------

// The rest of the first line that begins with `word`, whatever its dress; NULL when there is none.
static const char *after_label(struct sa_str text, const char *word)
{
    struct sa_str rest = text, line;
    while (sa_str_next_line(&rest, &line)) {
        while (line.len && strchr(" \t*#_", line.data[0])) line.data++, line.len--;
        if (!sa_str_begins(line, word)) continue;
        const char *at = line.data + strlen(word);
        while (at < text.data + text.len && strchr("*_ \t", *at)) at++;
        if (at < text.data + text.len && *at == ':') at++;
        else continue;
        while (at < text.data + text.len && strchr("*_ \t", *at)) at++;
        return at;
    }
    return NULL;
}

static bool read_labels(struct sa_calls *o, struct sa_str text, const char *label,
                        const char *input_label)
{
    const char *at = after_label(text, label);
    if (!at) return false;
    struct sa_str rest = from(text, at), line, trimmed = sa_str_trim(rest);
    if (trimmed.len && strchr("{[", trimmed.data[0])) {
        struct sa_str json = sa_json_prefix(trimmed);
        if (!json.len) return false;
        sa_calls_read_json(o, json, 0);
        return o->calls || o->unknown;
    }
    const char *input = after_label(text, input_label);
    if (!input || !sa_str_next_line(&rest, &line)) return false;
    struct sa_str value = sa_str_trim(from(text, input));
    struct sa_str json = value.len && value.data[0] == '{' ? sa_json_prefix(value)
                                                           : (struct sa_str){0};
    struct sa_args a;
    sa_args_init(&a);
    if (json.len) sa_args_add_json(&a, json);
    else if (sa_str_next_line(&value, &line) && line.len) sa_args_add(&a, "input", line, false);
    // Only the first line names the tool: it was cut off above.
    struct sa_str name = from(text, at);
    sa_str_next_line(&name, &line);
    sa_calls_write(o, sa_str_trim(line), &a);
    sa_args_release(&a);
    return true;
}

static bool read_action(struct sa_calls *o, struct sa_str text)
{
    static const char *const pairs[][2] = {
        {"action", "action input"}, {"tool", "input"},
        {"tool", "tool input"},     {"tool", "arguments"},
        {"function", "arguments"},  {"\u273FFUNCTION\u273F", "\u273FARGS\u273F"},
    };
    for (size_t i = 0; i < SA_COUNT(pairs); i++)
        if (read_labels(o, text, pairs[i][0], pairs[i][1])) return true;
    return false;
}

static struct sa_str leading_name(struct sa_str s)
{
    size_t n = 0;
    s = sa_str_trim(s);
    while (n < s.len && (isalnum((unsigned char)s.data[n]) || strchr("_.", s.data[n]))) n++;
    return (struct sa_str){s.data, n};
}

// f{...}, f[ARGS]{...}, and DeepSeek's f<sep>{...} and function<sep>f {...}: a name, then JSON.
static bool read_name_and_json(struct sa_calls *o, struct sa_str s)
{
    const char *brace = memchr(s.data, '{', s.len);
    struct sa_str json = brace ? sa_json_prefix(from(s, brace)) : (struct sa_str){0};
    if (!json.len) return false;
    struct sa_str head = sa_str_trim(until(s, brace)), name = {0};
    for (size_t i = head.len; i > 0 && !name.len; i--)
        if (head.data[i - 1] == '>') name = leading_name(from(head, head.data + i));
    if (!name.len) name = leading_name(head);
    if (!name.len) return false;
    struct sa_args a;
    sa_args_init(&a);
    sa_args_add_json(&a, json);
    sa_calls_write(o, name, &a);
    sa_args_release(&a);
    return true;
}

// JSON as models write it: quotes of either kind, Python's words, line ends in strings, commas
// before brackets, and brackets left open at the end.
static void put_strict_json(struct sa_buf *out, struct sa_str s)
{
    static const char *const words[][2] = {{"True", "true"}, {"False", "false"}, {"None", "null"}};
    char open[64];
    size_t depth = 0;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        size_t word = 0, next = i + 1;
        while (next < s.len && isspace((unsigned char)s.data[next])) next++;
        if (c == '"' || c == '\'') {
            sa_buf_appendc(out, '"');
            for (i++; i < s.len && s.data[i] != c; i++) {
                bool escape = s.data[i] == '\\' && i + 1 < s.len;
                if (escape && s.data[i + 1] != '\'') sa_buf_appendc(out, '\\');
                if (escape) i++;
                else if (s.data[i] == '"') sa_buf_appendc(out, '\\');
                if (s.data[i] == '\n') sa_buf_appends(out, "\\n");
                else if (s.data[i] == '\t') sa_buf_appends(out, "\\t");
                else if (s.data[i] != '\r') sa_buf_appendc(out, s.data[i]);
            }
            sa_buf_appendc(out, '"');
            continue;
        }
        while (word < SA_COUNT(words) &&
               (s.len - i < strlen(words[word][0]) ||
                memcmp(s.data + i, words[word][0], strlen(words[word][0]))))
            word++;
        if (word < SA_COUNT(words)) {
            sa_buf_appends(out, words[word][1]);
            i += strlen(words[word][0]) - 1;
            continue;
        }
        if (c == ',' && next < s.len && strchr("]}", s.data[next])) continue;
        if (strchr("{[", c) && c && depth < sizeof open) open[depth++] = c == '{' ? '}' : ']';
        if (strchr("}]", c) && c && depth) depth--;
        sa_buf_appendc(out, c);
        if (!depth) return;
    }
    while (depth) sa_buf_appendc(out, open[--depth]);
}

// Calls in JSON at the start of the text, strict or mended. False: there is none.
static bool read_any_json(struct sa_calls *o, struct sa_str s)
{
    struct sa_str json = sa_json_prefix(s);
    struct sa_buf strict = SA_BUF_INIT(SA_BUF_HUGE);
    if (!json.len) {
        put_strict_json(&strict, s);
        json = (struct sa_str){sa_buf_text(&strict), strict.len};
        if (!sa_is_json(json)) json.len = 0;
        else if (sa_calls_read_json(o, json, 0), o->calls || o->unknown)
            sa_buf_appends(o->notes, "JSON that was not quite right was read as it was meant.\n");
    } else {
        sa_calls_read_json(o, json, 0);
    }
    bool any = json.len > 0;
    sa_buf_release(&strict);
    return any;
}

// <tool_call name="f">{...}
static bool read_named_mark(struct sa_calls *o, struct sa_str mark, struct sa_str body)
{
    struct sa_str name;
    struct sa_args a;
    const char *blank = mark.len ? memchr(mark.data, ' ', mark.len) : NULL;
    if (!blank || !find(mark, "name=") || !take_named(&mark, "<tool_call", &name)) return false;
    sa_args_init(&a);
    add_inside(&a, body);
    sa_calls_write(o, name, &a);
    sa_args_release(&a);
    return true;
}

// Without the prefixes that some vendors give the names of their tags.
static void put_unprefixed(struct sa_buf *out, struct sa_str s)
{
    static const char *const prefixes[] = {"antml:", "\uFF5CDSML\uFF5C"};
    for (size_t i = 0; i < s.len; i++) {
        sa_buf_appendc(out, s.data[i]);
        bool slash = s.data[i] == '<' && i + 1 < s.len && s.data[i + 1] == '/';
        if (slash) sa_buf_appendc(out, s.data[++i]);
        for (size_t k = 0; (slash || s.data[i] == '<') && k < SA_COUNT(prefixes); k++) {
            size_t n = strlen(prefixes[k]);
            if (s.len - i <= n || memcmp(s.data + i + 1, prefixes[k], n) != 0) continue;
            i += n;
            break;
        }
    }
}

static void read_text(struct sa_calls *o, struct sa_str text)
{
    static const char functools[] = "functools[";
    struct sa_str s = sa_str_trim(text);
    if (!s.len) return;
    if (read_tagged(o, s, "<function", "</function>")) return;
    if (read_tagged(o, s, "<invoke", "</invoke>")) return;
    if (read_keys(o, s)) return;
    // Past the opening mark of a call.
    struct sa_mark m = strchr(SA_MARK_STARTS, s.data[0]) ? sa_mark_at(s.data, s.len, true)
                                                         : (struct sa_mark){0};
    if (m.role == SA_MARK_CALL) {
        struct sa_str mark = {s.data, m.len};
        s = sa_str_trim((struct sa_str){s.data + m.len, s.len - m.len});
        if (read_named_mark(o, mark, s)) return;
        if (s.len && sa_fence_run(s.data, s.len) >= 3 && s.data[0] == '`') {
            const char *nl = memchr(s.data, '\n', s.len);
            s = nl ? sa_str_trim(from(s, nl)) : s;
        }
    }
    size_t word = strlen(functools) - 1;
    if (s.len > word && !memcmp(s.data, functools, word + 1)) s.data += word, s.len -= word;
    if (s.len && strchr("{[", s.data[0]) && read_any_json(o, s)) return;
    if (m.role == SA_MARK_CALL && read_name_and_json(o, s)) return;
    if (!read_action(o, s)) read_any_elements(o, s);
}

static enum sa_text_calls outcome(const struct sa_calls *o)
{
    return o->calls && o->code->len ? SA_TEXT_CALLS_CODE
           : o->unknown             ? SA_TEXT_CALLS_UNKNOWN
                                    : SA_TEXT_CALLS_NONE;
}

enum sa_text_calls sa_text_calls_read_named(struct sa_str name, struct sa_str body,
                                            const struct sa_read_ask *ask, struct sa_buf *code,
                                            struct sa_buf *notes)
{
    struct sa_calls o = {.ask = ask, .code = code, .notes = notes};
    struct sa_args a;
    sa_args_init(&a);
    body = sa_str_trim(body);
    if (body.len && body.data[0] == '{' && sa_is_json(body)) sa_args_add_json(&a, body);
    else if (body.len) sa_args_add(&a, "code", body, false);
    sa_calls_write(&o, name, &a);
    sa_args_release(&a);
    return outcome(&o);
}

enum sa_text_calls sa_text_calls_read(struct sa_str text, const struct sa_read_ask *ask,
                                      struct sa_buf *code, struct sa_buf *notes)
{
    struct sa_calls o = {.ask = ask, .code = code, .notes = notes};
    struct sa_buf plain = SA_BUF_INIT(SA_BUF_HUGE);
    put_unprefixed(&plain, text);
    read_text(&o, (struct sa_str){sa_buf_text(&plain), plain.len});
    sa_buf_release(&plain);
    return outcome(&o);
}
