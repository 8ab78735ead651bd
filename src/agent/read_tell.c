// Tells what came of a reply while it is cut into parts (read_scan.c): each piece once, as soon as
// it is known what it is, for who watches the reply being written.
#include <string.h>

#include "agent/read_int.h"

struct teller {
    struct sa_scan *scan;
    sa_scan_hand *hand;
    void *ctx;
};

static void tell(const struct teller *t, enum sa_told what, size_t to)
{
    struct sa_scan *s = t->scan;
    if (to <= s->told) return;
    t->hand(t->ctx, what, s->text.data + s->told, to - s->told);
    s->told = to;
}

// What lies before `to`, where the next part begins: prose, or more of the block that holds it.
static void tell_up_to(const struct teller *t, size_t to)
{
    struct sa_scan *s = t->scan;
    if (s->inside) {
        const struct sa_part *p = &s->parts[s->inside - 1];
        bool open = s->inside == s->open || s->inside == s->outer;
        enum sa_told what = p->kind == SA_PART_CALL ? SA_TOLD_CALL : SA_TOLD_CODE;
        tell(t, what, open || p->to > to ? to : p->to);
        if (open || p->end > to) return;
        tell(t, what == SA_TOLD_CALL ? what : SA_TOLD_MARK, p->end);
        s->inside = 0;
    }
    tell(t, SA_TOLD_PROSE, to);
}

// False: more of it is to come.
static bool tell_thought(const struct teller *t, const struct sa_part *p, bool open)
{
    struct sa_scan *s = t->scan;
    size_t end = open ? s->at : p->end;
    if (end > s->told) {
        tell_up_to(t, p->start);
        if (s->told < p->from) s->told = p->from;
        tell(t, SA_TOLD_THOUGHT, p->closed ? p->to : end);
        s->told = end;
    }
    return !open;
}

// Where only what a line announces is waited for, what stands in it was said, whatever that is: up
// to what may begin a mark.
static size_t said_ahead(const struct sa_scan *s)
{
    static const char word[] = "analysis"; // see bare_start
    size_t at = s->at, n = s->text.len - at, len;
    if (s->open || (at && s->text.data[at - 1] != '\n')) return at;
    if (!at && n <= strlen(word) && !memcmp(s->text.data, word, n)) return at;
    while (at < s->text.len) {
        struct sa_str rest = sa_scan_rest(s, at);
        struct sa_mark m = {.role = SA_MARK_NONE};
        if (rest.data[0] == '`' || rest.data[0] == '~') break;
        if (rest.data[0] && strchr(SA_MARK_STARTS, rest.data[0]))
            m = sa_mark_at(rest.data, rest.len, s->whole);
        if (m.role != SA_MARK_NONE || sa_bare_channel(rest, s->whole, &len) != SA_BARE_NONE) break;
        at += m.len ? m.len : 1;
    }
    return at;
}

void sa_scan_decided(struct sa_scan *s, sa_scan_hand *hand, void *ctx)
{
    const struct teller t = {s, hand, ctx};
    for (; s->look < s->count; s->look++) {
        const struct sa_part *p = &s->parts[s->look];
        if (p->kind == SA_PART_THOUGHT) {
            if (!tell_thought(&t, p, s->look + 1 == s->open)) break;
        } else if (p->kind == SA_PART_TAG || p->kind == SA_PART_CALL) {
            tell_up_to(&t, p->start);
            tell(&t, SA_TOLD_MARK, p->from);
            s->inside = s->look + 1;
        } else if (p->kind == SA_PART_CLOSER) {
            tell_up_to(&t, p->start);
            tell(&t, SA_TOLD_MARK, p->end);
        }
    }
    tell_up_to(&t, said_ahead(s));
}
