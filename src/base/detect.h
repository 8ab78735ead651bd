// Finding what should not get out in text: credentials (given values and well-known forms) and
// personal data. One scanner over one table of forms; secret.h redacts with it, the checks of
// answers report with it. It has no state and knows no language: a finding is a span and a name.
#ifndef SA_BASE_DETECT_H
#define SA_BASE_DETECT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SA_DETECT_SECRETS = 1, // API keys, private keys, JWTs, bearer headers, passwords in URLs
    SA_DETECT_PII = 2,     // e-mail, phone, payment card, IBAN, national ids with a check digit
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

struct sa_finding {
    size_t start, len;
    const char *what; // "API key", static
};

// The first finding that starts at or after `from`. SA_DETECT_UNSURE (only with `more`): from
// found->start on it depends on what follows.
enum sa_detected sa_detect(const struct sa_detect *d, const char *text, size_t len, size_t from,
                           struct sa_finding *found);

// Shared with pii.c. A form is tried at each byte in `first` that does not continue a word; it sets
// *found (by default the span from `at` on) and answers what it made of the text there.
struct sa_form {
    const char *what, *first;
    unsigned kind;
    enum sa_detected (*match)(const char *text, size_t len, size_t at, bool more,
                              struct sa_finding *found);
};
extern const struct sa_form sa_pii_forms[]; // match NULL ends the table

#endif
