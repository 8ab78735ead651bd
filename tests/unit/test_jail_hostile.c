// The jail executor against workers that say anything but the protocol. This program is its own
// worker; nothing of it is in the product.
#include "jailed.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "exec/proto/frame.h"
#include "jail/jail.h"

static void send_text(const char *text)
{
    size_t len = strlen(text);
    unsigned char head[4] = {0, 0, (unsigned char)(len >> 8), (unsigned char)len};
    if (write(SA_JAIL_CHANNEL, head, 4) != 4 || write(SA_JAIL_CHANNEL, text, len) < 0) _exit(3);
}

static void send_repeated(const char *before, const char *piece, int times)
{
    struct sa_buf b = SA_BUF_INIT(1 << 20);
    sa_buf_appends(&b, before);
    for (int i = 0; i < times; i++) sa_buf_appends(&b, piece);
    send_text(sa_buf_text(&b));
    sa_buf_release(&b);
}

static void garbage(void)
{
    static const char text[] = "\xff\xff\xff\xff garbage";
    if (write(SA_JAIL_CHANNEL, text, sizeof text) < 0) _exit(3);
}

static void half_a_frame(void)
{
    if (write(SA_JAIL_CHANNEL, "\0\0\0\x20{\"t\":", 8) < 0) _exit(3);
    _exit(0);
}

static void many_members(void)
{
    struct sa_buf b = SA_BUF_INIT(1 << 20);
    sa_buf_appends(&b, "{\"t\":\"ok\"");
    for (int i = 0; i < 30; i++) sa_buf_appendf(&b, ",\"m%d\":1", i);
    sa_buf_appendc(&b, '}');
    send_text(sa_buf_text(&b));
}

static void flood(void)
{
    for (int i = 0; i < 100; i++)
        send_repeated("{\"t\":\"out\",\"fd\":1,\"text\":\"", "xxxxxxxxxx", 6000);
}

static void flood_well_formed(void)
{
    struct sa_buf b = SA_BUF_INIT(1 << 20);
    sa_buf_appends(&b, "{\"t\":\"out\",\"fd\":1,\"text\":\"");
    for (int i = 0; i < 6000; i++) sa_buf_appends(&b, "xxxxxxxxxx");
    sa_buf_appends(&b, "\"}");
    for (;;) send_text(sa_buf_text(&b));
}

static void deep(void)
{
    send_repeated("{\"t\":\"ok\",\"value\":", "[", 60000);
}

static void empty(void)
{
    if (write(SA_JAIL_CHANNEL, "\0\0\0\0", 4) < 0) _exit(3);
}

static void silent(void)
{
    for (;;) pause();
}

static void crash(void)
{
    volatile uintptr_t nowhere = 8;
    *(volatile int *)nowhere = 1;
}

static const struct {
    const char *name;
    const char *frame; // sent as it is; NULL: `act`
    void (*act)(void);
    const char *seen; // part of what the model reads
} hostile[] = {
    {"garbage", NULL, garbage, "broke the protocol"},
    {"empty frame", NULL, empty, "broke the protocol"},
    {"no json", "hello", NULL, "not a JSON object"},
    {"an array", "[1,2]", NULL, "not a JSON object"},
    {"half a string", "{\"t\":\"ok", NULL, "not a JSON object"},
    {"bad utf-8", "{\"t\":\"ok\",\"text\":\"\xff\"}", NULL, "not a JSON object"},
    {"deep", NULL, deep, "not a JSON object"},
    {"member twice", "{\"t\":\"ok\",\"text\":\"\",\"text\":\"\"}", NULL, "a member twice"},
    {"many members", NULL, many_members, "too many members"},
    {"long name", "{\"t\":\"ok\",\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":1}", NULL, "name is too long"},
    {"no type", "{\"text\":\"\"}", NULL, "no type"},
    {"type not text", "{\"t\":7}", NULL, "no type"},
    {"unknown type", "{\"t\":\"define\"}", NULL, "an unknown type"},
    {"unknown tool", "{\"t\":\"call\",\"kind\":\"tool\",\"name\":\"os\",\"args\":{}}", NULL,
     "not granted"},
    {"no args", "{\"t\":\"call\",\"kind\":\"tool\",\"name\":\"double\",\"args\":[]}", NULL,
     "not granted"},
    {"unknown kind", "{\"t\":\"call\",\"kind\":\"exec\",\"name\":\"double\",\"args\":{}}", NULL,
     "not granted"},
    {"start", "{\"t\":\"call\",\"kind\":\"start\",\"name\":\"double\",\"args\":{}}", NULL,
     "not granted"},
    {"wait", "{\"t\":\"call\",\"kind\":\"wait\",\"name\":\"\"}", NULL, "not granted"},
    {"cancel", "{\"t\":\"call\",\"kind\":\"cancel\",\"name\":\"\",\"args\":{\"call\":1}}", NULL,
     "not granted"},
    {"module", "{\"t\":\"call\",\"kind\":\"module\",\"name\":\"secret\"}", NULL, "not granted"},
    {"file", "{\"t\":\"call\",\"kind\":\"file\",\"name\":\"/etc/passwd\",\"args\":{\"at\":0}}",
     NULL, "not granted"},
    {"input", "{\"t\":\"call\",\"kind\":\"line\",\"name\":\"\"}", NULL, "not granted"},
    {"stream", "{\"t\":\"call\",\"kind\":\"stream\",\"name\":\"stdin\"}", NULL, "not granted"},
    {"limit none", "{\"t\":\"limit\",\"limit\":\"none\"}", NULL, "an unknown limit"},
    {"limit unknown", "{\"t\":\"limit\",\"limit\":\"x\"}", NULL, "an unknown limit"},
    {"error name", "{\"t\":\"error\",\"error_type\":\"a\\nb\"}", NULL, "bad name of an exception"},
    {"descriptor", "{\"t\":\"out\",\"fd\":7,\"text\":\"x\"}", NULL, "bad printed text"},
    {"base64", "{\"t\":\"out\",\"fd\":1,\"bytes\":\"!!\"}", NULL, "bad printed text"},
    {"flood cut", NULL, flood, "not a JSON object"},
    {"flood", NULL, flood_well_formed, "more printed text than the limit allows"},
    {"half a frame", NULL, half_a_frame, "ended without an answer"},
    {"crash", NULL, crash, "crashed (Segmentation fault)"},
    {"silent", NULL, silent, "time limit of 0.3 s reached"},
};

static int misbehave(size_t i)
{
    struct sa_channel channel;
    struct sa_frame frame;
    const char *why;
    sa_channel_init(&channel, SA_JAIL_CHANNEL, false);
    if (sa_channel_read(&channel, -1, 0, &frame, &why) != SA_GOT_FRAME) return 3;
    // It says that it is locked in, which it is not: the host has only its word for some layers.
    const struct sa_jail_report locked = {.enforced = SA_JAIL_ALL};
    struct sa_buf hello = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appends(&hello, "{\"t\":\"hello\",\"version\":1");
    sa_jail_put_layers(&locked, &hello);
    sa_buf_appends(&hello, "}");
    send_text(sa_buf_text(&hello));
    sa_buf_release(&hello);
    // Definitions are answered as they should be, cells are not.
    while (sa_channel_read(&channel, -1, 0, &frame, &why) == SA_GOT_FRAME) {
        if (!strcmp(frame.type, "define")) send_text("{\"t\":\"ok\"}");
        else if (hostile[i].act) hostile[i].act();
        else send_text(hostile[i].frame);
    }
    return 0;
}

// Which row to be is told by sys.argv in the hello.
static int be_worker(void)
{
    char hello[4096] = "";
    ssize_t n = recv(SA_JAIL_CHANNEL, hello, sizeof hello - 1, MSG_PEEK);
    const char *word = n > 4 ? sa_memfind(hello, (size_t)n, "\"hostile ", 9) : NULL;
    return word ? misbehave((size_t)atoi(word + 9)) : 3;
}

static void test_hostile_frames(void **state)
{
    (void)state;
    for (size_t i = 0; i < SA_COUNT(hostile); i++) {
        char word[32];
        snprintf(word, sizeof word, "hostile %zu", i);
        const char *argv[] = {word};
        struct sa_exec_options o = {.step_timeout_ns = 300 * SA_NS_PER_MS,
                                    .max_output = 100000,
                                    .argv = argv,
                                    .argc = 1,
                                    .sandbox = SA_JAIL_AVAILABLE};
        struct sa_exec *exec = start(&sa_exec_jail, &o);
        struct py_result r;
        run(exec, "print(1)", &r);
        if (r.status == PY_OK || !strstr(r.error_text, hostile[i].seen))
            fail_msg("%s: %s", hostile[i].name, r.error_text ? r.error_text : "taken for good");
        assert_int_equal(seen.tool_calls, 0);
        run(exec, "print(1)", &r); // a fresh worker answered the definitions, and is as bad
        ASSERT_HAS(r.error_text, hostile[i].seen);
        exec->ops->close(exec);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], SA_EXEC_WORKER)) return be_worker();
    sa_log_set_level(SA_LOG_ERROR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
