// Of regex.c and regex_ecma.c. Private.
#ifndef SA_BASE_REGEX_INT_H
#define SA_BASE_REGEX_INT_H

// The same pattern as PCRE2 has it; malloc'd.
char *sa_regex_from_ecma(const char *pattern);

#endif
