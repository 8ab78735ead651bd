// Unit tests of base/tty.h and what it makes of text: on a terminal, in pieces, and into a pipe.
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <pty.h>
#include <termios.h>

#include "base/stop.h"
#include "base/tty.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static int master, terminal;

static int set_up(void **state)
{
    (void)state;
    struct termios raw = {0};
    return openpty(&master, &terminal, NULL, &raw, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    close(master);
    close(terminal);
    return 0;
}

// What the terminal got so far; `end` was written last.
static const char *seen(void)
{
    static char text[4096];
    size_t len = 0;
    assert_true(sa_tty_write(terminal, "$", 1));
    while (!len || text[len - 1] != '$') {
        ssize_t n = read(master, text + len, sizeof text - len);
        assert_true(n > 0);
        len += (size_t)n;
    }
    text[len - 1] = '\0';
    return text;
}

static void a_terminal_gets_printable_text(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"plain\ttext\n\xC3\xA9\xE2\x98\x83", "plain\ttext\n\xC3\xA9\xE2\x98\x83"},
        {"\x1b]52;c;eA==\x07", "\\x1b]52;c;eA==\\x07"},
        {"\x1b[31m\b\r\x7f", "\\x1b[31m\\x08\\x0d\\x7f"},
        {"\xC2\x9B\xC2\x85", "\\x9b\\x85"},
        {"\xff\xC3(\xED\xA0\x80", "\\xff\\xc3(\\xed\\xa0\\x80"},
        {"\xE2\x80\xAE\xE2\x81\xA9\xE2\x80\x8F\xD8\x9C", "\\u202e\\u2069\\u200f\\u061c"},
        {"a\xE2\x80\x8B\xE2\x80\x8D"
         "b\xEF\xBB\xBF\xC2\xAD",
         "a\\u200b\\u200db\\ufeff\\u00ad"},
        {"\xF3\xA0\x81\x81\xE3\x85\xA4\xE2\x80\xA8", "\\U000e0041\\u3164\\u2028"},
        {"\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9",
         "\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9"},
        {"\xE2\x9D\xA4\xEF\xB8\x8F\xEF\xB8\x8F", "\xE2\x9D\xA4\xEF\xB8\x8F\\ufe0f"},
        {"1\xEF\xB8\x8F", "1\xEF\xB8\x8F"},
        {"a\xEF\xB8\x8F", "a\\ufe0f"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        assert_true(sa_tty_write(terminal, cases[i].text, strlen(cases[i].text)));
        assert_string_equal(seen(), cases[i].shown);
    }
    assert_true(sa_tty_printf(terminal, "%s=%d", "\x1b", 5));
    assert_string_equal(seen(), "\\x1b=5");
}

static void colours_alone_pass_where_they_are_painted(void **state)
{
    (void)state;
    static const char text[] = "\x1b[1;31mred\x1b[0m\x1b[2J\x1b]0;x\x07\x1b[3\x1b";
    assert_true(sa_tty_paint(terminal, text, sizeof text - 1));
    assert_string_equal(seen(), "\x1b[1;31mred\x1b[0m\\x1b[2J\\x1b]0;x\\x07\\x1b[3\\x1b");
}

static void a_character_cut_by_the_end_of_a_piece_is_whole(void **state)
{
    (void)state;
    static const char text[] = "\xC3\xA9\xE2\x98\x83\xF0\x9F\x91\xA8\xE2\x80\xAE";
    for (size_t step = 1; step < sizeof text; step++) {
        struct sa_tty tty = {.fd = terminal};
        for (size_t i = 0; i < sizeof text - 1; i += step) {
            size_t left = sizeof text - 1 - i;
            assert_true(sa_tty_feed(&tty, text + i, left < step ? left : step));
        }
        assert_true(sa_tty_finish(&tty));
        assert_string_equal(seen(), "\xC3\xA9\xE2\x98\x83\xF0\x9F\x91\xA8\\u202e");
    }
    struct sa_tty tty = {.fd = terminal};
    sa_tty_feed(&tty, "\xE2\x98", 2);
    sa_tty_finish(&tty);
    assert_string_equal(seen(), "\\xe2\\x98");
}

static void a_pipe_gets_the_bytes(void **state)
{
    (void)state;
    static const char text[] = "\x1b]0;x\x07\xff\xE2\x80\xAE";
    char got[64] = "";
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct sa_tty tty = {.fd = ends[1]};
    assert_true(sa_tty_write(ends[1], text, sizeof text - 1));
    assert_true(sa_tty_feed(&tty, text, sizeof text - 1));
    assert_int_equal(read(ends[0], got, sizeof got), 2 * (sizeof text - 1));
    assert_memory_equal(got, text, sizeof text - 1);
    assert_memory_equal(got + sizeof text - 1, text, sizeof text - 1);
    close(ends[0]);
    close(ends[1]);
}

static int yields;

static void count_yield(void *ctx)
{
    (void)ctx;
    yields++;
}

// Who draws may go back to where the cursor was, and no further; others are announced to him.
static void who_draws_is_told_of_others(void **state)
{
    (void)state;
    static const char drawn[] = "\x1b[2ma\x1b[0m\x1b"
                                "7b\x1b"
                                "8\x1b[Jc",
                      bad[] = "\x1b[2J\x1b[1A\x1b"
                              "9";
    sa_tty_share(count_yield, NULL, NULL);
    yields = 0;
    assert_true(sa_tty_draw(terminal, SA_TTY_BEHIND, drawn, strlen(drawn)));
    assert_true(sa_tty_draw(terminal, SA_TTY_BEHIND, bad, strlen(bad)));
    assert_int_equal(yields, 0);
    sa_tty_printf(terminal, "x");
    sa_tty_paint(terminal, "y", 1);
    assert_int_equal(yields, 2);
    sa_tty_share(NULL, NULL, NULL);
    assert_string_equal(seen(), "\x1b[2ma\x1b[0m\x1b"
                                "7b\x1b"
                                "8\x1b[Jc\\x1b[2J\\x1b[1A\\x1b"
                                "9xy");
}

static void who_edits_moves_the_cursor_and_drives_nothing_else(void **state)
{
    (void)state;
    static const char drawn[] = "\r\x1b[12A\x1b[3C\x1b[Kab\x1b[J\a\x1b[H\x1b[2J\x1b[?2004h\n",
                      bad[] = "\x1b]52;c;eA==\a\x1b[?1049h\x1b[5\x1b"
                              "7\b";
    assert_true(sa_tty_draw(terminal, SA_TTY_EDITING, drawn, strlen(drawn)));
    assert_string_equal(seen(), drawn);
    assert_true(sa_tty_draw(terminal, SA_TTY_EDITING, bad, strlen(bad)));
    assert_string_equal(seen(), "\\x1b]52;c;eA==\a\\x1b[?1049h\\x1b[5\\x1b"
                                "7\\x08");
}

// A reader who does not read holds nobody up who is to end; one who does gets everything.
static void a_stop_ends_what_nobody_reads(void **state)
{
    (void)state;
    enum { MUCH = 1 << 20 };
    struct sa_stop stop;
    int fds[2];
    char *text = sa_xcalloc(1, MUCH);
    sa_stop_init(&stop);
    assert_int_equal(pipe(fds), 0);
    sa_stop_request(&stop, 2);
    assert_false(sa_tty_write_until(fds[1], text, MUCH, &stop));
    assert_int_equal(errno, EINTR);
    close(fds[0]), close(fds[1]);
    assert_int_equal(pipe(fds), 0);
    assert_true(sa_tty_write_until(fds[1], text, 5000, &stop));
    close(fds[0]), close(fds[1]);
    sa_stop_release(&stop);
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_terminal_gets_printable_text),
        TEST(colours_alone_pass_where_they_are_painted),
        TEST(a_character_cut_by_the_end_of_a_piece_is_whole),
        TEST(a_pipe_gets_the_bytes),
        TEST(who_draws_is_told_of_others),
        TEST(who_edits_moves_the_cursor_and_drives_nothing_else),
        TEST(a_stop_ends_what_nobody_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
