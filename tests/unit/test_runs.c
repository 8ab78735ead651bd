// Runs that belong together: they share a budget, or one starts another. The model is a recording
// each of whose replies costs 100 tokens.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/agent.h"
#include "agent/budget.h"
#include "agent/hook.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "prompt/prompt.h"
#include "recording.h"

// An agent with its parts, and the lines of its events.
struct team {
    char path[40];
    struct sa_model *model;
    struct sa_prompts *prompts;
    struct sa_events events;
    struct sa_tools tools;
    struct sa_agent_options options;
    struct sa_agent *agent;
    struct sa_buf lines;
};

static void on_event(void *ctx, const struct sa_event *event)
{
    struct team *t = ctx;
    SA_AUTO_FREE char *line = sa_event_json(event);
    sa_buf_appendf(&t->lines, "%s\n", line);
}

// Opened with team_open once the options are as wanted; `cells` ends with NULL.
static void team_init(struct team *t, const char *const *cells)
{
    *t = (struct team){.path = "/tmp/test-runs-XXXXXX"};
    write_recording(t->path, cells);
    sa_buf_init(&t->lines, SA_BUF_HUGE);
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *name = sa_xasprintf("replay:%s", t->path);
    const struct sa_model_options model = {.model = name};
    assert_int_equal(sa_model_open(&model, &t->model, &err), 0);
    assert_non_null(t->prompts = sa_prompts_new(NULL, &err));
    sa_events_init(&t->events);
    sa_events_add(&t->events, on_event, t);
    t->options = (struct sa_agent_options){.model = t->model,
                                           .executor = &sa_exec_local,
                                           .exec = {.seed = 1, .strict_seed = true},
                                           .tools = &t->tools,
                                           .prompts = t->prompts,
                                           .events = &t->events,
                                           .max_steps = 20,
                                           .max_observation = 1000};
}

static void team_open(struct team *t)
{
    struct sa_err err = SA_ERR_INIT;
    t->agent = sa_agent_new(&t->options, &err);
    if (!t->agent) fail_msg("%s", err.message);
}

static void team_release(struct team *t)
{
    sa_agent_free(t->agent);
    sa_tools_release(&t->tools);
    sa_prompts_free(t->prompts);
    sa_model_free(t->model);
    sa_buf_release(&t->lines);
    unlink(t->path);
}

static void run(struct team *t, struct sa_run_result *result)
{
    sa_agent_run(t->agent, "the task", result);
}

static void assert_tokens(int64_t tokens, const struct sa_usage *usage)
{
    assert_int_equal(usage->input, tokens * 7 / 10);
    assert_int_equal(usage->output, tokens * 3 / 10);
}

static const char *const looks[] = {"print(1)", "print(2)", "print(3)",          "print(4)",
                                    "print(5)", "print(6)", "final_answer('a')", NULL};

// ---- one budget, several runs -------------------------------------------------------------------

static void a_shared_budget_ends_the_run_that_crosses_it(void **state)
{
    (void)state;
    const struct sa_limits limits = {.max_tokens = 1000};
    struct sa_budget shared;
    struct sa_run_result first, second, third;
    struct team a, b;
    sa_budget_init(&shared, &limits, NULL);
    team_init(&a, looks), team_init(&b, looks);
    a.options.budget = b.options.budget = &shared;
    team_open(&a), team_open(&b);
    run(&a, &first);
    assert_int_equal(first.status, SA_RUN_OK);
    assert_string_equal(first.answer, "a");
    assert_tokens(700, &first.usage);
    run(&b, &second);
    assert_int_equal(second.status, SA_RUN_BUDGET);
    assert_int_equal(second.exit_code, SA_E_CAP);
    assert_string_equal(second.error, "token limit reached: 1000 of 1000 (--max-tokens)");
    assert_tokens(300, &second.usage);
    assert_int_equal(second.steps, 3);
    struct sa_spent all = sa_budget_spent(&shared);
    assert_tokens(1000, &all.usage);
    assert_int_equal(all.steps, first.steps + second.steps);
    run(&a, &third); // whoever comes now does nothing
    assert_int_equal(third.status, SA_RUN_BUDGET);
    assert_int_equal(third.steps, 0);
    assert_tokens(0, &third.usage);
    sa_run_result_release(&first), sa_run_result_release(&second), sa_run_result_release(&third);
    team_release(&a), team_release(&b);
    sa_budget_release(&shared);
}

static void a_runs_own_cap_ends_it_before_the_shared_one(void **state)
{
    (void)state;
    const struct sa_limits limits = {.max_tokens = 1000};
    struct sa_budget shared;
    struct sa_run_result r;
    struct team a;
    sa_budget_init(&shared, &limits, NULL);
    team_init(&a, looks);
    a.options.budget = &shared;
    a.options.max_tokens = 200;
    team_open(&a);
    run(&a, &r);
    assert_int_equal(r.status, SA_RUN_BUDGET);
    assert_string_equal(r.error, "token limit reached: 200 of 200 (--max-tokens)");
    assert_int_equal(sa_budget_spent(&shared).usage.input, 140);
    sa_run_result_release(&r);
    team_release(&a);
    sa_budget_release(&shared);
}

static void steps_and_time_are_shared_too(void **state)
{
    (void)state;
    static const struct {
        struct sa_limits limits;
        enum sa_run_status status;
        int exit_code;
        int64_t steps;
        const char *error;
    } cases[] = {
        {{.max_steps = 4},
         SA_RUN_BUDGET,
         SA_E_CAP,
         4,
         "step limit of all runs together reached: 4 of 4"},
        {{.timeout_ns = 30 * SA_NS_PER_S},
         SA_RUN_TIMEOUT,
         SA_E_TIMEOUT,
         0,
         "time limit of 30.0 s for the run reached (raise it with --timeout)"},
    };
    for (size_t i = 0; i < SA_COUNT(cases); i++) {
        struct sa_budget shared;
        struct sa_run_result r;
        struct team a;
        sa_budget_init(&shared, &cases[i].limits, NULL);
        shared.started -= cases[i].limits.timeout_ns; // as if others had run for so long
        team_init(&a, looks);
        a.options.budget = &shared;
        team_open(&a);
        run(&a, &r);
        assert_int_equal(r.status, cases[i].status);
        assert_int_equal(r.exit_code, cases[i].exit_code);
        assert_int_equal(r.steps, cases[i].steps);
        assert_string_equal(r.error, cases[i].error);
        sa_run_result_release(&r);
        team_release(&a);
        sa_budget_release(&shared);
    }
}

// A plan is told how many steps there are, whichever budget ends them first, and is none itself.
static void a_plan_knows_the_steps_that_all_runs_have_left(void **state)
{
    (void)state;
    const struct sa_limits limits = {.max_steps = 6};
    const char *const cells[] = {"'one'",    "print(1)",          "'two'",
                                 "print(2)", "'three'",           "print(3)",
                                 "'four'",   "final_answer('a')", NULL};
    struct sa_budget shared;
    struct sa_run_result first, second;
    struct team a, b;
    sa_budget_init(&shared, &limits, NULL);
    team_init(&a, looks), team_init(&b, cells);
    a.options.budget = b.options.budget = &shared;
    a.options.max_steps = 2, a.options.max_steps_fail = true;
    b.options.planning_interval = 1;
    team_open(&a), team_open(&b);
    run(&a, &first);
    assert_int_equal(first.steps, 2);
    run(&b, &second);
    const char *plan = strstr(b.lines.data, "\"kind\":\"first\",\"steps_left\":4");
    assert_non_null(plan);
    assert_non_null(plan = strstr(plan, "\"kind\":\"updated\",\"steps_left\":3"));
    assert_non_null(strstr(plan, "\"kind\":\"updated\",\"steps_left\":2"));
    assert_non_null(strstr(plan, "\"kind\":\"updated\",\"steps_left\":1"));
    assert_int_equal(second.status, SA_RUN_OK);
    assert_int_equal(second.steps, 4);
    assert_tokens(800, &second.usage);
    assert_int_equal(sa_budget_steps_left(&shared), 0);
    sa_run_result_release(&first), sa_run_result_release(&second);
    team_release(&a), team_release(&b);
    sa_budget_release(&shared);
}

static void tool_calls_and_cost_count_all_the_way_up(void **state)
{
    (void)state;
    const struct sa_limits root = {.max_tool_calls = 3, .max_cost = 1}, none = {0};
    const struct sa_usage call = {.input = 10, .output = 5, .cost = 0.4, .priced = true};
    struct sa_budget top, left, right;
    char why[128];
    int64_t timeout;
    sa_budget_init(&top, &root, NULL);
    sa_budget_init(&left, &none, &top);
    sa_budget_init(&right, &none, &left);
    assert_int_equal(sa_budget_take_call(&right), 0);
    assert_int_equal(sa_budget_take_call(&left), 0);
    assert_int_equal(sa_budget_take_call(&top), 0);
    assert_int_equal(sa_budget_take_call(&right), 3); // which is the limit above
    assert_int_equal(sa_budget_spent(&top).tool_calls, 3);
    assert_int_equal(sa_budget_spent(&left).tool_calls, 2);
    assert_true(sa_budget_has_cost(&right));
    sa_budget_spend(&left, &call), sa_budget_spend(&right, &call);
    assert_int_equal(sa_budget_state(&right, why, sizeof why, &timeout), SA_BUDGET_LEFT);
    sa_budget_spend(&right, &call);
    assert_int_equal(sa_budget_state(&right, why, sizeof why, &timeout), SA_BUDGET_SPENT);
    assert_string_equal(why, "cost limit reached: $1.20 of $1.00 (--max-cost)");
    assert_true(sa_budget_spent(&top).usage.priced);
    sa_budget_release(&right), sa_budget_release(&left), sa_budget_release(&top);
}

static void who_uses_up_a_shared_budget_stops_the_others(void **state)
{
    (void)state;
    const struct sa_limits limits = {.max_tokens = 100}, none = {0};
    const struct sa_usage call = {.input = 50, .output = 1, .priced = true};
    struct sa_budget top, mine, other, below;
    struct sa_budget *all[] = {&top, &mine, &other, &below};
    struct sa_stop stops[SA_COUNT(all)];
    sa_budget_init(&top, &limits, NULL);
    sa_budget_init(&mine, &none, &top);
    sa_budget_init(&other, &none, &top);
    sa_budget_init(&below, &none, &other);
    for (size_t i = 0; i < SA_COUNT(all); i++)
        sa_stop_init(&stops[i]), sa_budget_stops(all[i], &stops[i]);
    sa_budget_spend(&other, &call);
    for (size_t i = 0; i < SA_COUNT(all); i++) assert_int_equal(sa_stop_reason(&stops[i]), 0);
    sa_budget_spend(&mine, &call);
    sa_budget_spend(&other, &call); // which was on its way, and stops nobody any more
    const int reasons[] = {0, 0, SA_STOP_SPENT, SA_STOP_SPENT};
    for (size_t i = 0; i < SA_COUNT(all); i++)
        assert_int_equal(sa_stop_reason(&stops[i]), reasons[i]);
    for (size_t i = SA_COUNT(all); i-- > 0;) sa_budget_release(all[i]), sa_stop_release(&stops[i]);
}

enum { THREADS = 4, ROUNDS = 1000 };

static void *spend(void *top)
{
    const struct sa_limits own = {0};
    const struct sa_usage call = {.input = 2, .output = 1, .priced = true};
    struct sa_budget mine;
    intptr_t taken = 0;
    sa_budget_init(&mine, &own, top);
    for (int i = 0; i < ROUNDS; i++) {
        sa_budget_spend(&mine, &call);
        sa_budget_take_step(&mine);
        taken += !sa_budget_take_call(&mine);
    }
    sa_budget_release(&mine);
    return (void *)taken;
}

static void figures_of_several_threads_add_up_and_no_call_too_many_is_let_through(void **state)
{
    (void)state;
    const struct sa_limits limits = {.max_tool_calls = THREADS * ROUNDS / 2};
    struct sa_budget top;
    pthread_t threads[THREADS];
    intptr_t taken = 0;
    sa_budget_init(&top, &limits, NULL);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, spend, &top), 0);
    for (int i = 0; i < THREADS; i++) {
        void *one;
        pthread_join(threads[i], &one);
        taken += (intptr_t)one;
    }
    struct sa_spent all = sa_budget_spent(&top);
    assert_int_equal(taken, THREADS * ROUNDS / 2);
    assert_int_equal(all.tool_calls, taken);
    assert_int_equal(all.steps, THREADS * ROUNDS);
    assert_int_equal(all.usage.input, THREADS * ROUNDS * 2);
    assert_int_equal(all.usage.output, THREADS * ROUNDS);
    sa_budget_release(&top);
}

// ---- one run that starts another ----------------------------------------------------------------

// A tool that gives its task to another agent.
static void call_helper(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                        struct sa_tool_result *result)
{
    (void)args, (void)stop;
    struct team *helper = tool->data;
    struct sa_run_result r;
    run(helper, &r);
    if (r.answer_json) result->json = sa_xstrdup(r.answer_json);
    else result->error = sa_xstrdup(r.error);
    sa_run_result_release(&r);
}

static void add_helper(struct team *manager, struct team *helper)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->name = sa_xstrdup("helper");
    tool->description = sa_xstrdup("Does it.");
    tool->inputs = cJSON_Parse("{\"type\":\"object\",\"properties\":{},\"required\":[]}");
    tool->call = call_helper;
    tool->data = helper;
    assert_int_equal(sa_tools_add(&manager->tools, tool, NULL), 0);
}

// The manager is opened with the helper below it, in its stream.
static void open_nested(struct team *manager, struct team *helper)
{
    add_helper(manager, helper);
    team_open(manager);
    helper->options.parent = manager->agent;
    helper->options.events = &manager->events;
    team_open(helper);
}

static const char *const managing[] = {"x = helper()\nprint(x)", "final_answer(x * 2)", NULL};
static const char *const helping[] = {"print(1)", "final_answer(21)", NULL};

static void a_run_starts_another_and_pays_for_it(void **state)
{
    (void)state;
    struct team manager, helper;
    struct sa_run_result r;
    team_init(&manager, managing), team_init(&helper, helping);
    manager.options.max_depth = 1;
    manager.options.max_tokens = 1000;
    open_nested(&manager, &helper);
    run(&manager, &r);
    assert_int_equal(r.status, SA_RUN_OK);
    assert_string_equal(r.answer, "42");
    assert_tokens(400, &r.usage);
    assert_int_equal(r.steps, 2);
    assert_int_equal(r.tool_calls, 1);
    sa_run_result_release(&r);
    team_release(&helper), team_release(&manager);
}

// The form of events: those of the first run as ever, of the other one with its place.
static void events_say_whose_they_are(void **state)
{
    (void)state;
    struct team manager, helper;
    struct sa_run_result r;
    team_init(&manager, managing), team_init(&helper, helping);
    manager.options.max_depth = 1;
    open_nested(&manager, &helper);
    run(&manager, &r);
    sa_run_end(&manager.events, NULL, &r);
    struct sa_str rest = {manager.lines.data, manager.lines.len}, line;
    size_t own = 0, below = 0, ends = 0, seq = 0;
    int64_t tokens = 0, last_tokens = 0;
    SA_AUTO_FREE char *id = sa_xasprintf("%s.1", manager.events.run);
    while (sa_str_next_line(&rest, &line)) {
        cJSON *e = cJSON_ParseWithLength(line.data, line.len);
        assert_int_equal(sa_json_int(e, "seq", 0), ++seq);
        bool end = sa_streq(sa_json_str(e, "type", ""), "run.end");
        const cJSON *usage = sa_json_get(e, "usage");
        ends += end;
        if (end) last_tokens = sa_json_int(usage, "total_tokens", 0);
        if (sa_streq(sa_json_str(e, "type", ""), "usage"))
            tokens += sa_json_int(e, "input_tokens", 0) + sa_json_int(e, "output_tokens", 0);
        if (sa_json_get(e, "parent")) {
            below++;
            assert_string_equal(sa_json_str(e, "parent", ""), manager.events.run);
            assert_string_equal(sa_json_str(e, "run", ""), id);
            assert_int_equal(sa_json_int(e, "depth", 0), 1);
            assert_false(manager.events.ended && end && !rest.len);
            if (end) assert_int_equal(last_tokens, 200);
        } else {
            own++;
            assert_string_equal(sa_json_str(e, "run", ""), manager.events.run);
            assert_null(sa_json_get(e, "depth"));
        }
        cJSON_Delete(e);
    }
    assert_int_equal(ends, 2);
    assert_true(own > 10 && below > 8);
    assert_int_equal(tokens, 400);
    assert_int_equal(last_tokens, 400); // of the last line, which is the first run's
    sa_run_result_release(&r);
    team_release(&helper), team_release(&manager);
}

static void runs_below_have_names_of_their_own_in_every_turn_of_a_chat(void **state)
{
    static const char *const turns[] = {"final_answer(helper())", "final_answer(helper())", NULL};
    static const char *const helps[] = {"final_answer(21)", "final_answer(22)", NULL};
    (void)state;
    struct team manager, helper;
    struct sa_run_result r;
    team_init(&manager, turns), team_init(&helper, helps);
    manager.options.max_depth = 1;
    open_nested(&manager, &helper);
    for (int turn = 1; turn <= 2; turn++) {
        SA_AUTO_FREE char *start = sa_xasprintf("\"run\":\"%s.%d\",", manager.events.run, turn);
        assert_null(strstr(sa_buf_text(&manager.lines), start));
        run(&manager, &r);
        assert_int_equal(r.status, SA_RUN_OK);
        assert_non_null(strstr(sa_buf_text(&manager.lines), start));
        sa_run_result_release(&r);
    }
    team_release(&helper), team_release(&manager);
}

static void the_parents_budget_ends_the_run_below_and_then_the_parent(void **state)
{
    (void)state;
    struct team manager, helper;
    struct sa_run_result r;
    team_init(&manager, managing), team_init(&helper, looks);
    manager.options.max_depth = 1;
    manager.options.max_tokens = 400;
    open_nested(&manager, &helper);
    run(&manager, &r);
    assert_int_equal(r.status, SA_RUN_BUDGET);
    assert_int_equal(r.exit_code, SA_E_CAP);
    assert_string_equal(r.error, "token limit reached: 400 of 400 (--max-tokens)");
    assert_tokens(400, &r.usage); // 100 of its own
    assert_int_equal(r.steps, 1);
    assert_non_null(strstr(sa_buf_text(&manager.lines),
                           "\"ok\":false,\"error\":\"token limit reached: 400 of 400"));
    sa_run_result_release(&r);
    team_release(&helper), team_release(&manager);
}

static void runs_are_not_nested_deeper_than_the_first_one_says(void **state)
{
    (void)state;
    static const char *const caught[] = {
        "try:\n    said = helper()\nexcept RuntimeError as e:\n    said = str(e)\nfinal_answer(said)",
        NULL};
    static const char *const said[] = {"runs may be nested 0 deep, and this is deeper",
                                       "runs may be nested 1 deep, and this is deeper", "21"};
    for (int64_t depth = 0; depth < 3; depth++) {
        struct team first, second, third;
        struct sa_run_result r;
        team_init(&first, caught), team_init(&second, caught), team_init(&third, helping);
        first.options.max_depth = depth;
        second.options.max_depth = 9; // the first one's counts
        add_helper(&first, &second), add_helper(&second, &third);
        team_open(&first);
        second.options.parent = first.agent;
        second.options.events = NULL; // the parent's
        team_open(&second);
        third.options.parent = second.agent;
        third.options.events = NULL;
        team_open(&third);
        run(&first, &r);
        assert_string_equal(r.answer, said[depth]);
        sa_run_result_release(&r);
        team_release(&third), team_release(&second), team_release(&first);
    }
}

// ---- a state that is made anew ------------------------------------------------------------------

static void an_agents_state_is_made_anew_between_its_runs(void **state)
{
    (void)state;
    static const char *const cells[] = {"x = helper()\nprint(x)", "final_answer(x)",
                                        "final_answer(x * 3)", NULL};
    struct team a, helper;
    struct sa_run_result r;
    struct sa_err err = SA_ERR_INIT;
    team_init(&a, cells), team_init(&helper, helping);
    a.options.max_depth = 1;
    open_nested(&a, &helper);
    assert_int_equal(sa_agent_reopen(a.agent, &err), -1); // nothing is kept
    sa_agent_free(a.agent);
    a.options.journal = true;
    team_open(&a);
    helper.options.parent = a.agent;
    sa_agent_free(helper.agent);
    team_open(&helper);
    run(&a, &r);
    assert_string_equal(r.answer, "21");
    sa_run_result_release(&r);
    size_t said = a.lines.len;
    assert_int_equal(sa_agent_reopen(a.agent, &err), 0);
    assert_int_equal(a.lines.len, said); // no call, no print
    run(&a, &r);
    assert_string_equal(r.answer, "63");
    assert_int_equal(r.tool_calls, 0);
    sa_run_result_release(&r);
    team_release(&helper), team_release(&a);
}

static void what_compaction_cut_is_there_in_a_state_made_anew(void **state)
{
    (void)state;
    static const char *const cells[] = {"print('a' * 3000)",
                                        "print('b' * 3000)",
                                        "print('c' * 3000)",
                                        "final_answer(len(_older_1) > 3000)",
                                        "final_answer(len(_older_1) > 3000)",
                                        NULL};
    struct team a;
    struct sa_run_result r;
    struct sa_err err = SA_ERR_INIT;
    team_init(&a, cells);
    a.options.journal = true;
    a.options.max_context = 3000;
    a.options.max_observation = 10000;
    team_open(&a);
    run(&a, &r);
    assert_string_equal(r.answer, "True");
    sa_run_result_release(&r);
    assert_int_equal(sa_agent_reopen(a.agent, &err), 0);
    run(&a, &r);
    if (!r.answer) fail_msg("%s", r.error);
    assert_string_equal(r.answer, "True");
    sa_run_result_release(&r);
    team_release(&a);
}

// ---- hooks --------------------------------------------------------------------------------------

// One for each moment, which keeps the lines that it gets in a file.
struct log {
    struct sa_hooks hooks;
    char path[40];
};

static void log_open(struct log *l, const char *on)
{
    *l = (struct log){.path = "/tmp/test-hooks-XXXXXX"};
    size_t row;
    struct sa_err err = SA_ERR_INIT;
    close(mkstemp(l->path));
    SA_AUTO_FREE char *command = sa_xasprintf("[\"sh\",\"-c\",\"cat >>%s\"]", l->path);
    const struct sa_tool_setting settings[] = {{"command", command}, {"on", on}};
    assert_int_equal(sa_hooks_add(&l->hooks, "log", settings, 2, &row, &err), 0);
}

static void log_release(struct log *l)
{
    sa_hooks_release(&l->hooks);
    unlink(l->path);
}

// How many of its lines hold that.
static int logged(const struct log *l, const char *text)
{
    struct sa_err err = SA_ERR_INIT;
    size_t len;
    int n = 0;
    SA_AUTO_FREE char *all = sa_fs_read(l->path, SA_BUF_TEXT, &len, &err);
    struct sa_str rest = {all, len}, line;
    while (sa_str_next_line(&rest, &line))
        n += sa_memfind(line.data, line.len, text, strlen(text)) != NULL;
    return n;
}

static void a_run_below_has_the_hooks_of_its_parent(void **state)
{
    (void)state;
    struct team manager, helper;
    struct log log;
    struct sa_run_result r;
    log_open(&log, "before_code, after_step, before_tool, after_tool, on_end");
    team_init(&manager, managing), team_init(&helper, helping);
    manager.options.hooks = &log.hooks;
    manager.options.max_depth = 1;
    open_nested(&manager, &helper);
    run(&manager, &r);
    assert_string_equal(r.answer, "42");
    SA_AUTO_FREE char *first = sa_xasprintf("\"run\":\"%s\",\"depth\":0,", manager.events.run);
    SA_AUTO_FREE char *below = sa_xasprintf("\"run\":\"%s.1\",\"parent\":\"%s\",\"depth\":1,",
                                            manager.events.run, manager.events.run);
    assert_int_equal(logged(&log, below), 2 + 2 + 1);
    assert_int_equal(logged(&log, first), 2 + 2 + 1 + 1 + 1);
    assert_int_equal(logged(&log, "\"event\":\"before_tool\""), 1);
    assert_int_equal(logged(&log, "\"event\":\"on_end\""), 2);
    sa_run_result_release(&r);
    team_release(&manager), team_release(&helper);
    log_release(&log);
}

static void *run_one(void *team)
{
    struct sa_run_result r;
    run(team, &r);
    assert_string_equal(r.answer, "a");
    sa_run_result_release(&r);
    return NULL;
}

static void runs_on_several_threads_share_their_hooks(void **state)
{
    (void)state;
    struct team teams[THREADS];
    struct log log;
    pthread_t threads[THREADS];
    log_open(&log, "before_code, on_end");
    for (int i = 0; i < THREADS; i++) {
        team_init(&teams[i], looks);
        teams[i].options.hooks = &log.hooks;
        team_open(&teams[i]);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_one, &teams[i]), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(logged(&log, teams[i].events.run), 7 + 1);
        team_release(&teams[i]);
    }
    log_release(&log);
}

static void a_state_that_is_made_anew_asks_no_hooks(void **state)
{
    (void)state;
    struct team a;
    struct log log;
    struct sa_run_result r;
    struct sa_err err = SA_ERR_INIT;
    log_open(&log, "before_code, after_step, on_end");
    team_init(&a, looks);
    a.options.hooks = &log.hooks;
    a.options.journal = true;
    team_open(&a);
    run(&a, &r);
    int before = logged(&log, "");
    assert_int_equal(before, 7 + 7 + 1);
    assert_int_equal(sa_agent_reopen(a.agent, &err), 0);
    assert_int_equal(logged(&log, ""), before);
    sa_run_result_release(&r);
    team_release(&a);
    log_release(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shared_budget_ends_the_run_that_crosses_it),
        cmocka_unit_test(a_runs_own_cap_ends_it_before_the_shared_one),
        cmocka_unit_test(steps_and_time_are_shared_too),
        cmocka_unit_test(a_plan_knows_the_steps_that_all_runs_have_left),
        cmocka_unit_test(tool_calls_and_cost_count_all_the_way_up),
        cmocka_unit_test(who_uses_up_a_shared_budget_stops_the_others),
        cmocka_unit_test(figures_of_several_threads_add_up_and_no_call_too_many_is_let_through),
        cmocka_unit_test(a_run_starts_another_and_pays_for_it),
        cmocka_unit_test(events_say_whose_they_are),
        cmocka_unit_test(runs_below_have_names_of_their_own_in_every_turn_of_a_chat),
        cmocka_unit_test(the_parents_budget_ends_the_run_below_and_then_the_parent),
        cmocka_unit_test(runs_are_not_nested_deeper_than_the_first_one_says),
        cmocka_unit_test(an_agents_state_is_made_anew_between_its_runs),
        cmocka_unit_test(a_run_below_has_the_hooks_of_its_parent),
        cmocka_unit_test(runs_on_several_threads_share_their_hooks),
        cmocka_unit_test(a_state_that_is_made_anew_asks_no_hooks),
        cmocka_unit_test(what_compaction_cut_is_there_in_a_state_made_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
