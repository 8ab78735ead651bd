// What models cost: the table that ships with the program (prices.def), which the configuration's
// [prices] overrides, and what the tokens of a call come to.
#ifndef SA_MODEL_PRICE_H
#define SA_MODEL_PRICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define SA_PRICES_DATE "2025-12-01" // what the table stands for

// Dollars per million tokens.
struct sa_price {
    double in, out, cached, written;
};

// Of a model by its id, provider/name; false: the table does not have it.
bool sa_price_find(const char *id, struct sa_price *price);

// Tokens that a model holds, by its id; 0: the table (windows.def) does not have it.
int64_t sa_window_find(const char *id);

const char *sa_price_name(size_t i); // of the i-th row of the table, NULL past the last

// The id of a row whose name, without its provider, this is; NULL: there is none.
const char *sa_price_id(const char *name);

// "IN OUT [CACHED [WRITTEN]]", as [prices] has it; false: it is not that.
bool sa_price_parse(const char *text, struct sa_price *price);

// Dollars of a call.
struct sa_usage;
double sa_price_of(const struct sa_price *price, const struct sa_usage *usage);

#endif
