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

#include "agent/read_calls.h"
#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"

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

bool sa_is_json(struct sa_str s)
{
    return s.len && sa_json_check(s.data, s.len, NULL);
}

// A parameter's text: JSON when it is any, else a string.
static void put_text_value(struct sa_buf *out, struct sa_str s)
{
    struct sa_str trimmed = sa_str_trim(s);
    if (sa_is_json(trimmed)) {
        put_json(out, trimmed);
        return;
    }
    if (s.len && s.data[0] == '\n') s.data++, s.len--;
    if (s.len && s.data[s.len - 1] == '\n') s.len--;
    put_string(out, s);
}

// The same text as JSON.
static void put_text_json(struct sa_buf *out, struct sa_str s)
{
    struct sa_str trimmed = sa_str_trim(s);
    if (sa_is_json(trimmed)) {
        sa_buf_append(out, trimmed.data, trimmed.len);
        return;
    }
    if (s.len && s.data[0] == '\n') s.data++, s.len--;
    if (s.len && s.data[s.len - 1] == '\n') s.len--;
    sa_json_quote(out, s.data, s.len);
}

static bool is_python_name(const char *s)
{
    if (!*s || isdigit((unsigned char)*s)) return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' && (unsigned char)*s < 0x80) return false;
    return true;
}

// ---- one call ---------------------------------------------------------------------------------

void sa_args_init(struct sa_args *a)
{
    memset(a, 0, sizeof *a);
    sa_buf_init(&a->named, SA_BUF_HUGE);
    sa_buf_init(&a->only, SA_BUF_HUGE);
    sa_buf_init(&a->program, SA_BUF_HUGE);
    sa_buf_init(&a->json, SA_BUF_HUGE);
}

void sa_args_release(struct sa_args *a)
{
    sa_buf_release(&a->named), sa_buf_release(&a->only), sa_buf_release(&a->program);
    sa_buf_release(&a->json);
}

void sa_args_add(struct sa_args *a, const char *name, struct sa_str value, bool json)
{
    static const char *const programs[] = {"code",  "python", "python_code", "source",
                                           "input", "script", "query",       "program"};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (a->json.len) sa_buf_appendc(&a->json, ',');
    sa_json_quote(&a->json, name, strlen(name));
    sa_buf_appendc(&a->json, ':');
    if (json) sa_buf_append(&a->json, value.data, value.len);
    else put_text_json(&a->json, value);
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
    if (!a->program.len && sa_str_caseeq_any(sa_str_of(name), programs, SA_COUNT(programs))) {
        if (!json) sa_buf_append(&a->program, value.data, value.len);
        else if (value.data[0] == '"') sa_json_unquote(value.data, value.len, &a->program);
    }
    sa_buf_release(&text);
}

// Arguments as JSON: an object, or a string that holds one.
void sa_args_add_json(struct sa_args *a, struct sa_str json)
{
    json = sa_str_trim(json);
    if (!json.len) return;
    if (json.data[0] == '"') {
        struct sa_buf inner = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(json.data, json.len, &inner);
        struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&inner), inner.len});
        if (s.len && s.data[0] == '{' && sa_is_json(s)) sa_args_add_json(a, s);
        else sa_args_add(a, "input", json, true);
        sa_buf_release(&inner);
        return;
    }
    if (json.data[0] != '{') {
        if (memcmp(json.data, "null", 4) != 0) sa_args_add(a, "input", json, true);
        return;
    }
    size_t at = 0, len;
    char *name;
    const char *value;
    while (sa_json_next_member(json.data, json.len, &at, &name, &value, &len)) {
        sa_args_add(a, name, (struct sa_str){value, len}, true);
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

static void write_final(struct sa_calls *o, const struct sa_args *a)
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

static void put_call(struct sa_buf *out, struct sa_str name, struct sa_str members)
{
    sa_buf_appendc(out, '{');
    sa_json_put_strn(out, "name", name.data, name.len);
    sa_buf_appends(out, ",\"arguments\":{");
    sa_buf_append(out, members.data, members.len);
    sa_buf_appends(out, "}}\n");
}

void sa_calls_put_code(struct sa_buf *out, struct sa_str code)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE), members = SA_BUF_INIT(SA_BUF_HUGE);
    sa_block_code(&text, code);
    sa_buf_appends(&members, "\"code\":");
    sa_json_quote(&members, sa_buf_text(&text), text.len);
    put_call(out, SA_STR("python"), (struct sa_str){members.data, members.len});
    sa_buf_release(&text), sa_buf_release(&members);
}

void sa_calls_write(struct sa_calls *o, struct sa_str name, const struct sa_args *a)
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
    bool interprets = kind == SA_TOOL_NONE &&
                      sa_str_caseeq_any(name, interpreters, SA_COUNT(interpreters)) &&
                      a->program.len;
    bool known = kind != SA_TOOL_NONE || interprets || sa_str_equals(name, "final_answer");
    if (o->finished) return;
    if (o->ask->as_json && interprets) {
        sa_calls_put_code(o->code, (struct sa_str){a->program.data, a->program.len});
    } else if (o->ask->as_json && known) {
        put_call(o->code, name, (struct sa_str){sa_buf_text(&a->json), a->json.len});
    } else if (sa_str_equals(name, "final_answer")) {
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
    } else if (interprets) {
        struct sa_str program = {a->program.data, a->program.len};
        sa_block_code(o->code, program);
    } else {
        o->unknown = true;
        return;
    }
    o->calls++;
}

// ---- JSON -------------------------------------------------------------------------------------

// {"name": ..., "arguments": ...} under any of the names in use.
struct call_object {
    struct sa_buf name;
    struct sa_str args, code, nested, list, final, answer;
    bool thinks; // has a member that explains
};

static void take_member(struct call_object *c, const char *name, struct sa_str value)
{
    static const char *const names[] = {"name",   "tool",     "tool_name",
                                        "action", "function", "recipient_name"};
    static const char *const args[] = {"arguments",    "parameters", "args",  "input",
                                       "action_input", "tool_input", "kwargs"};
    static const char *const finals[] = {"final_answer", "finalAnswer", "final answer"};
    static const char *const thoughts[] = {"thought",  "thoughts",    "reasoning",
                                           "thinking", "explanation", "plan"};
    struct sa_str key = sa_str_of(name);
    bool text = value.data[0] == '"';
    if (sa_str_caseeq_any(key, names, SA_COUNT(names))) {
        if (text && !c->name.len) sa_json_unquote(value.data, value.len, &c->name);
        else if (value.data[0] == '{') c->nested = value;
    } else if (sa_str_caseeq_any(key, args, SA_COUNT(args))) {
        c->args = value;
    } else if (!strcmp(name, "tool_calls") || !strcmp(name, "calls") ||
               !strcmp(name, "tool_uses")) {
        c->list = value;
    } else if (!strcmp(name, "code") && text) {
        c->code = value;
    } else if (sa_str_caseeq_any(key, finals, SA_COUNT(finals))) {
        c->final = value;
    } else if (!strcmp(name, "answer")) {
        c->answer = value;
    } else if (sa_str_caseeq_any(key, thoughts, SA_COUNT(thoughts))) {
        c->thinks = true;
    }
}

// {"final_answer": 2}, and {"final_answer": {"answer": 2}}.
static void write_final_value(struct sa_calls *o, struct sa_str json)
{
    struct sa_args a;
    size_t at = 0, len;
    char *name = NULL;
    const char *value;
    sa_args_init(&a);
    bool one = json.data[0] == '{' &&
               sa_json_next_member(json.data, json.len, &at, &name, &value, &len) &&
               !strcmp(name, "answer");
    free(name);
    if (one) sa_args_add_json(&a, json);
    else sa_args_add(&a, "answer", json, true);
    sa_calls_write(o, SA_STR("final_answer"), &a);
    sa_args_release(&a);
}

static void read_object(struct sa_calls *o, struct sa_str json, int depth)
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
        struct sa_args a;
        sa_args_init(&a);
        if (c.args.data) sa_args_add_json(&a, c.args);
        sa_calls_write(o, (struct sa_str){c.name.data, c.name.len}, &a);
        sa_args_release(&a);
    } else if (c.code.data) {
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_unquote(c.code.data, c.code.len, &code);
        struct sa_str text = {sa_buf_text(&code), code.len};
        if (o->ask->as_json) sa_calls_put_code(o->code, text);
        else sa_block_code(o->code, text);
        o->calls++;
        sa_buf_release(&code);
    } else if (c.nested.data) {
        sa_calls_read_json(o, c.nested, depth + 1);
    } else if (c.list.data) {
        sa_calls_read_json(o, c.list, depth + 1);
    } else if (c.final.data || (c.answer.data && c.thinks)) {
        write_final_value(o, c.final.data ? c.final : c.answer);
    }
    sa_buf_release(&c.name);
}

void sa_calls_read_json(struct sa_calls *o, struct sa_str json, int depth)
{
    if (depth > 4) return;
    if (json.data[0] == '{') read_object(o, json, depth);
    if (json.data[0] != '[') return;
    size_t at = 0, len;
    const char *value;
    while (sa_json_next_item(json.data, json.len, &at, &value, &len))
        sa_calls_read_json(o, (struct sa_str){value, len}, depth + 1);
}

struct sa_str sa_json_prefix(struct sa_str s)
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
            return sa_is_json(text) ? text : (struct sa_str){s.data, 0};
        }
    }
    return (struct sa_str){s.data, 0};
}
