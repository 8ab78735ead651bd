// What the files of src/syntax share: the text with its tree.
#ifndef SA_SYNTAX_INT_H
#define SA_SYNTAX_INT_H

#include <tree_sitter/api.h>

#include "base/buf.h"
#include "base/embedded.h"
#include "syntax/syntax.h"

// The highlight queries.
struct sa_condition;
struct sa_query {
    TSQuery *query;
    enum sa_syntax_class *classes;   // by capture
    struct sa_condition *conditions; // by pattern
};
struct sa_query *sa_query_highlights(void);
void sa_query_free(struct sa_query *x); // NULL is fine
// Does a match of a pattern count? text: what was searched.
bool sa_query_holds(const struct sa_query *x, const TSQueryMatch *match, const char *text);

struct sa_syntax {
    TSParser *parser;
    TSTree *tree; // of the first `parsed` bytes; NULL: none yet
    struct sa_buf text;
    size_t parsed;
    TSPoint end;            // of them, in rows and columns
    struct sa_query *query; // NULL: not asked for yet
    int64_t since, spent;   // CPU time: of the last look at it, and in all
    bool given_up;
};

// The tree of the text as it is now; NULL where it was given up.
TSTree *sa_syntax_tree(struct sa_syntax *s);

// Asked from time to time while something is under way, which `since` = 0 began.
bool sa_syntax_too_long(struct sa_syntax *s);

const TSLanguage *tree_sitter_python(void); // the grammar's only export

enum { SA_QUERY_HIGHLIGHTS, SA_QUERY_COUNT };
extern const struct sa_embedded sa_syntax_queries[];

#endif
