// Values of JSON as the check of arguments sees them. Private.
#ifndef SA_TOOL_CHECK_H
#define SA_TOOL_CHECK_H

#include "tool/tool_int.h"

// The type that JSON Schema gives it.
const char *sa_value_type(const cJSON *v);
bool sa_value_has_type(const cJSON *v, const char *type);
// Makes it one of that type when nothing can be lost. True: it is.
bool sa_value_convert(cJSON *v, const char *type);
// How many values it is made of.
size_t sa_value_count(const cJSON *v);
// What they hold changes places, their names and neighbours do not.
void sa_value_swap(cJSON *a, cJSON *b);

#endif
