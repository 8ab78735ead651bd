// What the files of JSON share: a scanner of text, below everything that knows errors or values.
#ifndef SA_JSON_INT_H
#define SA_JSON_INT_H

#include "base/json.h"

struct sa_json_scan {
    const char *text, *p, *end;
    const char *problem;
    size_t values; // seen so far
};

// Is it one value, and nothing else? Where not, c->p is the place and c->problem says why.
bool sa_json_scan(struct sa_json_scan *c, const char *text, size_t len);

// Each passes what it is named after; the value with the white space around it.
void sa_json_skip_space(struct sa_json_scan *c);
bool sa_json_skip_string(struct sa_json_scan *c);
bool sa_json_skip_digits(struct sa_json_scan *c);
bool sa_json_skip_number(struct sa_json_scan *c);
bool sa_json_skip_value(struct sa_json_scan *c, int depth);

#endif
