// Between the files that read a reply: marks, parts, and the steps from parts to code. Private.
#ifndef SA_AGENT_READ_INT_H
#define SA_AGENT_READ_INT_H

#include "agent/read.h"
#include "base/str.h"

// ---- read_marks.c, read_output.c: the words and brackets that models put around things ---------

// What one reply may still cost in compilations, so that no text takes more than its length asks
// for; and how the last one ended, since several judges ask about the same text.
struct sa_read_budget {
    size_t left;
    uint64_t hash;
    size_t len;
    bool compiled;
};

enum { SA_READ_SHORT = 1 << 18 };
#define SA_READ_BUDGET(n)                                                                          \
    {                                                                                              \
        .left = SA_READ_SHORT + 2 * (n), .len = SIZE_MAX                                           \
    }

enum sa_role_of_mark {
    SA_MARK_NONE,
    SA_MARK_THINK,   // <think>, [THINK], ...
    SA_MARK_UNTHINK, // in the table only: ends a thought without a '/', whatever opened it
    SA_MARK_CODE,    // <code>, <execute>, ...
    SA_MARK_CALL,    // <tool_call>, <function=...>, ...
    SA_MARK_CHANNEL, // <|channel|>, <|start|>: a head follows, up to <|message|>
    SA_MARK_END,     // <end_code>: whatever is open ends
    SA_MARK_TURN,    // <|im_end|>, <|user|>: and so does what the model had to say
    SA_MARK_PARTIAL  // the text ends before the mark does: ask again with more
};

struct sa_mark {
    enum sa_role_of_mark role;
    bool closing;       // </...>
    bool any;           // closes its kin whatever they are called
    size_t len;         // bytes
    struct sa_str name; // "tool_call", "function"
};

// The mark at s[0]; SA_MARK_STARTS are the bytes that begin one. At most SA_MARK_WINDOW bytes are
// looked at; `whole` says that no more text will come.
enum { SA_MARK_WINDOW = 160 };
#define SA_MARK_STARTS "<[&\xE2"
struct sa_mark sa_mark_at(const char *s, size_t len, bool whole);

// "analysisWe ..." at a reply's very start, "assistantfinal", "assistantcommentary to=f json{...}":
// what is left of <|channel|> and its kin where special tokens are not printed.
enum sa_bare {
    SA_BARE_NONE,
    SA_BARE_MORE, // the text ends before the word does
    SA_BARE_ANALYSIS,
    SA_BARE_COMMENTARY,
    SA_BARE_FINAL
};
// The word at s.data[0], its length in *len.
enum sa_bare sa_bare_channel(struct sa_str s, bool whole, size_t *len);

enum sa_label {
    SA_LABEL_NONE,
    SA_LABEL_PYTHON,
    SA_LABEL_OUTPUT, // what a program printed, or is said to have printed
    SA_LABEL_SHELL,
    SA_LABEL_JSON,
    SA_LABEL_MARKDOWN, // may hold blocks of its own
    SA_LABEL_OTHER
};
// What a fence's info string says.
enum sa_label sa_label_of(struct sa_str info);
// Length of what announces, at the line's start, what code printed or somebody else said
// ("Observation:", "**Output:** 3", "<result>"); 0: nothing does. `strict`: only the word that this
// program itself uses counts.
size_t sa_output_line(struct sa_str line, bool strict);
// Length of the run of back-ticks or tildes at s[0]; a longer one is taken in pieces.
enum { SA_MOST_TICKS = 100 };
size_t sa_fence_run(const char *s, size_t len);

// ---- read_scan.c: parts ------------------------------------------------------------------------

enum sa_part_kind {
    SA_PART_THOUGHT,
    SA_PART_TAG,
    SA_PART_FENCE,
    SA_PART_CALL,
    SA_PART_INLINE, // `code` within a line
    SA_PART_CLOSER, // a closing mark of code where none was open
    SA_PART_BREAK,  // a line that announces output
};

// Everything between parts is prose. A thought may lie inside a block.
struct sa_part {
    enum sa_part_kind kind;
    size_t start, end;     // with its marks
    size_t from, to;       // what is inside
    size_t name, name_len; // of the tag, or of whom a call is for; 0, 0: it has none
    enum sa_label label;
    bool closed, in_string;
};

// Places of marks that open nothing: a sentence only mentions them.
enum { SA_MOST_MENTIONS = 8 };
struct sa_mentions {
    size_t at[SA_MOST_MENTIONS], count;
};

struct sa_scan {
    const struct sa_read_ask *ask;
    const struct sa_mentions *mentions; // NULL: none
    struct sa_buf text;                 // all that came
    size_t at;                          // decided up to here
    bool whole;                         // no more comes
    bool orphan;                        // a thought was closed that nobody had opened
    struct sa_part *parts;
    size_t count, cap;
    size_t open, outer; // parts that are open, counted from 1; `outer` holds the thought `open`
    char mark;          // of an open fence
    size_t width;       // of an open fence
    char quote;         // inside a string of an open block: its quote
    bool triple, comment;
    bool plain;       // quotes of the open block do not count
    unsigned tries;   // compilations so far
    unsigned again;   // times that a part was read anew because its end was not found
    size_t block_end; // where the last block in tags that holds anything ended; 0: none has
    bool over;        // output was announced behind it: no later block counts
    size_t told;      // handed out by sa_scan_decided up to here
    size_t look;      // the first part that may still hold some of what was not
    size_t inside;    // the block in tags whose end was not handed out, counted from 1
};

// What a piece of a reply is, as far as is known when it is handed out.
enum sa_told {
    SA_TOLD_PROSE, // Markdown, fences included
    SA_TOLD_THOUGHT,
    SA_TOLD_CODE, // inside a block in tags
    SA_TOLD_CALL, // a call as text, with its tag
    SA_TOLD_MARK  // the tags themselves
};

static inline struct sa_str sa_scan_text(const struct sa_scan *s, size_t from, size_t to)
{
    return (struct sa_str){s->text.data + from, to - from};
}

static inline struct sa_str sa_scan_rest(const struct sa_scan *s, size_t at)
{
    return sa_scan_text(s, at, s->text.len);
}

void sa_scan_init(struct sa_scan *scan, const struct sa_read_ask *ask);
void sa_scan_release(struct sa_scan *scan);
// Takes text as it comes. The parts do not depend on how it was cut into pieces.
void sa_scan_feed(struct sa_scan *scan, const char *text, size_t len);
// Hands out, once, what of the text is decided; marks around thoughts are left out.
typedef void sa_scan_hand(void *ctx, enum sa_told what, const char *text, size_t len);
void sa_scan_decided(struct sa_scan *scan, sa_scan_hand *hand, void *ctx);
// No more comes: what is open ends here, unless an end is found by a second look.
void sa_scan_finish(struct sa_scan *scan);
// True when nothing that follows is likely to count: `beyond` bytes and more have come since a
// block in tags was closed, and no other is open.
bool sa_scan_is_done(const struct sa_scan *scan, size_t beyond);

// ---- read_object.c: a JSON object with texts ---------------------------------------------------

enum { SA_OBJECT_TEXTS = 2 }; // the thought, the code
struct sa_object {
    enum {
        SA_OBJECT_START,
        SA_OBJECT_KEY,
        SA_OBJECT_COLON,
        SA_OBJECT_VALUE,
        SA_OBJECT_STRING,
        SA_OBJECT_OTHER, // a value that nobody asks for
        SA_OBJECT_BEHIND,
        SA_OBJECT_WHOLE, // nothing more is read
        SA_OBJECT_BAD    // nor here: it is no such object
    } state;
    struct sa_buf texts[SA_OBJECT_TEXTS], key;
    bool began[SA_OBJECT_TEXTS], ended[SA_OBJECT_TEXTS];
    bool named;                  // one of them has come
    bool code_first;             // as it came
    struct sa_buf *into;         // of the string that is read; NULL: it is passed over
    size_t text;                 // number of that text
    bool escaped, quoted;        // behind a backslash; within a string of a value passed over
    unsigned digits, unit, half; // of \u that are to come, so far; a high surrogate
    unsigned depth;
    size_t behind; // bytes that came after it; for who counts them
};

void sa_object_init(struct sa_object *object);
void sa_object_release(struct sa_object *object);
// Takes text as it comes; how much belongs to the object.
size_t sa_object_feed(struct sa_object *object, const char *text, size_t len);

// ---- read.c: one reading under way ------------------------------------------------------------

struct sa_job {
    struct sa_reading *out;
    const struct sa_read_ask *ask;
    struct sa_scan scan;
    size_t start, end; // of the code, in the text
    size_t first;      // what was found begins about here
    bool guessed;      // an answer was found, and left out
    bool asks;         // the blocks taken so far have results to be seen
    unsigned looks;    // ahead for a better block
};

static inline struct sa_str sa_job_text(const struct sa_job *j, size_t from, size_t to)
{
    return sa_scan_text(&j->scan, from, to);
}

bool sa_job_compiles(const struct sa_job *j, const struct sa_buf *code);
// Appends text of the reply without the thoughts in it.
void sa_job_unthought(const struct sa_job *j, struct sa_buf *out, size_t from, size_t to);
// The code joins what was taken so far.
void sa_job_take(struct sa_job *j, enum sa_found found, struct sa_buf *code);
// An answer that was guessed is left out; calls before it, if there are any, are taken instead.
void sa_job_drop_guess(struct sa_job *j);
void sa_job_note_guess(struct sa_job *j); // once all that counts is found
bool sa_starts_json(struct sa_str text);
// A text that may be calls; false: it is none that can be made.
bool sa_job_take_calls(struct sa_job *j, struct sa_str text);

void sa_reading_init(struct sa_reading *reading);

// read_blocks.c: blocks in tags and in fences; all of them, for models write several.
void sa_read_tags(struct sa_job *j);
void sa_read_fences(struct sa_job *j);
void sa_read_bare_fences(struct sa_job *j); // where those with a label only guessed
void sa_read_json_fences(struct sa_job *j); // ```json with a call in it
bool sa_has_fence(const struct sa_job *j, enum sa_label label); // one that is not empty
// Adds the place of a tag that a sentence only mentions: the text is to be read without it.
bool sa_find_mention(const struct sa_job *j, struct sa_mentions *mentions);

// read_raw.c: the ways to code that has no mark around it; they fill the job's reading, or do
// nothing.
void sa_read_raw(struct sa_job *j);
void sa_read_indented(struct sa_job *j);
void sa_read_action_tag(struct sa_job *j);
void sa_read_inline(struct sa_job *j);
void sa_read_last_call(struct sa_job *j);

// ---- read_mend.c: from the text of a block to code ---------------------------------------------

// Appends the block's code: nested marks, common indentation and empty lines at the ends are off.
void sa_block_code(struct sa_buf *out, struct sa_str block);
// Drops the beginning of a closing tag that a stop sequence left at the end ("</", "</code").
struct sa_str sa_strip_partial_tag(struct sa_str s);
// When `code` does not compile and a repair makes it: replaces it and names the repair in `notes`.
void sa_mend(struct sa_buf *code, const struct sa_read_ask *ask, struct sa_buf *notes);
bool sa_compiles(const struct sa_read_ask *ask, struct sa_str code);
// Can a text of this length still be compiled? Asked before work that only a compilation is for.
bool sa_may_compile(const struct sa_read_ask *ask, size_t len);

// ---- read_look.c: a look at code ---------------------------------------------------------------

// Drops "functions." and "default_api." in front of the names of tools, ".call" behind them.
void sa_drop_prefixes(struct sa_buf *code, const struct sa_read_ask *ask);
// Prose may compile as well ("Done", "42"): true for text that does something.
bool sa_looks_like_code(struct sa_str s);
// Does the code call final_answer with nothing but what stands in its own text?
bool sa_answers_constant(struct sa_str code);
// Does the code print, call a tool or show a value: are its results to be seen?
bool sa_asks_for_evidence(struct sa_str code, const struct sa_read_ask *ask);
// The same of prose: is there a line that prints or calls a tool?
bool sa_line_asks_for_evidence(struct sa_str text, const struct sa_read_ask *ask);

// ---- read_calls.c: calls written as text -------------------------------------------------------

enum sa_text_calls {
    SA_TEXT_CALLS_NONE,   // the text is no call
    SA_TEXT_CALLS_CODE,   // code was appended
    SA_TEXT_CALLS_UNKNOWN // calls, but of nothing that exists here
};
// Text between the marks of a call, or a whole reply.
enum sa_text_calls sa_text_calls_read(struct sa_str text, const struct sa_read_ask *ask,
                                      struct sa_buf *code, struct sa_buf *notes);
// The same for a call whose name stood apart from its arguments.
enum sa_text_calls sa_text_calls_read_named(struct sa_str name, struct sa_str body,
                                            const struct sa_read_ask *ask, struct sa_buf *code,
                                            struct sa_buf *notes);

// A block of code as JSON: a call of `python`.
void sa_calls_put_code(struct sa_buf *out, struct sa_str code);

#endif
