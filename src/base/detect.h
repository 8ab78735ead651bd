// Finding what should not get out in text: credentials (given values and well-known forms) and
// personal data. One scanner over one table of forms; secret.h redacts with it, the checks of
// answers report with it. It has no state and knows no language: a finding is a span and a name.
#ifndef SA_BASE_DETECT_H
#define SA_BASE_DETECT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SA_DETECT_SECRETS = 1, // forms that are nothing else: provider keys, private keys, JWTs, bearer
                           // headers, passwords in URLs
    SA_DETECT_LABELLED = 2, // what a name like "password" stands before
    SA_DETECT_PII = 4,      // e-mail, phone, payment card, IBAN, national ids, what a label tells
    SA_DETECT_ALL = 7,
};

struct sa_known; // known.h

struct sa_detect {
    unsigned kinds;               // SA_DETECT_*
    const struct sa_known *known; // secrets found anywhere; may be NULL
    char before;                  // the character before the text; 0: its beginning
    bool more;  // the text is the beginning of something longer: what is unfinished is told apart
    bool hurry; // ... but only known values are: forms are judged by what is there
};

enum sa_detected { SA_DETECT_NONE, SA_DETECT_HIT, SA_DETECT_UNSURE };

// What one scan knows of the text: for each set of characters a span that has no others. A text may
// begin a key again and again, and each time the same run of characters would be measured.
struct sa_runs {
    struct {
        size_t begin, end;
    } of[8];
};

struct sa_finding {
    size_t start, len;
    const char *what;     // "API key", static
    struct sa_runs *runs; // of the scan that asks; NULL for its caller
};

// The first finding that starts at or after `from`. SA_DETECT_UNSURE (only with `more`): from
// found->start on it depends on what follows.
enum sa_detected sa_detect(const struct sa_detect *d, const char *text, size_t len, size_t from,
                           struct sa_finding *found);

// Shared by the files of forms. A form is tried at each byte in `first` that does not continue a
// word (with `inner` also at a capital in one); it sets *found (by default the span from `at` on)
// and answers what it made of the text there.
struct sa_form {
    const char *what, *first;
    unsigned kind;
    enum sa_detected (*match)(const char *text, size_t len, size_t at, bool more,
                              struct sa_finding *found);
    bool inner;
};
extern const struct sa_form sa_secret_forms[], sa_pii_forms[]; // match NULL ends a table

#define SA_MATCH(name)                                                                             \
    enum sa_detected name(const char *text, size_t len, size_t at, bool more,                      \
                          struct sa_finding *found)
SA_MATCH(sa_match_labelled_secret); // label.c
SA_MATCH(sa_match_labelled_pii);
SA_MATCH(sa_match_national_id); // pii_id.c

// --- shape.c

// ISO/IEC 7812-1 annex B.
bool sa_luhn(const char *digits, size_t n);

// Bits a character by Shannon, in tenths.
unsigned sa_entropy(const char *text, size_t len);

// No number began before ("0.4111..." is a float, "-4..." may be a range).
bool sa_number_starts(const char *text, size_t at);
// And none goes on at text[at].
bool sa_number_ends(const char *text, size_t len, size_t at);

// Matches `shape` at text[at]: 'd' a digit, 'A' a capital letter, '*' either, '?' an optional
// separator (space, dash, dot or their like in Unicode), '~' the same but required, anything else
// itself. The digits and letters go into `out` (room for the shape). Bytes used, 0: no match.
size_t sa_shape(const char *text, size_t len, size_t at, const char *shape, char *out);

#endif
