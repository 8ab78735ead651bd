// The marks that models put around code, thinking and calls.
// Names were collected from chat templates and public logs; a new one is a row here.
#include <ctype.h>
#include <strings.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

static const struct row {
    const char *name;
    enum sa_role_of_mark role;
} tags[] = {
    {"think", SA_MARK_THINK},
    {"thinking", SA_MARK_THINK},
    {"thought", SA_MARK_THINK},
    {"thoughts", SA_MARK_THINK},
    {"reasoning", SA_MARK_THINK},
    {"reflection", SA_MARK_THINK},
    {"scratchpad", SA_MARK_THINK},
    {"scratch_pad", SA_MARK_THINK},
    {"internal_thinking", SA_MARK_THINK},
    {"self_reflection", SA_MARK_THINK},
    {"\u601D\u8003", SA_MARK_THINK},
    {"\u601D\u8003\u8FC7\u7A0B", SA_MARK_THINK},
    {"seed:think", SA_MARK_THINK},
    {"analysis", SA_MARK_THINK},
    {"antthinking", SA_MARK_THINK},
    {"internal_monologue", SA_MARK_THINK},
    {"inner_monologue", SA_MARK_THINK},
    {"inner_thoughts", SA_MARK_THINK},
    {"internal_thoughts", SA_MARK_THINK},
    {"thought_process", SA_MARK_THINK},
    {"thinking_process", SA_MARK_THINK},
    {"chain_of_thought", SA_MARK_THINK},
    {"unused94", SA_MARK_THINK},
    {"unused95", SA_MARK_UNTHINK},
    {"code", SA_MARK_CODE},
    {"execute", SA_MARK_CODE},
    {"python", SA_MARK_CODE},
    {"py", SA_MARK_CODE},
    {"ipython", SA_MARK_CODE},
    {"tool_code", SA_MARK_CODE},
    {"execute_tool", SA_MARK_CODE},
    {"execute_python", SA_MARK_CODE},
    {"execute_code", SA_MARK_CODE},
    {"python_call", SA_MARK_CODE},
    {"code_action", SA_MARK_CODE},
    {"execute_ipython", SA_MARK_CODE},
    {"run_python", SA_MARK_CODE},
    {"python_code", SA_MARK_CODE},
    {"code_block", SA_MARK_CODE},
    {"codeblock", SA_MARK_CODE},
    {"code_interpreter", SA_MARK_CODE},
    {"tool_call", SA_MARK_CALL},
    {"tool_calls", SA_MARK_CALL},
    {"toolcall", SA_MARK_CALL},
    {"tool_use", SA_MARK_CALL},
    {"function_call", SA_MARK_CALL},
    {"function_calls", SA_MARK_CALL},
    {"function", SA_MARK_CALL},
    {"invoke", SA_MARK_CALL},
    {"end_code", SA_MARK_END},
    {"end_action", SA_MARK_END},
    {"end_of_turn", SA_MARK_TURN},
    {"start_of_turn", SA_MARK_TURN},
};

static const struct row brackets[] = {
    {"THINK", SA_MARK_THINK},
    {"PYTHON", SA_MARK_CODE},
    {"TOOL_CALLS", SA_MARK_CALL},
    {"TOOL_CALL", SA_MARK_CALL},
};

// Between <| and |>, or the full-width bars of DeepSeek's templates.
static const struct row tokens[] = {
    {"python_tag", SA_MARK_CODE},
    {"channel", SA_MARK_CHANNEL},
    {"start", SA_MARK_CHANNEL},
    {"end", SA_MARK_END},
    {"im_end", SA_MARK_TURN},
    {"im_start", SA_MARK_TURN},
    {"eot_id", SA_MARK_TURN},
    {"eom_id", SA_MARK_TURN},
    {"start_header_id", SA_MARK_TURN},
    {"user", SA_MARK_TURN},
    {"observation", SA_MARK_TURN},
    {"call", SA_MARK_END},
    {"return", SA_MARK_TURN},
    {"endoftext", SA_MARK_TURN},
    {"tool_call", SA_MARK_CALL},
    {"tool_call_start", SA_MARK_CALL},
    {"tool_call_begin", SA_MARK_CALL},
    {"tool_call_end", SA_MARK_END},
    {"tool_calls_begin", SA_MARK_NONE},
    {"tool_calls_end", SA_MARK_END},
    {"start_action", SA_MARK_CALL},
    {"end_action", SA_MARK_END},
    {"begin_of_thought", SA_MARK_THINK},
    {"end_of_thought", SA_MARK_UNTHINK},
    {"start_thinking", SA_MARK_THINK},
    {"end_thinking", SA_MARK_UNTHINK},
    {"startthink", SA_MARK_THINK},
    {"endthink", SA_MARK_UNTHINK},
};

static const struct row *find(const struct row *rows, size_t n, struct sa_str name)
{
    for (size_t i = 0; i < n; i++)
        if (sa_str_caseeq(name, rows[i].name)) return &rows[i];
    return NULL;
}

// A cursor over the window in which a mark must end.
struct at {
    const char *s;
    size_t i, len;
};

// Does the text end within the word?
static bool is_begun(const struct at *a, const char *word)
{
    return a->len < strlen(word) && !memcmp(a->s, word, a->len);
}

static void skip_blanks(struct at *a)
{
    while (a->i < a->len && (a->s[a->i] == ' ' || a->s[a->i] == '\t')) a->i++;
}

static bool skip(struct at *a, const char *word)
{
    size_t n = strlen(word);
    if (a->len - a->i < n || memcmp(a->s + a->i, word, n) != 0) return false;
    a->i += n;
    return true;
}

static bool is_name_char(unsigned char c)
{
    return isalnum(c) || c == '_' || c == ':' || c == '-';
}

static struct sa_str take_name(struct at *a, bool any_letters)
{
    size_t from = a->i;
    for (; a->i < a->len; a->i++) {
        unsigned char c = (unsigned char)a->s[a->i];
        if (!is_name_char(c) && !(any_letters && c >= 0x80)) break;
    }
    return (struct sa_str){a->s + from, a->i - from};
}

// The rest of a tag up to its end, attributes and all: one line.
static bool skip_attributes(struct at *a, const char *end)
{
    while (a->i < a->len && a->s[a->i] != '\n') {
        if (skip(a, end)) return true;
        if (a->s[a->i] == '<') return false;
        a->i++;
    }
    return false;
}

static void set_role(struct sa_mark *m, enum sa_role_of_mark role)
{
    m->role = role;
    if (role != SA_MARK_UNTHINK) return;
    m->role = SA_MARK_THINK;
    m->any = m->closing = true;
}

static struct sa_mark tag_at(struct at a, const char *open, const char *end)
{
    struct sa_mark m = {SA_MARK_NONE, false, false, 0, {NULL, 0}};
    if (is_begun(&a, open)) m.role = SA_MARK_PARTIAL;
    if (!skip(&a, open)) return m;
    skip_blanks(&a);
    m.closing = skip(&a, "/");
    skip_blanks(&a);
    struct sa_str name = take_name(&a, end[0] == '>');
    if (name.len > 5 && !strncasecmp(name.data, "antml:", 6)) name.data += 6, name.len -= 6;
    const struct row *row = find(tags, SA_COUNT(tags), name);
    if (!row || a.i == a.len) {
        // Cut within the name or right after it.
        if (a.i == a.len) m.role = SA_MARK_PARTIAL;
        return m;
    }
    char after = a.s[a.i];
    bool fits = after == ' ' || after == '\t' || after == '/' || after == '=' || after == end[0];
    if (!fits) return m;
    if (!skip_attributes(&a, end)) {
        m.role = a.i == a.len ? SA_MARK_PARTIAL : SA_MARK_NONE;
        return m;
    }
    m.name = name, m.len = a.i;
    set_role(&m, row->role);
    return m;
}

static struct sa_mark bracket_at(struct at a)
{
    struct sa_mark m = {SA_MARK_NONE, false, false, 0, {NULL, 0}};
    if (!skip(&a, "[")) return m;
    m.closing = skip(&a, "/");
    struct sa_str name = take_name(&a, false);
    if (a.i == a.len) m.role = SA_MARK_PARTIAL;
    const struct row *row = find(brackets, SA_COUNT(brackets), name);
    // In capitals only: [think] is a list.
    if (!row || memcmp(row->name, name.data, name.len) != 0 || !skip(&a, "]")) return m;
    m.role = row->role, m.name = name, m.len = a.i;
    return m;
}

// U+2581, which DeepSeek's templates have for '_' in their tokens, and U+FF5C for their bars.
#define LOW_LINE "\xE2\x96\x81"
#define WIDE_BAR "\xEF\xBD\x9C"
// U+25C1 and U+25B7, Kimi's brackets.
#define WHITE_LEFT "\xE2\x97\x81"
#define WHITE_RIGHT "\xE2\x96\xB7"

static struct sa_mark token_at(struct at a)
{
    struct sa_mark m = {SA_MARK_NONE, false, false, 0, {NULL, 0}};
    const char *bar = skip(&a, "<|") ? "|" : skip(&a, "<" WIDE_BAR) ? WIDE_BAR : NULL;
    if (is_begun(&a, "<" WIDE_BAR)) m.role = SA_MARK_PARTIAL;
    if (!bar) return m;
    char name[32];
    size_t n = 0, from = a.i;
    while (a.i < a.len && n < sizeof name) {
        if (skip(&a, LOW_LINE)) name[n++] = '_';
        else if (isalnum((unsigned char)a.s[a.i]) || a.s[a.i] == '_') name[n++] = a.s[a.i++];
        else break;
    }
    if (a.len - a.i < 1 + strlen(bar) && n < sizeof name) m.role = SA_MARK_PARTIAL;
    const struct row *row = find(tokens, SA_COUNT(tokens), (struct sa_str){name, n});
    size_t to = a.i;
    if (!row || !skip(&a, bar) || !skip(&a, ">")) return m;
    m.len = a.i;
    set_role(&m, row->role);
    m.name = (struct sa_str){a.s + from, to - from};
    return m;
}

struct sa_mark sa_mark_at(const char *s, size_t len, bool whole)
{
    bool more = !whole && len < SA_MARK_WINDOW;
    struct at a = {s, 0, len < SA_MARK_WINDOW ? len : SA_MARK_WINDOW};
    struct sa_mark m = {SA_MARK_NONE, false, false, 0, {NULL, 0}};
    if (s[0] == '[') {
        m = bracket_at(a);
    } else if (s[0] == '&') {
        m = tag_at(a, "&lt;", "&gt;");
    } else if (s[0] == '<') {
        m = token_at(a);
        if (m.role == SA_MARK_NONE && !m.len) m = tag_at(a, "<", ">");
    } else {
        m = tag_at(a, WHITE_LEFT, WHITE_RIGHT);
    }
    if (m.role == SA_MARK_PARTIAL && !more) m.role = SA_MARK_NONE;
    return m;
}

enum sa_bare sa_bare_channel(struct sa_str s, bool whole, size_t *len)
{
    static const struct {
        const char *word;
        enum sa_bare channel;
    } rows[] = {{"assistantanalysis", SA_BARE_ANALYSIS},
                {"assistantcommentary", SA_BARE_COMMENTARY},
                {"assistantfinal", SA_BARE_FINAL}};
    for (size_t i = 0; s.data[0] == 'a' && i < SA_COUNT(rows); i++) {
        size_t n = strlen(rows[i].word), have = s.len < n ? s.len : n;
        if (memcmp(s.data, rows[i].word, have) != 0) continue;
        *len = n;
        return have == n ? rows[i].channel : whole ? SA_BARE_NONE : SA_BARE_MORE;
    }
    return SA_BARE_NONE;
}

// ---- fences -------------------------------------------------------------------------

enum sa_label sa_label_of(struct sa_str info)
{
    static const char *const python[] = {
        "python",  "py",      "python3",     "py3",         "ipython", "tool_code",
        "code",    "repl",    "pycon",       "ipython3",    "execute", "run",
        "pyodide", "jupyter", "python_code", "python-repl", "py-repl", "python-console"};
    static const char *const output[] = {"output",  "out",     "stdout", "text",       "txt",
                                         "console", "log",     "logs",   "result",     "plaintext",
                                         "results", "outputs", "plain",  "observation"};
    static const char *const shell[] = {"bash", "sh",  "shell",      "zsh",
                                        "cmd",  "bat", "powershell", "terminal"};
    static const char *const json[] = {"json", "jsonc", "json5", "tool_call", "tool_calls"};
    static const char *const markdown[] = {"markdown", "md", "mdx"};
    info = sa_str_trim(info);
    while (info.len && strchr("{.", info.data[0])) info.data++, info.len--;
    size_t n = 0;
    while (n < info.len && (isalnum((unsigned char)info.data[n]) || strchr("_+#-", info.data[n])))
        n++;
    struct sa_str word = {info.data, n};
    if (!info.len) return SA_LABEL_NONE;
    if (n && sa_str_begins((struct sa_str){info.data + n, info.len - n}, ".py"))
        return SA_LABEL_PYTHON;
    if (sa_str_caseeq_any(word, markdown, SA_COUNT(markdown))) return SA_LABEL_MARKDOWN;
    if (sa_str_caseeq_any(word, python, SA_COUNT(python))) return SA_LABEL_PYTHON;
    if (sa_str_caseeq_any(word, output, SA_COUNT(output))) return SA_LABEL_OUTPUT;
    if (sa_str_caseeq_any(word, shell, SA_COUNT(shell))) return SA_LABEL_SHELL;
    if (sa_str_caseeq_any(word, json, SA_COUNT(json))) return SA_LABEL_JSON;
    return SA_LABEL_OTHER;
}

size_t sa_fence_run(const char *s, size_t len)
{
    size_t n = 0;
    while (n < len && n < SA_MOST_TICKS && s[n] == s[0]) n++;
    return n;
}
