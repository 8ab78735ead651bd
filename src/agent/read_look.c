// What the reader wants to know of code without running it: does it do anything, does it answer
// with what nobody has seen yet. Words, strings and brackets are all that is looked at.
#include <ctype.h>
#include <string.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

// ---- pieces -----------------------------------------------------------------------------------

static bool is_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

// The next piece of code at *at outside comments: a word, a string, or one other byte.
enum piece { PIECE_END, PIECE_WORD, PIECE_STRING, PIECE_NUMBER, PIECE_OTHER };

size_t sa_python_string(const char *s, size_t len)
{
    char q = s[0];
    bool triple = len >= 3 && s[1] == q && s[2] == q;
    for (size_t i = triple ? 3 : 1; i < len; i++) {
        if (s[i] == '\\') i++;
        else if (!triple && s[i] == '\n') return i;
        else if (!triple && s[i] == q) return i + 1;
        else if (len - i >= 3 && s[i] == q && s[i + 1] == q && s[i + 2] == q) return i + 3;
    }
    return len;
}

static enum piece next_piece(struct sa_str s, size_t *at, struct sa_str *piece)
{
    while (*at < s.len && (isspace((unsigned char)s.data[*at]) || s.data[*at] == '#')) {
        if (s.data[*at] != '#') {
            ++*at;
            continue;
        }
        while (*at < s.len && s.data[*at] != '\n') ++*at;
    }
    size_t from = *at;
    if (from >= s.len) return PIECE_END;
    unsigned char c = (unsigned char)s.data[from];
    enum piece kind = PIECE_OTHER;
    if (c == '"' || c == '\'') {
        kind = PIECE_STRING;
        *at = from + sa_python_string(s.data + from, s.len - from);
    } else if (is_word(c)) {
        kind = isdigit(c) ? PIECE_NUMBER : PIECE_WORD;
        while (*at < s.len && is_word((unsigned char)s.data[*at])) ++*at;
    } else {
        ++*at;
    }
    *piece = (struct sa_str){s.data + from, *at - from};
    return kind;
}

// ---- answers ----------------------------------------------------------------------------------

// A look at the expressions of one block: is all in them known from the block's own text?
struct look {
    struct sa_str code;
    unsigned left; // names that may still be looked up
};

// What makes values only of values.
static bool is_plain_word(struct sa_str w)
{
    static const char *const words[] = {"True", "False", "None", "and",  "or",    "not",    "if",
                                        "else", "in",    "is",   "str",  "int",   "float",  "round",
                                        "len",  "list",  "dict", "set",  "tuple", "sorted", "sum",
                                        "min",  "max",   "abs",  "bool", "repr",  "range"};
    return sa_str_equals_any(w, words, SA_COUNT(words));
}

static bool starts_string(struct sa_str s, size_t at)
{
    return at < s.len && (s.data[at] == '"' || s.data[at] == '\'');
}

static bool is_known_name(struct look *k, struct sa_str name, size_t before);
static bool is_known(struct look *k, struct sa_str s, size_t at, size_t before, bool call);

// The expressions in the braces of an f-string.
static bool is_known_format(struct look *k, struct sa_str s, size_t before)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.data[i] != '{') continue;
        if (i + 1 < s.len && s.data[i + 1] == '{') {
            i++;
            continue;
        }
        size_t from = ++i;
        while (i < s.len && !strchr("}:!", s.data[i])) i++;
        struct sa_str inside = {s.data + from, i - from};
        if (!is_known(k, inside, 0, before, false)) return false;
    }
    return true;
}

// Does the expression at `at`, up to the end of its line or (call) of its brackets, hold nothing
// but literals and names that the block bound to such, before `before`?
static bool is_known(struct look *k, struct sa_str s, size_t at, size_t before, bool call)
{
    int depth = 0;
    char last = 0;
    struct sa_str piece;
    for (size_t end = at;; end = at) {
        enum piece kind = next_piece(s, &at, &piece);
        if (kind == PIECE_END) return !call;
        if (!depth && !call && memchr(s.data + end, '\n', (size_t)(piece.data - s.data) - end))
            return true;
        char prior = last;
        last = piece.data[piece.len - 1];
        if (kind == PIECE_OTHER && strchr("([{", piece.data[0])) depth++;
        if (kind == PIECE_OTHER && strchr(")]}", piece.data[0]) && --depth <= 0 && call)
            return true;
        if (kind != PIECE_WORD || prior == '.') continue;
        if (starts_string(s, at) && piece.len <= 2) { // the prefix of a string
            size_t from = at;
            bool format = memchr(piece.data, 'f', piece.len) || memchr(piece.data, 'F', piece.len);
            next_piece(s, &at, &piece);
            struct sa_str text = {s.data + from, at - from};
            if (format && !is_known_format(k, text, before)) return false;
            continue;
        }
        size_t next = at;
        struct sa_str after = {0};
        bool named = depth > 0 && next_piece(s, &next, &after) == PIECE_OTHER &&
                     after.data[0] == '=' && !(next < s.len && s.data[next] == '=');
        if (!named && !is_plain_word(piece) && !is_known_name(k, piece, before)) return false;
    }
}

// Every binding of the name before `before` is a line of its own that gives it a known value, and
// there is one. Any other line that begins with the name may change it.
static bool is_known_name(struct look *k, struct sa_str name, size_t before)
{
    struct sa_str rest = {k->code.data, before}, line;
    bool bound = false;
    if (!k->left) return false;
    for (k->left--; k->left && sa_str_next_line(&rest, &line);) {
        size_t indent = 0, n = name.len;
        while (indent < line.len && strchr(" \t", line.data[indent])) indent++;
        line.data += indent, line.len -= indent;
        if (line.len <= n || memcmp(line.data, name.data, n) != 0 ||
            is_word((unsigned char)line.data[n]))
            continue;
        while (n < line.len && line.data[n] == ' ') n++;
        if (indent || n + 1 >= line.len || line.data[n] != '=' || line.data[n + 1] == '=')
            return false;
        size_t start = (size_t)(line.data - k->code.data);
        k->left--;
        if (!is_known(k, k->code, start + n + 1, start, false)) return false;
        bound = true;
    }
    return bound && k->left;
}

bool sa_answers_constant(struct sa_str code)
{
    struct look k = {code, 100};
    size_t at = 0;
    struct sa_str piece;
    for (enum piece kind; (kind = next_piece(code, &at, &piece)) != PIECE_END;) {
        if (kind != PIECE_WORD || !sa_str_equals(piece, "final_answer")) continue;
        size_t line = (size_t)(piece.data - code.data), value = at;
        if (at < code.len && code.data[at] == '(' && is_known(&k, code, at, line, true))
            return true;
        bool bound = next_piece(code, &value, &piece) == PIECE_OTHER && piece.data[0] == '=' &&
                     value < code.len && code.data[value] != '=';
        if (bound && is_known(&k, code, value, line, false)) return true;
    }
    return false;
}

// Does the last line call something, for its value to be shown?
static bool ends_in_call(struct sa_str code)
{
    static const char *const words[] = {"import", "from", "return",      "assert", "raise",
                                        "del",    "pass", "yield",       "global", "if",
                                        "while",  "for",  "final_answer"};
    struct sa_str piece, rest = sa_str_trim(code), line = {0};
    size_t at = 0;
    while (sa_str_next_line(&rest, &line)) {
    }
    if (next_piece(line, &at, &piece) != PIECE_WORD || piece.data != line.data ||
        sa_str_equals_any(piece, words, SA_COUNT(words)))
        return false;
    bool called = false;
    int depth = 0;
    for (enum piece kind; (kind = next_piece(line, &at, &piece)) != PIECE_END;) {
        if (kind != PIECE_OTHER) continue;
        if (piece.data[0] == '=' && !depth) return false;
        called |= piece.data[0] == '(';
        depth += strchr("([{", piece.data[0]) ? 1 : strchr(")]}", piece.data[0]) ? -1 : 0;
    }
    return called;
}

static bool is_asking(struct sa_str name, const struct sa_read_ask *ask)
{
    return sa_str_equals(name, "print") ||
           (ask->tool && ask->tool(ask->ctx, name.data, name.len) != SA_TOOL_NONE);
}

// print(...), f(...), x = f(...)
bool sa_line_asks_for_evidence(struct sa_str text, const struct sa_read_ask *ask)
{
    struct sa_str line, word, next;
    while (sa_str_next_line(&text, &line)) {
        size_t at = 0;
        while (line.len && strchr(" \t`>", line.data[0])) line.data++, line.len--;
        if (next_piece(line, &at, &word) != PIECE_WORD || word.data != line.data) continue;
        size_t then = at;
        if (next_piece(line, &then, &next) == PIECE_OTHER && next.data[0] == '=' &&
            next_piece(line, &then, &next) == PIECE_WORD)
            word = next, at = then;
        if (at < line.len && line.data[at] == '(' && is_asking(word, ask)) return true;
    }
    return false;
}

bool sa_asks_for_evidence(struct sa_str code, const struct sa_read_ask *ask)
{
    size_t at = 0;
    struct sa_str piece;
    for (enum piece kind; (kind = next_piece(code, &at, &piece)) != PIECE_END;) {
        if (kind != PIECE_WORD || at >= code.len || code.data[at] != '(') continue;
        if (is_asking(piece, ask)) return true;
    }
    return ends_in_call(code);
}

// ---- names ------------------------------------------------------------------------------------

static bool is_tool(struct sa_str name, const struct sa_read_ask *ask)
{
    return sa_str_equals(name, "final_answer") ||
           (ask->tool && ask->tool(ask->ctx, name.data, name.len) != SA_TOOL_NONE);
}

// f.call(...), as Llama has it for its own tools: length of ".call" behind the name of a tool.
static size_t call_method(struct sa_str s, struct sa_str name, size_t at,
                          const struct sa_read_ask *ask)
{
    static const char method[] = ".call(";
    size_t n = strlen(method);
    bool fits = s.len - at >= n && !memcmp(s.data + at, method, n) && is_tool(name, ask);
    return fits ? n - 1 : 0;
}

void sa_drop_prefixes(struct sa_buf *code, const struct sa_read_ask *ask)
{
    static const char *const prefixes[] = {"functions", "default_api"};
    struct sa_str s = {code->data, code->len}, piece, name;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    size_t at = 0, kept = 0;
    char before = 0;
    for (enum piece kind; (kind = next_piece(s, &at, &piece)) != PIECE_END;) {
        size_t from = (size_t)(piece.data - s.data), next = at;
        size_t method = kind == PIECE_WORD && before != '.' ? call_method(s, piece, at, ask) : 0;
        if (method) {
            sa_buf_append(&out, s.data + kept, at - kept);
            kept = at += method;
        }
        bool known = kind == PIECE_WORD && before != '.' && at < s.len && s.data[at] == '.' &&
                     (sa_str_equals(piece, prefixes[0]) || sa_str_equals(piece, prefixes[1]));
        before = piece.data[piece.len - 1];
        if (!known) continue;
        next++;
        bool tool = next_piece(s, &next, &name) == PIECE_WORD && is_tool(name, ask);
        if (!tool) continue;
        sa_buf_append(&out, s.data + kept, from - kept);
        kept = at + 1;
    }
    if (kept) {
        sa_buf_append(&out, s.data + kept, s.len - kept);
        sa_buf_release(code);
        *code = out;
    } else {
        sa_buf_release(&out);
    }
}

bool sa_looks_like_code(struct sa_str s)
{
    static const char *const words[] = {"import ", "from ",  "for ",  "while ", "if ",
                                        "def ",    "class ", "with ", "try:",   "assert "};
    if (memchr(s.data, '(', s.len) || memchr(s.data, '=', s.len)) return true;
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (s.len > strlen(words[i]) && !strncmp(s.data, words[i], strlen(words[i]))) return true;
    return false;
}
