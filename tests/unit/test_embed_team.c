// Agents as a program that embeds them has them (include/smolagent/agent.h): cancelled, used by
// several at a time, under one budget, one beneath the other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "played.h"

// ---- cancelling ---------------------------------------------------------------------------------

static void a_cancel_has_the_exit_code_of_an_interrupt(void **state)
{
    (void)state;
    PLAYED(p, "final_answer(1)");
    smol_agent_cancel(p.agent);
    struct smol_result *r = smol_agent_run(p.agent, "the task");
    assert_int_equal(r->status, SMOL_CANCELLED);
    assert_int_equal(r->exit_code, 130);
    assert_says("\"exit_code\":130,", sa_buf_text(&p.lines));
    smol_result_free(r);
    played_release(&p);
}

static void cancel_its_agent(void *ctx, struct smol_call *call)
{
    smol_agent_cancel(ctx);
    assert_true(smol_call_stopped(call));
    smol_call_answer(call, "1");
}

static void a_cancel_ends_the_run_under_way_or_the_next(void **state)
{
    (void)state;
    PLAYED(p, "halt(1)\nfinal_answer('not reached')", "final_answer('well')");
    assert_null(add_tool(p.agent, "halt", cancel_its_agent, p.agent));
    smol_agent_cancel(p.agent);
    smol_agent_cancel(p.agent);
    assert_run(p.agent, SMOL_CANCELLED, "cancelled");
    assert_null(strstr(sa_buf_text(&p.lines), "step.start"));
    assert_run(p.agent, SMOL_CANCELLED, "cancelled");
    assert_run(p.agent, SMOL_OK, "well");
    smol_agent_cancel(p.agent); // nobody runs it any more
    played_release(&p);
}

static void wait_for_the_end(void *ctx, struct smol_call *call)
{
    struct pollfd end = {smol_call_stop_fd(call), POLLIN, 0};
    assert_int_equal(write(*(int *)ctx, "x", 1), 1);
    assert_int_equal(poll(&end, 1, -1), 1);
    smol_call_fail(call, "stopped");
}

struct canceller {
    int begun;
    struct smol_agent *agent;
};

static void *cancel_once_begun(void *ctx)
{
    struct canceller *c = ctx;
    char byte;
    if (read(c->begun, &byte, 1) == 1) smol_agent_cancel(c->agent);
    return NULL;
}

static void another_thread_ends_a_run_that_waits_for_a_tool(void **state)
{
    (void)state;
    for (int concurrent = 0; concurrent < 2; concurrent++) {
        int ends[2];
        pthread_t thread;
        assert_int_equal(pipe(ends), 0);
        PLAYED(p, concurrent ? "await wait()" : "wait()");
        const struct smol_tool tool = {.size = sizeof tool,
                                       .name = "wait",
                                       .description = "Waits.",
                                       .call = wait_for_the_end,
                                       .ctx = &ends[1],
                                       .concurrent = concurrent};
        assert_null(smol_agent_add_tool(p.agent, &tool));
        struct canceller c = {ends[0], p.agent};
        assert_int_equal(pthread_create(&thread, NULL, cancel_once_begun, &c), 0);
        assert_run(p.agent, SMOL_CANCELLED, "cancelled");
        pthread_join(thread, NULL);
        played_release(&p);
        close(ends[0]), close(ends[1]);
    }
}

static void the_time_of_a_run_ends_it(void **state)
{
    (void)state;
    PLAYED(p, "while True:\n    pass", "final_answer('well')");
    assert_null(smol_agent_set(p.agent, "timeout", "0.05"));
    assert_null(smol_agent_set(p.agent, "max_operations", "0"));
    assert_run(p.agent, SMOL_TIMEOUT, "time limit");
    played_release(&p);
}

// ---- use that is wrong, and at the same time ----------------------------------------------------

static void use_the_agent(void *ctx, struct smol_call *call)
{
    struct smol_agent *agent = ctx;
    assert_says("in use", smol_agent_set(agent, "max_steps", "1"));
    assert_says("in use", smol_agent_define(agent, "x", "1", NULL));
    assert_says("in use", smol_agent_forget(agent));
    assert_run(agent, SMOL_ERROR, "in use");
    smol_agent_free(agent);
    smol_call_answer(call, "5");
}

static void an_agent_in_use_is_left_alone_and_freed_when_it_is_done(void **state)
{
    (void)state;
    PLAYED(p, "final_answer(use(1))");
    assert_null(add_tool(p.agent, "use", use_the_agent, p.agent));
    assert_run(p.agent, SMOL_OK, "5");
    p.agent = NULL; // freed by its own tool
    played_release(&p);
}

static void *run_it(void *ctx)
{
    struct played *p = ctx;
    assert_run(p->agent, SMOL_BUDGET, "token limit");
    return NULL;
}

static void agents_on_two_threads_spend_of_one_budget(void **state)
{
    (void)state;
    enum { AGENTS = 2, REPLIES = 12, MOST = 1000 };
    static const char *const cells[REPLIES + 1] = {
        "print(1)", "print(2)", "print(3)", "print(4)",  "print(5)",  "print(6)",
        "print(7)", "print(8)", "print(9)", "print(10)", "print(11)", "print(12)"};
    const struct smol_limits limits = {.size = sizeof limits, .max_tokens = MOST};
    struct smol_budget *budget = smol_budget_new(&limits);
    struct smol_spent spent = {.size = sizeof spent};
    struct played p[AGENTS];
    pthread_t threads[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        played_init(&p[i], cells);
        assert_null(smol_agent_set(p[i].agent, "price", "1 2"));
        assert_null(smol_agent_share(p[i].agent, budget));
    }
    smol_budget_free(budget); // they keep it
    for (int i = 0; i < AGENTS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_it, &p[i]), 0);
    for (int i = 0; i < AGENTS; i++) pthread_join(threads[i], NULL);
    smol_budget_spent(budget, &spent);
    assert_in_range(spent.input_tokens + spent.output_tokens, MOST, MOST + 100 * (AGENTS - 1));
    assert_true(spent.priced);
    double cost = (double)spent.input_tokens / 1e6 + (double)spent.output_tokens * 2 / 1e6;
    assert_true(spent.cost > cost * 0.999999 && spent.cost < cost * 1.000001);
    for (int i = 0; i < AGENTS; i++) played_release(&p[i]);
}

static void limits_that_are_none_end_the_run_of_who_shares_them(void **state)
{
    (void)state;
    static const struct smol_limits rows[] = {
        {.size = 1, .max_tokens = 5},
        {.max_tokens = 5},
        {.size = sizeof *rows, .max_tokens = -1},
        {.size = sizeof *rows, .max_steps = -1},
        {.size = sizeof *rows, .max_tool_calls = INT64_MIN},
        {.size = sizeof *rows, .max_cost = -0.5},
        {.size = sizeof *rows, .max_cost = NAN},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        struct smol_spent spent = {.size = sizeof spent};
        struct smol_budget *budget = smol_budget_new(&rows[i]);
        PLAYED(p, "final_answer(1)");
        assert_says("budget", smol_agent_share(p.agent, budget));
        assert_run(p.agent, SMOL_ERROR, rows[i].size == sizeof *rows ? "below 0" : "their size");
        smol_budget_spent(budget, &spent);
        assert_int_equal(spent.steps, 0);
        smol_budget_free(budget);
        played_release(&p);
    }
}

static void *run_spent(void *ctx)
{
    assert_run(ctx, SMOL_BUDGET, "token limit");
    return NULL;
}

static void who_uses_a_budget_up_ends_those_who_wait(void **state)
{
    (void)state;
    int ends[2];
    char byte;
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    const struct smol_limits limits = {.size = sizeof limits, .max_tokens = 200};
    struct smol_budget *budget = smol_budget_new(&limits);
    PLAYED(waits, "if again:\n    final_answer('again')\nwait()");
    PLAYED(spends, "print(1)", "print(2)");
    const struct smol_tool tool = {.size = sizeof tool,
                                   .name = "wait",
                                   .description = "Waits.",
                                   .call = wait_for_the_end,
                                   .ctx = &ends[1]};
    assert_null(smol_agent_add_tool(waits.agent, &tool));
    assert_null(smol_agent_define(waits.agent, "again", "false", NULL));
    assert_null(smol_agent_share(waits.agent, budget));
    assert_null(smol_agent_share(spends.agent, budget));
    assert_int_equal(pthread_create(&thread, NULL, run_spent, waits.agent), 0);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_run(spends.agent, SMOL_BUDGET, "token limit");
    pthread_join(thread, NULL);
    assert_null(smol_agent_forget(waits.agent));
    assert_null(smol_agent_share(waits.agent, NULL)); // nothing of it stays
    assert_null(smol_agent_define(waits.agent, "again", "true", NULL));
    assert_run(waits.agent, SMOL_OK, "again");
    close(ends[0]), close(ends[1]);
    smol_budget_free(budget);
    played_release(&waits), played_release(&spends);
}

// ---- agents of agents ---------------------------------------------------------------------------

static void an_agent_is_a_function_of_another_and_spends_of_its_budget(void **state)
{
    (void)state;
    const struct smol_limits limits = {.size = sizeof limits};
    struct smol_budget *budget = smol_budget_new(&limits);
    struct smol_spent spent = {.size = sizeof spent};
    PLAYED(top, "final_answer([helper('add', a=2), helper('more', a=3)])");
    PLAYED(below, "x = add(a)\nfinal_answer({'x': x})", "final_answer({'x': add(a) + offset})");
    int64_t calls = 0;
    assert_null(add_tool(below.agent, "add", add, &calls));
    assert_null(smol_agent_define(below.agent, "offset", "100", NULL));
    assert_null(
        smol_agent_set(below.agent, "schema", "{\"type\": \"object\", \"required\": [\"x\"]}"));
    assert_null(smol_agent_share(top.agent, budget));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Adds.", below.agent));
    assert_says("stays as it is", smol_agent_set(below.agent, "max_steps", "1"));
    assert_says("stays as it is", smol_agent_define(below.agent, "x", "1", NULL));
    smol_agent_free(below.agent);
    below.agent = NULL;
    struct smol_result *r = smol_agent_run(top.agent, "the task");
    assert_string_equal(r->answer_json, "[{\"x\": 42}, {\"x\": 143}]");
    assert_int_equal(r->input_tokens + r->output_tokens, 300);
    assert_int_equal(r->tool_calls, 2);
    assert_int_equal(calls, 2);
    smol_budget_spent(budget, &spent);
    assert_int_equal(spent.input_tokens + spent.output_tokens, 300);
    assert_int_equal(spent.steps, 3);
    assert_int_equal(spent.tool_calls, 4);
    assert_says("\"depth\":1,", sa_buf_text(&top.lines));
    assert_int_equal(below.lines.len, 0);
    smol_result_free(r);
    smol_budget_free(budget);
    played_release(&top), played_release(&below);
}

static void pieces_of_replies_come_as_whoever_watches_wants_them(void **state)
{
    (void)state;
    for (int wanted = 0; wanted < 2; wanted++) {
        PLAYED(top, "final_answer(helper('go'))");
        PLAYED(below, "final_answer(1)");
        assert_null(smol_agent_watch(top.agent, on_event, &top, wanted));
        assert_null(smol_agent_watch(below.agent, on_event, &below, !wanted));
        assert_null(smol_agent_add_agent(top.agent, "helper", "Helps.", below.agent));
        assert_run(top.agent, SMOL_OK, "1");
        const char *all = sa_buf_text(&top.lines);
        assert_int_equal(strstr(all, "\"depth\":1,\"type\":\"delta\"") != NULL, wanted);
        assert_int_equal(strstr(all, "\"type\":\"delta\"") != NULL, wanted);
        assert_int_equal(below.lines.len, 0);
        played_release(&top), played_release(&below);
    }
}

static void an_agent_that_fails_is_an_exception(void **state)
{
    (void)state;
    PLAYED(top, "try:\n    helper('go')\nexcept RuntimeError as e:\n    final_answer(str(e))");
    PLAYED(below, "1/0", "2/0");
    assert_null(smol_agent_set(below.agent, "max_steps", "2"));
    assert_null(smol_agent_set(below.agent, "on_max_steps", "fail"));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Fails.", below.agent));
    assert_run(top.agent, SMOL_OK, "helper gave no answer, after 2 steps: ");
    played_release(&top), played_release(&below);
}

static void a_cap_on_costs_wants_the_prices_of_all(void **state)
{
    (void)state;
    PLAYED(top, "final_answer(helper('go'))");
    PLAYED(below, "final_answer(1)");
    assert_null(smol_agent_set(top.agent, "price", "1 2"));
    assert_null(smol_agent_set(top.agent, "max_cost", "0.5"));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Has no price.", below.agent));
    assert_run(top.agent, SMOL_ERROR, "agent helper: ");
    assert_null(strstr(sa_buf_text(&top.lines), "step.start"));
    played_release(&top), played_release(&below);
}

static void agents_that_cannot_stand_beneath_are_refused(void **state)
{
    (void)state;
    int64_t calls = 0;
    PLAYED(top, "final_answer(1)");
    struct smol_agent *bare = smol_agent_new(), *chain[20];
    assert_null(add_tool(top.agent, "taken", add, &calls));
    assert_says("in use", smol_agent_add_agent(top.agent, "me", "Itself.", top.agent));
    assert_says("no agent", smol_agent_add_agent(top.agent, "none", "Nobody.", NULL));
    assert_says("no agent", smol_agent_add_agent(NULL, "none", "Nobody.", top.agent));
    assert_says("agent bare: the agent has no model",
                smol_agent_add_agent(top.agent, "bare", "No model.", bare));
    assert_null(smol_agent_set(bare, "model", "ollama/any"));
    assert_says("already a tool", smol_agent_add_agent(top.agent, "taken", "Twice.", bare));
    assert_says("no Python identifier", smol_agent_add_agent(top.agent, "a-b", "Bad.", bare));
    assert_says("missing", smol_agent_add_agent(top.agent, NULL, "Bad.", bare));
    assert_says("missing", smol_agent_add_agent(top.agent, "other", NULL, bare));
    assert_null(smol_agent_set(bare, "max_steps", "3")); // none of these has changed it
    assert_says("in use", smol_agent_add_agent(bare, "bare", "Round about.", bare));
    smol_agent_free(bare);
    size_t depth = 0;
    for (const char *why = NULL; !why && depth < SA_COUNT(chain); depth++) {
        chain[depth] = smol_agent_new();
        assert_null(smol_agent_set(chain[depth], "model", "ollama/any"));
        if (depth)
            why = smol_agent_add_agent(chain[depth], "deeper", "The next one.", chain[depth - 1]);
        if (why) assert_says("at most 16 deep", why);
    }
    assert_in_range(depth, 15, 18);
    while (depth) smol_agent_free(chain[--depth]);
    played_release(&top);
}

static void a_cancel_of_the_first_ends_those_beneath(void **state)
{
    (void)state;
    int ends[2];
    pthread_t thread;
    assert_int_equal(pipe(ends), 0);
    PLAYED(top, "import asyncio\nawait asyncio.gather(*[asyncio.to_thread(helper, 'go')])");
    PLAYED(below, "wait()");
    const struct smol_tool tool = {.size = sizeof tool,
                                   .name = "wait",
                                   .description = "Waits.",
                                   .call = wait_for_the_end,
                                   .ctx = &ends[1]};
    assert_null(smol_agent_add_tool(below.agent, &tool));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Waits.", below.agent));
    struct canceller c = {ends[0], top.agent};
    assert_int_equal(pthread_create(&thread, NULL, cancel_once_begun, &c), 0);
    assert_run(top.agent, SMOL_CANCELLED, "cancelled");
    pthread_join(thread, NULL);
    assert_says("\"depth\":1,\"type\":\"run.end\",\"status\":\"interrupted\"",
                sa_buf_text(&top.lines));
    close(ends[0]), close(ends[1]);
    played_release(&top), played_release(&below);
}

static void *run_with_helper(void *ctx)
{
    struct played *p = ctx;
    assert_run(p->agent, SMOL_OK, "42");
    return NULL;
}

static void two_agents_have_the_same_one_beneath_at_the_same_time(void **state)
{
    (void)state;
    int64_t calls[2] = {0};
    pthread_t threads[2];
    struct played p[2];
    PLAYED(below, "final_answer(a)", "final_answer(a)", "final_answer(a)", "final_answer(a)");
    for (int i = 0; i < 2; i++) {
        played_init(&p[i], (const char *const[]){"final_answer(add(helper('x', a=1), 20) + "
                                                 "helper('y', a=21))",
                                                 NULL});
        assert_null(add_tool(p[i].agent, "add", add, &calls[i]));
        assert_null(smol_agent_add_agent(p[i].agent, "helper", "Echoes.", below.agent));
        assert_int_equal(pthread_create(&threads[i], NULL, run_with_helper, &p[i]), 0);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++) played_release(&p[i]);
    played_release(&below);
}

static char *count_keys(void *ctx, const char *provider)
{
    (void)provider;
    ++*(int *)ctx;
    return sa_xstrdup("sk-of-a-program-that-counts");
}

static void a_key_is_asked_for_once(void **state)
{
    (void)state;
    int keys = 0;
    PLAYED(top, "said = []\nfor i in range(3):\n    try:\n        helper('go')\n    except "
                "RuntimeError as e:\n        said.append(str(e))\nfinal_answer(said)");
    struct smol_agent *below = smol_agent_new();
    assert_null(smol_agent_set(below, "model", "openai/none"));
    assert_null(smol_agent_set(below, "base_url", "http://127.0.0.1:1/v1"));
    assert_null(smol_agent_set(below, "retries", "0"));
    assert_null(smol_agent_key(below, count_keys, &keys));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Has no server.", below));
    smol_agent_free(below);
    assert_run(top.agent, SMOL_OK, "gave no answer, after");
    assert_int_equal(keys, 1);
    played_release(&top);
}

// What a key function may do: run an agent, which may be one that has its own beneath.
static char *run_for_key(void *ctx, const char *provider)
{
    (void)provider;
    assert_run(ctx, SMOL_ERROR, "its model is being opened");
    return sa_xstrdup("sk-of-a-program-that-runs");
}

static void a_key_that_waits_for_itself_is_an_error(void **state)
{
    (void)state;
    PLAYED(top, "final_answer(helper('go'))");
    struct smol_agent *below = smol_agent_new();
    assert_null(smol_agent_set(below, "model", "openai/none"));
    assert_null(smol_agent_set(below, "base_url", "http://127.0.0.1:1/v1"));
    assert_null(smol_agent_set(below, "retries", "0"));
    assert_null(smol_agent_key(below, run_for_key, top.agent));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Asks for its key.", below));
    assert_run(below, SMOL_ERROR, "cannot connect");
    smol_agent_free(below);
    played_release(&top);
}

struct slow_key {
    int begun[2], go_on[2];
};

static char *wait_for_key(void *ctx, const char *provider)
{
    struct slow_key *k = ctx;
    char byte;
    (void)provider;
    assert_int_equal(write(k->begun[1], "x", 1), 1);
    assert_int_equal(read(k->go_on[0], &byte, 1), 1);
    return NULL;
}

static void *run_keyless(void *ctx)
{
    assert_run(ctx, SMOL_ERROR, "has no key");
    return NULL;
}

static void a_cancel_ends_who_waits_for_a_key_that_another_run_asks_for(void **state)
{
    (void)state;
    struct slow_key k;
    pthread_t first;
    char byte;
    assert_true(!pipe(k.begun) && !pipe(k.go_on));
    PLAYED(top, "final_answer(helper('go'))");
    struct smol_agent *below = smol_agent_new();
    assert_null(smol_agent_set(below, "model", "openai/none"));
    assert_null(smol_agent_key(below, wait_for_key, &k));
    assert_null(smol_agent_add_agent(top.agent, "helper", "Waits for its key.", below));
    assert_int_equal(pthread_create(&first, NULL, run_keyless, below), 0);
    assert_int_equal(read(k.begun[0], &byte, 1), 1);
    smol_agent_cancel(top.agent);
    assert_run(top.agent, SMOL_CANCELLED, "cancelled");
    assert_int_equal(write(k.go_on[1], "x", 1), 1);
    pthread_join(first, NULL);
    for (int i = 0; i < 2; i++) close(k.begun[i]), close(k.go_on[i]);
    smol_agent_free(below);
    played_release(&top);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cancel_has_the_exit_code_of_an_interrupt),
        cmocka_unit_test(a_cancel_ends_the_run_under_way_or_the_next),
        cmocka_unit_test(another_thread_ends_a_run_that_waits_for_a_tool),
        cmocka_unit_test(the_time_of_a_run_ends_it),
        cmocka_unit_test(an_agent_in_use_is_left_alone_and_freed_when_it_is_done),
        cmocka_unit_test(agents_on_two_threads_spend_of_one_budget),
        cmocka_unit_test(limits_that_are_none_end_the_run_of_who_shares_them),
        cmocka_unit_test(who_uses_a_budget_up_ends_those_who_wait),
        cmocka_unit_test(an_agent_is_a_function_of_another_and_spends_of_its_budget),
        cmocka_unit_test(pieces_of_replies_come_as_whoever_watches_wants_them),
        cmocka_unit_test(an_agent_that_fails_is_an_exception),
        cmocka_unit_test(a_cap_on_costs_wants_the_prices_of_all),
        cmocka_unit_test(agents_that_cannot_stand_beneath_are_refused),
        cmocka_unit_test(a_cancel_of_the_first_ends_those_beneath),
        cmocka_unit_test(two_agents_have_the_same_one_beneath_at_the_same_time),
        cmocka_unit_test(a_key_is_asked_for_once),
        cmocka_unit_test(a_key_that_waits_for_itself_is_an_error),
        cmocka_unit_test(a_cancel_ends_who_waits_for_a_key_that_another_run_asks_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
