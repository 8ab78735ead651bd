// Random mixtures of prose, blocks, thoughts and mentions, against an oracle that knows what they
// were made of: all blocks in tags, else all in fences, and nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

enum { MIXTURES = 20000, MOST_PIECES = 9, MOST_NAMED = 4 };

// Code here is calls of run(N); what must not run calls no(N).
static bool is_code(void *ctx, const char *code, size_t len)
{
    struct sa_str rest = {code, len}, line;
    (void)ctx;
    while (sa_str_next_line(&rest, &line)) {
        struct sa_str s = sa_str_trim(line);
        bool call = sa_str_begins(s, "run(") || sa_str_begins(s, "no(");
        if (s.len && (!call || s.data[s.len - 1] != ')')) return false;
    }
    return true;
}

static const struct sa_read_ask asking = {.compiles = is_code};

enum kind { PROSE, TAGS, FENCE, THOUGHT, NAMED, OTHER, KINDS };

// %d is a number of its own; code is from "run" on to a line's end or a mark.
static const char *const forms[KINDS][5] = {
    [PROSE] = {"I look at the data.\n", "Then the sum:\n\n",
               "It's **not** done yet, \"I think\".\n", "- one\n- two\n",
               "As a [list](x) of 3 < 4 & 5.\n"},
    [TAGS] = {"<code>\nrun(%d)\n</code>\n", "Now: <code>\nrun(%d)\n</code>\n",
              "<code>run(%d)</code>\n", "<python>\nrun(%d)\n</python>\n",
              "<code>\nrun(%d, '</code>', \"```\")\n</code>\n"},
    [FENCE] = {"```python\nrun(%d)\n```\n", "```py\nrun(%d)\n```\n", "~~~python\nrun(%d)\n~~~\n",
               "- item\n  ```python\n  run(%d)\n  ```\n",
               "```python\nrun(%d, \"it's <code>\")\n```\n"},
    [THOUGHT] = {"<think>\nor <code>\nno(%d)\n</code>\n</think>\n",
                 "<thought>```python\nno(%d)\n```</thought>\n", "<think>no(%d)?</think>\n",
                 "[THINK]it's no(%d)[/THINK]\n",
                 "<reasoning>\nno(%d) in <code> tags\n</reasoning>\n"},
    [NAMED] = {"I use the <code> tag for case %d.\n", "Code %d goes in <code>...</code>, I know.\n",
               "Here is ```python inline``` of %d and more.\n", "The form is `<code>` in %d.\n",
               "In <code>case %d</code> it's said.\n"},
    [OTHER] = {"```bash\nls no(%d)\n```\n", "```json\n{\"no\": %d}\n```\n",
               "```html\n<code>no(%d)</code>\n```\n", "Inline `no(%d)` is said.\n",
               "```yaml\nno: %d\n```\n"},
};

static const char *const ends[] = {
    "", "", "", "<think> and then I", "<thought>\nno(0), or\n", "That's all."};

static uint64_t random_of(uint64_t *state, uint64_t below)
{
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return *state % below;
}

// A reply, and what of it is to run.
static void mix(uint64_t *state, struct sa_buf *reply, struct sa_buf *tags, struct sa_buf *fences)
{
    int named = 0, count = 1 + (int)random_of(state, MOST_PIECES);
    for (int i = 1; i <= count; i++) {
        enum kind kind = (enum kind)random_of(state, KINDS);
        if (kind == NAMED && ++named > MOST_NAMED) kind = PROSE;
        const char *form = forms[kind][random_of(state, 5)], *at = strstr(form, "%d");
        struct sa_buf *code = kind == TAGS ? tags : kind == FENCE ? fences : NULL;
        bool plain = at && at[2] == ')';
        size_t rest = at ? plain ? 1 : strcspn(at + 2, "\n") : 0;
        if (code)
            sa_buf_appendf(code, "%srun(%d%.*s\n", code->len ? "\n" : "", i, (int)rest, at + 2);
        if (at) sa_buf_appendf(reply, "%.*s%d%s", (int)(at - form), form, i, at + 2);
        else sa_buf_appends(reply, form);
    }
    sa_buf_appends(reply, ends[random_of(state, SA_COUNT(ends))]);
}

static void test_no_mixture_loses_or_invents_a_block(void **state)
{
    uint64_t seed = 20240229;
    (void)state;
    for (int i = 0; i < MIXTURES; i++) {
        struct sa_buf reply = SA_BUF_INIT(SA_BUF_TEXT), tags = SA_BUF_INIT(SA_BUF_TEXT),
                      fences = SA_BUF_INIT(SA_BUF_TEXT);
        struct sa_reading x;
        mix(&seed, &reply, &tags, &fences);
        sa_read(&x, sa_buf_text(&reply), reply.len, &asking);
        const char *want = sa_buf_text(tags.len ? &tags : &fences);
        if (strcmp(sa_buf_text(&x.code), want))
            fail_msg("mixture %d:\n%s\n-- ran:\n%s\n-- to run:\n%s", i, sa_buf_text(&reply),
                     sa_buf_text(&x.code), want);
        bool left_out = sa_memfind(x.notes.data, x.notes.len, "left out", 8) != NULL;
        if (left_out != (tags.len && fences.len))
            fail_msg("mixture %d:\n%s\n-- notes: %s", i, sa_buf_text(&reply),
                     sa_buf_text(&x.notes));
        sa_reading_release(&x);
        sa_buf_release(&reply), sa_buf_release(&tags), sa_buf_release(&fences);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_mixture_loses_or_invents_a_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
