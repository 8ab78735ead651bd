// Chooses, among the parts of a reply, the code that runs: blocks in tags, else calls between their
// marks, else blocks in fences, else calls as JSON or lines, else what is Python without a mark.
#include "agent/read_int.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/xalloc.h"

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
        if (!sa_starts_json(line) || !sa_json_check(said.data, said.len, NULL)) return;
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
        if (p->closed) continue;
        j->out->in_thought = true;
        j->out->open_thought = p->name_len ? p->start + 1 : 0;
    }
}

// Are there words outside of blocks and thoughts?
static bool has_words(const struct sa_job *j)
{
    size_t at = 0;
    for (size_t i = 0; i <= j->scan.count; i++) {
        const struct sa_part *p = i < j->scan.count ? &j->scan.parts[i] : NULL;
        size_t to = p ? p->start : j->scan.text.len;
        for (; at < to; at++) {
            unsigned char c = (unsigned char)j->scan.text.data[at];
            if (isalnum(c) || c >= 0x80) return true;
        }
        if (p && p->end > at && p->kind != SA_PART_INLINE && p->kind != SA_PART_BREAK) at = p->end;
    }
    return false;
}

static void name_lack(struct sa_job *j)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(&j->out->said), j->out->said.len});
    if (!s.len) j->out->lack = j->out->thoughts.len ? SA_LACK_THOUGHT : SA_LACK_EMPTY;
    else if (j->out->lack == SA_LACK_PROSE && sa_has_fence(j, SA_LABEL_SHELL))
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
        if (p->kind == SA_PART_FENCE && p->label == SA_LABEL_JSON && sa_starts_json(inside) &&
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
    static const char guess_note[] =
        "the block with final_answer(...) was left out: its value was written "
        "before the output was seen.\n";
    bool found = j->out->found != SA_FOUND_NOTHING;
    if (j->guessed && found) sa_buf_appends(&j->out->notes, guess_note);
}

static void choose(struct sa_job *j)
{
    struct sa_reading *r = j->out;
    void (*const ways[])(struct sa_job *) = {
        sa_read_tags,        read_marked_calls, sa_read_fences,     sa_read_bare_fences,
        sa_read_json_fences, read_whole_call,   sa_read_action_tag, sa_read_raw,
        sa_read_indented,    sa_read_inline,    sa_read_last_call};
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

// False: a mention was found, and the text is to be read again.
static bool read_once(struct sa_reading *out, struct sa_str reply, const struct sa_read_ask *ask,
                      struct sa_mentions *mentions)
{
    struct sa_job j = {.out = out, .ask = ask, .end = reply.len};
    sa_reading_init(out);
    sa_scan_init(&j.scan, ask);
    j.scan.mentions = mentions;
    sa_scan_feed(&j.scan, reply.data, reply.len);
    sa_scan_finish(&j.scan);
    bool whole = !sa_find_mention(&j, mentions);
    if (whole) {
        out->orphan = j.scan.orphan;
        gather_thoughts(&j);
        sa_job_unthought(&j, &out->said, 0, reply.len);
        out->words = has_words(&j);
        choose(&j);
        if (out->found == SA_FOUND_NOTHING) name_lack(&j);
        if (out->code.len && !(ask->as_json && out->found == SA_FOUND_CALL))
            sa_drop_prefixes(&out->code, ask);
        keep(&j);
    }
    sa_scan_release(&j.scan);
    return whole;
}

static void read_again(struct sa_reading *out, struct sa_str reply, const struct sa_read_ask *ask,
                       struct sa_mentions *mentions)
{
    while (!read_once(out, reply, ask, mentions)) sa_reading_release(out);
}

// Nothing but thoughts, of which one never ends: a block that ends the reply was not thought. Cut
// off, the reply might have gone on.
static void read_open_thought(struct sa_reading *out, struct sa_str reply,
                              const struct sa_read_ask *ask, struct sa_mentions *mentions)
{
    struct sa_reading other;
    if (out->found != SA_FOUND_NOTHING || !out->open_thought) return;
    mentions->at[0] = out->open_thought - 1, mentions->count = 1;
    read_again(&other, reply, ask, mentions);
    struct sa_str said = sa_str_trim((struct sa_str){sa_buf_text(&other.said), other.said.len});
    bool block = other.found == SA_FOUND_TAGS || other.found == SA_FOUND_FENCES;
    bool better = block && !other.unclosed && !other.in_thought && !other.notes.len &&
                  sa_str_trim((struct sa_str){other.kept.data, other.kept.len}).len == said.len;
    struct sa_reading worse = better ? *out : other;
    if (better) *out = other, out->unclosed = true;
    sa_reading_release(&worse);
}

void sa_read(struct sa_reading *out, const char *reply, size_t len, const struct sa_read_ask *ask)
{
    struct sa_read_budget budget = SA_READ_BUDGET(len);
    struct sa_read_ask mine = ask ? *ask : (struct sa_read_ask){0};
    struct sa_mentions mentions = {.count = 0};
    mine.budget = &budget;
    read_again(out, (struct sa_str){reply, len}, &mine, &mentions);
    read_open_thought(out, (struct sa_str){reply, len}, &mine, &mentions);
}

void sa_reading_release(struct sa_reading *r)
{
    sa_buf_release(&r->code), sa_buf_release(&r->kept), sa_buf_release(&r->said);
    sa_buf_release(&r->thoughts), sa_buf_release(&r->notes);
}
