// Code in blocks: those in tags, else those in fences. All blocks of a reply run together, up to
// the first output that the model invented. What a sentence only mentions is not a block.
#include "agent/read_int.h"

#include <ctype.h>

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

// ---- what a sentence mentions -----------------------------------------------------------------

enum { AROUND = 200 }; // bytes of a line that are looked at on either side

static struct sa_str line_before(const struct sa_job *j, const struct sa_part *p)
{
    size_t from = p->start, least = p->start > AROUND ? p->start - AROUND : 0;
    while (from > least && j->scan.text.data[from - 1] != '\n') from--;
    return sa_str_trim_right(sa_job_text(j, from, p->start));
}

static struct sa_str line_after(const struct sa_job *j, size_t at)
{
    struct sa_str rest = sa_job_text(j, at, j->scan.text.len), line = {0};
    if (rest.len > AROUND) rest.len = AROUND;
    sa_str_next_line(&rest, &line);
    return sa_str_trim(line);
}

static bool is_word_char(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool is_one_line(const struct sa_job *j, const struct sa_part *p)
{
    return p->closed && !memchr(j->scan.text.data + p->from, '\n', p->to - p->from);
}

// Does a sentence continue behind the block? `around`: and begin before it.
static bool is_in_sentence(const struct sa_job *j, const struct sa_part *p, bool around)
{
    struct sa_str before = line_before(j, p), after = line_after(j, p->end);
    bool leads = before.len && before.data[before.len - 1] != ':';
    bool follows = after.len && (isalpha((unsigned char)after.data[0]) || after.data[0] == ',');
    if (around) return leads && follows && is_word_char(before.data[before.len - 1]);
    return follows || (leads && after.len && strchr(".;!?)'\"", after.data[0]));
}

// "...", which stands for code.
static bool is_placeholder(struct sa_str code)
{
    static const char *const dots[] = {"...", "\xE2\x80\xA6"};
    return sa_str_equals_any(sa_str_trim(code), dots, SA_COUNT(dots));
}

// Is there a block after part i that compiles?
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
        better = sa_job_compiles(j, &code) && !(p->closed && is_in_sentence(j, p, false));
    }
    sa_buf_release(&code), sa_buf_release(&notes);
    return better;
}

// Is the block, part i, a mention of code or of the marks around it?
static bool is_mentioned(struct sa_job *j, size_t i, const struct sa_buf *code)
{
    const struct sa_part *p = &j->scan.parts[i];
    if (is_placeholder((struct sa_str){code->data, code->len})) return true;
    if (!is_one_line(j, p)) return false;
    if (is_in_sentence(j, p, true)) return true;
    bool compiles = sa_job_compiles(j, code);
    if (!compiles && j->out->found != SA_FOUND_NOTHING) return true;
    return (!compiles || is_in_sentence(j, p, false)) && has_better_block(j, i);
}

// Does the text hold a tag that opens a block, or a fence first on its line?
static bool opens_block(struct sa_str text)
{
    bool first = true;
    for (size_t i = 0; i < text.len; i++) {
        struct sa_str rest = {text.data + i, text.len - i};
        struct sa_mark m = {.role = SA_MARK_NONE};
        if (!*rest.data) continue;
        if (first && strchr("`~", *rest.data) && sa_fence_run(rest.data, rest.len) >= 3)
            return true;
        if (strchr(SA_MARK_STARTS, *rest.data)) m = sa_mark_at(rest.data, rest.len, true);
        if (m.role == SA_MARK_CODE && !m.closing) return true;
        first = *rest.data == '\n' || (first && strchr(" \t>", *rest.data));
    }
    return false;
}

// Two names in a row, which only some words of Python may begin.
static bool is_prose(struct sa_str line)
{
    static const char *const words[] = {"assert", "async", "await", "class",  "def",    "del",
                                        "for",    "from",  "if",    "import", "not",    "raise",
                                        "return", "try",   "while", "with",   "lambda", "global"};
    size_t n = 0;
    while (n < line.len && is_word_char(line.data[n])) n++;
    return n && n + 1 < line.len && line.data[n] == ' ' &&
           isalpha((unsigned char)line.data[n + 1]) &&
           !sa_str_equals_any((struct sa_str){line.data, n}, words, SA_COUNT(words));
}

// "Use the <code> tag": words follow on the line, and what is then taken for a block is not code.
static bool is_mentioned_tag(const struct sa_job *j, const struct sa_part *p)
{
    struct sa_str before = line_before(j, p), inside = sa_job_text(j, p->from, p->to);
    while (before.len && strchr(" \t>*-.)0123456789", before.data[0])) before.data++, before.len--;
    if (p->kind != SA_PART_TAG || !before.len || before.data[before.len - 1] == ':') return false;
    struct sa_str after = line_after(j, p->from);
    // An apostrophe, or a string that was cut off.
    if (p->in_string && !is_prose(after)) return false;
    if (!after.len || is_one_line(j, p)) return false;
    if (p->closed && !opens_block(inside)) return false;
    struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
    block_code(j, p, &code, &notes);
    bool compiles = sa_job_compiles(j, &code);
    sa_buf_release(&code), sa_buf_release(&notes);
    return !compiles;
}

bool sa_find_mention(const struct sa_job *j, struct sa_mentions *mentions)
{
    for (size_t i = 0; i < j->scan.count && mentions->count < SA_MOST_MENTIONS; i++) {
        if (!j->ask->compiles || !is_mentioned_tag(j, &j->scan.parts[i])) continue;
        mentions->at[mentions->count++] = j->scan.parts[i].start;
        return true;
    }
    return false;
}

// ---- blocks in tags ---------------------------------------------------------------------------

enum verdict { SKIP, TAKE, STOP };

// An answer beside code whose results are to be seen was written before that.
static bool is_early_answer(struct sa_job *j, struct sa_str code)
{
    bool early = j->out->found != SA_FOUND_NOTHING && j->asks && sa_answers_constant(code);
    j->guessed |= early;
    return early;
}

static enum verdict judge_tag(struct sa_job *j, size_t i, const struct sa_buf *code)
{
    if (!code->len || is_mentioned(j, i, code)) return SKIP;
    return is_early_answer(j, (struct sa_str){code->data, code->len}) ? STOP : TAKE;
}

// Calls as JSON where code was to be.
static bool take_json(struct sa_job *j, const struct sa_part *p)
{
    struct sa_str inside = sa_job_text(j, p->from, p->to);
    if (j->out->found != SA_FOUND_NOTHING || !sa_starts_json(inside) ||
        !sa_job_take_calls(j, inside))
        return false;
    j->out->unclosed = p->kind == SA_PART_TAG && !p->closed;
    j->first = p->start, j->end = p->end;
    return true;
}

// Code in a fence beside code in tags may be a quotation: it is left out, which the model is told.
static void note_fences(struct sa_job *j)
{
    static const char note[] =
        "a block in ``` fences was left out: beside code in <code> tags only "
        "that runs.\n";
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_BREAK && p->start > j->first) return;
        if (p->kind != SA_PART_FENCE || p->label != SA_LABEL_PYTHON || is_one_line(j, p)) continue;
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
        block_code(j, p, &code, &notes);
        bool is = sa_job_compiles(j, &code) &&
                  sa_looks_like_code((struct sa_str){code.data, code.len});
        if (is) sa_buf_appends(&j->out->notes, note);
        sa_buf_release(&code), sa_buf_release(&notes);
        if (is) return;
    }
}

void sa_read_tags(struct sa_job *j)
{
    enum verdict verdict = SKIP;
    for (size_t i = 0; i < j->scan.count && verdict != STOP; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind == SA_PART_BREAK && j->out->found != SA_FOUND_NOTHING) break;
        if (p->kind != SA_PART_TAG) continue;
        if (take_json(j, p)) break;
        struct sa_buf code = SA_BUF_INIT(SA_BUF_HUGE), notes = SA_BUF_INIT(SA_BUF_SMALL);
        block_code(j, p, &code, &notes);
        verdict = judge_tag(j, i, &code);
        if (verdict == TAKE) {
            sa_buf_append(&j->out->notes, notes.data, notes.len);
            take_block(j, SA_FOUND_TAGS, p, &code);
        }
        sa_buf_release(&code), sa_buf_release(&notes);
    }
    if (j->out->found == SA_FOUND_TAGS) note_fences(j);
}

// ---- fences -----------------------------------------------------------------------------------

bool sa_has_fence(const struct sa_job *j, enum sa_label label)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        if (p->kind != SA_PART_FENCE || p->label != label) continue;
        if (sa_str_trim(sa_job_text(j, p->from, p->to)).len) return true;
    }
    return false;
}

static enum verdict judge_fence(struct sa_job *j, size_t i, enum sa_label wanted,
                                const struct sa_buf *code)
{
    const struct sa_part *p = &j->scan.parts[i];
    struct sa_str text = {code->data, code->len};
    bool taken = j->out->found != SA_FOUND_NOTHING;
    if (p->label == SA_LABEL_OUTPUT) return taken ? STOP : SKIP;
    if (p->label != wanted) return taken && p->label == SA_LABEL_NONE ? STOP : SKIP;
    if (!code->len || is_mentioned(j, i, code)) return SKIP;
    bool looks = sa_looks_like_code(text);
    if (wanted == SA_LABEL_NONE && j->ask->compiles && !(looks && sa_job_compiles(j, code))) {
        if (looks) j->out->lack = SA_LACK_BROKEN;
        return taken ? STOP : SKIP;
    }
    return is_early_answer(j, text) ? STOP : TAKE;
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
        verdict = judge_fence(j, i, label, &code);
        if (verdict == TAKE) {
            sa_buf_append(&j->out->notes, notes.data, notes.len);
            take_block(j, SA_FOUND_FENCES, p, &code);
        }
        sa_buf_release(&code), sa_buf_release(&notes);
    }
}

void sa_read_fences(struct sa_job *j)
{
    read_fences_of(j, sa_has_fence(j, SA_LABEL_PYTHON) ? SA_LABEL_PYTHON : SA_LABEL_NONE);
}

void sa_read_bare_fences(struct sa_job *j)
{
    if (j->guessed) read_fences_of(j, SA_LABEL_NONE);
}

void sa_read_json_fences(struct sa_job *j)
{
    for (size_t i = 0; i < j->scan.count; i++) {
        const struct sa_part *p = &j->scan.parts[i];
        bool may = p->kind == SA_PART_FENCE &&
                   (p->label == SA_LABEL_JSON || p->label == SA_LABEL_NONE);
        if (may && take_json(j, p)) return;
    }
}
