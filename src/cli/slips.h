// Words that were meant for a command, and what to say instead of paying for them as a task.
#ifndef SA_CLI_SLIPS_H
#define SA_CLI_SLIPS_H

#include "cli/cli.h"

struct sa_slip {
    const struct sa_command *meant; // NULL: none
    const char *hint;               // of what is no command here; NULL: none
};

// The words of a task that nobody said to be one (`smolagent WORD...`): is the first one a slip?
bool sa_slip_find(int count, char **words, struct sa_slip *slip);
// SA_E_USAGE with *err filled: what was meant, and how to force it.
int sa_slip_refuse(const struct sa_slip *slip, const char *word, struct sa_err *err);
// Asks on a terminal; true: the command is to be run. False where nobody can be asked.
bool sa_slip_ask(const struct sa_slip *slip, const char *word);

#endif
