// What an argument names, as its tool declares by "format" in the schema of the argument, and the
// normal form of such a value. A call receives the normal form, and rules compare normal forms, so
// that another spelling of the same resource is the same to both.
//
//   path          without ".", ".." and empty parts; of the file tools also without links, relative
//                 to the current folder of the code where it lies below that
//   url, uri      as http/url.h reads it, with "%7E" as "~", "%2f" as "%2F" and "\" as "%5C"
//   hostname      as the host of such a URL
//   http-method   upper case
//   shell         a command line: as it is
#ifndef SA_TOOL_FORM_H
#define SA_TOOL_FORM_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

enum sa_form {
    SA_FORM_TEXT,
    SA_FORM_PATH,
    SA_FORM_URL,
    SA_FORM_HOST,
    SA_FORM_METHOD,
    SA_FORM_SHELL
};

struct sa_tool;

// Of a "format"; TEXT: none that is known here.
enum sa_form sa_form_named(const char *format);

// form_parts.c: visits each text of an argument, in lists and objects too, with the form that the
// tool declares; TEXT: none.
void sa_form_each(const struct sa_tool *tool, cJSON *argument,
                  void (*visit)(void *ctx, enum sa_form form, cJSON *text), void *ctx);

// The normal form of a value; malloc'd.
char *sa_form_value(const struct sa_tool *tool, enum sa_form form, const char *text);

// A spelling that a pattern may use of a value in normal form, for i = 0, 1, ...: a path in a
// granted folder is named relative to it and from the root. malloc'd; NULL: there are no more.
// Without a tool paths are text.
char *sa_form_spelling(const struct sa_tool *tool, enum sa_form form, const char *value, size_t i);

// A pattern of a rule in the normal form of what it is to match: up to its first star where a
// star leaves open what would follow. malloc'd.
char *sa_form_pattern(enum sa_form form, const char *pattern);

// Does a path or a URL have a part ".." in any spelling, also behind an encoded slash?
bool sa_form_climbs(const char *text, size_t len);

#endif
