// Words that completion offers besides flags: suggest.c.
#ifndef SA_CLI_SUGGEST_H
#define SA_CLI_SUGGEST_H

#include <stdbool.h>

#include "base/buf.h"
#include "config/config.h"

// What a value or a word may be: those that stand in `fixed`, or those that `smolagent completion
// words ASK` lists when they are wanted, for they depend on the user.
struct sa_suggest {
    struct sa_buf fixed; // with blanks between
    const char *ask;
    bool list; // several may stand there, with commas between
};
// False: there is nothing to offer but files. To be released with the buffer.
bool sa_suggest_option(const struct sa_option *o, struct sa_suggest *w);
bool sa_suggest_command(const char *command, struct sa_suggest *w);

// What ASK lists, a word a line; false: there is no such list.
bool sa_suggest_list(const char *ask, struct sa_buf *out);

#endif
