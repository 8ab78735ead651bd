// A child (child.h) that is run to its end; its words and its environment.
#include "base/proc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { PIECE = 64 << 10 };          // of the input that is queued at a time
#define LINGER_NS (5 * SA_NS_PER_S) // for a child without output or time-out

// Until some of it waits in the queue, for nobody else would wake the child's loop.
static void feed(struct sa_child *c, const struct sa_proc_request *q, size_t *fed)
{
    while (c->in >= 0 && *fed < q->input_len && !sa_flow_len(&c->to)) {
        size_t n = q->input_len - *fed < PIECE ? q->input_len - *fed : PIECE;
        sa_child_send(c, q->input + *fed, n);
        *fed += n;
    }
    if (*fed == q->input_len && !c->closing) sa_child_close_input(c);
}

// The first byte too many is read, so as to know of it.
static enum sa_child_state run(struct sa_child *c, const struct sa_proc_request *q)
{
    enum sa_child_state state = SA_CHILD_RUNS;
    size_t fed = 0;
    while (state == SA_CHILD_RUNS) {
        feed(c, q, &fed);
        // A child that closed its output but lives on has no time without end.
        if (c->out < 0 && c->err < 0 && c->deadline == INT64_MAX)
            c->deadline = sa_clock_monotonic() + LINGER_NS;
        state = sa_child_step(c, INT64_MAX);
        if (sa_flow_len(&c->from) > q->max_output) state = SA_CHILD_TOO_MUCH;
    }
    return state;
}

int sa_proc_run(const struct sa_proc_request *q, struct sa_proc_result *r, struct sa_err *err)
{
    const struct sa_child_options o = {.argv = q->argv,
                                       .env = q->env,
                                       .max_input = q->input ? PIECE : 0,
                                       .max_output = q->max_output + 1,
                                       .max_errors = q->max_output,
                                       .timeout_ns = q->timeout_ns,
                                       .stop = q->stop};
    struct sa_child c;
    memset(r, 0, sizeof *r);
    if (sa_child_start(&c, &o, err)) return -1;
    enum sa_child_state state = run(&c, q);
    r->stopped = state == SA_CHILD_STOPPED;
    r->timed_out = state == SA_CHILD_LATE;
    r->too_much = state == SA_CHILD_TOO_MUCH;
    r->status = sa_child_end(&c, 0, 0);
    r->out = c.from.buf;
    r->err = c.errors;
    if (r->too_much) sa_buf_truncate(&r->out, q->max_output);
    sa_flow_release(&c.to);
    return 0;
}

void sa_proc_result_release(struct sa_proc_result *r)
{
    sa_buf_release(&r->out);
    sa_buf_release(&r->err);
}

static cJSON *split_words(const char *text)
{
    cJSON *words = cJSON_CreateArray();
    struct sa_str rest = sa_str_of(text), part;
    while (sa_str_next_part(&rest, ' ', &part)) {
        SA_AUTO_FREE char *word = sa_xstrndup(part.data, part.len);
        if (*word) cJSON_AddItemToArray(words, cJSON_CreateString(word));
    }
    return words;
}

cJSON *sa_proc_words(const char *text)
{
    cJSON *words = *text == '[' ? sa_json_parse(text, strlen(text), NULL) : split_words(text);
    bool ok = cJSON_IsArray(words) && cJSON_IsString(words->child) && *words->child->valuestring;
    const cJSON *item;
    cJSON_ArrayForEach(item, words) ok = ok && cJSON_IsString(item);
    if (ok) return words;
    cJSON_Delete(words);
    return NULL;
}

const char **sa_proc_argv(const cJSON *words)
{
    const char **argv = sa_xcalloc((size_t)cJSON_GetArraySize(words) + 1, sizeof *argv);
    const cJSON *word;
    size_t n = 0;
    cJSON_ArrayForEach(word, words) argv[n++] = word->valuestring;
    return argv;
}

bool sa_proc_is_there(const char *program)
{
    SA_AUTO_FREE char *path = sa_fs_find_program(program);
    return path || (!strchr(program, '/') && !getenv("PATH")); // the system's own list is searched
}

char **sa_proc_env(const char *more)
{
    SA_AUTO_FREE char *names = sa_xasprintf("PATH,HOME,USER,LANG,LC_ALL,LC_CTYPE,TZ,TMPDIR,%s",
                                            more ? more : "");
    struct sa_str rest = sa_str_of(names), part;
    char **env = NULL;
    size_t n = 0, cap = 0;
    while (sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        const char *value = getenv(name);
        SA_GROW(env, cap, n + 2);
        if (value) env[n++] = sa_xasprintf("%s=%s", name, value);
        env[n] = NULL;
    }
    return env;
}

bool sa_proc_env_is(const char *names)
{
    static const char others[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    struct sa_str rest = sa_str_of(names), part;
    bool well = true;
    while (well && sa_str_next_part(&rest, ',', &part)) {
        part = sa_str_trim(part);
        SA_AUTO_FREE char *name = sa_xstrndup(part.data, part.len);
        well = *name && !strchr("0123456789", *name) && !name[strspn(name, others)];
    }
    return well;
}

void sa_proc_env_free(char **env)
{
    for (char **p = env; p && *p; p++) free(*p);
    free(env);
}
