// How much the detector finds, and how much it finds that is nothing, on the list of texts in
// tests/detect/texts.tsv. The figures that the guide tells are those this prints.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/detect.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"

struct score {
    int found, all;
};

static bool finds(unsigned kinds, const struct sa_buf *text, const char **what)
{
    const struct sa_detect d = {.kinds = kinds};
    struct sa_finding f;
    bool hit = sa_detect(&d, sa_buf_text(text), text->len, 0, &f) == SA_DETECT_HIT;
    if (hit) *what = f.what;
    return hit;
}

static void plain(struct sa_str row, struct sa_buf *out)
{
    sa_buf_clear(out);
    for (size_t i = 0; i < row.len; i++) {
        if (!strncmp(row.data + i, "\xC2\xA6", 2)) i++;
        else if (!strncmp(row.data + i, "\\n", 2)) sa_buf_appendc(out, '\n'), i++;
        else sa_buf_appendc(out, row.data[i]);
    }
}

// Takes a row; prints it when it is judged wrongly.
static void judge(struct sa_str line, struct score *secrets, struct score *pii, struct score *none)
{
    struct sa_str kind;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    const char *what = "";
    sa_str_next_part(&line, '\t', &kind);
    plain(line, &text);
    bool nothing = sa_str_equals(kind, "none"), secret = sa_str_equals(kind, "secrets");
    struct score *s = nothing ? none : secret ? secrets : pii;
    unsigned kinds = nothing  ? SA_DETECT_ALL
                     : secret ? SA_DETECT_SECRETS | SA_DETECT_LABELLED
                              : SA_DETECT_PII;
    bool hit = finds(kinds, &text, &what);
    s->all++;
    s->found += hit;
    if (hit == nothing)
        printf("%.*s, %s: %s\n", (int)kind.len, kind.data, hit ? what : "missed", text.data);
    sa_buf_release(&text);
}

static void finds_what_the_list_says(void **state)
{
    struct score secrets = {0}, pii = {0}, none = {0};
    struct sa_err err = SA_ERR_INIT;
    size_t len;
    char *list = sa_fs_read("tests/detect/texts.tsv", SA_BUF_TEXT, &len, &err);
    (void)state;
    if (!list) fail_msg("%s", err.message);
    struct sa_str rest = {list, len}, line;
    while (sa_str_next_line(&rest, &line))
        if (line.len && line.data[0] != '#') judge(line, &secrets, &pii, &none);
    printf("secrets %d of %d, personal data %d of %d, false alarms %d of %d\n", secrets.found,
           secrets.all, pii.found, pii.all, none.found, none.all);
    assert_true(secrets.all > 100 && pii.all > 100 && none.all > 100);
    assert_true(secrets.found * 100 >= secrets.all * 95);
    assert_true(pii.found * 100 >= pii.all * 95);
    assert_true(none.found * 100 <= none.all * 2);
    free(list);
}

// Redaction of tool results takes only what is a credential by its form: names prove nothing.
static void labels_are_for_answers(void **state)
{
    (void)state;
    char text[] =
        "{\"next_page_token\": \"CAUQAA0123456789abcdef\", \"e\": \"sk-learn-extension-for-all\"}";
    size_t len = strlen(text);
    assert_int_equal(sa_secret_redact(text, len), len);
}

// Texts made to be tried again at each place.
static void time_is_linear(void **state)
{
    static const char *const units[] = {"a",
                                        "password ",
                                        "sk-",
                                        "eyJ",
                                        "-----BEGIN ",
                                        "://",
                                        "\\",
                                        "%25",
                                        "&amp",
                                        "0",
                                        "DE",
                                        "@a.",
                                        "1 ",
                                        "[at] ",
                                        "token=",
                                        "\xEF\xBC\x91",
                                        "MAAAAAAAAAAAAAAAAAAAAAAA."};
    enum { SIZE = 1 << 20 };
    const struct sa_detect d = {.kinds = SA_DETECT_ALL};
    (void)state;
    sa_secret_add("\\\\\\\\\\\\\\x");
    sa_secret_add("%25%25%25a");
    for (size_t i = 0; i < SA_COUNT(units); i++) {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        while (text.len < SIZE) sa_buf_appends(&text, units[i]);
        struct sa_finding f = {0};
        int64_t start = sa_clock_monotonic();
        for (size_t at = 0; sa_detect(&d, text.data, text.len, at, &f) == SA_DETECT_HIT;)
            at = f.start + f.len;
        sa_secret_redact(text.data, text.len);
        int64_t took = sa_clock_monotonic() - start;
        if (took > 20 * SA_NS_PER_S) fail_msg("%s: %g s", units[i], (double)took / 1e9);
        printf("%s: %.2f s a MiB\n", units[i], (double)took / 1e9);
        sa_buf_release(&text);
    }
    sa_secret_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_the_list_says),
        cmocka_unit_test(labels_are_for_answers),
        cmocka_unit_test(time_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
