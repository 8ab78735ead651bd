// Agents as a program that embeds them has them (include/smolagent/agent.h), used well and badly:
// tools, settings, keys. The model is a recording each of whose replies costs 100 tokens.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/str.h"
#include "played.h"

// ---- tools --------------------------------------------------------------------------------------

static void code_calls_tools_and_the_state_stays_for_the_next_run(void **state)
{
    (void)state;
    int64_t calls = 0;
    PLAYED(p, "kept = add(2)\nfinal_answer({'sum': kept, 'x': x})",
           "final_answer(kept + add(1, 1))");
    assert_null(add_tool(p.agent, "add", add, &calls));
    assert_null(smol_agent_define(p.agent, "x", "[1, null]", NULL));
    struct smol_result *r = smol_agent_run(p.agent, "the task");
    assert_int_equal(r->status, SMOL_OK);
    assert_string_equal(r->answer_json, "{\"sum\": 42, \"x\": [1, null]}");
    assert_null(r->error);
    assert_int_equal(r->steps, 1);
    assert_int_equal(r->tool_calls, 1);
    assert_int_equal(r->input_tokens, 70);
    assert_int_equal(r->output_tokens, 30);
    smol_result_free(r);
    assert_run(p.agent, SMOL_OK, "44");
    assert_int_equal(calls, 2);
    assert_says("\"type\":\"tool.call\"", sa_buf_text(&p.lines));
    assert_says("\"type\":\"run.end\"", sa_buf_text(&p.lines));
    played_release(&p);
}

static void an_agent_that_calls_tools_runs_no_code(void **state)
{
    (void)state;
    static const char lines[] =
        "{\"text\":\"\",\"calls\":[{\"id\":\"1\",\"name\":\"add\",\"arguments\":\"{\\\"a\\\": 2}\"}]}\n"
        "{\"text\":\"\",\"calls\":[{\"id\":\"2\",\"name\":\"final_answer\",\"arguments\":"
        "\"{\\\"answer\\\": 42}\"}]}\n";
    int64_t calls = 0;
    PLAYED(p, "");
    FILE *file = fopen(p.path, "w");
    assert_true(file && fputs(lines, file) >= 0 && !fclose(file));
    assert_null(smol_agent_set(p.agent, "agent", "tool_calling"));
    assert_null(add_tool(p.agent, "add", add, &calls));
    assert_run(p.agent, SMOL_OK, "42");
    assert_int_equal(calls, 1);
    assert_null(strstr(sa_buf_text(&p.lines), "\"type\":\"code\""));
    played_release(&p);
}

static void write_to_nobody(void *ctx, struct smol_call *call)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    *(ssize_t *)ctx = write(ends[1], "x", 1);
    close(ends[1]);
    smol_call_answer(call, "1");
}

static void a_write_that_nobody_reads_ends_neither_the_program_nor_changes_its_signals(void **state)
{
    (void)state;
    sigset_t before, after, pending;
    ssize_t wrote = 0;
    PLAYED(p, "final_answer(write(1))");
    assert_null(add_tool(p.agent, "write", write_to_nobody, &wrote));
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    assert_run(p.agent, SMOL_OK, "1");
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    sigpending(&pending);
    assert_int_equal(wrote, -1);
    for (int sig = 1; sig < NSIG; sig++)
        assert_int_equal(sigismember(&before, sig), sigismember(&after, sig));
    assert_false(sigismember(&pending, SIGPIPE));
    played_release(&p);
}

static void keep_integer(void *ctx, struct smol_call *call)
{
    int64_t **next = ctx;
    *(*next)++ = smol_call_integer(call, "a");
    smol_call_answer(call, "1");
}

static void whole_numbers_come_with_all_their_digits(void **state)
{
    (void)state;
    int64_t seen[7], *next = seen;
    PLAYED(p, "for a in 2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63, 2**63, 10**400, -7:\n    "
              "keep(a)\nfinal_answer(1)");
    assert_null(add_tool(p.agent, "keep", keep_integer, &next));
    assert_run(p.agent, SMOL_OK, "1");
    assert_int_equal(seen[0], 9007199254740993);
    assert_int_equal(seen[1], -9007199254740993);
    assert_true(seen[2] == INT64_MAX && seen[3] == INT64_MIN);
    assert_int_equal(seen[4], 0);
    assert_int_equal(seen[5], 0);
    assert_int_equal(seen[6], -7);
    played_release(&p);
}

static void say_nonsense(void *ctx, struct smol_call *call)
{
    smol_call_answer(call, ctx);
}

static void say_no(void *ctx, struct smol_call *call)
{
    (void)ctx;
    smol_call_answer(call, "1");
    smol_call_fail(call, "the shelf is empty");
}

static void say_nothing(void *ctx, struct smol_call *call)
{
    (void)ctx;
    (void)call;
}

static void results_that_are_none_are_exceptions_of_the_code(void **state)
{
    (void)state;
    PLAYED(p, "said = []\nfor tool in broken, wrong, empty, failing, silent:\n    try:\n        "
              "said.append(repr(tool(1)))\n    except RuntimeError as e:\n        "
              "said.append(str(e))\nfinal_answer(' | '.join(said))");
    assert_null(add_tool(p.agent, "broken", say_nonsense, "{1: 2"));
    assert_null(add_tool(p.agent, "wrong", say_nonsense, "[1]"));
    assert_null(add_tool(p.agent, "empty", say_nonsense, ""));
    assert_null(add_tool(p.agent, "failing", say_no, NULL));
    assert_null(smol_agent_add_tool(p.agent, &(struct smol_tool){.size = sizeof(struct smol_tool),
                                                                 .name = "silent",
                                                                 .description = "Says nothing.",
                                                                 .inputs = NUMBERS,
                                                                 .call = say_nothing}));
    struct smol_result *r = smol_agent_run(p.agent, "the task");
    assert_says("broken: what it gave is no JSON", r->answer);
    assert_says("wrong: ", r->answer);
    assert_says("empty: what it gave is no JSON", r->answer);
    assert_says("| the shelf is empty | None", r->answer);
    smol_result_free(r);
    played_release(&p);
}

static void a_tool_that_cannot_be_meant_is_refused_and_so_is_the_run(void **state)
{
    (void)state;
    static const struct {
        struct smol_tool tool;
        const char *why;
    } rows[] = {
        {{.size = 3, .name = "f", .description = "d", .call = add}, "sizeof(struct smol_tool)"},
        {{.name = "f", .description = "d", .call = add}, "sizeof(struct smol_tool)"},
        {{.size = sizeof(struct smol_tool), .description = "d", .call = add}, "are needed"},
        {{.size = sizeof(struct smol_tool), .name = "f", .call = add}, "are needed"},
        {{.size = sizeof(struct smol_tool), .name = "f", .description = "d"}, "are needed"},
        {{.size = sizeof(struct smol_tool), .name = "f\xff", .description = "d", .call = add},
         "name of a tool is not UTF-8"},
        {{.size = sizeof(struct smol_tool), .name = "f", .description = "d\xff", .call = add},
         "tool f: the description is not UTF-8"},
        {{.size = sizeof(struct smol_tool), .name = "a b", .description = "d", .call = add},
         "no Python identifier"},
        {{.size = sizeof(struct smol_tool), .name = "print", .description = "d", .call = add},
         "builtin of that name"},
        {{.size = sizeof(struct smol_tool),
          .name = "f",
          .description = "d",
          .call = add,
          .inputs = "{\"type\": "},
         "tool f: inputs: "},
        {{.size = sizeof(struct smol_tool),
          .name = "f",
          .description = "d",
          .call = add,
          .inputs = "{\"type\": \"string\"}"},
         "tool f: inputs: its type is not \"object\""},
        {{.size = sizeof(struct smol_tool),
          .name = "f",
          .description = "d",
          .call = add,
          .output = "{\"type\": \"numbr\"}"},
         "tool f: output: "},
        {{.size = sizeof(struct smol_tool),
          .name = "f",
          .description = "d",
          .call = add,
          .output = "{\"$ref\": \"#/nowhere\"}"},
         "tool f: output: "},
        {{.size = sizeof(struct smol_tool),
          .name = "f",
          .description = "d",
          .call = add,
          .effects = 64},
         "tool f: effects has other bits"},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        PLAYED(p, "final_answer(1)");
        assert_says(rows[i].why, smol_agent_add_tool(p.agent, &rows[i].tool));
        assert_run(p.agent, SMOL_ERROR, rows[i].why);
        played_release(&p);
    }
    PLAYED(p, "final_answer(1)");
    int64_t calls = 0;
    assert_null(add_tool(p.agent, "f", add, &calls));
    assert_says("already a tool", add_tool(p.agent, "f", add, &calls));
    played_release(&p);
}

// ---- settings -----------------------------------------------------------------------------------

static void what_failed_before_the_first_run_ends_it(void **state)
{
    (void)state;
    PLAYED(p, "final_answer(1)");
    assert_says("did you mean 'max_tokens'?", smol_agent_set(p.agent, "max_token", "5"));
    assert_null(smol_agent_set(p.agent, "max_tokens", "5"));
    assert_run(p.agent, SMOL_ERROR, "did you mean 'max_tokens'?");
    assert_says("\"type\":\"run.end\",\"status\":\"error\",\"exit_code\":2", sa_buf_text(&p.lines));
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_says("max_steps: 'many'", smol_agent_set(q.agent, "max_steps", "many"));
    assert_says("model is missing", smol_agent_set(q.agent, "model", NULL));
    assert_says("not UTF-8", smol_agent_set(q.agent, "instructions", "\xff"));
    assert_says("variable x: ", smol_agent_define(q.agent, "x", "[1", NULL));
    assert_says("2x", smol_agent_define(q.agent, "2x", "1", NULL));
    assert_says("price: 'cheap'", smol_agent_set(q.agent, "price", "cheap"));
    assert_run(q.agent, SMOL_ERROR, "max_steps: 'many'");
    played_release(&q);
}

static void an_agent_without_a_model_a_task_or_a_role_says_what_it_lacks(void **state)
{
    (void)state;
    struct smol_agent *bare = smol_agent_new();
    assert_run(bare, SMOL_ERROR, "the agent has no model");
    smol_agent_free(bare);
    PLAYED(p, "final_answer(1)");
    struct smol_result *r = smol_agent_run(p.agent, " \n");
    assert_says("the task is empty", r->error);
    smol_result_free(r);
    r = smol_agent_run(p.agent, "\xff");
    assert_says("the task is not UTF-8", r->error);
    smol_result_free(r);
    r = smol_agent_run(p.agent, NULL);
    assert_says("the task is missing", r->error);
    smol_result_free(r);
    assert_run(p.agent, SMOL_OK, "1");
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_null(smol_agent_set(q.agent, "executor", "jail"));
    assert_run(q.agent, SMOL_ERROR, "main() has to call smol_role");
    played_release(&q);
}

static void assert_one_line(const char *text)
{
    if (!text || strpbrk(text, "\n\r\t\x1b")) fail_msg("no line: '%s'", text ? text : "(null)");
}

static void what_is_wrong_is_one_line_whatever_was_given(void **state)
{
    (void)state;
    PLAYED(p, "final_answer(1)");
    assert_one_line(smol_agent_set(p.agent, "max\nsteps", "1"));
    assert_one_line(smol_agent_set(p.agent, "max_steps", "1\n\x1b[1m2"));
    assert_one_line(smol_agent_define(p.agent, "x\ty", "1", NULL));
    assert_one_line(add_tool(p.agent, "f\r\n", add, NULL));
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_null(smol_agent_set(q.agent, "schema", "/nowhere/at\nall"));
    struct smol_result *r = smol_agent_run(q.agent, "the task");
    assert_one_line(r->error);
    smol_result_free(r);
    played_release(&q);
}

static void settings_stay_once_it_has_run_until_it_forgets(void **state)
{
    (void)state;
    int64_t calls = 0;
    PLAYED(p, "y = x\nfinal_answer(y)", "final_answer(x)", "final_answer('y' in globals())");
    assert_null(smol_agent_define(p.agent, "x", "1", NULL));
    assert_run(p.agent, SMOL_OK, "1");
    assert_says("has run", smol_agent_set(p.agent, "max_steps", "3"));
    assert_says("has run", add_tool(p.agent, "add", add, &calls));
    assert_says("has run", smol_agent_watch(p.agent, NULL, NULL, false));
    assert_null(smol_agent_define(p.agent, "x", "2", "the second"));
    assert_run(p.agent, SMOL_OK, "2");
    assert_null(smol_agent_forget(p.agent));
    assert_null(smol_agent_set(p.agent, "instructions", "Be brief."));
    struct smol_result *r = smol_agent_run(p.agent, "the task"); // the recording begins again
    assert_string_equal(r->answer, "2");
    smol_result_free(r);
    played_release(&p);
}

static void a_variable_is_not_lost_behind_a_function_of_its_name(void **state)
{
    (void)state;
    int64_t calls = 0;
    PLAYED(p, "final_answer(1)", "final_answer(add(1))");
    PLAYED(below, "final_answer(1)");
    assert_null(add_tool(p.agent, "add", add, &calls));
    assert_run(p.agent, SMOL_OK, "1");
    assert_says("'add' is the name of a tool", smol_agent_define(p.agent, "add", "1", NULL));
    assert_says("the function that ends a run",
                smol_agent_define(p.agent, "final_answer", "1", NULL));
    assert_run(p.agent, SMOL_OK, "41");
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_null(smol_agent_define(q.agent, "add", "1", NULL));
    assert_says("there is a variable of that name", add_tool(q.agent, "add", add, &calls));
    assert_says("there is a variable of that name",
                smol_agent_add_agent(q.agent, "add", "Adds.", below.agent));
    assert_run(q.agent, SMOL_ERROR, "there is a variable of that name");
    played_release(&q), played_release(&below);
}

static void a_schema_that_no_answer_meets_ends_in_a_refusal(void **state)
{
    (void)state;
    PLAYED(p, "final_answer('x')", "final_answer([])");
    assert_null(smol_agent_set(p.agent, "schema", "{\"type\": \"integer\"}"));
    assert_null(smol_agent_set(p.agent, "max_steps", "2"));
    assert_null(smol_agent_set(p.agent, "on_max_steps", "fail"));
    assert_run(p.agent, SMOL_REFUSED, "");
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_null(smol_agent_set(q.agent, "schema", "{\"type\": 5}"));
    assert_run(q.agent, SMOL_ERROR, "schema");
    played_release(&q);
}

static void nothing_is_something(void **state)
{
    (void)state;
    struct smol_spent spent = {.size = sizeof spent}, old = {.size = 1};
    smol_agent_free(NULL);
    smol_agent_cancel(NULL);
    smol_result_free(NULL);
    smol_budget_free(NULL);
    smol_budget_spent(NULL, NULL);
    smol_budget_spent(NULL, &old);
    assert_int_equal(old.size, 1);
    smol_budget_spent(NULL, &spent);
    assert_int_equal(spent.steps, 0);
    assert_says("no agent", smol_agent_set(NULL, "model", "x"));
    assert_says("no agent", smol_agent_key(NULL, NULL, NULL));
    assert_says("no agent", smol_agent_define(NULL, "x", "1", NULL));
    assert_says("no agent", smol_agent_watch(NULL, NULL, NULL, false));
    assert_says("no agent", smol_agent_forget(NULL));
    assert_says("no agent", smol_agent_share(NULL, NULL));
    assert_says("no agent", smol_agent_add_tool(NULL, NULL));
    assert_run(NULL, SMOL_ERROR, "no agent");
    assert_null(smol_call_arguments(NULL));
    assert_null(smol_call_text(NULL, "a"));
    assert_int_equal(smol_call_integer(NULL, "a"), 0);
    assert_false(smol_call_flag(NULL, NULL) || smol_call_stopped(NULL));
    assert_true(smol_call_number(NULL, "a") == 0);
    assert_int_equal(smol_call_stop_fd(NULL), -1);
    smol_call_answer(NULL, "1");
    smol_call_answer_text(NULL, "1");
    smol_call_fail(NULL, "1");
    assert_int_equal(smol_role(0, NULL), -1);
    smol_log(NULL, NULL, SMOL_LOG_DEBUG);
    struct smol_agent *a = smol_agent_new();
    assert_says("no tool", smol_agent_add_tool(a, NULL));
    assert_says("missing", smol_agent_set(a, NULL, NULL));
    assert_says("missing", smol_agent_define(a, NULL, NULL, NULL));
    smol_agent_free(a);
}

static char *give_key(void *ctx, const char *provider)
{
    assert_string_equal(provider, "openai");
    return ctx ? sa_xstrdup(ctx) : NULL;
}

static void a_key_of_the_program_is_shown_nowhere(void **state)
{
    (void)state;
    static char key[] = "sk-abcdefghijklmnopqrstuvwxyz0123456789";
    PLAYED(p, "final_answer(1)");
    assert_null(smol_agent_set(p.agent, "model", "openai/none"));
    assert_null(smol_agent_set(p.agent, "base_url", "http://127.0.0.1:1/v1"));
    assert_null(smol_agent_set(p.agent, "retries", "0"));
    assert_null(smol_agent_key(p.agent, give_key, key));
    SA_AUTO_FREE char *task = sa_xasprintf("the key is %s, is it not", key);
    struct smol_result *r = smol_agent_run(p.agent, task);
    assert_int_equal(r->status, SMOL_ERROR);
    assert_says("the key is ***", sa_buf_text(&p.lines));
    assert_null(strstr(sa_buf_text(&p.lines), key));
    assert_null(strstr(r->error, key));
    smol_result_free(r);
    played_release(&p);
    PLAYED(q, "final_answer(1)");
    assert_null(smol_agent_set(q.agent, "model", "openai/none"));
    assert_null(smol_agent_key(q.agent, give_key, NULL));
    assert_run(q.agent, SMOL_ERROR, "the program has no key for provider openai");
    played_release(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agent_without_a_model_a_task_or_a_role_says_what_it_lacks),
        cmocka_unit_test(code_calls_tools_and_the_state_stays_for_the_next_run),
        cmocka_unit_test(an_agent_that_calls_tools_runs_no_code),
        cmocka_unit_test(
            a_write_that_nobody_reads_ends_neither_the_program_nor_changes_its_signals),
        cmocka_unit_test(whole_numbers_come_with_all_their_digits),
        cmocka_unit_test(results_that_are_none_are_exceptions_of_the_code),
        cmocka_unit_test(a_tool_that_cannot_be_meant_is_refused_and_so_is_the_run),
        cmocka_unit_test(what_failed_before_the_first_run_ends_it),
        cmocka_unit_test(what_is_wrong_is_one_line_whatever_was_given),
        cmocka_unit_test(settings_stay_once_it_has_run_until_it_forgets),
        cmocka_unit_test(a_variable_is_not_lost_behind_a_function_of_its_name),
        cmocka_unit_test(a_schema_that_no_answer_meets_ends_in_a_refusal),
        cmocka_unit_test(nothing_is_something),
        cmocka_unit_test(a_key_of_the_program_is_shown_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
