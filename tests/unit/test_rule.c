// Rules of approval: reading, matching, and making one of a call.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/rule.h"
#include "base/err.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "tool/builtin.h"

static struct sa_tool *shell;

static int make_tool(void **state)
{
    (void)state;
    shell = sa_builtin_new("run_it", "Runs.", 0, NULL);
    sa_builtin_input(shell, "command", "{\"type\": \"string\", \"format\": \"shell\"}");
    sa_builtin_input(shell, "note", "{\"type\": \"string\", \"default\": \"\"}");
    sa_builtin_input(shell, "n", "{\"type\": \"integer\", \"default\": 0}");
    return 0;
}

static int free_tool(void **state)
{
    (void)state;
    sa_tool_free(shell);
    return 0;
}

// Does the list have a rule about a call with these arguments?
static bool about(const char *list, const char *args_json, bool grants)
{
    struct sa_rules rules = {0};
    struct sa_err err = SA_ERR_INIT;
    if (sa_rules_add(&rules, list, &err)) fail_msg("%s: %s", list, err.message);
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    assert_non_null(args);
    bool found = sa_rules_match(&rules, shell, args, grants) != NULL;
    cJSON_Delete(args);
    sa_rules_release(&rules);
    return found;
}

// A server's tool whose name was changed because of a collision, an agent file's and a tool file's.
static struct sa_tool of_server = {.source = "mcp",
                                   .server = "git-hub",
                                   .name = "git_hub_delete_repo",
                                   .own_name = "delete-repo"},
                      of_agent_file = {.source = "command", .of_agent_file = true, .name = "shell"},
                      of_odd_names = {.source = "mcp",
                                      .server = "s",
                                      .name = "agent_x",
                                      .own_name = "agent/x"},
                      of_tool_file = {.source = "file", .name = "draw"};

static void a_rule_names_a_tool_by_its_source_whatever_it_is_called_here(void **state)
{
    (void)state;
    static const struct {
        const char *rule;
        const struct sa_tool *tool;
        bool denies, allows;
    } rows[] = {
        {"delete-repo", &of_server, true, false},
        {"delete_repo", &of_server, true, false},
        {"git_hub_delete_repo", &of_server, true, false},
        {"delete*", &of_server, true, false},
        {"mcp:git-hub/delete-repo", &of_server, true, true},
        {"mcp:git-hub/delete_repo", &of_server, true, true},
        {"mcp:*/*", &of_server, true, true},
        {"mcp:gitlab/delete-repo", &of_server, false, false},
        {"builtin/delete-repo", &of_server, false, false},
        {"config/shell", &of_agent_file, false, false},
        {"shell", &of_agent_file, true, false},
        {"agent-file/shell", &of_agent_file, true, true},
        {"draw", &of_tool_file, true, false},
        {"tool-file/draw", &of_tool_file, true, true},
        {"*", &of_tool_file, true, false},
        {"agent/x", &of_odd_names, true, false},
        {"mcp:s/agent_x", &of_odd_names, true, true},
    };
    cJSON *args = cJSON_CreateObject();
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct sa_rules rules = {0};
        assert_int_equal(sa_rules_add(&rules, rows[i].rule, NULL), 0);
        bool denies = sa_rules_match(&rules, rows[i].tool, args, false) != NULL;
        bool allows = sa_rules_match(&rules, rows[i].tool, args, true) != NULL;
        if (sa_rules_name(&rules, rows[i].tool) != denies) fail_msg("hook: %s", rows[i].rule);
        if (denies != rows[i].denies || allows != rows[i].allows)
            fail_msg("%s of %s: denies %d, allows %d", rows[i].rule, rows[i].tool->name, denies,
                     allows);
        sa_rules_release(&rules);
    }
    cJSON_Delete(args);
}

static void an_argument_has_both_of_its_spellings(void **state)
{
    (void)state;
    cJSON *inputs = cJSON_Parse("{\"properties\": {\"file-path\": {\"type\": \"string\"}}}");
    cJSON *args = cJSON_Parse("{\"file-path\": \"a.conf\"}");
    struct sa_tool tool = {.source = "mcp", .server = "s", .name = "rm", .inputs = inputs};
    static const char *const texts[] = {"rm(file_path=*.conf)", "rm(file-path=*.conf)"};
    for (size_t i = 0; i < SA_COUNT(texts); i++) {
        struct sa_rules rules = {0};
        assert_int_equal(sa_rules_add(&rules, texts[i], NULL), 0);
        assert_non_null(sa_rules_match(&rules, &tool, args, false));
        sa_rules_release(&rules);
    }
    cJSON_Delete(args);
    cJSON_Delete(inputs);
}

static void the_rule_of_a_call_names_its_source(void **state)
{
    (void)state;
    cJSON *args = cJSON_CreateObject();
    SA_AUTO_FREE char *rule = sa_rule_of_call(&of_server, args);
    SA_AUTO_FREE char *own = sa_rule_of_call(shell, args);
    assert_string_equal(rule, "mcp:git-hub/delete_repo");
    assert_string_equal(own, "run_it");
    cJSON_Delete(args);
}

static void names_and_arguments_are_matched_whole(void **state)
{
    (void)state;
    static const struct {
        const char *list, *args;
        bool found;
    } rows[] = {
        {"run_it", "{}", true},
        {"run", "{}", false},
        {"run_it2", "{}", false},
        {"*", "{}", true},
        {"run*", "{}", true},
        {"*it", "{}", true},
        {"r*_*t", "{}", true},
        {"r*x*t", "{}", false},
        {"other, run_it", "{}", true},
        {" , run_it ,", "{}", true},
        {"run_it(command=ls)", "{\"command\": \"ls\"}", true},
        {"run_it( command = ls )", "{\"command\": \"ls\"}", true},
        {"run_it(command=ls)", "{\"command\": \"ls \"}", false},
        {"run_it(command=ls)", "{\"command\": \"lsx\"}", false},
        {"run_it(command=ls)", "{\"command\": \"\"}", false},
        {"run_it(command=ls)", "{}", false},
        {"run_it(command=ls*)", "{\"command\": \"ls\"}", true},
        {"run_it(command=*ls)", "{\"command\": \"xlsls\"}", true},
        {"run_it(command=a*b*c)", "{\"command\": \"a b b c c\"}", true},
        {"run_it(command=a*b*c)", "{\"command\": \"a c b\"}", false},
        {"run_it(command=)", "{\"command\": \"\"}", true},
        {"run_it(command=*)", "{\"command\": \"\"}", true},
        {"run_it(command=*)", "{}", false},
        {"run_it(command=a\\*b)", "{\"command\": \"a*b\"}", true},
        {"run_it(command=a\\*b)", "{\"command\": \"axb\"}", false},
        {"run_it(command=a\\nb)", "{\"command\": \"a\\nb\"}", true},
        {"run_it(command=a\\, b)", "{\"command\": \"a, b\"}", true},
        {"run_it(command=\\(a\\))", "{\"command\": \"(a)\"}", true},
        {"run_it(command=\\ a\\ )", "{\"command\": \" a \"}", true},
        {"run_it(command=a\\\\)", "{\"command\": \"a\\\\\"}", true},
        {"run_it(command=a, n=3)", "{\"command\": \"a\", \"n\": 3}", true},
        {"run_it(command=a, n=3)", "{\"command\": \"a\", \"n\": 33}", false},
        {"run_it(n=*)", "{\"n\": [1, {\"a\": 2}]}", true},
        {"run_it(n=[1\\,*)", "{\"n\": [1, {\"a\": 2}]}", true},
        {"run_it(command=x), run_it(command=y)", "{\"command\": \"y\"}", true},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        if (about(rows[i].list, rows[i].args, false) != rows[i].found)
            fail_msg("%s, %s: not %d", rows[i].list, rows[i].args, rows[i].found);
    }
}

// `git *` was never meant to let another command through.
static void a_star_that_grants_holds_no_second_command(void **state)
{
    (void)state;
    static const char *const hostile[] = {"git log; rm x",   "git log && rm x", "git log | sh",
                                          "git log $(rm x)", "git log `rm x`",  "git log > x",
                                          "git log < x",     "git log & rm x",  "git log\nrm x",
                                          "git log \\\nx",   "git ${x}",        "git log #x"};
    for (size_t i = 0; i < SA_COUNT(hostile); i++) {
        struct sa_buf args = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendc(&args, '{');
        sa_json_put_str(&args, "command", hostile[i]);
        sa_json_put_str(&args, "note", hostile[i]);
        sa_buf_appendc(&args, '}');
        if (about("run_it(command=git *)", sa_buf_text(&args), true))
            fail_msg("allowed: %s", hostile[i]);
        assert_true(about("run_it(command=git *)", sa_buf_text(&args), false)); // denies
        assert_true(about("run_it(note=git *)", sa_buf_text(&args), true));     // no shell reads it
        sa_buf_release(&args);
    }
    assert_true(about("run_it(command=git *)", "{\"command\": \"git log -n 3 -- a.c\"}", true));
    assert_true(about("run_it(command=git log \\| *)", "{\"command\": \"git log | wc\"}", true));
}

static void what_is_no_rule_is_refused_and_nothing_of_its_list_added(void **state)
{
    (void)state;
    static const char *const bad[] = {"(x)",      "a(",       "a()",   "a(b)", "a(b=c",
                                      "a(b=c) d", "a b",      "a(=c)", "a)",   "a(b=c, d)",
                                      "a(b=c,)",  "a(b=c\\)", "a b"};
    for (size_t i = 0; i < SA_COUNT(bad); i++) {
        struct sa_rules rules = {0};
        struct sa_err err = SA_ERR_INIT;
        SA_AUTO_FREE char *list = sa_xasprintf("good, %s", bad[i]);
        if (sa_rules_add(&rules, list, &err) != SA_E_CONFIG) fail_msg("taken: %s", bad[i]);
        assert_int_equal(rules.count, 0);
        sa_rules_release(&rules);
    }
}

static void a_rule_made_of_a_call_is_about_that_call_alone(void **state)
{
    (void)state;
    static const char *const values[] = {"ls",   "",  " a ", "a, b)", "*",   "\\",
                                         "a\nb", "(", "a\\", "x = y", "\\n", "  "};
    for (size_t i = 0; i < SA_COUNT(values); i++) {
        struct sa_buf args = SA_BUF_INIT(SA_BUF_SMALL);
        sa_buf_appendc(&args, '{');
        sa_json_put_str(&args, "command", values[i]);
        sa_json_put_int(&args, "n", 7);
        sa_buf_appendc(&args, '}');
        cJSON *parsed = sa_json_parse(sa_buf_text(&args), args.len, NULL);
        SA_AUTO_FREE char *rule = sa_rule_of_call(shell, parsed);
        if (!about(rule, sa_buf_text(&args), true)) fail_msg("not about its call: %s", rule);
        for (size_t k = 0; k < SA_COUNT(values); k++) {
            struct sa_buf other = SA_BUF_INIT(SA_BUF_SMALL);
            sa_buf_appendc(&other, '{');
            sa_json_put_str(&other, "command", values[k]);
            sa_json_put_int(&other, "n", 7);
            sa_buf_appendc(&other, '}');
            if (k != i && about(rule, sa_buf_text(&other), true))
                fail_msg("%s: also about %s", rule, values[k]);
            sa_buf_release(&other);
        }
        cJSON_Delete(parsed);
        sa_buf_release(&args);
    }
}

// A pattern of many stars against a long text: the work is bounded by their product.
static void many_stars_do_not_take_long(void **state)
{
    (void)state;
    struct sa_buf rule = SA_BUF_INIT(SA_BUF_TEXT), args = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&rule, "run_it(command=");
    for (int i = 0; i < 100; i++) sa_buf_appends(&rule, "*a");
    sa_buf_appends(&rule, "*b)");
    sa_buf_appends(&args, "{\"command\": \"");
    for (int i = 0; i < 10000; i++) sa_buf_appendc(&args, 'a');
    sa_buf_appends(&args, "\"}");
    assert_false(about(rule.data, args.data, true));
    sa_buf_release(&rule), sa_buf_release(&args);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_arguments_are_matched_whole),
        cmocka_unit_test(a_rule_names_a_tool_by_its_source_whatever_it_is_called_here),
        cmocka_unit_test(an_argument_has_both_of_its_spellings),
        cmocka_unit_test(the_rule_of_a_call_names_its_source),
        cmocka_unit_test(a_star_that_grants_holds_no_second_command),
        cmocka_unit_test(what_is_no_rule_is_refused_and_nothing_of_its_list_added),
        cmocka_unit_test(a_rule_made_of_a_call_is_about_that_call_alone),
        cmocka_unit_test(many_stars_do_not_take_long),
    };
    return cmocka_run_group_tests(tests, make_tool, free_tool);
}
