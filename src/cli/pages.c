// The guide and its like, which lie in the program as they do in docs/, so that they are of its
// version wherever it was put; and the pager that shows them.
#include "cli/pages.h"

#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/embedded.h"
#include "base/fs.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/markdown.h"

extern const struct sa_embedded sa_cli_pages[]; // docs/*.md
extern const size_t sa_cli_pages_count;

// "SECURITY.md" is the topic "security".
static char *topic_of(const struct sa_embedded *page)
{
    char *topic = sa_xstrndup(page->name, strlen(page->name) - strlen(".md"));
    for (char *p = topic; *p; p++) *p = (char)tolower((unsigned char)*p);
    return topic;
}

bool sa_page_find(const char *topic, struct sa_buf *out)
{
    for (size_t i = 0; i < sa_cli_pages_count; i++) {
        SA_AUTO_FREE char *name = topic_of(&sa_cli_pages[i]);
        if (sa_streq(name, topic))
            return sa_buf_append(out, sa_cli_pages[i].text, sa_cli_pages[i].len);
    }
    return false;
}

void sa_page_topics(const char *separator, struct sa_buf *out)
{
    for (size_t i = 0; i < sa_cli_pages_count; i++) {
        SA_AUTO_FREE char *name = topic_of(&sa_cli_pages[i]);
        sa_buf_appendf(out, "%s%s", i ? separator : "", name);
    }
}

// NULL: shown without one. less leaves at once what fits on the screen.
static const char *pager(void)
{
    const char *given = getenv("PAGER"), *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) || !term || sa_streq(term, "dumb"))
        return NULL;
    if (given && (!*given || sa_streq(given, "cat"))) return NULL;
    return given ? given : "less -FRX";
}

// As git and man do it, a shell reads the words of PAGER. Ctrl-C is the pager's affair meanwhile.
static bool show_in(const char *command, const struct sa_buf *text)
{
    int ends[2];
    pid_t pid = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    const int fds[] = {ends[0], STDOUT_FILENO, STDERR_FILENO};
    const struct sa_spawn spawn = {.argv = argv, .fds = fds, .fd_count = SA_COUNT(fds)};
    bool started = sa_spawn(&spawn, &pid) == 0;
    close(ends[0]);
    if (started) {
        signal(SIGPIPE, SIG_IGN); // it may be left before its end
        signal(SIGINT, SIG_IGN);
        (void)!sa_fs_write_all(ends[1], text->data, text->len);
    }
    close(ends[1]);
    int status = started ? sa_spawn_reap(&pid, 0, SA_SPAWN_FOREVER) : -1;
    signal(SIGINT, SIG_DFL);
    return started && !(WIFEXITED(status) && WEXITSTATUS(status) == 127); // 127: no such program
}

// Does the line begin something of its own, behind a paragraph?
static bool begins_block(struct sa_str line)
{
    static const char *const marks[] = {"#", "|", ">", "```", "- ", "* "};
    struct sa_str text = sa_str_trim(line);
    size_t digits = 0;
    for (size_t i = 0; i < SA_COUNT(marks); i++)
        if (text.len >= strlen(marks[i]) && !memcmp(text.data, marks[i], strlen(marks[i])))
            return true;
    while (digits < text.len && isdigit((unsigned char)text.data[digits])) digits++;
    return !text.len || (digits && digits + 1 < text.len && text.data[digits] == '.');
}

// Replies keep the lines of their writer; those of a page are as long as its file's, and its
// paragraphs become one line each, to be folded at the width of the screen.
static void join_paragraphs(struct sa_str page, struct sa_buf *out)
{
    struct sa_str line;
    bool open = false, fenced = false; // a paragraph is
    while (sa_str_next_line(&page, &line)) {
        bool fence = line.len >= 3 && !memcmp(line.data, "```", 3);
        bool more = open && !fenced && !begins_block(line);
        struct sa_str text = more ? sa_str_trim(line) : line;
        if (out->len) sa_buf_appendc(out, more ? ' ' : '\n');
        sa_buf_append(out, text.data, text.len);
        bool plain = line.len && !strchr("#|", line.data[0]) && (open || line.data[0] != ' ');
        fenced ^= fence;
        open = more || (plain && !fence && !fenced);
    }
    sa_buf_appendc(out, '\n');
}

// Laid out for the terminal, as replies of a model are.
static void render(const struct sa_buf *page, struct sa_buf *out)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_screen screen;
    struct sa_code_view code;
    struct sa_markdown markdown;
    sa_screen_init(&screen, STDOUT_FILENO, sa_color_wanted("auto", STDOUT_FILENO), false);
    screen.fd = -1;
    sa_code_init(&code, &screen);
    sa_markdown_init(&markdown, &screen, &code);
    join_paragraphs((struct sa_str){page->data, page->len}, &text);
    sa_markdown_feed(&markdown, sa_buf_text(&text), text.len);
    sa_markdown_finish(&markdown);
    sa_screen_fresh(&screen);
    sa_screen_flush(&screen); // its style; what was laid out stays
    sa_buf_append(out, sa_buf_text(&screen.out), screen.out.len);
    sa_markdown_release(&markdown);
    sa_code_release(&code);
    sa_screen_release(&screen);
    sa_buf_release(&text);
}

void sa_page_show(const char *head, const struct sa_buf *page)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    const char *command = pager();
    bool person = isatty(STDOUT_FILENO);
    sa_buf_appends(&text, head);
    if (person) render(page, &text);
    else sa_buf_append(&text, page->data, page->len);
    bool shown = command && show_in(command, &text);
    if (!shown && person && !sa_tty_paint(STDOUT_FILENO, sa_buf_text(&text), text.len))
        sa_cli_out_failed();
    if (!shown && !person) sa_cli_out(sa_buf_text(&text), text.len);
    sa_buf_release(&text);
}
