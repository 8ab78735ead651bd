// Where the engine is, and calls of its API. The places are searched as the docker program does it,
// then those of Podman.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"

// Versions of the API that this client knows; what it uses has not changed between them.
#define OLDEST "1.40"
#define NEWEST "1.47"

enum {
    META_MAX = 1 << 20,
    REPLY_MAX = 16 << 20,
    CONNECT_MS = 10000,
    PING_MS = 10000,     // an engine that takes longer to answer is frozen
    LAST_PING_MS = 5000, // the same when its container is to be removed
    CALL_MS = 2 * 60000, // a storage driver may copy a whole image
    NAME_MAX_SHOWN = 60
};

// --- finding it

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] ? value : NULL;
}

// A file of the docker program's configuration folder.
static char *config_path(const char *leaf)
{
    SA_AUTO_FREE char *folder = sa_fs_expand(setting("DOCKER_CONFIG") ? setting("DOCKER_CONFIG")
                                                                      : "~/.docker");
    return sa_fs_join(folder, leaf);
}

static cJSON *read_json(const char *path)
{
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_exists(path) ? sa_fs_read(path, META_MAX, &len, &none) : NULL;
    return text ? sa_json_parse(text, len, &none) : NULL;
}

static void use_certificates(struct sa_engine *e, const char *folder)
{
    static const char *const leaves[] = {"ca.pem", "cert.pem", "key.pem"};
    char **const files[] = {&e->ca, &e->cert, &e->key};
    for (size_t i = 0; i < SA_COUNT(leaves); i++) {
        char *path = sa_fs_join(folder, leaves[i]);
        if (sa_fs_exists(path)) *files[i] = path;
        else free(path);
    }
}

// Takes an address as DOCKER_HOST holds it.
static int use_address(struct sa_engine *e, const char *address, bool tls, struct sa_err *err)
{
    e->where = sa_xstrdup(address);
    const char *rest = strstr(address, "://");
    rest = rest ? rest + 3 : address;
    if (sa_starts_with(address, "unix://")) {
        struct stat st;
        e->socket = sa_xstrdup(rest);
        e->rootless = !stat(rest, &st) && st.st_uid != 0;
        e->base = sa_xstrdup("http://localhost");
        return 0;
    }
    if (!sa_starts_with(address, "tcp://") && !sa_starts_with(address, "http"))
        return sa_err_set(err, SA_E_CONFIG,
                          "%s: only unix:// and tcp:// addresses of an engine are understood (for "
                          "ssh, forward its socket)",
                          address),
               -1;
    tls = tls || sa_starts_with(address, "https://");
    size_t len = strcspn(rest, "/");
    const char *port = memchr(rest, ':', len) ? "" : tls ? ":2376" : ":2375";
    e->base = sa_xasprintf("%s://%.*s%s", tls ? "https" : "http", (int)len, rest, port);
    return 0;
}

static int use_environment(struct sa_engine *e, const char *address, struct sa_err *err)
{
    bool tls = setting("DOCKER_TLS_VERIFY") || setting("DOCKER_CERT_PATH");
    SA_AUTO_FREE char *folder = setting("DOCKER_CERT_PATH") ? sa_xstrdup(getenv("DOCKER_CERT_PATH"))
                                                            : config_path(".");
    if (tls) use_certificates(e, folder);
    return use_address(e, address, tls, err);
}

// The folder of a context below contexts/meta, found by the name in its file; NULL when there is
// none. *address is malloc'd.
static char *find_context(const char *name, char **address)
{
    SA_AUTO_FREE char *metas = config_path("contexts/meta");
    DIR *dir = opendir(metas);
    char *found = NULL;
    for (struct dirent *d; dir && !found && (d = readdir(dir));) {
        SA_AUTO_FREE char *path = sa_xasprintf("%s/%s/meta.json", metas, d->d_name);
        cJSON *meta = d->d_name[0] == '.' ? NULL : read_json(path);
        const cJSON *endpoint = sa_json_path(meta, "Endpoints.docker");
        if (sa_streq(sa_json_str(meta, "Name", NULL), name)) {
            found = sa_xstrdup(d->d_name);
            *address = sa_xstrdup(sa_json_str(endpoint, "Host", ""));
        }
        cJSON_Delete(meta);
    }
    if (dir) closedir(dir);
    return found;
}

static int use_context(struct sa_engine *e, const char *name, struct sa_err *err)
{
    SA_AUTO_FREE char *address = NULL, *id = find_context(name, &address);
    if (!id) return sa_err_set(err, SA_E_CONFIG, "no docker context '%s'", name), -1;
    SA_AUTO_FREE char *leaf = sa_xasprintf("contexts/tls/%s/docker", id);
    SA_AUTO_FREE char *folder = config_path(leaf);
    use_certificates(e, folder);
    return use_address(e, address, e->ca || e->cert, err);
}

static char *current_context(void)
{
    if (setting("DOCKER_CONTEXT")) return sa_xstrdup(getenv("DOCKER_CONTEXT"));
    SA_AUTO_FREE char *path = config_path("config.json");
    cJSON *config = read_json(path);
    char *name = sa_xstrdup(sa_json_str(config, "currentContext", NULL));
    cJSON_Delete(config);
    return name;
}

static int use_socket(struct sa_engine *e, struct sa_err *err)
{
    static const char *const places[] = {"/var/run/docker.sock", "%s/docker.sock",
                                         "%s/podman/podman.sock", "/run/podman/podman.sock"};
    const char *runtime = setting("XDG_RUNTIME_DIR");
    for (size_t i = 0; i < SA_COUNT(places); i++) {
        const char *hole = strstr(places[i], "%s");
        if (hole && !runtime) continue;
        SA_AUTO_FREE char *path = hole ? sa_xasprintf("%s%s", runtime, hole + 2)
                                       : sa_xstrdup(places[i]);
        if (access(path, R_OK | W_OK)) continue;
        SA_AUTO_FREE char *address = sa_xasprintf("unix://%s", path);
        return use_address(e, address, false, err);
    }
    return sa_err_set(err, SA_E_CONFIG,
                      "--executor docker needs Docker or Podman: no socket of an engine that this "
                      "user may use (%s, %s); start one, or name it in DOCKER_HOST",
                      places[0], places[SA_COUNT(places) - 1]),
           -1;
}

static int find(struct sa_engine *e, struct sa_err *err)
{
    if (setting("DOCKER_HOST")) return use_environment(e, getenv("DOCKER_HOST"), err);
    SA_AUTO_FREE char *context = current_context();
    if (context && !sa_streq(context, "default")) return use_context(e, context, err);
    if (setting("CONTAINER_HOST")) return use_environment(e, getenv("CONTAINER_HOST"), err);
    return use_socket(e, err);
}

// --- calls

char *sa_engine_url(const struct sa_engine *e, const char *path)
{
    return sa_xasprintf("%s%s%s%s", e->base, e->version[0] ? "/v" : "", e->version, path);
}

void sa_engine_quote(struct sa_buf *out, const char *text)
{
    for (; *text; text++) {
        bool plain = strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~",
                            *text) != NULL;
        sa_buf_appendf(out, plain ? "%c" : "%%%02X", (unsigned char)*text);
    }
}

// {"message": "..."}, or the start of whatever else came.
static int refused(const struct sa_engine *e, const struct sa_http_response *r, struct sa_err *err)
{
    struct sa_err none = SA_ERR_INIT;
    cJSON *body = sa_json_parse(sa_buf_text(&r->body), r->body.len, &none);
    SA_AUTO_FREE char *message = sa_xstrdup(sa_json_str(body, "message", sa_buf_text(&r->body)));
    sa_utf8_drop_escapes(message, strlen(message));
    sa_err_set(err, SA_E_CONFIG, "the engine at %s: %.600s (status %d)", e->where, message,
               r->status);
    if (err) err->http_status = r->status;
    cJSON_Delete(body);
    return -1;
}

int sa_engine_call(struct sa_engine *e, const struct sa_engine_call *call, struct sa_err *err)
{
    SA_AUTO_FREE char *url = sa_engine_url(e, call->path);
    SA_AUTO_FREE char *type = sa_xasprintf("Content-Type: %s",
                                           call->type ? call->type : "application/json");
    const char *const headers[] = {type, NULL};
    const struct sa_http_request request = {.method = call->method,
                                            .url = url,
                                            .headers = call->body ? headers : NULL,
                                            .body = call->body,
                                            .body_len = call->body_len,
                                            .max_body = REPLY_MAX,
                                            .total_ms = call->wait_ms ? call->wait_ms : CALL_MS,
                                            .on_header = call->on_header,
                                            .ctx = e,
                                            .stop = e->stop};
    struct sa_http_response r;
    struct sa_err problem = SA_ERR_INIT;
    int status = -1;
    if (sa_http_perform(e->http, &request, &r, &problem) && problem.unreachable)
        sa_err_set(err, SA_E_CONFIG,
                   "there is no engine at %s: start Docker or Podman, or name in DOCKER_HOST where "
                   "one is",
                   e->where);
    else if (problem.late)
        sa_err_set(err, SA_E_CONFIG, "the engine at %s did not answer within %lld s", e->where,
                   (long long)request.total_ms / 1000);
    else if (problem.code)
        sa_err_set(err, SA_E_CONFIG, "the engine at %s: %s", e->where, problem.message);
    else if ((r.status >= 200 && r.status < 300) || r.status == 304) status = r.status;
    else refused(e, &r, err);
    if (status > 0 && call->reply) sa_buf_append(call->reply, r.body.data, r.body.len);
    sa_http_response_release(&r);
    return status;
}

// --- agreeing on a version

static int compare(const char *a, const char *b)
{
    int major[2] = {0}, minor[2] = {0};
    if (sscanf(a, "%d.%d", &major[0], &minor[0]) != 2) return -1;
    if (sscanf(b, "%d.%d", &major[1], &minor[1]) != 2) return 1;
    return major[0] != major[1] ? major[0] - major[1] : minor[0] - minor[1];
}

// What a ping is answered with: /version would say more, but takes Podman over half a second.
static void take_header(void *ctx, struct sa_str name, struct sa_str value)
{
    struct sa_engine *e = ctx;
    SA_AUTO_FREE char *n = sa_xstrndup(name.data, name.len);
    SA_AUTO_FREE char *v = sa_xstrndup(value.data, value.len);
    if (sa_strcaseeq(n, "api-version")) sa_strcopy(e->version, sizeof e->version, v);
    if (sa_strcaseeq(n, "ostype")) sa_strcopy(e->os, sizeof e->os, v);
    if (!sa_strcaseeq(n, "server")) return;
    size_t len = strcspn(v, " (");
    e->name = sa_xstrndup(v, len < NAME_MAX_SHOWN ? len : NAME_MAX_SHOWN);
}

static int ping(struct sa_engine *e, int64_t wait_ms, struct sa_err *err)
{
    const struct sa_engine_call call = {
        .method = "GET", .path = "/_ping", .on_header = take_header, .wait_ms = wait_ms};
    return sa_engine_call(e, &call, err) > 0 ? 0 : -1;
}

static int agree(struct sa_engine *e, struct sa_err *err)
{
    if (!e->version[0] || strspn(e->version, "0123456789.") != strlen(e->version))
        return sa_err_set(err, SA_E_CONFIG, "what answers at %s is no engine", e->where), -1;
    if (compare(e->version, OLDEST) < 0)
        return sa_err_set(err, SA_E_CONFIG,
                          "the engine at %s speaks version %s of the API; " OLDEST
                          " or later is needed",
                          e->where, e->version),
               -1;
    if (e->os[0] && !sa_streq(e->os, "linux"))
        return sa_err_set(err, SA_E_CONFIG, "the engine at %s has containers for %s, not for linux",
                          e->where, e->os),
               -1;
    if (compare(e->version, NEWEST) > 0) sa_strcopy(e->version, sizeof e->version, NEWEST);
    return 0;
}

int sa_engine_open(struct sa_engine *e, struct sa_err *err)
{
    struct sa_stop *stop = e->stop;
    *e = (struct sa_engine){.stop = stop};
    if (find(e, err)) return -1;
    e->options = (struct sa_http_options){.connect_ms = CONNECT_MS,
                                          .idle_ms = SA_ENGINE_LONG_MS,
                                          .total_ms = CALL_MS,
                                          .proxy = "",
                                          .ca_file = e->ca,
                                          .cert_file = e->cert,
                                          .key_file = e->key,
                                          .unix_socket = e->socket};
    e->http = sa_http_new(&e->options);
    return ping(e, PING_MS, err) ? -1 : agree(e, err);
}

bool sa_engine_answers(struct sa_engine *e)
{
    struct sa_err none = SA_ERR_INIT;
    return !ping(e, LAST_PING_MS, &none);
}

void sa_engine_release(struct sa_engine *e)
{
    sa_http_free(e->http);
    free(e->where), free(e->socket), free(e->base);
    free(e->ca), free(e->cert), free(e->key), free(e->name);
}
