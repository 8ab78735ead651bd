// The scanner. It goes through a text once, and tries at each place the known values and the forms
// that may begin there.
#include "base/detect.h"

#include <ctype.h>
#include <pthread.h>
#include <string.h>

#include "base/known.h"
#include "base/xalloc.h"

static bool in_word(char c)
{
    return isalnum((unsigned char)c) != 0;
}

static enum sa_detected match_value(const struct sa_detect *d, const char *text, size_t len,
                                    size_t at, struct sa_finding *found)
{
    *found = (struct sa_finding){at, 0, "known key", NULL};
    if (!d->known) return SA_DETECT_NONE;
    char before = at ? text[at - 1] : d->before;
    return sa_known_match(d->known, text, len, at, before, d->more, &found->len);
}

// Which forms may begin with a byte: bit i for row i of the credentials, then those of pii.c.
static struct {
    pthread_once_t once;
    const struct sa_form *forms[32];
    unsigned of_kind[SA_DETECT_ALL + 1]; // forms of each set of kinds
    unsigned labelled;                   // those that may begin at a capital within a word
    unsigned of_byte[256];
} table = {.once = PTHREAD_ONCE_INIT};

static void build_table(void)
{
    const struct sa_form *const lists[] = {sa_secret_forms, sa_pii_forms};
    size_t n = 0;
    for (size_t l = 0; l < SA_COUNT(lists); l++) {
        for (const struct sa_form *form = lists[l]; form->match; form++, n++) {
            SA_CHECK(n < SA_COUNT(table.forms));
            table.forms[n] = form;
            if (form->inner) table.labelled |= 1u << n;
            for (unsigned kinds = 0; kinds < SA_COUNT(table.of_kind); kinds++)
                if (kinds & form->kind) table.of_kind[kinds] |= 1u << n;
            for (const char *p = form->first; *p; p++) table.of_byte[(unsigned char)*p] |= 1u << n;
        }
    }
}

static enum sa_detected match_forms(unsigned forms, const char *text, size_t len, size_t at,
                                    bool more, struct sa_finding *found)
{
    struct sa_runs *runs = found->runs;
    for (size_t i = 0; forms; i++, forms >>= 1) {
        if (!(forms & 1)) continue;
        *found = (struct sa_finding){at, 0, table.forms[i]->what, runs};
        enum sa_detected got = table.forms[i]->match(text, len, at, more, found);
        if (got != SA_DETECT_NONE) return got;
    }
    return SA_DETECT_NONE;
}

// Values that begin between `at` and the end of a finding become part of it, whole.
static enum sa_detected join_values(const struct sa_detect *d, const char *text, size_t len,
                                    size_t at, struct sa_finding *found)
{
    size_t end = found->start + found->len;
    for (size_t q = at + 1; q < end; q++) {
        struct sa_finding v;
        enum sa_detected got = match_value(d, text, len, q, &v);
        if (got == SA_DETECT_UNSURE) return got;
        if (got == SA_DETECT_NONE) continue;
        if (q < found->start) found->start = q;
        if (q + v.len > end) end = q + v.len;
    }
    found->len = end - found->start;
    return SA_DETECT_HIT;
}

// What is at one place: a value, or a form, or a form that a value begins.
static enum sa_detected match_at(const struct sa_detect *d, unsigned forms, const char *text,
                                 size_t len, size_t at, struct sa_runs *runs,
                                 struct sa_finding *found)
{
    struct sa_finding form = {.runs = runs};
    enum sa_detected got = match_value(d, text, len, at, found);
    if (got == SA_DETECT_UNSURE) return got;
    enum sa_detected other = match_forms(forms, text, len, at, d->more && !d->hurry, &form);
    if (other == SA_DETECT_NONE) return got;
    if (got == SA_DETECT_NONE) *found = form;
    else if (form.start + form.len > at + found->len) found->len = form.start + form.len - at;
    found->runs = NULL;
    return other;
}

enum sa_detected sa_detect(const struct sa_detect *d, const char *text, size_t len, size_t from,
                           struct sa_finding *found)
{
    struct sa_runs runs = {0};
    pthread_once(&table.once, build_table);
    for (size_t at = from; at < len; at++) {
        unsigned char c = (unsigned char)text[at];
        unsigned forms = table.of_byte[c] & table.of_kind[d->kinds];
        char before = at ? text[at - 1] : d->before;
        if (in_word(before) && in_word(text[at])) // within a word
            forms &= islower((unsigned char)before) && isupper(c) ? table.labelled : 0;
        if (!forms && !(d->known && sa_known_may_begin(d->known, text[at]))) continue;
        enum sa_detected got = match_at(d, forms, text, len, at, &runs, found);
        if (got == SA_DETECT_NONE || (got == SA_DETECT_HIT && found->start < from)) continue;
        if (got == SA_DETECT_HIT) got = join_values(d, text, len, at, found);
        if (got == SA_DETECT_UNSURE) found->start = at;
        return got;
    }
    return SA_DETECT_NONE;
}
