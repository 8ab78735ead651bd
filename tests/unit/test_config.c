// Unit tests of src/config: layers, the file's syntax, what a project file may do, flags.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config.h"

static struct sa_config config;
static struct sa_err err;

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

static int parse(const char *text, enum sa_origin origin)
{
    return sa_config_parse(&config, "f.conf", text, strlen(text), origin, NULL, &err);
}

static int flags(unsigned scope, bool stop, char ***words, int *count, const char *line)
{
    static char copy[512];
    static char *argv[32];
    int argc = 0;
    sa_strcopy(copy, sizeof copy, line);
    for (char *p = copy; *p;) {
        argv[argc++] = p;
        while (*p && *p != ' ') p++;
        if (*p) *p++ = '\0';
    }
    return sa_config_args(&config, scope, argc, argv, stop, words, count, &err);
}

static void defaults_follow_the_table(void **state)
{
    (void)state;
    assert_int_equal(sa_opt_max_steps(&config), 20);
    assert_int_equal(sa_opt_max_memory(&config), 256u << 20);
    assert_int_equal(sa_opt_step_timeout(&config), INT64_C(30000000000));
    assert_null(sa_opt_model(&config));
    assert_int_equal(sa_opt_py_max_memory(&config), 1u << 30);
}

static void names_and_keys_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        for (size_t k = i + 1; k < SA_OPT_COUNT; k++) {
            const struct sa_option *a = &sa_options[i], *b = &sa_options[k];
            bool together = (a->scope & b->scope) != 0;
            if (a->name && together) assert_false(sa_streq(a->name, b->name));
            if (a->letter && together) assert_true(a->letter != b->letter);
            if (a->key && sa_streq(a->section, b->section)) assert_false(sa_streq(a->key, b->key));
        }
    }
}

static void higher_layers_win_in_any_order(void **state)
{
    (void)state;
    sa_config_set(&config, SA_OPT_max_steps, "3", SA_FROM_FLAG, "--max-steps", &err);
    sa_config_set(&config, SA_OPT_max_steps, "9", SA_FROM_ENV, "E", &err);
    assert_int_equal(parse("[limits]\nmax_steps = 7\n", SA_FROM_USER), SA_OK);
    assert_int_equal(sa_opt_max_steps(&config), 3);
}

static void long_lines_colons_and_semicolons_survive(void **state)
{
    (void)state;
    char text[4000], long_value[3000];
    memset(long_value, 'x', sizeof long_value);
    long_value[sizeof long_value - 1] = '\0';
    snprintf(text, sizeof text,
             "# a comment\n[run]\ninstructions = %s\n[prices]\nollama/llama3:8b = 0 0\n"
             "[tool.t]\ncommand = [\"sh\", \"-c\", \"a ; b\"]\n",
             long_value);
    assert_int_equal(parse(text, SA_FROM_USER), SA_OK);
    assert_string_equal(sa_opt_instructions(&config), long_value);
    assert_string_equal(sa_section_get(sa_config_section(&config, "prices"), "ollama/llama3:8b"),
                        "0 0");
    assert_string_equal(sa_section_get(sa_config_section(&config, "tool.t"), "command"),
                        "[\"sh\", \"-c\", \"a ; b\"]");
}

static void bad_lines_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[limits]\nmax_step = 3\n", "f.conf:2: unknown key 'max_step'; did you mean 'max_steps'?"},
        {"[limit]\nmax_steps = 3\n", "f.conf:2: unknown section 'limit'; did you mean 'limits'?"},
        {"[limits]\nmax_steps 3\n", "f.conf:2: 'key = value' expected"},
        {"[limits\n", "f.conf:1: ']' expected"},
        {"max_steps = 3\n", "f.conf:1: a [section] must come before 'max_steps'"},
        {"[limits]\n\nmax_steps = many\n", "f.conf:3: max_steps: 'many' must be a whole number"},
        {"[limits]\nmax_steps = -1\n", "f.conf:2: max_steps: '-1' must be between 0 and 100000"},
        {"[limits]\non_max_steps = x\n", "f.conf:2: on_max_steps: 'x' must be one of answer|fail"},
        {"[limits]\n\xff = 1\n", "f.conf:2: invalid UTF-8"},
        {"[hook.h]\non = on_end\non = before_code\n", "f.conf:3: given twice: 'on'"},
        {"[tool.t]\nenv = A\n[limits]\n[tool.t]\nenv = B\n", "f.conf:5: given twice: 'env'"},
        {"[hook.h]\n# on = on_end\n\n[limits]\n", "f.conf:1: nothing stands in this section"},
        {"[limits]\n[agent.a]\n", "f.conf:2: nothing stands in this section"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        sa_err_clear(&err);
        assert_int_equal(parse(cases[i].text, SA_FROM_USER), SA_E_CONFIG);
        assert_string_equal(err.message, cases[i].message);
    }
}

static void lines_of_a_list_add_up(void **state)
{
    (void)state;
    assert_int_equal(parse("[tool.t]\nexamples = t(1)\nexamples = t(2)\n"
                           "[mcp.m]\nargs = a\nargs = b\n[agent.a]\ntools = x\ntools = y\n",
                           SA_FROM_USER),
                     SA_OK);
}

static void a_project_file_may_tighten_only(void **state)
{
    (void)state;
    assert_int_equal(
        parse("[limits]\nmax_steps = 5\nmax_memory = 1G\nmax_tokens = 100\n", SA_FROM_PROJECT),
        SA_OK);
    assert_int_equal(sa_opt_max_steps(&config), 5);
    assert_int_equal(sa_opt_max_memory(&config), 256u << 20);
    assert_int_equal(sa_opt_max_tokens(&config), 100);
    assert_int_equal(config.warning_count, 1);
    assert_int_equal(parse("[limits]\nmax_operations = 0\n", SA_FROM_PROJECT), SA_OK);
    assert_int_equal(sa_opt_max_operations(&config), 1000000000);
    static const char *const refused[] = {
        "[model]\nbase_url = http://evil\n", "[model]\nkey_file = x\n",
        "[model]\nkey_command = x\n",        "[tool.x]\ncommand = x\n",
        "[provider.x]\nbase_url = x\n",      "[profile.x]\nmax_steps = 1\n",
        "[sandbox]\nimports = os\n",         "[run]\nprompts = .\n"};
    for (size_t i = 0; i < SA_COUNT(refused); i++) {
        sa_err_clear(&err);
        assert_int_equal(parse(refused[i], SA_FROM_PROJECT), SA_E_CONFIG);
        assert_non_null(strstr(err.message, "a project file may not"));
    }
}

// Every option with a key says what a project's file may do with it and why no more.
static void every_key_has_its_project_policy_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_project_rule *rule = &o->project;
        if (!o->key) assert_true(rule->may == SA_PROJECT_NEVER && !rule->harm);
        else assert_true(rule->harm && strlen(rule->harm) > 10);
        if (rule->may == SA_PROJECT_LOWER) assert_true(o->value.max > 0);
        if (rule->may == SA_PROJECT_NARROW) assert_int_equal(o->value.type, SA_TYPE_LIST);
        assert_true((rule->may == SA_PROJECT_TO) == (rule->only != NULL));
    }
}

// Lower, then higher again, and zero in between: what counts is the tightest.
static void a_project_limit_never_exceeds_the_users(void **state)
{
    (void)state;
    static const struct {
        const char *user, *project;
        double steps, tokens, retries;
    } cases[] = {
        {"[limits]\nmax_steps = 7\n", "[limits]\nmax_steps = 0\nmax_steps = 500\n", 0, 0, 4},
        {"[limits]\nmax_tokens = 900\n", "[limits]\nmax_tokens = 0\nmax_tokens = 9000\n", 20, 900,
         4},
        {"[limits]\nmax_tokens = 0\n", "[limits]\nmax_tokens = 5\nmax_tokens = 0\n", 20, 5, 4},
        {"[limits]\nmax_tokens = 90\n", "[limits]\nmax_tokens = 9\n[limits]\nmax_tokens = 50\n", 20,
         9, 4},
        {"[model]\nretries = 2\n", "[model]\nretries = 0\nretries = 100\n", 20, 0, 0},
        {"[model]\nretries = 0\n", "[model]\nretries = 1\n", 20, 0, 0},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        sa_config_release(&config);
        sa_config_init(&config);
        assert_int_equal(parse(cases[i].user, SA_FROM_USER), SA_OK);
        assert_int_equal(parse(cases[i].project, SA_FROM_PROJECT), SA_OK);
        assert_int_equal(sa_opt_max_steps(&config), cases[i].steps);
        assert_int_equal(sa_opt_max_tokens(&config), cases[i].tokens);
        assert_int_equal(sa_opt_retries(&config), cases[i].retries);
    }
}

static void of_a_project_file_with_a_fault_nothing_counts(void **state)
{
    (void)state;
    assert_int_equal(parse("[limits]\nmax_steps = 5\n[output]\nquiet = true\n", SA_FROM_PROJECT),
                     SA_E_CONFIG);
    assert_int_equal(sa_opt_max_steps(&config), 20);
    assert_false(sa_opt_quiet(&config));
}

static void a_project_chooses_models_that_the_user_lists(void **state)
{
    (void)state;
    static const char user[] = "[model]\nmodel = openai/a\nproject_models = openai/b, ollama/*\n";
    static const struct {
        const char *name;
        bool allowed;
    } cases[] = {{"openai/a", true},           {"openai/b", true},
                 {"ollama/x", true},           {"openai/bb", false},
                 {"ollama2/x", false},         {"replay:ollama/x", false},
                 {"openai/*", false},          {"REPLAY:./evil.l", false},
                 {"ollama/x, openai/b", true}, // each that stands in counts for itself
                 {"ollama/x,evil/y", false},   {"evil/y,ollama/x", false},
                 {"ollama/x,replay:y", false}, {"ollama/x,", false}};
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        char text[128];
        sa_config_release(&config);
        sa_config_init(&config);
        sa_err_clear(&err);
        assert_int_equal(parse(user, SA_FROM_USER), SA_OK);
        snprintf(text, sizeof text, "[model]\nmodel = %s\n", cases[i].name);
        assert_int_equal(parse(text, SA_FROM_PROJECT), cases[i].allowed ? SA_OK : SA_E_CONFIG);
        assert_string_equal(sa_opt_model(&config), cases[i].allowed ? cases[i].name : "openai/a");
    }
    assert_int_equal(parse("[model]\nproject_models = *\n", SA_FROM_USER), SA_OK);
    assert_int_equal(parse("[model]\nmodel = replay:x\n", SA_FROM_PROJECT), SA_E_CONFIG);
}

static void profiles_are_chosen_by_name(void **state)
{
    (void)state;
    static const char text[] = "[limits]\nmax_steps = 9\n[profile.ci]\nmax_steps = 4\n"
                               "python.max_memory = 2M\n[profile.other]\nmax_steps = 8\n";
    assert_int_equal(sa_config_parse(&config, "f", text, sizeof text - 1, SA_FROM_USER, "ci", &err),
                     SA_OK);
    assert_int_equal(sa_opt_max_steps(&config), 4);
    assert_int_equal(sa_opt_py_max_memory(&config), 2u << 20);
    assert_int_equal(
        sa_config_parse(&config, "f", text, sizeof text - 1, SA_FROM_USER, "none", &err),
        SA_E_CONFIG);
}

static void flags_take_every_form(void **state)
{
    (void)state;
    char **words;
    int count;
    assert_int_equal(flags(SA_SCOPE_RUN, false, &words, &count,
                           "one --max-steps=3 -vq two --timeout 5m --no-stream -mx/y --imports a,b "
                           "--imports c -- --three"),
                     SA_OK);
    assert_int_equal(count, 3);
    assert_string_equal(words[2], "--three");
    free(words);
    assert_int_equal(sa_opt_max_steps(&config), 3);
    assert_int_equal(sa_opt_timeout(&config), INT64_C(300000000000));
    assert_false(sa_opt_stream(&config));
    assert_true(sa_opt_quiet(&config));
    assert_string_equal(sa_opt_model(&config), "x/y");
    const char *const *imports = sa_opt_imports(&config);
    assert_string_equal(imports[2], "c");
    assert_null(imports[3]);
}

static void flags_go_wrong_politely(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"--modle x", "unknown option --modle; did you mean --model?"},
        {"--max-steps", "--max-steps needs a value (N)"},
        {"--max-steps=x", "--max-steps: 'x' must be a whole number"},
        {"-Z", "unknown option -Z"},
        {"--output=xml", "--output: 'xml' must be one of text|json|jsonl|markdown"},
        {"--max-memory=10", "--max-memory: '10' must be between 1M and 953674316M"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        char **words;
        int count;
        assert_int_equal(flags(SA_SCOPE_RUN, false, &words, &count, cases[i].line), SA_E_USAGE);
        assert_string_equal(err.message, cases[i].message);
        free(words);
    }
}

static void python_stops_at_its_program(void **state)
{
    (void)state;
    char **words;
    int count;
    assert_int_equal(flags(SA_SCOPE_PY, true, &words, &count, "--dis f.py --dis -x"), SA_OK);
    assert_int_equal(count, 3);
    free(words);
    assert_int_equal(flags(SA_SCOPE_PY, true, &words, &count, "-c pass --dis"), SA_OK);
    assert_int_equal(count, 1);
    assert_string_equal(sa_opt_py_command(&config), "pass");
    free(words);
}

static void the_example_parses_when_uncommented(void **state)
{
    (void)state;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT), live = SA_BUF_INIT(SA_BUF_TEXT);
    sa_config_example(&out);
    struct sa_str rest = {out.data, out.len}, line;
    while (sa_str_next_line(&rest, &line)) {
        // "# key = value" with a value, and the commented sections of the end.
        const char *equals = memchr(line.data, '=', line.len);
        bool key = line.len > 2 && line.data[0] == '#' && equals &&
                   equals + 2 < line.data + line.len;
        bool section = line.len > 2 && (line.data[0] == '[' || line.data[2] == '[');
        if (key && memchr(line.data + 2, ' ', (size_t)(equals - line.data - 2)) != equals - 1)
            key = false;
        if (!key && !section) continue;
        size_t skip = line.data[0] == '#' ? 2 : 0;
        sa_buf_appendf(&live, "%.*s\n", (int)(line.len - skip), line.data + skip);
    }
    assert_int_equal(parse(live.data, SA_FROM_USER), SA_OK);
    assert_non_null(sa_config_section(&config, "tool.word_count"));
    sa_buf_release(&out);
    sa_buf_release(&live);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(defaults_follow_the_table),
        TEST(names_and_keys_are_unique),
        TEST(higher_layers_win_in_any_order),
        TEST(long_lines_colons_and_semicolons_survive),
        TEST(bad_lines_are_named),
        TEST(lines_of_a_list_add_up),
        TEST(a_project_file_may_tighten_only),
        TEST(every_key_has_its_project_policy_and_reason),
        TEST(a_project_limit_never_exceeds_the_users),
        TEST(of_a_project_file_with_a_fault_nothing_counts),
        TEST(a_project_chooses_models_that_the_user_lists),
        TEST(profiles_are_chosen_by_name),
        TEST(flags_take_every_form),
        TEST(flags_go_wrong_politely),
        TEST(python_stops_at_its_program),
        TEST(the_example_parses_when_uncommented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
