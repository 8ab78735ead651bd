// Questions to the person at the terminal: of tools, and whether a call may be made.
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/line.h"

bool sa_cli_may_ask(const struct sa_config *config)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO) && !sa_opt_no_input(config);
}

char *sa_cli_ask_edit(const char *question, const char *prompt, const char *begin,
                      struct sa_stop *stop)
{
    char *answer = NULL;
    struct sa_line *line = sa_line_new(
        &(struct sa_line_options){.stop = stop, .prompt = prompt, .more = "... "});
    sa_tty_hold(true);
    sa_line_forget_ahead();
    if (question) sa_tty_printf(STDERR_FILENO, "%s\n", question);
    if (begin && !sa_line_begin(line, begin)) sa_tty_printf(STDERR_FILENO, "%s\n", begin);
    enum sa_line_status status = sa_line_read(line, &answer);
    sa_tty_hold(false);
    sa_line_free(line);
    return status == SA_LINE_TEXT ? answer : NULL;
}

char *sa_cli_ask(const char *question, struct sa_stop *stop)
{
    return sa_cli_ask_edit(question, "? ", NULL, stop);
}
