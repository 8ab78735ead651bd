// Chooses, among the parts of a reply, the code that shall run: the first block in tags, else calls
// between their marks, else fenced blocks up to the first output that the model invented, else
// calls as JSON or lines, else what is Python without a mark.
#include "agent/read_int.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/xalloc.h"

// The code of a block, mended where that makes it Python.
static void block_code(const struct sa_job *j, const struct sa_part *p, struct sa_buf *code,
                       struct sa_buf *notes)
{
    struct sa_buf raw = SA_BUF_INIT(SA_BUF_HUGE);
    sa_job_unthought(j, &raw, p->from, p->to);
    struct sa_str text = {sa_buf_text(&raw), raw.len};
    if (!p->closed) text = sa_strip_partial_tag(text);
    sa_block_code(code, text);
    sa_buf_release(&raw);
    if (code->len && j->ask->compiles) sa_mend(code, j->ask, notes);
}

static void take_block(struct sa_job *j, enum sa_found found, const struct sa_part *p,
                       struct sa_buf *code)
{
    if (j->out->found == SA_FOUND_NOTHING) j->start = j->first = p->start;
    sa_job_take(j, found, code);
    j->asks |= sa_asks_for_evidence((struct sa_str){sa_buf_text(code), code->len}, j->ask);
    j->out->unclosed = !p->closed;
    j->out->in_string = p->in_string;
    j->end = p->end;
}

// ---- calls ------------------------------------------------------------------------------------

// A call between marks as Python has it: [f(x=1)].
static bool python_call(const struct sa_job *j, struct sa_str body, struct sa_buf *code)
{
    struct sa_mark m = body.len ? sa_mark_at(body.data, body.len, true) : (struct sa_mark){0};
    body.data += m.len, body.len -= m.len;
    sa_block_code(code, body);
    if (!sa_job_compiles(j, code)) return false;
    struct sa_str text = {code->data, code->len};
    if (!sa_looks_like_code(text)) return false;
    if (j->ask->as_json) {
        struct sa_buf call = SA_BUF_INIT(SA_BUF_HUGE);
        sa_calls_put_code(&call, text);
        sa_buf_release(code);
        *code = call;
    }
    return true;
}

// Calls between their marks: all of them. One that breaks off has no end to its arguments.
static void read_marked_calls(struct sa_job *j)
{
    struct sa_buf joined = SA_BUF_INIT(SA_BUF_HUGE), code = SA_BUF_INIT(SA_BUF_HUGE);
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_BREAK && joined.len) break; // what follows was written of it
        if (p->kind != SA_PART_CALL) continue;
        sa_buf_clear(&code);
        struct sa_str name = sa_job_text(j, p->name, p->name + p->name_len),
                      body = sa_job_text(j, p->from, p->to);
        enum sa_text_calls calls = p->from != p->start
                                       ? sa_text_calls_read_named(name, body, j->ask, &code,
                                                                  &j->out->notes)
                                       : sa_text_calls_read(body, j->ask, &code, &j->out->notes);
        if (calls == SA_TEXT_CALLS_UNKNOWN) j->out->lack = SA_LACK_CALL;
        if (calls == SA_TEXT_CALLS_NONE && !python_call(j, body, &code)) continue;
        if (calls == SA_TEXT_CALLS_UNKNOWN) continue;
        // An answer beside other calls was typed before their results were seen.
        if (joined.len && sa_answers_constant((struct sa_str){code.data, code.len})) break;
        if (!joined.len) j->first = p->start;
        sa_buf_append(&joined, code.data, code.len);
        j->out->unclosed = !p->closed;
        j->end = p->end;
    }
    if (joined.len) sa_job_take(j, SA_FOUND_CALL, &joined);
    sa_buf_release(&joined), sa_buf_release(&code);
}

// ---- blocks in tags ---------------------------------------------------------------------------

static bool starts_json(struct sa_str text)
{
    text = sa_str_trim(text);
    return text.len && (text.data[0] == '{' || text.data[0] == '[');
}

// Does a word follow on the line where the block ends?
static bool is_in_prose(const struct sa_job *j, const struct sa_part *p)
{
    struct sa_str line = sa_job_text(j, p->end, j->scan.text.len);
    const char *nl = line.len ? memchr(line.data, '\n', line.len) : NULL;
    if (nl) line.len = (size_t)(nl - line.data);
    line = sa_str_trim(line);
    return p->closed && line.len && (isalpha((unsigned char)line.data[0]) || line.data[0] == ',');
}

// Is there a block in tags after part i that compiles? Then a line in tags before it, which does
// not, only spoke of them.
static bool has_better_block(struct sa_job *j, size_t i)
{
    enum { MAX_LOOKS = 32 };
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
    bool better = false;
    for (i++; i < j->scan.count && !better && j->looks < MAX_LOOKS; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_BREAK) break;
        if (p->kind != SA_PART_TAG && p->kind != SA_PART_FENCE) continue;
        sa_buf_clear(&code);
        j->looks++;
        block_code(j, p, &code, &notes);
        better = sa_job_compiles(j, &code) && !is_in_prose(j, p);
    }
    sa_buf_release(&code), sa_buf_release(&notes);
    return better;
}

static void read_tags(struct sa_job *j)
{
    for (size_t i = 0; i < j->scan.count && j->out->found == SA_FOUND_NOTHING; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind != SA_PART_TAG) continue;
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
        block_code(j, p, &code, &notes);
        struct sa_str inside = sa_job_text(j, p->from, p->to);
        bool one_line = !memchr(inside.data, '\n', inside.len);
        if (code.len && starts_json(inside) && sa_job_take_calls(j, inside)) {
            j->out->unclosed = !p->closed;
            j->first = p->start, j->end = p->end;
        } else if (code.len && !(one_line && (!sa_job_compiles(j, &code) || is_in_prose(j, p)) &&
                                 has_better_block(j, i))) {
            sa_buf_append(&j->out->notes, notes.data, notes.len);
            take_block(j, SA_FOUND_TAGS, p, &code);
        }
        sa_buf_release(&code), sa_buf_release(&notes);
    }
}

// "Use <code> tags" opens a block that is none: true when what follows it is better read alone.
static bool is_mention(const struct sa_job *j)
{
    return j->out->found == SA_FOUND_TAGS && j->out->unclosed && !j->out->in_string &&
           j->ask->compiles && !sa_job_compiles(j, &j->out->code);
}

// ---- fences -----------------------------------------------------------------------------------

static bool has_label(const struct sa_job *j, enum sa_label label)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind != SA_PART_FENCE || p->label != label) continue;
        if (sa_str_trim(sa_job_text(j, p->from, p->to)).len) return true;
    }
    return false;
}

static const char guess_note[] =
    "the block with final_answer(...) was left out: its value was written "
    "before the output was seen.\n";

enum verdict { SKIP, TAKE, STOP };

static enum verdict judge_fence(struct sa_job *j, const struct sa_part *p, enum sa_label wanted,
                                const struct sa_buf *code)
{
    struct sa_str text = {code->data, code->len};
    bool taken = j->out->found != SA_FOUND_NOTHING;
    if (p->label == SA_LABEL_OUTPUT) return taken ? STOP : SKIP;
    if (p->label != wanted) return taken && p->label == SA_LABEL_NONE ? STOP : SKIP;
    if (!code->len) return SKIP;
    if (wanted == SA_LABEL_NONE && j->ask->compiles &&
        !(sa_job_compiles(j, code) && sa_looks_like_code(text))) {
        j->out->lack = SA_LACK_BROKEN;
        return taken ? STOP : SKIP;
    }
    if (taken && j->asks && sa_answers_constant(text)) {
        sa_buf_appends(&j->out->notes, guess_note);
        return STOP;
    }
    return TAKE;
}

// "> ```": words of somebody else, unless the whole reply is quoted.
static bool is_quoted(const struct sa_job *j, const struct sa_part *p)
{
    size_t i = p->start;
    while (i > 0 && strchr(" \t", j->scan.text.data[i - 1])) i--;
    return i > 0 && j->scan.text.data[i - 1] == '>' &&
           (i == 1 || strchr("\n> ", j->scan.text.data[i - 2]));
}

static bool has_own_fence(const struct sa_job *j, enum sa_label label)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_FENCE && p->label == label && !is_quoted(j, p)) return true;
    }
    return false;
}

// All blocks, for models write several; up to the first output that nobody has seen.
static void read_fences_of(struct sa_job *j, enum sa_label label)
{
    bool own = has_own_fence(j, label);
    enum verdict verdict = SKIP;
    for (size_t i = 0; i < j->scan.count && verdict != STOP; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_BREAK && j->out->found != SA_FOUND_NOTHING) break;
        if (p->kind != SA_PART_FENCE || (own && is_quoted(j, p))) continue;
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
        block_code(j, p, &code, &notes);
        verdict = judge_fence(j, p, label, &code);
        if (verdict == TAKE) {
            sa_buf_append(&j->out->notes, notes.data, notes.len);
            take_block(j, SA_FOUND_FENCES, p, &code);
        }
        sa_buf_release(&code), sa_buf_release(&notes);
    }
}

static void read_fences(struct sa_job *j)
{
    read_fences_of(j, has_label(j, SA_LABEL_PYTHON) ? SA_LABEL_PYTHON : SA_LABEL_NONE);
}

// Where those with a label only guessed, the others count as well.
static void read_bare_fences(struct sa_job *j)
{
    if (j->guessed) read_fences_of(j, SA_LABEL_NONE);
}

// ```json with a call in it.
static void read_json_fences(struct sa_job *j)
{
    for (size_t i = 0; i < j->scan.count && j->out->found == SA_FOUND_NOTHING; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        bool may = p->kind == SA_PART_FENCE &&
                   (p->label == SA_LABEL_JSON || p->label == SA_LABEL_NONE);
        struct sa_str inside = may ? sa_job_text(j, p->from, p->to) : (struct sa_str){0};
        if (!may || !starts_json(inside) || !sa_job_take_calls(j, inside)) continue;
        j->first = p->start, j->end = p->end;
    }
}

// A reply that is a call from its first byte to its last, or "Action:" in a line of it.
static void read_whole_call(struct sa_job *j)
{
    struct sa_str said = {sa_buf_text(&j->out->said), j->out->said.len};
    j->end = j->scan.text.len;
    if (!sa_job_take_calls(j, said) && j->out->lack != SA_LACK_CALL) {
        // Behind some prose: a call that begins a line and ends the reply.
        const char *end = said.data + said.len;
        struct sa_str rest = said, line = {end, 0};
        while (sa_str_next_line(&rest, &line) && !(line.len && strchr("{[", line.data[0]))) {
        }
        said = sa_str_trim((struct sa_str){line.data, (size_t)(end - line.data)});
        if (!starts_json(line) || !sa_json_check(said.data, said.len, NULL)) return;
        sa_job_take_calls(j, said);
    }
    said = sa_str_trim(said);
    j->out->unclosed = !sa_json_check(said.data, said.len, NULL);
    j->first = j->end > said.len ? j->end - said.len : 0;
}

// ---- the reading ------------------------------------------------------------------------------

static void gather_thoughts(struct sa_job *j)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind != SA_PART_THOUGHT) continue;
        struct sa_str s = sa_str_trim(sa_job_text(j, p->from, p->to));
        if (j->out->thoughts.len && s.len) sa_buf_appendc(&j->out->thoughts, '\n');
        sa_buf_append(&j->out->thoughts, s.data, s.len);
        if (!p->closed) j->out->in_thought = true;
    }
}

static void name_lack(struct sa_job *j)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&j->out->said), j->out->said.len});
    if (!s.len) j->out->lack = j->out->thoughts.len ? SA_LACK_THOUGHT : SA_LACK_EMPTY;
    else if (j->out->lack == SA_LACK_PROSE && has_label(j, SA_LABEL_SHELL))
        j->out->lack = SA_LACK_SHELL;
}

// What stays: the text as it was, without thoughts and closed where its end was lost; code that was
// no block, or that was mended, in tags.
static void keep(struct sa_job *j)
{
    struct sa_reading *r = j->out;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    bool block = r->found == SA_FOUND_TAGS || r->found == SA_FOUND_FENCES;
    bool calls = r->found == SA_FOUND_CALL && j->ask->as_json;
    bool whole = r->found == SA_FOUND_NOTHING, same = whole || calls || (block && !r->notes.len);
    sa_job_unthought(j, &text, 0, whole ? j->scan.text.len : same ? j->end : j->start);
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&text), text.len});
    if (same) {
        if (block && r->unclosed) s = sa_strip_partial_tag(s);
        sa_buf_append(&r->kept, s.data, s.len);
        if (block && r->unclosed)
            sa_buf_appends(&r->kept, r->found == SA_FOUND_TAGS ? "\n</code>" : "\n```");
    } else {
        sa_buf_append(&r->kept, s.data, s.len);
        sa_buf_appends(&r->kept, s.len ? "\n<code>\n" : "<code>\n");
        sa_buf_append(&r->kept, r->code.data, r->code.len);
        sa_buf_appends(&r->kept, "</code>");
    }
    sa_buf_clear(&text);
    if (!whole) sa_job_unthought(j, &text, 0, j->first);
    r->before = text.len < r->said.len ? text.len : r->said.len;
    sa_buf_release(&text);
}

// ---- guesses ----------------------------------------------------------------------------------

// Was part i run, as the model has it? Blocks for others count once output is announced.
static bool part_asks(const struct sa_job *j, size_t i)
{
    const struct sa_part *p = &j->scan.parts[i];
    struct sa_str inside = sa_job_text(j, p->from, p->to);
    bool fence = p->kind == SA_PART_FENCE, told = false;
    if (p->kind == SA_PART_CALL) return true;
    if (p->kind != SA_PART_TAG && !fence) return false;
    if (p->kind == SA_PART_TAG || p->label == SA_LABEL_PYTHON || p->label == SA_LABEL_NONE)
        return sa_asks_for_evidence(inside, j->ask);
    if (p->label == SA_LABEL_OUTPUT || p->label == SA_LABEL_JSON) return false;
    for (i++; i < j->scan.count && j->scan.parts[i].start < j->first && !told; i++)
        told = j->scan.parts[i].kind == SA_PART_BREAK ||
               (j->scan.parts[i].kind == SA_PART_FENCE &&
                j->scan.parts[i].label == SA_LABEL_OUTPUT);
    return told;
}

// Code of the calls written as text before what was found, but for an answer; false: there are
// none.
static bool calls_before(const struct sa_job *j, struct sa_str text, struct sa_buf *code)
{
    struct sa_buf notes = SA_BUF_INIT(SA_BUF_SMALL);
    bool any = sa_text_calls_read(text, j->ask, code, &notes) == SA_TEXT_CALLS_CODE &&
               !sa_answers_constant((struct sa_str){code->data, code->len});
    sa_buf_release(&notes);
    return any;
}

static bool json_fence_before(const struct sa_job *j, struct sa_buf *code)
{
    for (size_t i = 0; i < j->scan.count && j->scan.parts[i].start < j->first; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        struct sa_str inside = sa_job_text(j, p->from, p->to);
        if (p->kind == SA_PART_FENCE && p->label == SA_LABEL_JSON && starts_json(inside) &&
            calls_before(j, inside, code))
            return true;
    }
    return false;
}

// An answer that holds nothing but literals, behind something in the same reply whose results
// nobody has seen: it was guessed, in whatever form the two stand. Calls before it go to `calls`.
static bool is_guess(const struct sa_job *j, struct sa_buf *calls)
{
    bool asks = false;
    if (!j->first || !sa_answers_constant((struct sa_str){j->out->code.data, j->out->code.len}))
        return false;
    if (json_fence_before(j, calls)) return true;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_job_unthought(j, &text, 0, j->first);
    struct sa_str before = {sa_buf_text(&text), text.len};
    asks = calls_before(j, before, calls) || sa_line_asks_for_evidence(before, j->ask);
    if (!calls->len)
        for (size_t i = 0; i < j->scan.count && !asks && j->scan.parts[i].end <= j->first; i++)
            asks = part_asks(j, i);
    sa_buf_release(&text);
    return asks;
}

static void leave_out(struct sa_job *j)
{
    struct sa_reading *r = j->out;
    r->found = SA_FOUND_NOTHING;
    r->unclosed = r->in_string = false;
    sa_buf_clear(&r->code), sa_buf_clear(&r->notes);
    j->start = j->first = 0, j->end = j->scan.text.len;
    j->asks = false, j->guessed = true;
}

void sa_job_drop_guess(struct sa_job *j)
{
    struct sa_buf calls = SA_BUF_INIT(SA_BUF_HUGE);
    if (is_guess(j, &calls)) {
        leave_out(j);
        if (calls.len) sa_job_take(j, SA_FOUND_CALL, &calls);
    }
    sa_buf_release(&calls);
}

void sa_job_note_guess(struct sa_job *j)
{
    bool found = j->out->found != SA_FOUND_NOTHING;
    if (j->guessed && found) sa_buf_appends(&j->out->notes, guess_note);
}

static void choose(struct sa_job *j)
{
    struct sa_reading *r = j->out;
    void (*const ways[])(struct sa_job *) = {
        read_tags,       read_marked_calls,  read_fences, read_bare_fences, read_json_fences,
        read_whole_call, sa_read_action_tag, sa_read_raw, sa_read_indented, sa_read_inline};
    for (size_t i = 0; i < SA_COUNT(ways) && r->found == SA_FOUND_NOTHING; i++) {
        ways[i](j);
        if (r->found != SA_FOUND_NOTHING) sa_job_drop_guess(j);
    }
    sa_job_note_guess(j);
}

void sa_reading_init(struct sa_reading *r)
{
    memset(r, 0, sizeof *r);
    sa_buf_init(&r->code, SA_BUF_HUGE), sa_buf_init(&r->kept, SA_BUF_HUGE);
    sa_buf_init(&r->said, SA_BUF_HUGE);
    sa_buf_init(&r->thoughts, SA_BUF_HUGE), sa_buf_init(&r->notes, SA_BUF_SMALL);
}

static void read_once(struct sa_reading *out, const char *reply, size_t len,
                      const struct sa_read_ask *ask, bool mentions)
{
    struct sa_job j = {.out = out, .ask = ask, .end = len};
    sa_reading_init(out);
    sa_scan_init(&j.scan, ask);
    sa_scan_feed(&j.scan, reply, len);
    sa_scan_finish(&j.scan);
    out->orphan = j.scan.orphan;
    gather_thoughts(&j);
    sa_job_unthought(&j, &out->said, 0, len);
    choose(&j);
    if (out->found == SA_FOUND_NOTHING) name_lack(&j);
    if (out->code.len && !(ask->as_json && out->found == SA_FOUND_CALL))
        sa_drop_prefixes(&out->code, ask);
    keep(&j);
    if (mentions && is_mention(&j)) {
        // Read again behind the tag that was only spoken of.
        size_t from = 0;
        for (size_t i = 0; i < j.scan.count; i++)
            if (j.scan.parts[i].kind == SA_PART_TAG) from = j.scan.parts[i].from;
        struct sa_reading other;
        read_once(&other, reply + from, len - from, ask, false);
        bool better = other.found != SA_FOUND_NOTHING &&
                      sa_compiles(ask, (struct sa_str){other.code.data, other.code.len});
        struct sa_reading worse = better ? *out : other;
        if (better) *out = other;
        sa_reading_release(&worse);
    }
    sa_scan_release(&j.scan);
}

void sa_read(struct sa_reading *out, const char *reply, size_t len, const struct sa_read_ask *ask)
{
    struct sa_read_budget budget = SA_READ_BUDGET(len);
    struct sa_read_ask mine = ask ? *ask : (struct sa_read_ask){0};
    mine.budget = &budget;
    read_once(out, reply, len, &mine, true);
}

void sa_reading_release(struct sa_reading *r)
{
    sa_buf_release(&r->code), sa_buf_release(&r->kept), sa_buf_release(&r->said);
    sa_buf_release(&r->thoughts), sa_buf_release(&r->notes);
}
