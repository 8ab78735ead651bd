// Code without a mark, or with half of one, around it: the whole reply, what follows "Code:", what
// is indented as Markdown has it, a call in back-ticks alone on its line. All of it must compile.
#include <ctype.h>

#include "agent/read_int.h"
#include "base/json.h"
#include "base/xalloc.h"

// "Code:" and its kin announce code.
static bool is_code_label(struct sa_str line)
{
    static const char *const words[] = {
        "code",         "python",      "python code",  "action",
        "code snippet", "c\u00F3digo", "\u4EE3\u7801", "\u30B3\u30FC\u30C9"};
    while (line.len && strchr(" *_#", line.data[0])) line.data++, line.len--;
    while (line.len && strchr(" *_\r", line.data[line.len - 1])) line.len--;
    static const char wide_colon[] = "\xEF\xBC\x9A";
    size_t wide = strlen(wide_colon);
    if (line.len > wide && !memcmp(line.data + line.len - wide, wide_colon, wide)) line.len -= wide;
    else if (line.len && line.data[line.len - 1] == ':') line.len--;
    else return false;
    while (line.len && strchr(" *_", line.data[line.len - 1])) line.len--;
    return sa_str_caseeq_any(line, words, SA_COUNT(words));
}

// "Thought: go" is an annotation to Python and prose to everybody else.
static bool is_prose_line(struct sa_str line)
{
    static const char *const words[] = {"thought:", "thoughts:", "plan:", "reasoning:", "**",
                                        "action:",  "task:",     "note:", "answer:"};
    line = sa_str_trim(line);
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (sa_str_begins(line, words[i])) return true;
    return !line.len || (sa_str_begins(line, "step") && memchr(line.data, ':', line.len));
}

// What was mended may show that it was wrapped.
static void unwrap_again(struct sa_buf *code)
{
    struct sa_buf inner = SA_BUF_INIT(SA_BUF_HUGE);
    sa_block_code(&inner, (struct sa_str){code->data, code->len});
    sa_buf_release(code);
    *code = inner;
}

static bool try_raw(struct sa_job *j, struct sa_str text, size_t end)
{
    if (!sa_may_compile(j->ask, 0)) return false;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
    bool ok = false;
    text = sa_strip_partial_tag(text);
    sa_block_code(&code, text);
    if (code.len && j->ask->compiles) {
        sa_mend(&code, j->ask, &notes);
        if (notes.len) unwrap_again(&code);
        ok = sa_job_compiles(j, &code) && sa_looks_like_code((struct sa_str){code.data, code.len});
    }
    if (ok) {
        sa_buf_append(&j->out->notes, notes.data, notes.len);
        sa_job_take(j, SA_FOUND_RAW, &code);
        j->out->unclosed = end == j->scan.text.len;
        j->first = end > text.len ? end - text.len : 0, j->end = end;
    }
    sa_buf_release(&code), sa_buf_release(&notes);
    return ok;
}

enum { MAX_TRIES = 40 };

// What follows a line "Code:": all of it, or as much of it, up to the next such line, as ends with
// an empty line and is code.
static bool try_label(struct sa_job *j, struct sa_str text, size_t end, unsigned *tries)
{
    struct sa_str rest = text, line, before = {0};
    if (!text.len || ++*tries > MAX_TRIES) return false;
    if (try_raw(j, text, end)) return true;
    size_t cuts[8], count = 0;
    while (sa_str_next_line(&rest, &line)) {
        bool label = sa_str_trim(line).len && (is_prose_line(line) || is_code_label(line));
        bool blank = !sa_str_trim(line).len;
        if ((label || blank) && before.len && count < SA_COUNT(cuts))
            cuts[count++] = (size_t)(line.data - text.data);
        before = sa_str_trim(line);
        if (label) break;
    }
    while (count && ++*tries <= MAX_TRIES)
        if (try_raw(j, (struct sa_str){text.data, cuts[--count]}, end)) return true;
    return false;
}

// The whole text, what follows a line "Code:", or, when a closing mark ends it, the longest end of
// it that is code.
static bool try_lines(struct sa_job *j, struct sa_str text, size_t end, bool any_suffix)
{
    struct sa_str rest = text, line;
    unsigned tries = 0;
    if (!sa_str_next_line(&rest, &line)) return false;
    if (!is_prose_line(line) && try_raw(j, text, end)) return true;
    for (rest = text; sa_str_next_line(&rest, &line);) {
        if (is_code_label(line) && try_label(j, rest, end, &tries)) return true;
        if (!any_suffix || is_prose_line(line) || line.data == text.data) continue;
        struct sa_str suffix = {line.data, text.len - (size_t)(line.data - text.data)};
        if (tries++ < MAX_TRIES && try_raw(j, suffix, end)) return true;
    }
    return false;
}

void sa_read_raw(struct sa_job *j)
{
    size_t from = 0, end = j->scan.text.len;
    bool closer = false;
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        bool block = p->kind == SA_PART_FENCE || p->kind == SA_PART_TAG || p->kind == SA_PART_CALL;
        if (block && p->start < end) return; // what was wrapped, and not taken, is no code
        if (p->kind == SA_PART_THOUGHT && !closer && p->start <= from + 2) from = p->end;
        // "# Result" is a comment here, and a name alone is a value.
        struct sa_str mark = sa_job_text(j, p->start, p->end);
        if (p->kind == SA_PART_BREAK && mark.len &&
            (mark.data[0] == '#' || mark.data[mark.len - 1] != ':'))
            continue;
        if ((p->kind == SA_PART_CLOSER || p->kind == SA_PART_BREAK) && p->start < end) {
            if (!sa_str_trim(sa_job_text(j, from, p->start)).len) continue;
            end = p->start;
            closer = p->kind == SA_PART_CLOSER;
        }
    }
    if (from >= end) return;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_job_unthought(j, &text, from, end);
    try_lines(j, (struct sa_str){sa_buf_text(&text), text.len}, end, closer);
    sa_buf_release(&text);
}

// ---- indentation ------------------------------------------------------------------------------

static bool is_indented(struct sa_str line)
{
    return line.len && (line.data[0] == '\t' || (line.len > 4 && !memcmp(line.data, "    ", 4)));
}

// Cuts the next run of indented lines behind an empty one off *rest, blank lines in it and all;
// false when there is none, or when output is announced before it and `ends` asks for that.
static bool next_indented(struct sa_str *rest, struct sa_str *run, bool ends)
{
    struct sa_str line;
    const char *from = NULL, *to = NULL;
    bool blank = true;
    while (sa_str_next_line(rest, &line)) {
        bool empty = !sa_str_trim(line).len;
        if (!from && blank && !empty && is_indented(line)) from = line.data;
        if (from && !empty && !is_indented(line)) break;
        if (from && !empty) to = line.data + line.len;
        else if (ends && !empty && sa_output_line(line, false)) return false;
        blank = empty;
    }
    *run = (struct sa_str){from, from ? (size_t)(to - from) : 0};
    if (from) rest->len += (size_t)(rest->data - to), rest->data = to;
    return from != NULL;
}

static bool is_wrapped(const struct sa_job *j)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        enum sa_part_kind kind = j->scan.parts[i].kind;
        if (kind == SA_PART_FENCE || kind == SA_PART_TAG || kind == SA_PART_CALL) return true;
    }
    return false;
}

// Code as Markdown has it without fences: by four blanks. All of it, as with fences, up to the
// first output that nobody has seen.
void sa_read_indented(struct sa_job *j)
{
    struct sa_str rest = {sa_buf_text(&j->out->said), j->out->said.len}, run;
    if (!j->ask->compiles || is_wrapped(j)) return;
    while (next_indented(&rest, &run, j->out->found != SA_FOUND_NOTHING)) {
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
        sa_block_code(&code, run);
        struct sa_str text = {sa_buf_text(&code), code.len};
        bool ok = sa_job_compiles(j, &code) && sa_looks_like_code(text) &&
                  !(j->asks && sa_answers_constant(text));
        if (ok) {
            sa_job_take(j, SA_FOUND_RAW, &code);
            j->asks |= sa_asks_for_evidence(text, j->ask);
            j->out->unclosed = !sa_str_trim(rest).len;
            j->end = j->scan.text.len;
        }
        sa_buf_release(&code);
        if (!ok && j->out->found != SA_FOUND_NOTHING) return;
    }
}

// ---- tags that say nothing of what they hold --------------------------------------------------

// <action> around code or a call, when no better mark is inside.
void sa_read_action_tag(struct sa_job *j)
{
    static const char open[] = "<action>", close[] = "</action>";
    struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&j->out->said), j->out->said.len});
    const char *at = sa_memfind(said.data, said.len, open, strlen(open));
    if (!at || (at > said.data && at[-1] != '\n')) return;
    at += strlen(open);
    struct sa_str inside = {at, said.len - (size_t)(at - said.data)};
    const char *end = sa_memfind(inside.data, inside.len, close, strlen(close));
    if (end) inside.len = (size_t)(end - at);
    if (sa_job_take_calls(j, inside) || try_raw(j, inside, j->scan.text.len))
        j->out->unclosed = !end;
}

// ---- back-ticks -------------------------------------------------------------------------------

// Nothing but the span on its line, as far as letters and digits go, or behind a label ("Answer:")?
static bool is_alone(const struct sa_job *j, const struct sa_part *p)
{
    const char *s = j->scan.text.data;
    size_t i = p->start, len = j->scan.text.len;
    bool label = false;
    for (; i > 0 && s[i - 1] != '\n' && !isalnum((unsigned char)s[i - 1]); i--)
        label |= s[i - 1] == ':';
    if (i > 0 && s[i - 1] != '\n' && !label) return false;
    for (i = p->end; i < len && s[i] != '\n' && !isalnum((unsigned char)s[i]);) i++;
    return i == len || s[i] == '\n';
}

// **final_answer(1)** alone on its line.
static void read_bold(struct sa_job *j)
{
    static const char call[] = "final_answer(";
    struct sa_str rest = {sa_buf_text(&j->out->said), j->out->said.len}, line;
    if (is_wrapped(j)) return;
    while (sa_str_next_line(&rest, &line)) {
        line = sa_str_trim(line);
        if (line.len < 2 || memcmp(line.data, "**", 2) != 0) continue;
        while (line.len && strchr("*_", line.data[0])) line.data++, line.len--;
        while (line.len && strchr("*_", line.data[line.len - 1])) line.len--;
        if (line.len < sizeof call || memcmp(line.data, call, strlen(call)) != 0) continue;
        if (!sa_memfind(line.data, line.len, "...", 3) && try_raw(j, line, j->scan.text.len))
            return;
    }
}

// `final_answer(1)` in back-ticks alone on a line, when nothing else is code.
void sa_read_inline(struct sa_job *j)
{
    static const char call[] = "final_answer(";
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        struct sa_str text = sa_job_text(j, p->from, p->to);
        if (p->kind != SA_PART_INLINE || text.len < sizeof call) continue;
        // "final_answer(...)" only speaks of the call.
        if (memcmp(text.data, call, strlen(call)) != 0 || sa_memfind(text.data, text.len, "...", 3))
            continue;
        if (is_alone(j, p) && try_raw(j, text, p->end)) return;
    }
    read_bold(j);
}

// ---- a call at the end ------------------------------------------------------------------------

// Where the last part that is not prose ends.
static size_t last_part(const struct sa_job *j)
{
    size_t end = 0;
    for (size_t i = 0; i < j->scan.count; i++)
        if (j->scan.parts[i].kind != SA_PART_INLINE && j->scan.parts[i].end > end)
            end = j->scan.parts[i].end;
    return end;
}

// Lines of code before a call, up to an empty line, belong to it.
static const char *start_of_code(struct sa_str text, const char *call)
{
    struct sa_str rest = text, line;
    const char *start = NULL;
    while (sa_str_next_line(&rest, &line) && line.data < call)
        if (!sa_str_trim(line).len) start = NULL;
        else if (!start && !is_prose_line(line) && sa_looks_like_code(line)) start = line.data;
    return start;
}

// final_answer(...) in lines of its own, which end the reply; or final_answer = ...
static bool begins_answer(struct sa_str line)
{
    static const char name[] = "final_answer";
    if (line.len <= strlen(name) || memcmp(line.data, name, strlen(name)) != 0) return false;
    struct sa_str rest = {line.data + strlen(name), line.len - strlen(name)};
    rest = sa_str_trim(rest);
    return rest.len && strchr("(=", rest.data[0]);
}

// The same where calls stay calls and no code runs: its argument is JSON.
static bool take_json_answer(struct sa_job *j, struct sa_str call)
{
    static const char name[] = "final_answer(", key[] = "answer=";
    call = sa_str_trim(call);
    if (!j->ask->as_json || j->ask->compiles || !sa_str_begins(call, name)) return false;
    if (call.data[call.len - 1] != ')') return false;
    struct sa_str value = {call.data + strlen(name), call.len - strlen(name) - 1};
    value = sa_str_trim(value);
    if (sa_str_begins(value, key)) value.data += strlen(key), value.len -= strlen(key);
    if (!sa_json_check(value.data, value.len, NULL)) return false;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appends(&code, "{\"name\":\"final_answer\",\"arguments\":{\"answer\":");
    sa_buf_append(&code, value.data, value.len);
    sa_buf_appends(&code, "}}\n");
    sa_job_take(j, SA_FOUND_CALL, &code);
    sa_buf_release(&code);
    j->end = j->scan.text.len;
    j->first = j->end - call.len;
    return true;
}

void sa_read_last_call(struct sa_job *j)
{
    size_t end = j->scan.text.len, from = last_part(j);
    struct sa_str text = sa_job_text(j, from, end), rest = text, line, call = {0};
    while (sa_str_next_line(&rest, &line))
        if (begins_answer(line))
            call = (struct sa_str){line.data, (size_t)(text.data + text.len - line.data)};
    if (!call.len || sa_memfind(call.data, call.len, "...", 3)) return;
    if (take_json_answer(j, call)) return;
    const char *start = start_of_code(text, call.data);
    size_t before = start ? (size_t)(call.data - start) : 0;
    if (!before || !try_raw(j, (struct sa_str){call.data - before, call.len + before}, end))
        try_raw(j, call, end);
}
