// The REPL of `smolagent python`: python3's prompts, one cell per complete statement.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/journal.h"
#include "base/log.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "exec/exec.h"

// Reads lines until they make a complete cell. SA_LINE_TEXT: it is in *cell.
static enum sa_line_status read_cell(struct sa_line *line, struct sa_exec *exec,
                                     struct sa_buf *cell)
{
    sa_buf_clear(cell);
    do {
        char *text = NULL;
        enum sa_line_status status = sa_line_read(line, cell->len ? "... " : ">>> ", &text);
        if (status == SA_LINE_END && cell->len) break; // Ctrl-D inside a block runs what there is
        if (status != SA_LINE_TEXT) return status;
        sa_line_remember(line, text);
        sa_buf_appendf(cell, "%s\n", text);
        free(text);
        if (!cell->full) continue;
        sa_error("a statement of more than %zu KiB: nothing more is read", cell->max >> 10);
        return SA_LINE_TOO_LONG;
    } while (exec->ops->incomplete(exec, sa_buf_text(cell), cell->len));
    return SA_LINE_TEXT;
}

// A line of nothing but blanks or a comment is no statement.
static bool is_blank(const struct sa_buf *cell)
{
    struct sa_str text = sa_str_trim((struct sa_str){cell->data, cell->len});
    return !text.len || (text.data[0] == '#' && !memchr(text.data, '\n', text.len));
}

static void show(const struct py_result *r)
{
    if (r->status == PY_INTERRUPTED) sa_tty_printf(STDERR_FILENO, "KeyboardInterrupt\n");
    else if (r->error_text_len) sa_python_error(r);
}

int sa_repl(struct sa_exec *exec, struct sa_journal *journal)
{
    struct sa_buf cell = SA_BUF_INIT((size_t)4 << 20);
    struct sa_stop stop;
    int status = SA_OK;
    sa_stop_init(&stop);
    sa_signals_install(&stop, NULL);
    struct sa_line *line = sa_line_new(&stop);
    sa_tty_printf(STDERR_FILENO, "smolagent %s Python. Ctrl-D leaves.\n", SA_VERSION);
    for (;;) {
        enum sa_line_status got = read_cell(line, exec, &cell);
        int reason = sa_stop_reason(&stop);
        if (got == SA_LINE_TOO_LONG) status = SA_E_USAGE;
        if (reason && reason != SIGINT) status = SA_CLI_BY_SIGNAL + reason;
        if (status || got == SA_LINE_END) break;
        // Ctrl-C right after the last line counts too: else nothing would stop the cell.
        if (got == SA_LINE_INTERRUPTED || reason) {
            sa_stop_clear(&stop);
            sa_signals_reset();
            sa_tty_printf(STDERR_FILENO, "KeyboardInterrupt\n");
            continue;
        }
        if (is_blank(&cell)) continue;
        struct py_result result = {0};
        sa_stop_target(&stop, (void (*)(void *))exec->ops->interrupt, exec);
        sa_journal_run(journal, exec, sa_buf_text(&cell), cell.len, "<stdin>", &result);
        sa_stop_target(&stop, NULL, NULL);
        show(&result);
        sa_stop_clear(&stop);
        sa_signals_reset();
        if (result.status == PY_EXIT) {
            status = result.exit_code & 0xFF;
            break;
        }
    }
    sa_line_free(line);
    sa_buf_release(&cell);
    sa_stop_release(&stop);
    return status;
}
