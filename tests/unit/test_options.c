// The option table: each row reaches every place that is made from the table, its columns agree,
// and what it says of 0 is what holds. A new row needs no test of its own for these.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"
#include "cli/slips.h"
#include "cli/dispatch.h"
#include "config/config.h"

enum { HELP, MAN, BASH, ZSH, FISH, EXAMPLE, LISTING, TEXTS };
static struct sa_buf texts[TEXTS];
static struct sa_config config;
static struct sa_err err;

static int make_texts(void **state)
{
    (void)state;
    struct sa_config plain;
    sa_cli_init();
    for (int i = 0; i < TEXTS; i++) sa_buf_init(&texts[i], SA_BUF_TEXT);
    sa_config_init(&plain);
    for (const struct sa_command *c = sa_commands; c->name; c++) sa_help_command(c, &texts[HELP]);
    sa_help_man(&texts[MAN]);
    sa_completion("bash", &texts[BASH]);
    sa_completion("zsh", &texts[ZSH]);
    sa_completion("fish", &texts[FISH]);
    sa_config_example(&texts[EXAMPLE]);
    sa_config_list(&plain, &texts[LISTING]);
    sa_config_release(&plain);
    return 0;
}

static int free_texts(void **state)
{
    (void)state;
    for (int i = 0; i < TEXTS; i++) sa_buf_release(&texts[i]);
    return 0;
}

static int set_up(void **state)
{
    (void)state;
    sa_config_init(&config);
    sa_err_clear(&err);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    sa_config_release(&config);
    return 0;
}

static bool is_number(const struct sa_option *o)
{
    return o->value.max > 0;
}

// A value that the option takes and that is not its default; malloc'd.
static char *sample(const struct sa_option *o)
{
    struct sa_str rest = sa_str_of(o->value.choices), part = {0};
    switch (o->value.type) {
    case SA_TYPE_BOOL: return sa_xstrdup(sa_option_is_negated(o) ? "false" : "true");
    case SA_TYPE_CHOICE:
        while (sa_str_next_part(&rest, '|', &part) && o->fallback &&
               sa_str_equals(part, o->fallback))
            continue;
        return sa_xstrndup(part.data, part.len);
    case SA_TYPE_NUMBER:
    case SA_TYPE_TIME: return sa_xasprintf("%.15g", o->value.max / 2 > 7 ? 7 : o->value.max / 2);
    default: return is_number(o) ? sa_xasprintf("%.0f", o->value.max / 2) : sa_xstrdup("sample");
    }
}

// Text `what` with "%s" for the name, in the text `where`.
__attribute__((format(printf, 3, 4))) static void expect(int where, const struct sa_option *o,
                                                         const char *what, ...)
{
    char text[512];
    va_list args;
    va_start(args, what);
    vsnprintf(text, sizeof text, what, args);
    va_end(args);
    if (!strstr(sa_buf_text(&texts[where]), text))
        fail_msg("option %s: text %d does not have \"%s\"", o->id, where, text);
}

// Without line ends and runs of blanks, and without roff's escapes.
static char *flowing(const char *text)
{
    char *copy = sa_xstrdup(text), *to = copy;
    for (const char *p = text; *p; p++) {
        if (*p == '\\') continue;
        bool blank = *p == ' ' || *p == '\n';
        if (!blank) *to++ = *p;
        else if (to > copy && to[-1] != ' ') *to++ = ' ';
    }
    *to = '\0';
    return copy;
}

static void every_flag_is_in_help_man_page_and_completion(void **state)
{
    (void)state;
    SA_AUTO_FREE char *help = flowing(sa_buf_text(&texts[HELP]));
    SA_AUTO_FREE char *man = flowing(sa_buf_text(&texts[MAN]));
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->name) continue;
        const char *no = sa_option_is_negated(o) ? "no-" : "";
        expect(HELP, o, " --%s%s%s%s", no, o->name, o->meta ? " " : "", o->meta ? o->meta : "");
        expect(BASH, o, " --%s%s", no, o->name);
        expect(ZSH, o, " --%s%s", no, o->name);
        expect(FISH, o, " -l %s%s", no, o->name);
        struct sa_buf what = SA_BUF_INIT(SA_BUF_SMALL);
        sa_option_help(o, true, &what);
        SA_AUTO_FREE char *line = flowing(sa_buf_text(&what));
        if (!strstr(help, line)) fail_msg("help of %s: \"%s\"", o->id, line);
        if (!strstr(man, line)) fail_msg("man page of %s: \"%s\"", o->id, line);
        sa_buf_release(&what);
    }
}

// Lines of a help text that offer the flag: it stands behind two blanks and room for a letter.
static size_t count_rows(const struct sa_buf *help, const struct sa_option *o)
{
    char flag[80];
    int len = snprintf(flag, sizeof flag, "--%s%s", sa_option_is_negated(o) ? "no-" : "", o->name);
    struct sa_str rest = {help->data, help->len}, line;
    size_t rows = 0, end = 6 + (size_t)len;
    while (sa_str_next_line(&rest, &line))
        rows += line.len >= end && !memcmp(line.data + 6, flag, (size_t)len) &&
                (line.len == end || line.data[end] == ' ');
    return rows;
}

// Options of different commands may share a name.
static void every_flag_is_offered_by_its_commands_and_no_other(void **state)
{
    (void)state;
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        struct sa_buf help = SA_BUF_INIT(SA_BUF_TEXT);
        sa_help_command(c, &help);
        for (size_t i = 0; i < SA_OPT_COUNT; i++) {
            const struct sa_option *o = &sa_options[i];
            bool meant = false;
            for (size_t k = 0; o->name && k < SA_OPT_COUNT; k++)
                meant |= sa_streq(sa_options[k].name, o->name) && sa_cli_offers(c, k);
            if (o->name && count_rows(&help, o) != meant)
                fail_msg("help of %s: --%s %s", c->name, o->name, meant ? "missing" : "not meant");
        }
        sa_buf_release(&help);
    }
}

static void every_key_is_in_the_example_and_the_listing(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        assert_true(!o->key == !o->section);
        if (!o->key) continue;
        expect(EXAMPLE, o, "\n[%s]\n", o->section);
        expect(EXAMPLE, o, "\n# %s = %s\n", o->key, o->fallback ? o->fallback : "");
        expect(EXAMPLE, o, "%s%s", o->help, o->value.zero ? "; 0: no limit" : "");
        expect(LISTING, o, "[%s]\n", o->section);
        expect(LISTING, o, "\n%s = %s", o->key, o->fallback ? o->fallback : "");
    }
}

// By flag, by file and by environment: one value, one parser.
static void every_option_can_be_set_in_each_way_it_has(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        SA_AUTO_FREE char *value = sample(o);
        char text[256], **words = NULL;
        int count;
        sa_config_release(&config);
        sa_config_init(&config);
        if (o->key) {
            int len = snprintf(text, sizeof text, "[%s]\n%s = %s\n", o->section, o->key, value);
            assert_int_equal(
                sa_config_parse(&config, "f", text, (size_t)len, SA_FROM_USER, NULL, &err), SA_OK);
            assert_int_equal(sa_config_get(&config, i)->origin, SA_FROM_USER);
        }
        bool flag = o->value.type == SA_TYPE_BOOL;
        snprintf(text, sizeof text, flag ? "--%s%s" : "--%.0s%s=%s",
                 sa_streq(value, "false") ? "no-" : "", o->name ? o->name : "", value);
        char *argv[] = {text, NULL};
        if (!o->name || o->value.type == SA_TYPE_COUNTER) continue;
        if (sa_config_args(&config, o->scope, 1, argv, false, &words, &count, &err))
            fail_msg("%s: %s", text, err.message);
        free(words);
        assert_int_equal(sa_config_get(&config, i)->origin, SA_FROM_FLAG);
        bool adds = o->project.may == SA_PROJECT_ADDS; // to what the file says
        SA_AUTO_FREE char *both = sa_xasprintf("%s,%s", value, value);
        assert_string_equal(sa_config_get(&config, i)->text, adds ? both : value);
    }
}

static void numbers_outside_their_range_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!is_number(o)) continue;
        char text[64];
        snprintf(text, sizeof text, "%.0f", o->value.max * 1.5 + 1);
        assert_int_equal(sa_config_set(&config, i, text, SA_FROM_FLAG, "f", &err), SA_E_USAGE);
        sa_err_clear(&err);
        bool zero = o->value.min == 0;
        assert_int_equal(sa_config_set(&config, i, "0", SA_FROM_FLAG, "f", &err),
                         zero ? SA_OK : SA_E_USAGE);
        sa_err_clear(&err);
    }
}

// What a column says of an option must fit what its others say.
static void the_columns_of_a_row_agree(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_value_rule *v = &o->value;
        unsigned inside = SA_SCOPE_RUN | SA_SCOPE_CHAT | SA_SCOPE_PY;
        bool takes = v->type != SA_TYPE_BOOL && v->type != SA_TYPE_COUNTER;
        assert_true(o->name || o->key);
        assert_true(!o->name || takes == (o->meta != NULL));
        assert_true((v->type == SA_TYPE_CHOICE) == (v->choices != NULL));
        if (v->zero == SA_ZERO_UNLIMITED) assert_true(is_number(o) && v->min == 0);
        // What names something of this machine is not simply passed on into a sandbox.
        bool names = sa_streq(o->meta, "FILE") || sa_streq(o->meta, "DIR") ||
                     sa_streq(o->meta, "PATH") || sa_streq(o->meta, "URL") ||
                     sa_streq(o->meta, "COMMAND");
        if (names) assert_true(o->box != SA_BOX_PASSED);
        if (!(o->scope & inside) || o->executors) assert_int_equal(o->box, SA_BOX_WITHHELD);
        if (o->box == SA_BOX_JOINED) assert_int_equal(v->type, SA_TYPE_LIST);
        if (o->box != SA_BOX_WITHHELD) assert_non_null(o->name);
    }
}

// Executors are named as --executor knows them, in every command that takes the option.
static void options_are_bound_to_executors_that_there_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        struct sa_str rest = sa_str_of(sa_options[i].executors), part;
        while (rest.data && sa_str_next_part(&rest, '|', &part)) {
            bool found = false;
            for (size_t k = 0; k < SA_OPT_COUNT; k++) {
                const struct sa_option *o = &sa_options[k];
                if (!sa_streq(o->name, "executor") || !(o->scope & sa_options[i].scope)) continue;
                struct sa_str choices = sa_str_of(o->value.choices), choice;
                while (sa_str_next_part(&choices, '|', &choice))
                    found |= choice.len == part.len && !memcmp(choice.data, part.data, part.len);
            }
            if (!found)
                fail_msg("%s: no executor %.*s", sa_options[i].id, (int)part.len, part.data);
        }
    }
}

static void a_flag_for_another_executor_is_refused(void **state)
{
    (void)state;
    static const struct {
        enum sa_option_id id;
        const char *executor, *message;
    } cases[] = {
        {SA_OPT_image, "docker", NULL},
        {SA_OPT_image, "local", "--image is for --executor docker; this is --executor local"},
        {SA_OPT_env, "e2b", NULL},
        {SA_OPT_env, "jail",
         "--env is for --executor docker, e2b or command; this is --executor jail"},
        {SA_OPT_python, "auto", NULL},
        {SA_OPT_python, "local",
         "--python is for --executor python, docker, e2b or auto; this is --executor local"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        sa_config_release(&config);
        sa_config_init(&config);
        sa_err_clear(&err);
        sa_config_set(&config, cases[i].id, "x", SA_FROM_USER, "f:1", &err);
        assert_int_equal(sa_config_check_executor(&config, SA_SCOPE_RUN, cases[i].executor, &err),
                         SA_OK); // a file's is for whoever looks at it
        sa_config_set(&config, cases[i].id, "x", SA_FROM_FLAG, "f", &err);
        assert_int_equal(sa_config_check_executor(&config, SA_SCOPE_RUN, cases[i].executor, &err),
                         cases[i].message ? SA_E_USAGE : SA_OK);
        if (cases[i].message) assert_string_equal(err.message, cases[i].message);
    }
}

static int64_t set_limit(size_t id, const char *user, const char *project)
{
    char text[128];
    const struct sa_option *o = &sa_options[id];
    const struct sa_setting *s = sa_config_get(&config, id);
    sa_config_release(&config);
    sa_config_init(&config);
    int len = snprintf(text, sizeof text, "[%s]\n%s = %s\n", o->section, o->key, user);
    assert_int_equal(sa_config_parse(&config, "u", text, (size_t)len, SA_FROM_USER, NULL, &err),
                     SA_OK);
    len = snprintf(text, sizeof text, "[%s]\n%s = %s\n", o->section, o->key, project);
    assert_int_equal(sa_config_parse(&config, "p", text, (size_t)len, SA_FROM_PROJECT, NULL, &err),
                     SA_OK);
    return o->value.type == SA_TYPE_NUMBER ? (int64_t)s->real : s->whole;
}

// A 0 of the user's that means nothing is no reason for a project to allow more, one that means no
// limit may be lowered; and the other way round.
static void a_project_cannot_raise_a_limit_by_what_zero_means(void **state)
{
    (void)state;
    size_t tried = 0;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (o->project.may != SA_PROJECT_LOWER || o->value.min > 0) continue;
        bool unlimited = o->value.zero == SA_ZERO_UNLIMITED;
        tried++;
        bool narrow = o->value.max > 0 && o->value.max < 60;
        int top = narrow ? (int)o->value.max : 60;
        char less[16], some[16], more[16];
        snprintf(less, sizeof less, "%d", top - 2);
        snprintf(some, sizeof some, "%d", top - 1);
        snprintf(more, sizeof more, "%d", top);
        if ((set_limit(i, "0", some) != 0) != unlimited) fail_msg("%s: 0, then %s", o->id, some);
        if ((set_limit(i, some, "0") == 0) == unlimited) fail_msg("%s: %s, then 0", o->id, some);
        assert_true(set_limit(i, some, less) < set_limit(i, some, more));
        if (o->value.max < 1e18) continue;
        // Beyond what a double tells apart.
        assert_int_equal(set_limit(i, "9007199254740992", "9007199254740993"), 9007199254740992);
    }
    assert_true(tried > 10);
}

static bool is_flag(struct sa_str name)
{
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        bool mine = o->name && o->scope & (SA_SCOPE_RUN | SA_SCOPE_CHAT);
        if (mine && sa_str_equals(name, o->name)) return true;
    }
    return false;
}

// What other tools have is no option here, has one hint, and that names flags that there are.
static void wishes_lead_to_options_that_there_are(void **state)
{
    static const char *const wishes[][2] = {
#define WISH(names, hint) {names, hint},
#include "config/wishes.def"
#undef WISH
    };
    (void)state;
    for (size_t i = 0; i < SA_COUNT(wishes); i++) {
        struct sa_str rest = sa_str_of(wishes[i][0]), part;
        while (sa_str_next_part(&rest, '|', &part)) {
            SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
            if (is_flag(part)) fail_msg("--%s is an option", name);
            if (!sa_streq(sa_wish_hint(name), wishes[i][1])) fail_msg("--%s has two hints", name);
        }
        for (const char *at = wishes[i][1]; (at = strstr(at, "--"));) {
            at += 2;
            struct sa_str flag = {at, strspn(at, "abcdefghijklmnopqrstuvwxyz-")};
            if (!is_flag(flag)) fail_msg("no option in the hint \"--%.40s\"", at);
        }
    }
}

static void no_command_is_taken_for_a_slip(void **state)
{
    (void)state;
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        char *words[] = {(char *)c->name};
        struct sa_slip slip;
        assert_true(sa_slip_find(1, words, &slip)); // behind options: it is told where it belongs
        assert_ptr_equal(slip.meant, c);
        assert_null(slip.hint);
    }
}

static void what_sets_nothing_reads_as_nothing(void **state)
{
    (void)state;
    assert_int_equal(sa_opt_max_steps(&config), 20);
    assert_int_equal(sa_opt_max_memory(&config), 256 << 20);
    assert_int_equal(sa_opt_step_timeout(&config), INT64_C(30000000000));
    assert_int_equal(sa_opt_max_tokens(&config), 0);
    assert_true(sa_opt_temperature(&config) == 0 && !sa_config_get(&config, SA_OPT_seed)->set);
    assert_true(sa_opt_stream(&config) && !sa_opt_quiet(&config));
    assert_null(sa_opt_model(&config));
    assert_null(sa_opt_imports(&config));
    assert_string_equal(sa_opt_output(&config), "text");
}

// Commands besides run that take the options of run say which of them they use; every other flag
// is refused by its name. Works: the words behind such a command, "" for none.
static void check_flags(const struct sa_command *c, const char *work, size_t least, size_t most)
{
    size_t used = 0;
    work = *work ? work : NULL;
    for (size_t id = 0; id < SA_OPT_COUNT; id++) {
        const struct sa_option *o = &sa_options[id];
        if (!o->name || !(o->scope & c->scope)) continue;
        struct sa_config own;
        struct sa_err why = SA_ERR_INIT;
        bool uses = sa_cli_uses(c, work, id);
        SA_AUTO_FREE char *text = sample(o), *says = sa_xasprintf("%s has no effect", o->name);
        sa_config_init(&own);
        assert_int_equal(sa_config_set(&own, id, text, SA_FROM_FLAG, "--x", &why), SA_OK);
        int code = sa_cli_refuse_unused(c, work, &own, &why);
        assert_int_equal(code, uses ? SA_OK : SA_E_USAGE);
        if (!uses && !strstr(why.message, says)) fail_msg("%s", why.message);
        sa_config_release(&own);
        used += uses;
    }
    if (used < least || used > most)
        fail_msg("%s %s uses %zu flags", c->name, work ? work : "", used);
}

static void each_flag_of_a_command_is_used_or_refused(void **state)
{
    static const struct {
        const char *command, *works[8];
        size_t least, most; // flags that are used
    } rows[] = {
        {"run", {""}, 80, 200},
        {"models", {"", "openai"}, 25, 40},
        {"tools", {"", "list", "show", "call", "check"}, 20, 35},
        {"agents", {"", "list", "trust", "untrust", "check FILE"}, 8, 14},
        {"agents", {"show", "check"}, 80, 200},
        {"mcp", {"list", "test", "call"}, 10, 16},
        {"mcp", {"serve"}, 28, 36},
        {"config", {""}, 80, 200},
        {"doctor", {""}, 40, 60},
        {"init", {"ci"}, 8, 14},
    };
    (void)state;
    for (const struct sa_command *c = sa_commands; c->name; c++) {
        size_t i = 0;
        while (i < SA_COUNT(rows) && !sa_streq(rows[i].command, c->name)) i++;
        if (c->scope & SA_SCOPE_RUN && i == SA_COUNT(rows)) fail_msg("no row for %s", c->name);
    }
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        for (const char *const *work = rows[i].works; *work; work++)
            check_flags(sa_command_find(rows[i].command), *work, rows[i].least, rows[i].most);
}

// What files and the environment set is for all commands.
static void settings_are_not_refused_as_flags_are(void **state)
{
    (void)state;
    const struct sa_command *models = sa_command_find("models"), *init = sa_command_find("init");
    assert_int_equal(sa_config_set(&config, SA_OPT_max_steps, "3", SA_FROM_ENV, "E", &err), 0);
    assert_int_equal(sa_cli_refuse_unused(models, NULL, &config, &err), 0);
    assert_int_equal(sa_config_set(&config, SA_OPT_stream, "false", SA_FROM_FLAG, "F", &err), 0);
    assert_int_equal(sa_cli_refuse_unused(models, NULL, &config, &err), 0);
    assert_int_equal(sa_cli_refuse_unused(init, "ci", &config, &err), SA_E_USAGE);
    assert_string_equal(err.message, "--no-stream has no effect in 'init'");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_flag_is_in_help_man_page_and_completion),
        TEST(every_flag_is_offered_by_its_commands_and_no_other),
        TEST(every_key_is_in_the_example_and_the_listing),
        TEST(every_option_can_be_set_in_each_way_it_has),
        TEST(numbers_outside_their_range_are_refused),
        TEST(the_columns_of_a_row_agree),
        TEST(options_are_bound_to_executors_that_there_are),
        TEST(a_flag_for_another_executor_is_refused),
        TEST(a_project_cannot_raise_a_limit_by_what_zero_means),
        TEST(wishes_lead_to_options_that_there_are),
        TEST(no_command_is_taken_for_a_slip),
        TEST(what_sets_nothing_reads_as_nothing),
        TEST(each_flag_of_a_command_is_used_or_refused),
        TEST(settings_are_not_refused_as_flags_are),
    };
    return cmocka_run_group_tests(tests, make_texts, free_texts);
}
