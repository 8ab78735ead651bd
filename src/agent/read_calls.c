// Calls written as text, in the forms that chat templates and habit give them, turned into Python:
//   {"name": "f", "arguments": {...}}   also in lists, with the members' other names
//   <function=f><parameter=x>1</parameter></function>   <invoke name="f"><parameter name="x">
//   <tool_call>f <arg_key>x</arg_key><arg_value>1</arg_value></tool_call>
//   [TOOL_CALLS]f{...}    Action: f / Action Input: {...}    f.call(...) after <|python_tag|>
//   {"thought": "...", "code": "..."}
// Values cross as text, so that long numbers keep their digits. A call of an interpreter is its
// code.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/read_int.h"
#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"

struct out {
    const struct sa_read_ask *ask;
    struct sa_buf *code, *notes;
    size_t calls;  // written
    bool unknown;  // one of nothing that exists
    bool finished; // final_answer was called
};

static bool is_any(struct sa_str s, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s.len == strlen(names[i]) && !strncasecmp(s.data, names[i], s.len)) return true;
    return false;
}

// ---- values -----------------------------------------------------------------------------------

static void put_string(struct sa_buf *out, struct sa_str s)
{
    sa_buf_appendc(out, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.data[i];
        if (c == '"' || c == '\\') sa_buf_appendf(out, "\\%c", c);
        else if (c == '\n') sa_buf_appends(out, "\\n");
        else if (c < 0x20 || c == 0x7F) sa_buf_appendf(out, "\\x%02x", c);
        else sa_buf_appendc(out, (char)c);
    }
    sa_buf_appendc(out, '"');
}

// JSON that has passed the check, as Python: strings anew, since escapes differ.
static void put_json(struct sa_buf *out, struct sa_str json)
{
    for (size_t i = 0; i < json.len;) {
        char c = json.data[i];
        if (c == '"') {
            size_t end = i + 1;
            while (end < json.len && json.data[end] != '"') end += json.data[end] == '\\' ? 2 : 1;
            struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
            end = end < json.len ? end + 1 : json.len;
            sa_json_unquote(json.data + i, end - i, &text);
            put_string(out, (struct sa_str){sa_buf_text(&text), text.len});
            sa_buf_release(&text);
            i = end;
        } else if (isalpha((unsigned char)c) && !strchr("eE", c)) {
            sa_buf_appends(out, c == 't' ? "True" : c == 'f' ? "False" : "None");
            while (i < json.len && isalpha((unsigned char)json.data[i])) i++;
        } else {
            sa_buf_appendc(out, c);
            i++;
        }
    }
}

static bool is_json(struct sa_str s)
{
    return s.len && sa_json_check(s.data, s.len, NULL);
}

// A parameter's text: JSON when it is any, else a string.
static void put_text_value(struct sa_buf *out, struct sa_str s)
{
    struct sa_str trimmed = sa_str_trim(s);
    if (is_json(trimmed)) {
        put_json(out, trimmed);
        return;
    }
    if (s.len && s.data[0] == '\n') s.data++, s.len--;
    if (s.len && s.data[s.len - 1] == '\n') s.len--;
    put_string(out, s);
}

static bool is_python_name(const char *s)
{
    if (!*s || isdigit((unsigned char)*s)) return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && (unsigned char)*s < 0x80) return false;
    return true;
}

// ---- one call ---------------------------------------------------------------------------------

// Arguments as they are gathered: Python text of the pairs, the only value when there is just one,
// and what an interpreter would be given.
struct args {
    struct sa_buf named, only, program;
    size_t count;
    bool any_name; // a name that is no identifier: passed by **
};

static void args_init(struct args *a)
{
    memset(a, 0, sizeof *a);
    sa_buf_init(&a->named, SA_BUF_HUGE);
    sa_buf_init(&a->only, SA_BUF_HUGE);
    sa_buf_init(&a->program, SA_BUF_HUGE);
}

static void args_release(struct args *a)
{
    sa_buf_release(&a->named), sa_buf_release(&a->only), sa_buf_release(&a->program);
}

static void add_arg(struct args *a, const char *name, struct sa_str value, bool json)
{
    static const char *const programs[] = {"code",  "python", "python_code", "source",
                                           "input", "script", "query",       "program"};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (json) put_json(&text, value);
    else put_text_value(&text, value);
    if (a->count++) sa_buf_appends(&a->named, ", ");
    if (is_python_name(name)) {
        sa_buf_appendf(&a->named, "%s=", name);
        sa_buf_append(&a->named, text.data, text.len);
    } else {
        sa_buf_appends(&a->named, "**{");
        put_string(&a->named, sa_str_of(name));
        sa_buf_appends(&a->named, ": ");
        sa_buf_append(&a->named, text.data, text.len);
        sa_buf_appendc(&a->named, '}');
    }
    sa_buf_clear(&a->only);
    sa_buf_append(&a->only, text.data, text.len);
    if (!a->program.len && is_any(sa_str_of(name), programs, SA_COUNT(programs))) {
        if (!json) sa_buf_append(&a->program, value.data, value.len);
        else if (value.data[0] == '"') sa_json_unquote(value.data, value.len, &a->program);
    }
    sa_buf_release(&text);
}

// Arguments as JSON: an object, or a string that holds one.
static void add_json_args(struct args *a, struct sa_str json)
{
    json = sa_str_trim(json);
    if (!json.len) return;
    if (json.data[0] == '"') {
        struct sa_buf inner = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(json.data, json.len, &inner);
        struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&inner), inner.len});
        if (s.len && s.data[0] == '{' && is_json(s)) add_json_args(a, s);
        else add_arg(a, "input", json, true);
        sa_buf_release(&inner);
        return;
    }
    if (json.data[0] != '{') {
        if (memcmp(json.data, "null", 4) != 0) add_arg(a, "input", json, true);
        return;
    }
    size_t at = 0, len;
    char *name;
    const char *value;
    while (sa_json_next_member(json.data, json.len, &at, &name, &value, &len)) {
        add_arg(a, name, (struct sa_str){value, len}, true);
        free(name);
    }
}

static struct sa_str without_namespace(struct sa_str name)
{
    static const char *const spaces[] = {"functions.", "default_api.", "tools."};
    name = sa_str_trim(name);
    for (size_t i = 0; i < SA_COUNT(spaces); i++) {
        size_t n = strlen(spaces[i]);
        if (name.len > n && !memcmp(name.data, spaces[i], n)) name.data += n, name.len -= n;
    }
    return name;
}

static void write_final(struct out *o, const struct args *a)
{
    sa_buf_appends(o->code, "final_answer(");
    if (a->count == 1) {
        sa_buf_append(o->code, a->only.data, a->only.len);
    } else if (a->count) {
        sa_buf_appends(o->code, "dict(");
        sa_buf_append(o->code, a->named.data, a->named.len);
        sa_buf_appendc(o->code, ')');
    }
    sa_buf_appends(o->code, ")\n");
    o->finished = true;
}

static void write_call(struct out *o, struct sa_str name, const struct args *a)
{
    static const char *const interpreters[] = {"python",
                                               "python_interpreter",
                                               "code_interpreter",
                                               "execute_python",
                                               "execute_code",
                                               "run_python",
                                               "run_code",
                                               "ipython",
                                               "jupyter",
                                               "exec",
                                               "python_execute",
                                               "execute_ipython",
                                               "interpreter",
                                               "code",
                                               "py"};
    name = without_namespace(name);
    enum sa_tool_kind kind = o->ask->tool ? o->ask->tool(o->ask->ctx, name.data, name.len)
                                          : SA_TOOL_NONE;
    if (o->finished) return;
    if (sa_str_equals(name, "final_answer")) {
        // What came before has not been seen yet: an answer beside it is a guess.
        if (o->calls) {
            sa_buf_appends(o->notes, "final_answer was left out: the calls before it were still to "
                                     "be made.\n");
            return;
        }
        write_final(o, a);
    } else if (kind != SA_TOOL_NONE) {
        sa_buf_appends(o->code, kind == SA_TOOL_ASYNC ? "print(await " : "print(");
        sa_buf_append(o->code, name.data, name.len);
        sa_buf_appendc(o->code, '(');
        sa_buf_append(o->code, a->named.data, a->named.len);
        sa_buf_appends(o->code, "))\n");
    } else if (is_any(name, interpreters, SA_COUNT(interpreters)) && a->program.len) {
        struct sa_str program = {a->program.data, a->program.len};
        sa_block_code(o->code, program);
    } else {
        o->unknown = true;
        return;
    }
    o->calls++;
}

// ---- JSON -------------------------------------------------------------------------------------

static void read_json(struct out *o, struct sa_str json, int depth);

// {"name": ..., "arguments": ...} under any of the names in use.
struct call_object {
    struct sa_buf name;
    struct sa_str args, code, nested, list;
};

static void take_member(struct call_object *c, const char *name, struct sa_str value)
{
    static const char *const names[] = {"name",   "tool",     "tool_name",
                                        "action", "function", "recipient_name"};
    static const char *const args[] = {"arguments",    "parameters", "args",  "input",
                                       "action_input", "tool_input", "kwargs"};
    struct sa_str key = sa_str_of(name);
    bool text = value.data[0] == '"';
    if (is_any(key, names, SA_COUNT(names))) {
        if (text && !c->name.len) sa_json_unquote(value.data, value.len, &c->name);
        else if (value.data[0] == '{') c->nested = value;
    } else if (is_any(key, args, SA_COUNT(args))) {
        c->args = value;
    } else if (!strcmp(name, "tool_calls") || !strcmp(name, "calls") ||
               !strcmp(name, "tool_uses")) {
        c->list = value;
    } else if (!strcmp(name, "code") && text) {
        c->code = value;
    }
}

static void read_object(struct out *o, struct sa_str json, int depth)
{
    struct call_object c = {.name = SA_BUF_INIT(SA_BUF_TEXT)};
    size_t at = 0, len;
    char *name;
    const char *value;
    while (sa_json_next_member(json.data, json.len, &at, &name, &value, &len)) {
        take_member(&c, name, (struct sa_str){value, len});
        free(name);
    }
    if (c.name.len && (c.args.data || !c.code.data)) {
        struct args a;
        args_init(&a);
        if (c.args.data) add_json_args(&a, c.args);
        write_call(o, (struct sa_str){c.name.data, c.name.len}, &a);
        args_release(&a);
    } else if (c.code.data) {
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(c.code.data, c.code.len, &code);
        sa_block_code(o->code, (struct sa_str){sa_buf_text(&code), code.len});
        o->calls++;
        sa_buf_release(&code);
    } else if (c.nested.data) {
        read_json(o, c.nested, depth + 1);
    } else if (c.list.data) {
        read_json(o, c.list, depth + 1);
    }
    sa_buf_release(&c.name);
}

static void read_json(struct out *o, struct sa_str json, int depth)
{
    if (depth > 4) return;
    if (json.data[0] == '{') read_object(o, json, depth);
    if (json.data[0] != '[') return;
    size_t at = 0, len;
    const char *value;
    while (sa_json_next_item(json.data, json.len, &at, &value, &len))
        read_json(o, (struct sa_str){value, len}, depth + 1);
}

// The JSON value that begins at s.data[0]: its text, checked; empty when there is none.
static struct sa_str json_prefix(struct sa_str s)
{
    int depth = 0;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];
        if (c == '"') {
            for (i++; i < s.len && s.data[i] != '"'; i++)
                if (s.data[i] == '\\') i++;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            struct sa_str text = {s.data, i + 1};
            return is_json(text) ? text : (struct sa_str){s.data, 0};
        }
    }
    return (struct sa_str){s.data, 0};
}

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

static void add_pair(struct args *a, struct sa_str key, struct sa_str value)
{
    SA_AUTO_FREE char *name = sa_xstrndup(key.data, key.len);
    add_arg(a, name, value, false);
}

static void read_parameters(struct args *a, struct sa_str body)
{
    struct sa_str name;
    struct sa_str trimmed = sa_str_trim(body);
    if (trimmed.len && trimmed.data[0] == '{' && is_json(trimmed)) {
        add_json_args(a, trimmed);
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
static bool read_tagged(struct out *o, struct sa_str text, const char *open, const char *close)
{
    struct sa_str name;
    bool any = false;
    while (take_named(&text, open, &name)) {
        const char *end = find(text, close);
        struct args a;
        args_init(&a);
        read_parameters(&a, until(text, end));
        write_call(o, name, &a);
        args_release(&a);
        any = true;
        if (!end) break;
        text = from(text, end);
    }
    return any;
}

// f <arg_key>x</arg_key><arg_value>1</arg_value>
static bool read_keys(struct out *o, struct sa_str text)
{
    static const char open[] = "<arg_key>", close[] = "</arg_key>", value[] = "<arg_value>",
                      end[] = "</arg_value>";
    const char *at = find(text, open);
    struct args a;
    if (!at) return false;
    args_init(&a);
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
    write_call(o, name, &a);
    args_release(&a);
    return true;
}

// ---- lines ------------------------------------------------------------------------------------

// The rest of the first line that begins with `word`, whatever its dress; NULL when there is none.
static const char *after_label(struct sa_str text, const char *word)
{
    struct sa_str rest = text, line;
    while (sa_str_next_line(&rest, &line)) {
        while (line.len && strchr(" \t*#_", line.data[0])) line.data++, line.len--;
        size_t n = strlen(word);
        if (line.len < n || strncasecmp(line.data, word, n) != 0) continue;
        const char *at = line.data + n;
        while (at < text.data + text.len && strchr("*_ \t", *at)) at++;
        if (at < text.data + text.len && *at == ':') at++;
        else continue;
        while (at < text.data + text.len && strchr("*_ \t", *at)) at++;
        return at;
    }
    return NULL;
}

static bool read_action(struct out *o, struct sa_str text)
{
    const char *at = after_label(text, "action");
    if (!at) return false;
    struct sa_str rest = from(text, at), line, trimmed = sa_str_trim(rest);
    if (trimmed.len && strchr("{[", trimmed.data[0])) {
        struct sa_str json = json_prefix(trimmed);
        if (!json.len) return false;
        read_json(o, json, 0);
        return o->calls || o->unknown;
    }
    const char *input = after_label(text, "action input");
    if (!input || !sa_str_next_line(&rest, &line)) return false;
    struct sa_str value = sa_str_trim(from(text, input));
    struct sa_str json = value.len && value.data[0] == '{' ? json_prefix(value)
                                                           : (struct sa_str){0};
    struct args a;
    args_init(&a);
    if (json.len) add_json_args(&a, json);
    else if (sa_str_next_line(&value, &line) && line.len) add_arg(&a, "input", line, false);
    // Only the first line names the tool: it was cut off above.
    struct sa_str name = from(text, at);
    sa_str_next_line(&name, &line);
    write_call(o, sa_str_trim(line), &a);
    args_release(&a);
    return true;
}

static struct sa_str leading_name(struct sa_str s)
{
    size_t n = 0;
    s = sa_str_trim(s);
    while (n < s.len && (isalnum((unsigned char)s.data[n]) || strchr("_.", s.data[n]))) n++;
    return (struct sa_str){s.data, n};
}

// f{...}, f[ARGS]{...}, and DeepSeek's f<sep>{...} and function<sep>f {...}: a name, then JSON.
static bool read_name_and_json(struct out *o, struct sa_str s)
{
    const char *brace = memchr(s.data, '{', s.len);
    struct sa_str json = brace ? json_prefix(from(s, brace)) : (struct sa_str){0};
    if (!json.len) return false;
    struct sa_str head = sa_str_trim(until(s, brace)), name = {0};
    for (size_t i = head.len; i > 0 && !name.len; i--)
        if (head.data[i - 1] == '>') name = leading_name(from(head, head.data + i));
    if (!name.len) name = leading_name(head);
    if (!name.len) return false;
    struct args a;
    args_init(&a);
    add_json_args(&a, json);
    write_call(o, name, &a);
    args_release(&a);
    return true;
}

static void read_text(struct out *o, struct sa_str text)
{
    struct sa_str s = sa_str_trim(text);
    if (!s.len) return;
    if (read_tagged(o, s, "<function", "</function>")) return;
    if (read_tagged(o, s, "<invoke", "</invoke>")) return;
    if (read_keys(o, s)) return;
    // Past the opening mark of a call.
    struct sa_mark m = strchr(SA_MARK_STARTS, s.data[0]) ? sa_mark_at(s.data, s.len, true)
                                                         : (struct sa_mark){0};
    if (m.role == SA_MARK_CALL) {
        s = sa_str_trim((struct sa_str){s.data + m.len, s.len - m.len});
        if (s.len && sa_fence_run(s.data, s.len) >= 3 && s.data[0] == '`') {
            const char *nl = memchr(s.data, '\n', s.len);
            s = nl ? sa_str_trim(from(s, nl)) : s;
        }
    }
    if (s.len && strchr("{[", s.data[0])) {
        struct sa_str json = json_prefix(s);
        if (json.len) read_json(o, json, 0);
        if (json.len) return;
    }
    if (m.role == SA_MARK_CALL && read_name_and_json(o, s)) return;
    read_action(o, s);
}

static enum sa_text_calls outcome(const struct out *o)
{
    return o->calls ? SA_TEXT_CALLS_CODE : o->unknown ? SA_TEXT_CALLS_UNKNOWN : SA_TEXT_CALLS_NONE;
}

enum sa_text_calls sa_text_calls_read_named(struct sa_str name, struct sa_str body,
                                            const struct sa_read_ask *ask, struct sa_buf *code,
                                            struct sa_buf *notes)
{
    struct out o = {.ask = ask, .code = code, .notes = notes};
    struct args a;
    args_init(&a);
    body = sa_str_trim(body);
    if (body.len && body.data[0] == '{' && is_json(body)) add_json_args(&a, body);
    else if (body.len) add_arg(&a, "code", body, false);
    write_call(&o, name, &a);
    args_release(&a);
    return outcome(&o);
}

enum sa_text_calls sa_text_calls_read(struct sa_str text, const struct sa_read_ask *ask,
                                      struct sa_buf *code, struct sa_buf *notes)
{
    struct out o = {.ask = ask, .code = code, .notes = notes};
    read_text(&o, text);
    return outcome(&o);
}
