// Unit tests of src/base: buffers, strings, JSON, UTF-8, files, secrets.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static void buf_grows_to_its_ceiling(void **state)
{
    (void)state;
    struct sa_buf b = SA_BUF_INIT(10);
    assert_string_equal(sa_buf_text(&b), "");
    assert_true(sa_buf_append(&b, "12345", 5));
    assert_true(sa_buf_appendf(&b, "%d", 67890));
    assert_string_equal(b.data, "1234567890");
    assert_false(sa_buf_appendc(&b, 'x'));
    assert_true(b.full);
    sa_buf_truncate(&b, 3);
    assert_false(sa_buf_appendc(&b, 'x')); // sticky
    assert_string_equal(b.data, "123");
    sa_buf_clear(&b);
    assert_true(sa_buf_appends(&b, "ok"));
    size_t len;
    char *taken = sa_buf_take(&b, &len);
    assert_string_equal(taken, "ok");
    assert_int_equal(len, 2);
    assert_int_equal(b.len, 0);
    free(taken);
}

static void buf_edits_in_the_middle(void **state)
{
    (void)state;
    struct sa_buf b = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&b, "ad");
    sa_buf_insert(&b, 1, "bc", 2);
    assert_string_equal(b.data, "abcd");
    sa_buf_remove(&b, 0, 2);
    assert_string_equal(b.data, "cd");
    assert_null(sa_buf_reserve(&b, SIZE_MAX));
    assert_true(b.full);
    sa_buf_release(&b);
}

static void strings_split_and_trim(void **state)
{
    (void)state;
    struct sa_str rest = sa_str_of("a\r\nb\n\nc"), part;
    const char *lines[] = {"a", "b", "", "c"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(sa_str_next_line(&rest, &part));
        assert_true(sa_str_equals(part, lines[i]));
    }
    assert_false(sa_str_next_line(&rest, &part));
    rest = sa_str_of("x,,y");
    int count = 0;
    while (sa_str_next_part(&rest, ',', &part)) count++;
    assert_int_equal(count, 3);
    assert_true(sa_str_equals(sa_str_trim(sa_str_of(" \t a b \n")), "a b"));
    assert_int_equal(sa_edit_distance("modle", "model"), 1);
    assert_int_equal(sa_edit_distance("", "abc"), 3);
    assert_int_equal(sa_edit_distance("KITTEN", "sitting"), 3);
}

static void words_are_known_whatever_their_case(void **state)
{
    (void)state;
    static const char *const words[] = {"Result", "results"};
    assert_true(sa_str_caseeq(SA_STR("RESULT"), "result"));
    assert_false(sa_str_caseeq(SA_STR("result:"), "result"));
    assert_false(sa_str_caseeq(SA_STR(""), "result"));
    assert_true(sa_str_caseeq_any(SA_STR("RESULTS"), words, SA_COUNT(words)));
    assert_false(sa_str_caseeq_any(SA_STR("result s"), words, SA_COUNT(words)));
    assert_true(sa_str_equals_any(SA_STR("Result"), words, SA_COUNT(words)));
    assert_false(sa_str_equals_any(SA_STR("result"), words, SA_COUNT(words)));
    assert_true(sa_str_begins(SA_STR("rEsults"), "Result"));
    assert_false(sa_str_begins(SA_STR("resul"), "Result"));
}

static void numbers_parse_whole_or_not_at_all(void **state)
{
    (void)state;
    int64_t i;
    uint64_t u;
    double d;
    bool b;
    assert_true(sa_parse_i64("-12", &i) && i == -12);
    assert_false(sa_parse_i64("12x", &i));
    assert_false(sa_parse_i64("99999999999999999999", &i));
    assert_false(sa_parse_i64(" 1", &i));
    assert_true(sa_parse_size("256M", &u) && u == 256u << 20);
    assert_true(sa_parse_size("1GiB", &u) && u == 1u << 30);
    assert_false(sa_parse_size("-1", &u));
    assert_false(sa_parse_size("1Q", &u));
    assert_true(sa_parse_count("20K", &u) && u == 20000);
    assert_true(sa_parse_count("1e9", &u) && u == 1000000000);
    assert_true(sa_parse_count("9007199254740993", &u) && u == UINT64_C(9007199254740993));
    assert_false(sa_parse_count("9000000000000000001", &u));
    assert_false(sa_parse_count("0x10", &u));
    assert_false(sa_parse_count("1e300", &u));
    assert_true(sa_parse_duration("1.5s", &i) && i == 1500000000);
    assert_true(sa_parse_duration("200ms", &i) && i == 200000000);
    assert_true(sa_parse_duration("5m", &i) && i == 300 * SA_NS_PER_S);
    assert_true(sa_parse_double("2.5", &d) && d == 2.5);
    assert_false(sa_parse_double("nan", &d));
    assert_true(sa_parse_bool("Yes", &b) && b);
    assert_false(sa_parse_bool("maybe", &b));
}

static void json_accepts_only_json(void **state)
{
    (void)state;
    static const char *const good[] = {
        "1", "-0.5e+3", "\"a\\u00e9\\n\"", "[]", " {\"a\": [1, {}]} ", "null"};
    static const char *const bad[] = {"",      "01",       "1.",     "[1,]",     "{a:1}",     "'x'",
                                      "[1 2]", "nul",      "\"\n\"", "\"\\x\"",  "{\"a\" 1}", "1 2",
                                      "+1",    "\"\xff\"", "[",      "\"\\ud8\""};
    struct sa_err err = SA_ERR_INIT;
    for (size_t i = 0; i < SA_COUNT(good); i++)
        assert_true(sa_json_check(good[i], strlen(good[i]), &err));
    for (size_t i = 0; i < SA_COUNT(bad); i++)
        assert_false(sa_json_check(bad[i], strlen(bad[i]), &err));
    assert_false(sa_json_check("{\"a\":\n  x}", 10, &err));
    assert_string_equal(err.message, "bad JSON at line 2 column 3: value expected");
}

static void json_depth_is_limited(void **state)
{
    (void)state;
    char deep[1000];
    struct sa_err err = SA_ERR_INIT;
    memset(deep, '[', 500);
    memset(deep + 500, ']', 500);
    assert_false(sa_json_check(deep, sizeof deep, &err));
    assert_true(sa_json_check(deep + 400, 200, &err));
}

static void json_trees_are_limited(void **state)
{
    (void)state;
    struct sa_err err = SA_ERR_INIT;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendc(&text, '[');
    for (size_t i = 0; i < SA_JSON_MAX_VALUES; i++) sa_buf_appends(&text, "0,");
    sa_buf_appends(&text, "0]");
    assert_true(sa_json_check(text.data, text.len, &err));
    assert_null(sa_json_parse(text.data, text.len, &err));
    assert_non_null(strstr(err.message, "more than 2097152 values"));
    sa_buf_release(&text);
}

// The text ends where its memory does: under ASan a look beyond it is reported.
static void json_long_numbers_keep_their_digits(void **state)
{
    (void)state;
    static const struct {
        const char *text, *digits;
    } rows[] = {
        {"12345678901234567890", "12345678901234567890"},
        {"-12345678901234567890", "-12345678901234567890"},
        {"1234567890123456", "1234567890123456"},
        {"123456789012345", NULL},
        {"12345678901234567.5", NULL},
        {"12345678901234567e2", NULL},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_err err = SA_ERR_INIT;
        size_t len = strlen(rows[i].text);
        char *text = memcpy(malloc(len), rows[i].text, len);
        cJSON *value = sa_json_parse(text, len, &err);
        assert_true(cJSON_IsNumber(value));
        if (rows[i].digits) assert_string_equal(value->valuestring, rows[i].digits);
        else assert_null(value->valuestring);
        cJSON_Delete(value);
        free(text);
    }
}

static void json_floats_stay_floats_where_they_are_to(void **state)
{
    (void)state;
    static const char text[] =
        "[2.0, -0.0, 1e5, {\"a\": 3.00}, 2, -7, 0.5, \"1.0\", 1e300, 0e-99999]";
    static const char plain[] = "[2,-0,100000,{\"a\":3},2,-7,0.5,\"1.0\",1e+300,0]";
    static const char kept[] = "[2.0,-0.0,100000.0,{\"a\":3.0},2,-7,0.5,\"1.0\",1e+300,0.0]";
    for (int floats = 0; floats < 2; floats++) {
        struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
        cJSON *value = floats ? sa_json_parse_floats(text, strlen(text), NULL)
                              : sa_json_parse(text, strlen(text), NULL);
        sa_json_print(&out, value);
        assert_string_equal(sa_buf_text(&out), floats ? kept : plain);
        cJSON_Delete(value);
        sa_buf_release(&out);
    }
}

// What is written goes out as lines.
static void json_of_others_stays_on_one_line(void **state)
{
    (void)state;
    static const char text[] = "{\r\n\"a\":\n\n[1,\n\"\\n\"]\r}",
                      one[] = "{  \"a\":  [1, \"\\n\"] }";
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON *raw = cJSON_CreateRaw(text);
    sa_json_print(&out, raw);
    assert_string_equal(sa_buf_text(&out), one);
    sa_buf_clear(&out);
    sa_buf_appendc(&out, '{');
    sa_json_put_raw(&out, "v", text);
    assert_memory_equal(sa_buf_text(&out) + strlen("{\"v\":"), one, sizeof one);
    cJSON_Delete(raw);
    sa_buf_release(&out);
}

static void json_values_are_found_and_printed(void **state)
{
    (void)state;
    static const char text[] =
        "{\"a\":{\"b\":[10,\"x\"]},\"t\":true,\"n\":1.5,\"big\":12345678901234567890}";
    struct sa_err err = SA_ERR_INIT;
    cJSON *v = sa_json_parse(text, sizeof text - 1, &err);
    assert_non_null(v);
    assert_string_equal(sa_json_path(v, "a.b.1")->valuestring, "x");
    assert_null(sa_json_path(v, "a.c.1"));
    assert_true(sa_json_bool(v, "t", false));
    assert_int_equal(sa_json_int(v, "missing", 7), 7);
    assert_string_equal(sa_json_str(v, "t", "no string"), "no string");
    cJSON_Delete(v);
    size_t at = 0, len, members = 0;
    char *name;
    const char *value;
    while (sa_json_next_member(text, sizeof text - 1, &at, &name, &value, &len)) {
        members++;
        if (sa_streq(name, "big")) assert_memory_equal(value, "12345678901234567890", len);
        free(name);
    }
    assert_int_equal(members, 4);
    static const char spaced[] = "{ \"a\" : \"x\" \n}";
    at = 0;
    assert_true(sa_json_next_member(spaced, sizeof spaced - 1, &at, &name, &value, &len));
    assert_int_equal(len, 3); // without the white space behind it
    free(name);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&out, '{');
    sa_json_put_strn(&out, "s", "a\0\"\xff\n", 5);
    sa_json_put_int(&out, "i", -3);
    sa_json_put_num(&out, "d", 0.1);
    sa_json_put_bool(&out, "b", true);
    sa_json_put_str(&out, "z", NULL);
    sa_buf_appendc(&out, '}');
    assert_string_equal(
        out.data,
        "{\"s\":\"a\\u0000\\\"\xef\xbf\xbd\\n\",\"i\":-3,\"d\":0.1,\"b\":true,\"z\":null}");
    sa_buf_release(&out);
}

static void utf8_is_checked_and_repaired(void **state)
{
    (void)state;
    assert_true(sa_utf8_valid("a\xc3\xa9\xf0\x9f\x98\x80", 7));
    static const char *const bad[] = {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82",
                                      "\x80"};
    for (size_t i = 0; i < SA_COUNT(bad); i++) assert_false(sa_utf8_valid(bad[i], strlen(bad[i])));
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_utf8_repair(&out, "a\xe2\x82z\xff", 5); // a maximal subpart becomes one replacement
    assert_string_equal(out.data, "a\xef\xbf\xbdz\xef\xbf\xbd");
    assert_int_equal(sa_utf8_partial_tail("ab\xe2\x82", 4), 2);
    assert_int_equal(sa_utf8_partial_tail("ab", 2), 0);
    assert_int_equal(sa_utf8_partial_tail("\xe2\x82\xac", 3), 0);
    assert_int_equal(sa_utf8_count("a\xc3\xa9", 3), 2);
    assert_int_equal(sa_utf8_prefix("a\xc3\xa9z", 4, 2), 3);
    assert_int_equal(sa_utf8_floor("a\xc3\xa9z", 4, 2), 1);
    sa_buf_clear(&out);
    sa_utf8_printable(&out, "a\x1b[31m\n\xc2\x9b", 9);
    assert_string_equal(out.data, "a\\x1b[31m\n\\x9b");
    sa_buf_release(&out);
}

static void tag_characters_are_removed(void **state)
{
    (void)state;
    char text[] = "a\xF3\xA0\x80\x80\xF3\xA0\x81\xBF"
                  "b\xF3\xA0\x82\x80\xF3\xA0\x81";
    assert_int_equal(sa_utf8_drop_tags(text, sizeof text - 1), 9);
    assert_string_equal(text, "ab\xF3\xA0\x82\x80\xF3\xA0\x81");
    assert_int_equal(sa_utf8_drop_tags(text, 0), 0);
}

static void escape_sequences_are_removed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *plain;
    } rows[] = {{"\x1b[31;1mred\x1b[0m\n", "red "},
                {"a\x1b]0;title\ab\x1b]8;;x\x1b\\c", "abc"},
                {"a\x1b(b\x1b", "ab"},
                {"\x1b[", ""},
                {"\r\x7fx", "  x"},
                {"\xC3\xA4", "\xC3\xA4"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", rows[i].text);
        sa_utf8_drop_escapes(text, strlen(text));
        assert_string_equal(text, rows[i].plain);
    }
}

static void files_are_written_atomically(void **state)
{
    (void)state;
    char dir[] = "/tmp/smolagent-unit-XXXXXX";
    struct sa_err err = SA_ERR_INIT;
    assert_non_null(mkdtemp(dir));
    char *path = sa_fs_join(dir, "f"), *link = sa_fs_join(dir, "link");
    assert_int_equal(sa_fs_write_atomic(path, "hello", 5, &err), SA_OK);
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    size_t len;
    char *text = sa_fs_read(path, 100, &len, &err);
    assert_string_equal(text, "hello");
    free(text);
    assert_null(sa_fs_read(path, 4, &len, &err));
    assert_non_null(strstr(err.message, "larger than 4 bytes"));
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(sa_fs_write_atomic(link, "x", 1, &err), SA_E_CONFIG);
    assert_null(sa_fs_read(dir, 100, &len, &err));
    unlink(path);
    unlink(link);
    rmdir(dir);
    free(path);
    free(link);
}

static void secrets_are_redacted(void **state)
{
    (void)state;
    char text[] = "key=sk-verysecret;again sk-verysecret";
    sa_secret_add("sk-verysecret");
    sa_secret_add("abc"); // too short to be safe
    size_t len = sa_secret_redact(text, strlen(text));
    assert_string_equal(text, "key=***;again ***");
    assert_int_equal(len, strlen(text));
    char other[] = "abcabc";
    assert_int_equal(sa_secret_redact(other, 6), 6);
    sa_secret_release();
}

static void times_are_printed_for_people(void **state)
{
    (void)state;
    char text[40];
    sa_clock_rfc3339(INT64_C(1700000000123456789), text, sizeof text);
    assert_string_equal(text, "2023-11-14T22:13:20.123Z");
    sa_clock_human(812 * SA_NS_PER_MS, text, sizeof text);
    assert_string_equal(text, "812 ms");
    sa_clock_human(125 * SA_NS_PER_S, text, sizeof text);
    assert_string_equal(text, "2m05s");
}

// ---- stop ---------------------------------------------------------------------------------------

struct pair {
    struct sa_stop stop;
    pthread_t owner;
    atomic_int wrong, over, calls; // calls: by the other thread
    atomic_bool alive[2];
};
static struct pair pair;

static void check_target(void *target, int which)
{
    if (pthread_equal(pthread_self(), pair.owner)) return;
    for (int i = 0; i < 100; i++)
        if (target != &pair.alive[which] || !pair.alive[which]) atomic_fetch_add(&pair.wrong, 1);
    atomic_fetch_add(&pair.calls, 1);
}

static void interrupt_first(void *target)
{
    check_target(target, 0);
}

static void interrupt_second(void *target)
{
    check_target(target, 1);
}

static void *request_on(void *unused)
{
    while (!pair.over) sa_stop_request(&pair.stop, 1);
    return unused;
}

// As a call within another registers what it runs, while a second thread asks to stop.
static void a_stop_calls_what_was_registered_together_and_is_there(void **state)
{
    (void)state;
    enum { CALLS = 20000 };
    pthread_t thread;
    pair.owner = pthread_self();
    sa_stop_init(&pair.stop);
    assert_int_equal(pthread_create(&thread, NULL, request_on, NULL), 0);
    for (int i = 0; pair.calls < CALLS; i++) {
        bool second = i % 2;
        pair.alive[second] = true;
        sa_stop_target(&pair.stop, second ? interrupt_second : interrupt_first,
                       &pair.alive[second]);
        sa_stop_target(&pair.stop, NULL, NULL);
        pair.alive[second] = false;
    }
    pair.over = true;
    pthread_join(thread, NULL);
    sa_stop_release(&pair.stop);
    assert_int_equal(pair.wrong, 0);
}

static void json_with_two_members_of_one_name_is_ambiguous(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ambiguous;
    } cases[] = {{"1", false},
                 {"{}", false},
                 {"{\"a\":1,\"b\":1,\"A\":2}", false},
                 {"{\"a\":1,\"b\":2,\"a\":1}", true},
                 {"{\"a\":1,\"\\u0061\":2}", true},
                 {"[{\"a\":{\"b\":[1,{\"c\":0,\"d\":1,\"c\":0}]}}]", true},
                 {"[{\"a\":1},{\"a\":2}]", false}};
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        cJSON *value = sa_json_parse(cases[i].text, strlen(cases[i].text), NULL);
        assert_non_null(value);
        assert_int_equal(sa_json_is_ambiguous(value), cases[i].ambiguous);
        cJSON_Delete(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buf_grows_to_its_ceiling),
        cmocka_unit_test(buf_edits_in_the_middle),
        cmocka_unit_test(strings_split_and_trim),
        cmocka_unit_test(words_are_known_whatever_their_case),
        cmocka_unit_test(numbers_parse_whole_or_not_at_all),
        cmocka_unit_test(json_accepts_only_json),
        cmocka_unit_test(json_depth_is_limited),
        cmocka_unit_test(json_trees_are_limited),
        cmocka_unit_test(json_long_numbers_keep_their_digits),
        cmocka_unit_test(json_floats_stay_floats_where_they_are_to),
        cmocka_unit_test(json_values_are_found_and_printed),
        cmocka_unit_test(json_with_two_members_of_one_name_is_ambiguous),
        cmocka_unit_test(json_of_others_stays_on_one_line),
        cmocka_unit_test(a_stop_calls_what_was_registered_together_and_is_there),
        cmocka_unit_test(utf8_is_checked_and_repaired),
        cmocka_unit_test(tag_characters_are_removed),
        cmocka_unit_test(escape_sequences_are_removed),
        cmocka_unit_test(files_are_written_atomically),
        cmocka_unit_test(secrets_are_redacted),
        cmocka_unit_test(times_are_printed_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
