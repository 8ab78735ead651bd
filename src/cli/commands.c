// The subcommands, for those of them that tell of all (help, completion) or hand over to another:
// the table itself, in cli.c, stands above them and is given when the program starts.
#include "base/str.h"
#include "cli/cli.h"

const struct sa_command *sa_commands;

const struct sa_command *sa_command_find(const char *name)
{
    for (const struct sa_command *c = sa_commands; c->name; c++)
        if (sa_streq(c->name, name)) return c;
    return NULL;
}
