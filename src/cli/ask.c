// Questions to the person at the terminal: of tools, whether a call may be made, about a plan. Any
// thread may ask, one after the other.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "agent/agent.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/line.h"

bool sa_cli_may_ask(const struct sa_config *config)
{
    return isatty(STDIN_FILENO) && isatty(STDERR_FILENO) && !sa_opt_no_input(config);
}

// `compose`: what the answer begins with is given to the user's editor first.
static char *ask(const char *question, const char *prompt, const char *begin, bool compose,
                 struct sa_stop *stop)
{
    static pthread_mutex_t terminal = PTHREAD_MUTEX_INITIALIZER; // of which there is one
    char *answer = NULL;
    if (!sa_stop_lock(stop, &terminal)) return NULL;
    struct sa_line *line = sa_line_new(
        &(struct sa_line_options){.stop = stop, .prompt = prompt, .more = "... "});
    sa_tty_hold(true);
    sa_line_forget_ahead();
    if (question) sa_tty_printf(STDERR_FILENO, "%s\n", question);
    bool begun = begin && ((compose && sa_line_compose(line, begin)) || sa_line_begin(line, begin));
    if (begin && !begun) sa_tty_printf(STDERR_FILENO, "%s\n", begin);
    enum sa_line_status status = sa_line_read(line, &answer);
    if (status == SA_LINE_TEXT && begin && !begun && !*answer) { // that, for it was shown
        free(answer);
        answer = sa_xstrdup(begin);
    }
    sa_tty_hold(false);
    sa_line_free(line);
    pthread_mutex_unlock(&terminal);
    return status == SA_LINE_TEXT ? answer : NULL;
}

char *sa_cli_ask_edit(const char *question, const char *prompt, const char *begin,
                      struct sa_stop *stop)
{
    return ask(question, prompt, begin, false, stop);
}

char *sa_cli_ask_compose(const char *question, const char *prompt, const char *begin,
                         struct sa_stop *stop)
{
    return ask(question, prompt, begin, sa_line_has_editor(), stop);
}

char *sa_cli_ask(const struct sa_agent *asker, const char *question, struct sa_stop *stop)
{
    const char *name = asker ? sa_agent_name(asker) : NULL;
    SA_AUTO_FREE char *whole = name ? sa_xasprintf("The agent %s asks:\n%s", name, question) : NULL;
    return sa_cli_ask_edit(whole ? whole : question, "? ", NULL, stop);
}
