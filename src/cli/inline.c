// md4c reads whole documents; a piece of a line becomes one of a single paragraph, in which the
// characters around it are stood for by others of their kind: whether a mark opens or closes
// depends on them.
#include "cli/inline.h"

#include <ctype.h>
#include <md4c.h>
#include <stddef.h>
#include <string.h>

#include "base/library.h"
#include "base/xalloc.h"
#include "cli/cli.h"

struct reading {
    struct sa_inline *in;
    unsigned style;   // of the spans that are open
    unsigned within;  // how many are
    size_t at, first; // bytes of text so far; where the link's text began
    size_t skip;      // of the text to come: what stands before the piece
    size_t outside;   // bytes that lie in no span
    bool strange;     // it is no paragraph
};

static struct {
    __typeof__(&md_parse) md_parse; // NULL if libmd4c is missing
    bool tried;
} md4c;

static bool load(void)
{
    static const struct sa_symbol symbols[] = {{"md_parse", offsetof(__typeof__(md4c), md_parse)}};
    if (!md4c.tried)
        sa_library_open(&sa_libraries[SA_LIBRARY_MD4C], symbols, SA_COUNT(symbols), &md4c, NULL);
    md4c.tried = true;
    return md4c.md_parse;
}

static void add(struct reading *r, unsigned style, const char *text, size_t len)
{
    struct sa_inline *in = r->in;
    if (!len) return;
    sa_buf_append(&in->text, text, len);
    SA_GROW(in->spans, in->cap, in->count + 1);
    in->spans[in->count++] = (struct sa_span){style, in->text.len};
}

static const struct {
    MD_SPANTYPE type;
    unsigned style;
} looks[] = {{MD_SPAN_EM, SA_STYLE_ITALIC},  {MD_SPAN_STRONG, SA_STYLE_BOLD},
             {MD_SPAN_DEL, SA_STYLE_STRIKE}, {MD_SPAN_CODE, INK_CYAN},
             {MD_SPAN_A, SA_STYLE_UNDER},    {MD_SPAN_IMG, SA_STYLE_UNDER}};

static unsigned look_of(MD_SPANTYPE type)
{
    for (size_t i = 0; i < SA_COUNT(looks); i++)
        if (looks[i].type == type) return looks[i].style;
    return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct reading *r = ctx;
    (void)detail;
    r->style |= look_of(type);
    r->within++;
    if (type == MD_SPAN_A || type == MD_SPAN_IMG) r->first = r->in->text.len;
    return 0;
}

// Behind a link's text stands where it leads, unless that is what the text says.
static int leave_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    struct reading *r = ctx;
    r->style &= ~look_of(type);
    r->within--;
    if (type != MD_SPAN_A && type != MD_SPAN_IMG) return 0;
    const MD_ATTRIBUTE *to = type == MD_SPAN_A ? &((MD_SPAN_A_DETAIL *)detail)->href
                                               : &((MD_SPAN_IMG_DETAIL *)detail)->src;
    struct sa_str text = {sa_buf_text(&r->in->text) + r->first, r->in->text.len - r->first};
    bool same = !text.len ? !to->size
                          : text.len <= to->size &&
                                !memcmp(text.data, to->text + (to->size - text.len), text.len);
    if (same) return 0;
    add(r, SA_STYLE_DIM, " ", text.len > 0);
    add(r, SA_STYLE_DIM, "(", 1);
    add(r, SA_STYLE_DIM, to->text, to->size);
    add(r, SA_STYLE_DIM, ")", 1);
    return 0;
}

static struct sa_str entity(struct sa_str name)
{
    static const char *const known[][2] = {{"&amp;", "&"},   {"&lt;", "<"},   {"&gt;", ">"},
                                           {"&quot;", "\""}, {"&apos;", "'"}, {"&#39;", "'"},
                                           {"&nbsp;", " "}};
    for (size_t i = 0; i < SA_COUNT(known); i++)
        if (strlen(known[i][0]) == name.len && !memcmp(known[i][0], name.data, name.len))
            return sa_str_of(known[i][1]);
    return name;
}

static int text(MD_TEXTTYPE type, const MD_CHAR *chars, MD_SIZE size, void *ctx)
{
    struct reading *r = ctx;
    struct sa_str s = {chars, size};
    if (type == MD_TEXT_ENTITY) s = entity(s);
    if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) s = sa_str_of(" ");
    size_t skip = r->skip < s.len ? r->skip : s.len;
    r->skip -= skip;
    if (!r->within && type != MD_TEXT_ENTITY) r->outside += s.len - skip;
    add(r, r->style, s.data + skip, s.len - skip);
    return 0;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    struct reading *r = ctx;
    (void)detail;
    if (type != MD_BLOCK_DOC && type != MD_BLOCK_P) r->strange = true;
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    (void)type, (void)detail, (void)ctx;
    return 0;
}

// Of the same kind to a mark beside it, and never the beginning of a block.
static char stand_in(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ? 'x' : '.';
}

bool sa_inline_read(struct sa_inline *in, struct sa_str piece, char before, char after)
{
    static const MD_PARSER how = {.flags = MD_FLAG_NOHTML | MD_FLAG_STRIKETHROUGH |
                                           MD_FLAG_NOINDENTEDCODEBLOCKS,
                                  .enter_block = enter_block,
                                  .leave_block = leave_block,
                                  .enter_span = enter_span,
                                  .leave_span = leave_span,
                                  .text = text};
    struct reading r = {.in = in, .skip = 1};
    sa_buf_clear(&in->text);
    in->count = 0;
    if (!load()) return false;
    struct sa_buf doc = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendc(&doc, stand_in(before));
    sa_buf_append(&doc, piece.data, piece.len);
    if (after) sa_buf_appendc(&doc, stand_in(after));
    bool ok = !md4c.md_parse(doc.data, (MD_SIZE)doc.len, &how, &r) && !r.strange && !r.skip;
    if (ok && after && in->count) { // the stand-in is not part of it
        ok = in->text.len > 0;
        sa_buf_truncate(&in->text, in->text.len - 1);
        if (--in->spans[in->count - 1].end == (in->count > 1 ? in->spans[in->count - 2].end : 0))
            in->count--;
    }
    in->closed = ok && r.outside == (after != 0);
    sa_buf_release(&doc);
    return ok;
}

void sa_inline_put(const struct sa_inline *in, struct sa_screen *screen, unsigned base)
{
    size_t from = 0;
    for (size_t i = 0; i < in->count; from = in->spans[i++].end)
        sa_screen_put(screen, in->spans[i].style | base, sa_buf_text(&in->text) + from,
                      in->spans[i].end - from);
}

void sa_inline_init(struct sa_inline *in)
{
    *in = (struct sa_inline){.text = SA_BUF_INIT(SA_BUF_HUGE)};
}

void sa_inline_release(struct sa_inline *in)
{
    sa_buf_release(&in->text);
    sa_freep(&in->spans);
}
