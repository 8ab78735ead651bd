// Values of JSON as schemas see them. Private.
#ifndef SA_SCHEMA_VALUE_H
#define SA_SCHEMA_VALUE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type that JSON Schema gives it.
const char *sa_value_type(const cJSON *v);
bool sa_value_has_type(const cJSON *v, const char *type); // every value is of one that there is not
bool sa_value_is_type(const char *name);                  // is there a type of that name?
// Makes it one of that type when nothing can be lost. True: it is.
bool sa_value_convert(cJSON *v, const char *type);
// Is it the form of bytes: {"type": "image", "mime": "image/png", "data": BASE64}?
bool sa_value_is_media(const cJSON *v);
// The work of looking it over as it is, without what is in its members and items; 0: next to none.
size_t sa_value_weight(const cJSON *v);
// The work of looking at all of it: at each of the values that it is made of, and their names.
size_t sa_value_count(const cJSON *v);
// What they hold changes places, their names and neighbours do not.
void sa_value_swap(cJSON *a, cJSON *b);

// Less than 0, 0, more than 0. Whole numbers that kept their digits are compared by these.
int sa_value_compare_numbers(const cJSON *a, const cJSON *b);
// As decimals, so that 0.3 is a multiple of 0.1.
bool sa_value_is_multiple(const cJSON *number, const cJSON *of);
// 1 and 1.0 are equal, the order of keys means nothing.
bool sa_value_equal(const cJSON *a, const cJSON *b);
// Equal values have equal ones.
uint64_t sa_value_hash(const cJSON *v);

#endif
