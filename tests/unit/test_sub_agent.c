// Agents that are called as tools, many at once: each on its thread, below one run. In a build with
// ThreadSanitizer (MODE=tsan) this is where threads of agents meet.
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
#include "agent/steps.h"
#include "agent/sub_agent.h"
#include "base/err.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "prompt/prompt.h"

enum { MANY = 20 };

// A manager whose agents are all of one kind.
struct team {
    char path[40];
    struct sa_model *model, *spare; // the spare one is what twins are made of
    struct sa_prompts *prompts;
    struct sa_events events;
    struct sa_approvals approvals;
    struct sa_tools tools;
    struct sa_sub_agent sub;
    struct sa_stop stop;
    struct sa_agent_options options;
    struct sa_agent *agent;
    struct sa_run_result result;
    size_t events_seen, ends;
    int64_t tokens; // of all usage events
    size_t questions;
    int asking; // persons asked at this moment
    bool stop_at_code;
    size_t codes;
};

static void on_event(void *ctx, const struct sa_event *event)
{
    struct team *t = ctx;
    t->events_seen++;
    if (event->type == SA_EV_USAGE)
        t->tokens += sa_json_int(event->data, "input_tokens", 0) +
                     sa_json_int(event->data, "output_tokens", 0);
    if (event->type == SA_EV_RUN_END && event->below) t->ends++;
    t->codes += event->type == SA_EV_CODE;
    if (t->stop_at_code && t->codes == MANY + 1) sa_stop_request(&t->stop, 15);
}

// What one call has for itself.
struct own {
    struct sa_tools tools;
    struct sa_model *model;
};

static int open_sub(const struct sa_sub_agent *sub, struct sa_sub_call *call, struct sa_err *err)
{
    struct team *t = sub->ctx;
    struct own *o = sa_xcalloc(1, sizeof *o);
    o->model = sa_model_twin(t->spare);
    sa_tools_share_handles(&o->tools, &t->tools);
    for (size_t i = 0; i < t->tools.count; i++)
        if (!sa_streq(t->tools.items[i]->source, "agent"))
            assert_int_equal(sa_tools_lend(&o->tools, t->tools.items[i], err), 0);
    struct sa_agent_options options = t->options;
    options.name = sub->name;
    options.model = o->model;
    options.tools = &o->tools;
    options.events = NULL;
    options.parent = call->parent;
    options.stop = call->stop;
    options.exec.watchdog = call->watchdog;
    options.steps = call->steps;
    call->parts = o;
    call->agent = sa_agent_new(&options, err);
    if (!call->agent) fail_msg("%s", err->message);
    return 0;
}

static void close_sub(struct sa_sub_call *call)
{
    struct own *o = call->parts;
    sa_agent_free(call->agent);
    sa_model_free(o->model);
    sa_tools_release(&o->tools);
    free(o);
}

static void echo(struct sa_tool *tool, const char *args, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    (void)tool, (void)stop;
    result->json = sa_xstrdup(args);
}

static void add_echo(struct team *t)
{
    struct sa_tool *tool = sa_xcalloc(1, sizeof *tool);
    tool->source = "test";
    tool->effects = SA_TOOL_WRITES;
    tool->name = sa_xstrdup("echo");
    tool->description = sa_xstrdup("Gives what it gets.");
    tool->inputs = cJSON_Parse("{\"type\":\"object\",\"properties\":{\"x\":{}},\"required\":[]}");
    tool->call = echo;
    assert_int_equal(sa_tools_add(&t->tools, tool, NULL), 0);
}

static enum sa_consent person(void *ctx, const struct sa_question *question, char **text)
{
    struct team *t = ctx;
    (void)text;
    assert_int_equal(t->asking++, 0); // one after the other
    assert_string_equal(question->agent, "helper");
    t->questions++;
    t->asking--;
    return SA_CONSENT_YES;
}

static void put_line(struct sa_buf *out, const char *agent, const char *code)
{
    SA_AUTO_FREE char *reply = sa_xasprintf("<code>\n%s\n</code>", code);
    sa_buf_appendc(out, '{');
    if (agent) sa_json_put_str(out, "agent", agent);
    sa_json_put_str(out, "text", reply);
    sa_buf_appends(out, ",\"usage\":{\"input_tokens\":70,\"output_tokens\":30}}\n");
}

// The manager says `code` at once and, when all is there, its answer; each agent runs `helping`.
static void team_open(struct team *t, const char *code, const char *const *helping)
{
    *t = (struct team){.path = "/tmp/test-sub-agent-XXXXXX", .stop_at_code = t->stop_at_code};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    put_line(&text, NULL, code);
    put_line(&text, NULL, "final_answer(sum(found))");
    for (; *helping; helping++)
        for (int i = 0; i < MANY; i++) put_line(&text, "helper", *helping);
    int fd = mkstemp(t->path);
    assert_int_equal(write(fd, text.data, text.len), text.len);
    close(fd);
    sa_buf_release(&text);
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *name = sa_xasprintf("replay:%s", t->path);
    const struct sa_model_options model = {.model = name};
    assert_int_equal(sa_model_open(&model, &t->model, &err), 0);
    t->spare = sa_model_twin(t->model);
    assert_non_null(t->prompts = sa_prompts_new(NULL, &err));
    sa_events_init(&t->events);
    sa_events_add(&t->events, on_event, t);
    sa_stop_init(&t->stop);
    t->sub = (struct sa_sub_agent){
        .name = "helper", .description = "Helps.", .open = open_sub, .close = close_sub, .ctx = t};
    add_echo(t);
    assert_int_equal(sa_sub_agent_add(&t->tools, &t->sub, &err), 0);
    t->approvals = (struct sa_approvals){.person = person, .ctx = t};
    t->options = (struct sa_agent_options){.model = t->model,
                                           .executor = &sa_exec_local,
                                           .exec = {.seed = 1, .strict_seed = true},
                                           .tools = &t->tools,
                                           .prompts = t->prompts,
                                           .events = &t->events,
                                           .approvals = &t->approvals,
                                           .stop = &t->stop,
                                           .max_steps = 20,
                                           .max_depth = 3,
                                           .max_observation = 1000};
    t->agent = sa_agent_new(&t->options, &err);
    if (!t->agent) fail_msg("%s", err.message);
}

static void team_run(struct team *t)
{
    sa_agent_run(t->agent, "the task", &t->result);
    sa_run_end(&t->events, NULL, &t->result);
}

static void team_release(struct team *t)
{
    sa_run_result_release(&t->result);
    sa_agent_free(t->agent);
    sa_tools_release(&t->tools);
    sa_prompts_free(t->prompts);
    sa_model_free(t->model);
    sa_model_free(t->spare);
    sa_approvals_release(&t->approvals);
    sa_stop_release(&t->stop);
    unlink(t->path);
}

static const char all_at_once[] =
    "import asyncio\nfound = await asyncio.gather(*[helper(str(i), n=i) for i in range(20)])";

static void many_at_once_add_up(void **state)
{
    (void)state;
    static const char *const helping[] = {"print(n)", "final_answer(echo(x=n)['x'])", NULL};
    struct team t = {0};
    team_open(&t, all_at_once, helping);
    team_run(&t);
    if (!t.result.answer) fail_msg("%s", t.result.error);
    assert_string_equal(t.result.answer, "190");
    assert_int_equal(t.ends, MANY);
    assert_int_equal(t.questions, MANY);
    assert_int_equal(t.result.usage.input + t.result.usage.output, (2 + 2 * MANY) * 100);
    assert_int_equal(t.tokens, (2 + 2 * MANY) * 100);
    assert_int_equal(t.result.tool_calls, MANY);
    team_release(&t);
}

static void a_shared_cap_ends_all_of_them(void **state)
{
    (void)state;
    static const char *const helping[] = {"print(n)", "print(-n)", "final_answer(n)", NULL};
    struct team t = {0};
    team_open(&t, all_at_once, helping);
    sa_agent_free(t.agent);
    t.options.max_tokens = 2500;
    struct sa_err err = SA_ERR_INIT;
    t.agent = sa_agent_new(&t.options, &err);
    team_run(&t);
    assert_int_equal(t.result.status, SA_RUN_BUDGET);
    assert_int_equal(t.ends, MANY);
    // Each could have been in a call of its own when the cap was reached.
    int64_t spent = t.result.usage.input + t.result.usage.output;
    assert_int_equal(spent, t.tokens);
    assert_true(spent >= 2500 && spent <= 2500 + MANY * 100);
    team_release(&t);
}

static void a_stop_ends_all_of_them(void **state)
{
    (void)state;
    static const char *const helping[] = {"while True: pass", NULL};
    struct team t = {.stop_at_code = true};
    team_open(&t, all_at_once, helping);
    team_run(&t);
    assert_int_equal(t.result.status, SA_RUN_INTERRUPTED);
    assert_int_equal(t.ends, MANY);
    assert_int_equal(sa_stop_reason(&t.stop), 15);
    team_release(&t);
}

// The caller's own cell can be interrupted again once the call is over.
static void a_stop_flag_is_linked_for_the_time_of_a_call(void **state)
{
    (void)state;
    struct sa_stop outer, inner;
    struct sa_stop_link link;
    sa_stop_init(&outer), sa_stop_init(&inner);
    sa_stop_link(&link, &outer, &inner);
    sa_stop_request(&outer, 2);
    assert_int_equal(sa_stop_reason(&inner), 2);
    sa_stop_unlink(&link);
    sa_stop_clear(&outer), sa_stop_clear(&inner);
    sa_stop_request(&outer, 2);
    assert_int_equal(sa_stop_reason(&inner), 0);
    sa_stop_link(&link, &outer, &inner); // what was requested before counts
    assert_int_equal(sa_stop_reason(&inner), 2);
    sa_stop_unlink(&link);
    sa_stop_release(&inner), sa_stop_release(&outer);
}

static void outside_of_a_run_it_is_an_error(void **state)
{
    (void)state;
    struct sa_tools tools = {0};
    const struct sa_sub_agent sub = {.name = "helper", .description = "Helps."};
    struct sa_tool_result r;
    assert_int_equal(sa_sub_agent_add(&tools, &sub, NULL), 0);
    SA_AUTO_FREE char *signature = sa_tool_signature(tools.items[0]);
    assert_string_equal(signature, "helper(task: str, **variables)");
    sa_tool_call(tools.items[0], "{\"task\":\"x\"}", NULL, &r);
    assert_string_equal(r.error, "helper: agents are called by agents, in their runs");
    sa_tool_result_release(&r);
    sa_tools_release(&tools);
}

// ---- as many as there may be

struct crowd {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int waiting;
    bool over;
    struct sa_tool *tool;
};

static int wait_in_open(const struct sa_sub_agent *sub, struct sa_sub_call *call,
                        struct sa_err *err)
{
    struct crowd *c = sub->ctx;
    (void)call;
    pthread_mutex_lock(&c->lock);
    c->waiting++;
    pthread_cond_broadcast(&c->changed);
    while (!c->over) pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return sa_err_set(err, SA_E_CONFIG, "it was only here to wait");
}

static void *call_it(void *ctx)
{
    struct crowd *c = ctx;
    struct sa_tool_result *r = sa_xcalloc(1, sizeof *r);
    sa_tool_call(c->tool, "{\"task\":\"x\"}", NULL, r);
    return r;
}

static void check_end(struct sa_tool_result *r, const char *error)
{
    assert_string_equal(r->error, error);
    sa_tool_result_release(r);
    free(r);
}

// Agents that call agents would be thousands in a moment, each with memory of its own.
static void one_more_than_there_may_be_at_once_is_refused(void **state)
{
    (void)state;
    static const char *const helping[] = {NULL};
    static const char waited[] = "the agent crowd could not begin: it was only here to wait";
    struct crowd c = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    const struct sa_sub_agent sub = {
        .name = "crowd", .description = "Waits.", .open = wait_in_open, .ctx = &c};
    pthread_t threads[SA_AGENTS_AT_ONCE];
    struct team t = {0};
    void *r;
    team_open(&t, all_at_once, helping);
    assert_int_equal(sa_sub_agent_add(&t.tools, &sub, NULL), 0);
    c.tool = sa_tools_find(&t.tools, "crowd");
    for (int i = 0; i < SA_AGENTS_AT_ONCE; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_it, &c), 0);
    pthread_mutex_lock(&c.lock);
    while (c.waiting < SA_AGENTS_AT_ONCE) pthread_cond_wait(&c.changed, &c.lock);
    pthread_mutex_unlock(&c.lock);
    check_end(call_it(&c), "crowd: 256 agents are under way in this run, and no more can be");
    pthread_mutex_lock(&c.lock);
    c.over = true;
    pthread_cond_broadcast(&c.changed);
    pthread_mutex_unlock(&c.lock);
    for (int i = 0; i < SA_AGENTS_AT_ONCE; i++) {
        pthread_join(threads[i], &r);
        check_end(r, waited);
    }
    check_end(call_it(&c), waited); // there is room again
    team_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_add_up),
        cmocka_unit_test(a_shared_cap_ends_all_of_them),
        cmocka_unit_test(a_stop_ends_all_of_them),
        cmocka_unit_test(a_stop_flag_is_linked_for_the_time_of_a_call),
        cmocka_unit_test(outside_of_a_run_it_is_an_error),
        cmocka_unit_test(one_more_than_there_may_be_at_once_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
