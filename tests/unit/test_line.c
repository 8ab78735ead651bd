// What is typed at a prompt, without a terminal: moving and cutting in a text, its rows on a
// screen, words for Tab, the file of the history.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/secret.h"
#include "base/xalloc.h"
#include "cli/line/line_int.h"

static struct sa_text typed(const char *s, size_t at)
{
    struct sa_text t;
    sa_text_init(&t);
    sa_text_set(&t, s, strlen(s));
    t.at = at;
    return t;
}

static void moves_by_what_is_seen(void **state)
{
    (void)state;
    struct sa_text t = typed("ae\xcc\x81\xe6\xbc\xa2\xf0\x9f\x98\x80z",
                             0); // a, e + accent, wide, emoji, z
    static const size_t stops[] = {0, 1, 4, 7, 11, 12, 12};
    for (size_t i = 0; i + 1 < SA_COUNT(stops); i++)
        assert_int_equal(sa_text_right(&t, stops[i]), stops[i + 1]);
    for (size_t i = SA_COUNT(stops) - 2; i > 0; i--)
        assert_int_equal(sa_text_left(&t, stops[i]), stops[i - 1]);
    assert_int_equal(sa_text_left(&t, 0), 0);
    sa_text_release(&t);
}

static void moves_by_words_and_lines(void **state)
{
    (void)state;
    struct sa_text t = typed("one two_2, drei\n\nx\xc3\xa9 y", 0);
    assert_int_equal(sa_text_word_right(&t, 0), 3);
    assert_int_equal(sa_text_word_right(&t, 3), 9);
    assert_int_equal(sa_text_word_left(&t, 15), 11);
    assert_int_equal(sa_text_word_left(&t, 11), 4);
    assert_int_equal(sa_text_line_start(&t, 12), 0);
    assert_int_equal(sa_text_line_end(&t, 3), 15);
    t.at = 2;
    assert_true(sa_text_down(&t));
    assert_int_equal(t.at, 16); // the empty line has no third character
    assert_true(sa_text_down(&t));
    assert_int_equal(t.at, 17);
    assert_false(sa_text_down(&t));
    t.at = t.buf.len; // the fifth place of its line
    assert_true(sa_text_up(&t));
    assert_true(sa_text_up(&t));
    assert_false(sa_text_up(&t));
    sa_text_release(&t);
}

static void what_was_cut_comes_back(void **state)
{
    (void)state;
    struct sa_text t = typed("one two", 3);
    sa_text_cut(&t, 0);
    assert_string_equal(t.buf.data, " two");
    t.at = t.buf.len;
    assert_true(sa_text_yank(&t) && sa_text_yank(&t));
    assert_string_equal(t.buf.data, " twooneone");
    sa_text_remove(&t, sa_text_left(&t, t.at));
    assert_string_equal(t.buf.data, " twooneon");
    sa_text_release(&t);
}

static void a_text_at_its_ceiling_takes_no_more_and_loses_nothing(void **state)
{
    (void)state;
    struct sa_text t = typed("kept", 4);
    char *much = sa_xcalloc(1, SA_LINE_EDIT_MAX);
    memset(much, 'a', SA_LINE_EDIT_MAX);
    assert_false(sa_text_insert(&t, much, SA_LINE_EDIT_MAX));
    assert_string_equal(t.buf.data, "kept");
    assert_true(sa_text_insert(&t, "!", 1));
    assert_string_equal(t.buf.data, "kept!");
    free(much);
    sa_text_release(&t);
}

// The rows, a line each, with the cursor's place.
static void check_rows(const char *text, size_t cursor, int columns, const char *expected)
{
    struct sa_rows r = {0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    sa_rows_fill(&r, "> ", ". ", text, strlen(text), cursor, columns);
    for (size_t i = 0; i < r.count; i++)
        sa_buf_appendf(&out, "%.*s|%d\n", (int)r.v[i].len, sa_buf_text(&r.text) + r.v[i].start,
                       r.v[i].width);
    sa_buf_appendf(&out, "%zu %d", r.cursor_row, r.cursor_column);
    assert_string_equal(sa_buf_text(&out), expected);
    sa_buf_release(&out);
    sa_rows_release(&r);
}

static void rows_wrap_by_columns(void **state)
{
    (void)state;
    check_rows("", 0, 10, "> |2\n0 2");
    check_rows("abcdefgh", 8, 10, "> abcdefgh|10\n|0\n1 0"); // the cursor has a place, too
    check_rows("abcdefghi", 0, 10, "> abcdefgh|10\ni|1\n0 2");
    check_rows("a\n\nb", 2, 10, "> a|3\n. |2\n. b|3\n1 2");
    check_rows("abcdefg\xe6\xbc\xa2", 10, 10,
               "> abcdefg|9\n\xe6\xbc\xa2|2\n1 2"); // no half of a wide one
    check_rows("e\xcc\x81x", 4, 10, "> e\xcc\x81x|4\n0 4");
    check_rows("\xe2\x9d\xa4\xef\xb8\x8fx", 7, 10,
               "> \xe2\x9d\xa4\xef\xb8\x8fx|5\n0 5");       // as an emoji it is wide
    check_rows("e\xcc\x81x", 1, 10, "> e\xcc\x81x|4\n0 2"); // what was typed before an accent
    check_rows("\tx", 2, 10, ">   x|5\n0 5");
}

static void what_drives_a_terminal_is_seen(void **state)
{
    (void)state;
    check_rows("\x1b[2J", 4, 20, "> \\x1b[2J|9\n0 9");
    check_rows("a\xe2\x80\xae", 4, 20, "> a\\u202e|9\n0 9");
}

static void words_have_a_common_beginning(void **state)
{
    (void)state;
    struct sa_words w = {0};
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    assert_int_equal(sa_words_common(&w), 0);
    sa_words_add(&w, "dumps", 5);
    assert_int_equal(sa_words_common(&w), 5);
    sa_words_add(&w, "dump", 4);
    sa_words_add(&w, "dump", 4);
    sa_words_add(&w, "duration", 8);
    assert_int_equal(w.count, 3);
    assert_int_equal(sa_words_common(&w), 2);
    sa_words_list(&w, 40, &out);
    assert_string_equal(out.data, "dump      dumps     duration\n");
    sa_buf_clear(&out);
    sa_words_list(&w, 9, &out);
    assert_string_equal(out.data, "dump\ndumps\nduration\n");
    sa_buf_release(&out);
    sa_words_release(&w);
}

static char folder[] = "/tmp/test-line-XXXXXX";

static struct sa_history opened(void)
{
    struct sa_history h;
    sa_history_open(&h, "history");
    return h;
}

static void history_is_kept_for_its_owner_alone(void **state)
{
    (void)state;
    struct stat st;
    struct sa_history h = opened();
    SA_AUTO_FREE char *path = sa_fs_xdg("state", "history"), *dir = sa_fs_xdg("state", NULL);
    sa_history_add(&h, "one\n\ntwo \\n");
    sa_history_add(&h, " not this");
    sa_history_add(&h, "");
    sa_history_add(&h, "second");
    sa_history_add(&h, "one\n\ntwo \\n"); // once, where it was typed last
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    assert_int_equal(stat(dir, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    sa_history_release(&h);
    h = opened();
    assert_int_equal(h.count, 2);
    assert_string_equal(h.v[0], "second");
    assert_string_equal(h.v[1], "one\n\ntwo \\n");
    assert_int_equal(sa_history_find(&h, 2, SA_STR("two")), 1);
    assert_int_equal(sa_history_find(&h, 1, SA_STR("two")), -1);
    sa_history_release(&h);
}

static void history_is_bounded_and_shared(void **state)
{
    (void)state;
    struct sa_history a = opened(), b = opened();
    sa_history_add(&a, "by a");
    sa_history_add(&b, "by b");
    sa_history_release(&a), sa_history_release(&b);
    a = opened();
    assert_string_equal(a.v[a.count - 2], "by a");
    assert_string_equal(a.v[a.count - 1], "by b");
    char *large = sa_xcalloc(1, 400001);
    for (char c = 'p'; c < 't'; c++) memset(large, c, 400000), sa_history_add(&a, large);
    free(large);
    sa_history_release(&a);
    a = opened();
    assert_int_equal(a.count, 2);
    for (int i = 0; i < 1003; i++) {
        char text[16];
        snprintf(text, sizeof text, "n%d", i);
        if (i == 1002) sa_history_add(&a, text);
        else
            free(a.path), a.path = NULL, sa_history_add(&a, text),
                          a.path = sa_fs_xdg("state", "history");
    }
    assert_int_equal(a.count, 1000);
    assert_string_equal(a.v[999], "n1002");
    sa_history_release(&a);
}

static void history_has_no_keys(void **state)
{
    (void)state;
    sa_secret_add("plainkeyvalue0123456789");
    struct sa_history h = opened();
    sa_history_add(&h, "use plainkeyvalue0123456789 for it");
    assert_string_equal(h.v[h.count - 1], "use plainkeyvalue0123456789 for it"); // of this session
    sa_history_release(&h);
    h = opened();
    for (size_t i = 0; i < h.count; i++) assert_null(strstr(h.v[i], "plainkey"));
    sa_history_release(&h);
    sa_secret_release();
}

static void a_damaged_history_is_read_as_far_as_it_is_text(void **state)
{
    (void)state;
    static const char bad[] = "good\n\xff\xfe\0x\n\nend\\";
    SA_AUTO_FREE char *path = sa_fs_xdg("state", "history");
    struct sa_err err = SA_ERR_INIT;
    assert_int_equal(sa_fs_write_atomic(path, bad, sizeof bad - 1, &err), 0);
    struct sa_history h = opened();
    assert_int_equal(h.count, 3);
    assert_string_equal(h.v[0], "good");
    assert_string_equal(h.v[2], "end\\");
    sa_history_release(&h);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_by_what_is_seen),
        cmocka_unit_test(moves_by_words_and_lines),
        cmocka_unit_test(what_was_cut_comes_back),
        cmocka_unit_test(a_text_at_its_ceiling_takes_no_more_and_loses_nothing),
        cmocka_unit_test(rows_wrap_by_columns),
        cmocka_unit_test(what_drives_a_terminal_is_seen),
        cmocka_unit_test(words_have_a_common_beginning),
        cmocka_unit_test(history_is_kept_for_its_owner_alone),
        cmocka_unit_test(history_is_bounded_and_shared),
        cmocka_unit_test(history_has_no_keys),
        cmocka_unit_test(a_damaged_history_is_read_as_far_as_it_is_text),
    };
    if (!mkdtemp(folder) || setenv("XDG_STATE_HOME", folder, 1)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
