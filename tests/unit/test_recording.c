// Recorded replies that several agents play beside each other, and the pace that connections to
// one provider keep together.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "model/model.h"
#include "model/pace.h"

static char path[] = "/tmp/test-recording-XXXXXX";
static struct sa_err err;

static int make_file(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd < 0 || close(fd);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static struct sa_model *open_model(const char *record, struct sa_model *beside)
{
    struct sa_model *model;
    SA_AUTO_FREE char *name = sa_xasprintf("replay:%s", path);
    const struct sa_model_options o = {.model = name, .record = record, .beside = beside};
    sa_err_clear(&err);
    if (sa_model_open(&o, &model, &err)) fail_msg("%s", err.message);
    return model;
}

static void write_lines(const char *text)
{
    assert_int_equal(sa_fs_write_atomic(path, text, strlen(text), &err), 0);
}

// What the model says to the agent whose conversation began with `task`, after so many replies;
// "" where it says nothing.
static char *ask(struct sa_model *model, const char *agent, const char *task, size_t replies)
{
    struct sa_content said = {.kind = SA_CONTENT_TEXT, .text = "ok", .len = 2};
    struct sa_content first = {.text = (char *)(uintptr_t)task, .len = strlen(task)};
    struct sa_message messages[9] = {{SA_ROLE_USER, &first, 1}};
    size_t count = 1;
    for (; count <= 2 * replies; count += 2) {
        messages[count] = (struct sa_message){SA_ROLE_ASSISTANT, &said, 1};
        messages[count + 1] = (struct sa_message){SA_ROLE_USER, &said, 1};
    }
    const struct sa_model_request q = {.messages = messages, .count = count, .agent = agent};
    struct sa_model_result r;
    sa_err_clear(&err);
    if (sa_model_complete(model, &q, &r, &err)) return sa_xstrdup("");
    char *text = sa_xstrdup(r.text);
    sa_model_result_release(&r);
    return text;
}

static void expect(struct sa_model *model, const char *agent, const char *task, size_t replies,
                   const char *text)
{
    SA_AUTO_FREE char *got = ask(model, agent, task, replies);
    assert_string_equal(got, text);
}

static void an_agents_lines_are_its_own(void **state)
{
    (void)state;
    write_lines("{\"text\":\"m1\"}\n{\"agent\":\"a\",\"text\":\"a1\"}\n"
                "{\"agent\":\"b\",\"text\":\"b1\"}\n{\"text\":\"m2\"}\n"
                "{\"agent\":\"a\",\"text\":\"a2\"}\n");
    struct sa_model *first = open_model(NULL, NULL), *a = open_model(NULL, first);
    struct sa_model *b = sa_model_twin(first);
    assert_string_equal(b->id, first->id);
    expect(b, "b", "t", 0, "b1");
    expect(first, NULL, "t", 0, "m1");
    expect(a, "a", "t", 0, "a1");
    expect(first, NULL, "t", 1, "m2");
    expect(b, "b", "t", 1, "");
    assert_non_null(strstr(err.message, "has no more replies of the agent b (4 played)"));
    sa_model_free(first);
    expect(a, "a", "t", 1, "a2"); // it holds the recording, too
    sa_model_free(a), sa_model_free(b);
}

static void an_agent_without_lines_plays_those_without_a_name(void **state)
{
    (void)state;
    write_lines("{\"text\":\"one\"}\n");
    struct sa_model *model = open_model(NULL, NULL);
    expect(model, "web", "t", 0, "one");
    sa_model_free(model);
}

// Recorded in one order, asked for in another.
static void a_reply_is_found_by_its_request(void **state)
{
    (void)state;
    char record[] = "/tmp/test-recorded-XXXXXX";
    int fd = mkstemp(record);
    close(fd);
    write_lines("{\"agent\":\"a\",\"text\":\"x1\"}\n{\"agent\":\"a\",\"text\":\"y1\"}\n"
                "{\"agent\":\"a\",\"text\":\"x2\"}\n{\"agent\":\"a\",\"text\":\"y2\"}\n");
    struct sa_model *model = open_model(record, NULL);
    expect(model, "a", "task x", 0, "x1");
    expect(model, "a", "task y", 0, "y1");
    expect(model, "a", "task x", 1, "x2");
    expect(model, "a", "task y", 1, "y2");
    sa_model_free(model);
    assert_int_equal(rename(record, path), 0);
    model = open_model(NULL, NULL);
    struct sa_model *other = sa_model_twin(model);
    expect(model, "a", "task y", 0, "y1");
    expect(model, "a", "task y", 1, "y2");
    expect(other, "a", "task x", 0, "x1");
    expect(other, "a", "another task", 1, "x2"); // what nobody recorded gets the next
    sa_model_free(model), sa_model_free(other);
}

static void turns_of_a_pace_are_apart_whoever_takes_them(void **state)
{
    (void)state;
    const int64_t gap = 1000 * SA_NS_PER_S;
    struct sa_pace *pace = sa_pace_new(), *same = sa_pace_join(pace);
    assert_int_equal(sa_pace_take(pace, gap), 0);
    int64_t second = sa_pace_take(same, gap), third = sa_pace_take(pace, gap);
    assert_true(second > 0 && second <= gap);
    assert_true(third > gap && third <= 2 * gap);
    sa_pace_leave(pace);
    assert_true(sa_pace_take(same, gap) > 2 * gap - SA_NS_PER_S * 900);
    sa_pace_leave(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_agents_lines_are_its_own),
        cmocka_unit_test(an_agent_without_lines_plays_those_without_a_name),
        cmocka_unit_test(a_reply_is_found_by_its_request),
        cmocka_unit_test(turns_of_a_pace_are_apart_whoever_takes_them),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
