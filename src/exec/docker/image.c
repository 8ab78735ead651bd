// Images. The default one holds nothing but our static program; any other gets it added. Each is
// built once by the engine, from a context made here in memory, and found again by its tag, a hash
// of all that went into it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <zlib.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"

// contain_blob.c; absent from builds that cannot be linked statically, and from the library.
extern const char sa_contained[] __attribute__((weak));
extern const char sa_contained_end[] __attribute__((weak));

#define LABEL "smolagent" // of what is built, with this value
#define LABELLED "image"
#define DEFAULT_BASE "docker.io/library/python:3-slim"
enum { PROGRAM_MAX = 64 << 20, FILE_MAX = 256 << 20, DOCKERFILE_MAX = 1 << 20, TAR_BLOCK = 512 };

bool sa_docker_has_python(const struct sa_docker_options *o)
{
    return o->image || o->dockerfile || (o->install && o->install[0]);
}

int sa_docker_worker_check(struct sa_err *err)
{
    if (sa_contained) return 0;
    return sa_err_set(err, SA_E_CONFIG, "this build carries no worker for containers"), -1;
}

// --- the context: a tar archive of two files

static bool inflate_program(struct sa_buf *out)
{
    size_t len = sa_contained ? (size_t)(sa_contained_end - sa_contained) : 0;
    z_stream z = {.next_in = (Bytef *)(uintptr_t)sa_contained, .avail_in = (uInt)len};
    int state = len ? inflateInit2(&z, 16 + MAX_WBITS) : Z_DATA_ERROR;
    if (state != Z_OK) return false;
    while (state == Z_OK) {
        enum { PIECE = 1 << 20 };
        char *room = sa_buf_reserve(out, PIECE);
        if (!room) break;
        z.next_out = (Bytef *)room, z.avail_out = PIECE;
        state = inflate(&z, Z_NO_FLUSH);
        sa_buf_added(out, PIECE - z.avail_out);
    }
    inflateEnd(&z);
    return state == Z_STREAM_END;
}

// One file, in the format of POSIX.1-1988 (ustar).
static void tar_file(struct sa_buf *out, const char *name, unsigned mode, const char *data,
                     size_t len)
{
    char head[TAR_BLOCK] = "";
    static const char zeros[TAR_BLOCK];
    unsigned sum = 0;
    snprintf(head, 100, "%s", name);
    snprintf(head + 100, 8, "%07o", mode);
    snprintf(head + 108, 8, "%07o", 0u); // owner and group: root
    snprintf(head + 116, 8, "%07o", 0u);
    snprintf(head + 124, 12, "%011llo", (unsigned long long)len);
    snprintf(head + 136, 12, "%011o", 0u); // no time, so that the same files are the same archive
    memset(head + 148, ' ', 8);
    head[156] = '0';
    memcpy(head + 257, "ustar\00000", 8);
    for (size_t i = 0; i < sizeof head; i++) sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%06o", sum);
    sa_buf_append(out, head, sizeof head);
    sa_buf_append(out, data, len);
    sa_buf_append(out, zeros, (TAR_BLOCK - len % TAR_BLOCK) % TAR_BLOCK);
}

static void tar_end(struct sa_buf *out)
{
    static const char zeros[2 * TAR_BLOCK];
    sa_buf_append(out, zeros, sizeof zeros);
}

// --- the Dockerfile

static bool call_ok(struct sa_engine *e, const char *method, const char *path, struct sa_buf *reply,
                    struct sa_err *err)
{
    const struct sa_engine_call call = {.method = method, .path = path, .reply = reply};
    return sa_engine_call(e, &call, err) > 0;
}

// The program inside is for machines like this one.
static bool fits(const cJSON *image, const char *name, struct sa_err *err)
{
    static const struct {
        const char *ours, *theirs;
    } names[] = {{"x86_64", "amd64"}, {"aarch64", "arm64"}};
    struct utsname here = {0};
    uname(&here);
    const char *wanted = here.machine, *arch = sa_json_str(image, "Architecture", wanted);
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (!strcmp(here.machine, names[i].ours)) wanted = names[i].theirs;
    if (sa_streq(arch, wanted)) return true;
    return sa_err_set(err, SA_E_CONFIG, "the image %s is for %.20s, this program for %s", name,
                      arch, wanted),
           false;
}

// Puts the identity of an image that is here into `id`; false with *err when it is not.
static bool inspect(struct sa_engine *e, const char *name, struct sa_buf *id, struct sa_err *err)
{
    struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL), reply = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&path, "/images/%s/json", name);
    bool ok = call_ok(e, "GET", sa_buf_text(&path), &reply, err);
    cJSON *image = ok ? sa_json_parse(sa_buf_text(&reply), reply.len, err) : NULL;
    if (ok && !image) sa_err_prefix(err, "the engine at %s, of an image", e->where);
    ok = image && fits(image, name, err);
    if (ok && id) sa_buf_appends(id, sa_json_str(image, "Id", ""));
    cJSON_Delete(image);
    sa_buf_release(&path), sa_buf_release(&reply);
    return ok;
}

// A stream of progress messages, one JSON object a line, may end with an error, which the line
// before it often explains.
static bool progress_ok(const struct sa_buf *reply, struct sa_err *err)
{
    struct sa_str rest = {sa_buf_text(reply), reply->len}, line;
    SA_AUTO_FREE char *said = sa_xstrdup("");
    bool ok = true;
    while (ok && sa_str_next_line(&rest, &line)) {
        struct sa_err none = SA_ERR_INIT;
        cJSON *step = sa_json_parse(line.data, line.len, &none);
        struct sa_str error = sa_str_trim(sa_str_of(sa_json_str(step, "error", NULL)));
        struct sa_str text = sa_str_trim(sa_str_of(sa_json_str(step, "stream", NULL)));
        if (error.len) {
            SA_AUTO_FREE char *all = sa_xasprintf("%.*s%s%.200s", (int)error.len, error.data,
                                                  said[0] ? "; before that: " : "", said);
            sa_utf8_drop_escapes(all, strlen(all));
            sa_err_set(err, SA_E_CONFIG, "%s", all);
            ok = false;
        } else if (text.len && strncmp(text.data, "Removing ", 9)) {
            free(said);
            said = sa_xstrndup(text.data, text.len);
        }
        cJSON_Delete(step);
    }
    return ok;
}

static bool pull(struct sa_engine *e, const char *name, struct sa_err *err)
{
    struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL), reply = SA_BUF_INIT(SA_BUF_TEXT);
    const char *last = strrchr(name, '/');
    bool versioned = strpbrk(last ? last : name, ":@") != NULL;
    sa_info("fetching the image %s", name);
    sa_buf_appends(&path, "/images/create?fromImage=");
    sa_engine_quote(&path, name);
    if (!versioned) sa_buf_appends(&path, "&tag=latest");
    const struct sa_engine_call call = {.method = "POST",
                                        .path = sa_buf_text(&path),
                                        .reply = &reply,
                                        .wait_ms = SA_ENGINE_LONG_MS};
    bool ok = sa_engine_call(e, &call, err) > 0 && progress_ok(&reply, err);
    if (!ok) sa_err_prefix(err, "the image %s is not here and cannot be fetched", name);
    sa_buf_release(&path), sa_buf_release(&reply);
    return ok;
}

// Names go into a path and into a Dockerfile.
static bool is_image_name(const char *name)
{
    return name[0] && name[0] != '-' && strlen(name) < 256 &&
           name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                             "-._/:@")] == 0;
}

static bool put_base(struct sa_engine *e, const char *name, struct sa_buf *text, struct sa_buf *id,
                     struct sa_err *err)
{
    if (!is_image_name(name))
        return sa_err_set(err, SA_E_USAGE, "--image '%.60s' is no name of an image", name), false;
    if (!inspect(e, name, id, err)) {
        if (err->http_status != 404) return false;
        sa_err_clear(err);
        if (!pull(e, name, err) || !inspect(e, name, id, err)) return false;
    }
    return sa_buf_appendf(text, "FROM %s\n", name);
}

// What is built, and into `id` the identity of what it is built on.
static bool put_dockerfile(struct sa_engine *e, const struct sa_docker_options *o,
                           struct sa_buf *text, struct sa_buf *id, struct sa_err *err)
{
    const char *const *install = o->install && o->install[0] ? o->install : NULL;
    if (!sa_docker_has_python(o)) {
        sa_buf_appends(text, "FROM scratch\n");
    } else if (o->dockerfile) {
        size_t len;
        SA_AUTO_FREE char *own = sa_fs_read(o->dockerfile, DOCKERFILE_MAX, &len, err);
        if (!own) return false;
        sa_buf_appendf(text, "%s\n", own);
    } else if (!put_base(e, o->image ? o->image : DEFAULT_BASE, text, id, err)) {
        return false;
    }
    if (install) {
        sa_buf_appends(text, "USER 0\nRUN [\"python3\",\"-m\",\"pip\",\"install\","
                             "\"--no-cache-dir\",\"--root-user-action=ignore\"");
        for (; *install; install++) {
            sa_buf_appendc(text, ',');
            sa_json_quote(text, *install, strlen(*install));
        }
        sa_buf_appends(text, "]\n");
    }
    return sa_buf_appends(text, "COPY worker " SA_DOCKER_WORKER "\n");
}

// --- building

// `tar` holds what is copied; the Dockerfile is added.
static bool build(struct sa_engine *e, const char *tag, const struct sa_buf *dockerfile,
                  struct sa_buf *tar, struct sa_err *err)
{
    struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL), reply = SA_BUF_INIT(SA_BUF_TEXT);
    sa_info("building the image %s, once", tag);
    tar_file(tar, "Dockerfile", 0644, dockerfile->data, dockerfile->len);
    tar_end(tar);
    sa_buf_appends(&path, "/build?rm=1&forcerm=1&labels=");
    sa_engine_quote(&path, "{\"" LABEL "\":\"" LABELLED "\"}");
    sa_buf_appends(&path, "&t=");
    sa_engine_quote(&path, tag);
    const struct sa_engine_call call = {.method = "POST",
                                        .path = sa_buf_text(&path),
                                        .body = tar->data,
                                        .body_len = tar->len,
                                        .type = "application/x-tar",
                                        .reply = &reply,
                                        .wait_ms = SA_ENGINE_LONG_MS};
    bool ok = sa_engine_call(e, &call, err) > 0 && progress_ok(&reply, err);
    if (!ok) sa_err_prefix(err, "cannot build the image");
    sa_buf_release(&path), sa_buf_release(&reply);
    return ok;
}

// The image of the Dockerfile `text`, made when it is not here. `id` identifies what is below it
// and `content` what is copied, which `put` puts into an archive.
static char *image_of(struct sa_engine *e, const struct sa_buf *text, const struct sa_buf *id,
                      uint64_t content, bool (*put)(struct sa_buf *tar, const void *ctx),
                      const void *ctx, struct sa_err *err)
{
    uint64_t parts[] = {content, sa_hash_bytes(sa_buf_text(text), text->len),
                        sa_hash_bytes(sa_buf_text(id), id->len)};
    char *tag = sa_xasprintf("localhost/smolagent:%016llx",
                             (unsigned long long)sa_hash_bytes(parts, sizeof parts));
    if (inspect(e, tag, NULL, err)) return tag;
    struct sa_buf tar = SA_BUF_INIT(SA_BUF_HUGE);
    bool ready = false, missing = err->http_status == 404;
    if (missing) sa_err_clear(err);
    if (missing && !put(&tar, ctx)) sa_err_set(err, SA_E_CONFIG, "cannot read this program");
    else if (missing) ready = build(e, tag, text, &tar, err);
    sa_buf_release(&tar);
    if (!ready) sa_freep(&tag);
    return tag;
}

static bool put_worker(struct sa_buf *tar, const void *unused)
{
    struct sa_buf program = SA_BUF_INIT(PROGRAM_MAX);
    (void)unused;
    if (!inflate_program(&program)) SA_BUG("the program for containers is damaged");
    tar_file(tar, "worker", 0755, program.data, program.len);
    sa_buf_release(&program);
    return true;
}

char *sa_docker_image(struct sa_engine *e, const struct sa_docker_options *o, struct sa_err *err)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT), id = SA_BUF_INIT(SA_BUF_SMALL);
    char *tag = NULL;
    if (!sa_docker_worker_check(err) && put_dockerfile(e, o, &text, &id, err)) {
        size_t len = (size_t)(sa_contained_end - sa_contained);
        tag = image_of(e, &text, &id, sa_hash_bytes(sa_contained, len), put_worker, NULL, err);
    }
    sa_buf_release(&text), sa_buf_release(&id);
    return tag;
}

// --- the whole program

static bool put_files(struct sa_buf *tar, const void *ctx)
{
    const struct sa_program *f = ctx;
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *script = sa_program_script(SA_DOCKER_FOLDER);
    tar_file(tar, "runner/" SA_PROGRAM_SCRIPT, 0755, script, strlen(script));
    for (size_t i = 0; i < f->count; i++) {
        size_t len;
        SA_AUTO_FREE char *name = sa_xasprintf("runner/%s", sa_program_name(f, i));
        SA_AUTO_FREE char *data = sa_fs_read(f->paths[i], FILE_MAX, &len, &err);
        if (!data) return false;
        tar_file(tar, name, 0755, data, len);
    }
    return true;
}

// What the files are, without reading them.
static uint64_t identity(const struct sa_program *f)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < f->count; i++) {
        struct stat st = {0};
        stat(f->paths[i], &st);
        const int64_t parts[] = {(int64_t)sum, (int64_t)st.st_ino, (int64_t)st.st_size,
                                 (int64_t)st.st_mtim.tv_sec, (int64_t)st.st_mtim.tv_nsec};
        sum = sa_hash_bytes(parts, sizeof parts);
    }
    return sum;
}

char *sa_docker_runner_image(struct sa_engine *e, const struct sa_docker_options *o,
                             const struct sa_program *f, struct sa_err *err)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT), id = SA_BUF_INIT(SA_BUF_SMALL);
    char *tag = NULL;
    bool based = o->image ? put_base(e, o->image, &text, &id, err)
                          : sa_buf_appends(&text, "FROM scratch\n");
    sa_buf_appends(&text, "COPY runner " SA_DOCKER_FOLDER "\n");
    if (based) tag = image_of(e, &text, &id, identity(f), put_files, f, err);
    sa_buf_release(&text), sa_buf_release(&id);
    return tag;
}

// --- removing

// True: it did. What is in use, or went with another, stays or is gone; an engine may list
// anything.
static bool prune_image(struct sa_engine *e, const char *id)
{
    struct sa_err none = SA_ERR_INIT;
    if (sa_starts_with(id, "sha256:")) id += 7;
    if (!id[0] || id[strspn(id, "0123456789abcdef")]) return false;
    SA_AUTO_FREE char *path = sa_xasprintf("/images/%s", id);
    return call_ok(e, "DELETE", path, NULL, &none);
}

// What has a tag first: its layers often go with it.
int sa_image_prune(struct sa_engine *e, struct sa_err *err)
{
    int removed = 0;
    struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL), reply = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&path, "/images/json?all=1&filters=");
    sa_engine_quote(&path, "{\"label\":[\"" LABEL "=" LABELLED "\"]}");
    bool ok = call_ok(e, "GET", sa_buf_text(&path), &reply, err);
    cJSON *list = ok ? sa_json_parse(sa_buf_text(&reply), reply.len, err) : NULL;
    for (int tagged = 1; tagged >= 0; tagged--) {
        const cJSON *image;
        cJSON_ArrayForEach(image, list)
        {
            bool has_tag = cJSON_GetArraySize(sa_json_get(image, "RepoTags")) > 0;
            if (has_tag == tagged) removed += prune_image(e, sa_json_str(image, "Id", ""));
        }
    }
    ok = list != NULL;
    cJSON_Delete(list);
    sa_buf_release(&path), sa_buf_release(&reply);
    return ok ? removed : -1;
}
