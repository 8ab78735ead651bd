// The REPL of `smolagent python`: python3's prompts, one entry of complete statements after
// another.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/journal.h"
#include "base/str.h"
#include "base/tty.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/line.h"
#include "exec/exec.h"
#include "syntax/syntax.h"

struct repl {
    struct sa_exec *exec;
    struct sa_journal *journal;
    struct sa_host *host;
    struct sa_stop stop;
    struct sa_line *line;
    int status;
    bool leaves;
};

static enum sa_line_more goes_on(void *ctx, const char *text, size_t len)
{
    const struct repl *r = ctx;
    SA_AUTO_FREE char *cell = sa_xasprintf("%.*s\n", (int)len, text);
    return r->exec->ops->incomplete(r->exec, cell, len + 1) ? SA_LINE_MORE : SA_LINE_WHOLE;
}

static void run(struct repl *r, const char *code, size_t len, struct py_result *result)
{
    sa_stop_target(&r->stop, (void (*)(void *))r->exec->ops->interrupt, r->exec);
    sa_journal_run(r->journal, r->exec, code, len, "<stdin>", result);
    sa_stop_target(&r->stop, NULL, NULL);
}

// ---- Tab ---------------------------------------------------------------------------------------

// An expression whose value has the names that may stand there. Builtins are reached so that it
// does not matter which of their names the program has taken.
static char *names_of(const struct sa_syntax_word *w, const char *text)
{
#define BUILTINS "__import__('builtins')"
    int len = (int)w->of_len;
    const char *of = text + w->of;
    if (w->what == SA_WORD_ATTRIBUTE) return sa_xasprintf(BUILTINS ".dir(%.*s)", len, of);
    if (w->what == SA_WORD_MEMBER)
        return sa_xasprintf(BUILTINS ".dir(__import__('%.*s', None, None, ['_']))", len, of);
    return sa_xasprintf("[*" BUILTINS ".globals(), *" BUILTINS ".__dict__, "
                        "*__import__('keyword').kwlist]");
}

// Has the interpreter print the names, to here. It is no cell of the program: no journal has it.
static void ask(struct repl *r, const char *names, struct sa_buf *out)
{
    struct py_result result = {0};
    SA_AUTO_FREE char *code = sa_xasprintf(BUILTINS ".print(*%s, sep='\\n')", names);
#undef BUILTINS
    r->host->aside = out;
    sa_stop_target(&r->stop, (void (*)(void *))r->exec->ops->interrupt, r->exec);
    r->exec->ops->run(r->exec, code, strlen(code), "<tab>", &result);
    sa_stop_target(&r->stop, NULL, NULL);
    r->host->aside = NULL;
}

// Private names are for those who have typed their first letter.
static void add(struct sa_words *words, const char *name, size_t len, struct sa_str begun)
{
    bool fits = len >= begun.len && !memcmp(name, begun.data, begun.len);
    if (fits && (name[0] != '_' || begun.len)) sa_words_add(words, name, len);
}

static void complete(void *ctx, const char *text, size_t len, struct sa_words *words)
{
    struct sa_syntax *syntax = sa_syntax_new();
    sa_syntax_append(syntax, text, len);
    struct sa_syntax_word w = sa_syntax_word(syntax);
    sa_syntax_free(syntax);
    struct sa_str begun = {text + w.start, len - w.start}, name;
    size_t line = len;
    while (line && text[line - 1] != '\n') line--;
    words->start = w.start;
    if (strspn(text + line, " ") >= len - line) { // nothing to complete: the next level of a block
        words->start = len;
        sa_words_add(words, "    ", 4);
    } else if (w.what == SA_WORD_MODULE) {
        for (size_t i = 0; py_module_name(i); i++)
            add(words, py_module_name(i), strlen(py_module_name(i)), begun);
    } else if (w.what != SA_WORD_NONE) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
        SA_AUTO_FREE char *names = names_of(&w, text);
        ask(ctx, names, &out);
        struct sa_str rest = {sa_buf_text(&out), out.len};
        while (sa_str_next_line(&rest, &name)) add(words, name.data, name.len, begun);
        sa_buf_release(&out);
    }
}

// ---- running -----------------------------------------------------------------------------------

static void show(const struct sa_host *host, const struct py_result *r)
{
    if (r->status == PY_INTERRUPTED) sa_tty_printf(STDERR_FILENO, "KeyboardInterrupt\n");
    else if (r->error_text_len) sa_python_error(host, r);
}

// The statements of an entry one after another, as if each had been typed, up to one that fails.
static void run_entry(struct repl *r, const char *text, size_t len)
{
    struct sa_syntax *syntax = sa_syntax_new();
    sa_syntax_append(syntax, text, len);
    bool well = true;
    for (size_t at = 0, next; well && at < len && !r->leaves; at = next) {
        struct py_result result = {0};
        next = sa_syntax_statement(syntax, at);
        run(r, text + at, next - at, &result);
        show(r->host, &result);
        well = result.status == PY_OK;
        r->leaves = result.status == PY_EXIT;
        if (r->leaves) r->status = result.exit_code & 0xFF;
    }
    sa_syntax_free(syntax);
}

// `exit` and `quit` alone leave as their calls do, unless the program has such names of its own.
static bool is_farewell(struct repl *r, struct sa_str text)
{
    if (!sa_str_equals(text, "exit") && !sa_str_equals(text, "quit")) return false;
    size_t len;
    SA_AUTO_FREE char *own = sa_xasprintf("%.*s: ", (int)text.len, text.data);
    struct sa_str rest, line;
    rest.data = r->exec->ops->describe(r->exec, &rest.len);
    len = strlen(own);
    while (sa_str_next_line(&rest, &line))
        if (line.len >= len && !memcmp(line.data, own, len)) return false;
    return true;
}

// A line of nothing but blanks or a comment is no statement.
static bool is_blank(struct sa_str text)
{
    return !text.len || (text.data[0] == '#' && !memchr(text.data, '\n', text.len));
}

static void take(struct repl *r, const char *entry)
{
    struct sa_str text = sa_str_trim(sa_str_of(entry));
    if (is_blank(text)) return;
    sa_line_remember(r->line, entry);
    r->leaves = is_farewell(r, text);
    if (r->leaves) return;
    SA_AUTO_FREE char *cell = sa_xasprintf("%s\n", entry);
    run_entry(r, cell, strlen(cell));
}

int sa_repl(struct sa_exec *exec, struct sa_journal *journal, struct sa_host *host)
{
    struct repl r = {.exec = exec, .journal = journal, .host = host};
    sa_stop_init(&r.stop);
    sa_signals_install(&r.stop, NULL);
    r.line = sa_line_new(&(struct sa_line_options){.stop = &r.stop,
                                                   .prompt = ">>> ",
                                                   .more = "... ",
                                                   .history = "python_history",
                                                   .goes_on = goes_on,
                                                   .complete = complete,
                                                   .ctx = &r});
    sa_tty_printf(STDERR_FILENO, "smolagent %s Python. Ctrl-D or exit leaves.\n", SA_VERSION);
    while (!r.leaves) {
        char *entry = NULL;
        enum sa_line_status got = sa_line_read(r.line, &entry);
        int reason = sa_stop_reason(&r.stop);
        if (got == SA_LINE_TOO_LONG) r.status = SA_E_USAGE;
        if (reason && reason != SIGINT) r.status = SA_CLI_BY_SIGNAL + reason;
        r.leaves = r.status || got == SA_LINE_END;
        // Ctrl-C right after the last line counts too: else nothing would stop the cell.
        if (!r.leaves && (got == SA_LINE_INTERRUPTED || reason))
            sa_tty_printf(STDERR_FILENO, "KeyboardInterrupt\n");
        else if (!r.leaves) take(&r, entry);
        free(entry);
        sa_stop_clear(&r.stop);
        sa_signals_reset();
    }
    sa_line_free(r.line);
    sa_stop_release(&r.stop);
    return r.status;
}
