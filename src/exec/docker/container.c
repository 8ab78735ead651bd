// Containers: created with everything taken away that code does not need, attached, started, and
// removed. Each is owned by one process of this machine, which a label names, so that what a crash
// left behind can be told from what is in use.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"

#define OWNER "smolagent.owner"
#define MEMORY_SLACK (INT64_C(192) << 20) // of the interpreter itself, and frames on their way
#define SCRATCH "/tmp"
#define COVER "ro,size=4k"       // options of an empty tmpfs
#define CPUS INT64_C(1000000000) // one, in billionths
enum {
    FIRST_USER = 20000, // of those that containers run as
    USERS = 40000,
    PROCESSES = 128,
    USER_PROCESSES = 32768,
    DESCRIPTORS = 256,
    PAGE = 4096,
    FILE_SHARE = 16 << 10, // bytes of the scratch folder for which there is one inode
    NAME_BYTES = 128,
    REMOVE_TRIES = 250,
    REMOVE_PAUSE_MS = 20,
};

// --- whose they are

// When the process started, from its row in /proc; empty when there is none. With its number and
// what the number counts in, that names it for good.
static void put_start(struct sa_buf *out, long pid)
{
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    char path[32];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    SA_AUTO_FREE char *row = sa_fs_exists(path) ? sa_fs_read(path, 4096, &len, &none) : NULL;
    struct sa_str rest = sa_str_of(row ? strrchr(row, ')') : NULL), part = {NULL, 0};
    for (int i = 0; i <= 20 && rest.data && sa_str_next_part(&rest, ' ', &part); i++) {
    }
    sa_buf_append(out, part.data, part.len);
}

// "BOOT PIDSPACE PID START"
static void put_owner(struct sa_buf *out, long pid)
{
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    char space[64] = "";
    SA_AUTO_FREE char *boot = sa_fs_read("/proc/sys/kernel/random/boot_id", 64, &len, &none);
    ssize_t n = readlink("/proc/self/ns/pid", space, sizeof space - 1);
    sa_buf_appendf(out, "%.36s %.*s %ld ", boot ? boot : "-", n > 0 ? (int)n : 0, space, pid);
    put_start(out, pid);
}

// Is the owner one of this machine's processes, and gone?
static bool is_orphan(const char *owner)
{
    struct sa_buf now = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str rest = sa_str_of(owner), part = {NULL, 0};
    int64_t pid = 0;
    for (int i = 0; i < 3 && rest.data; i++) sa_str_next_part(&rest, ' ', &part);
    SA_AUTO_FREE char *number = sa_xstrndup(part.data ? part.data : "", part.len);
    if (!rest.data || !sa_parse_i64(number, &pid)) return false;
    put_owner(&now, (long)pid);
    size_t place = (size_t)(rest.data - owner); // of the start, after what has to be as here
    bool ours = now.len >= place && !strncmp(sa_buf_text(&now), owner, place);
    bool alive = sa_streq(sa_buf_text(&now), owner);
    sa_buf_release(&now);
    return ours && !alive;
}

// --- creating

static int call(struct sa_engine *e, const char *method, const char *body, struct sa_buf *reply,
                struct sa_err *err, const char *format, ...) __attribute__((format(printf, 6, 7)));

static int call(struct sa_engine *e, const char *method, const char *body, struct sa_buf *reply,
                struct sa_err *err, const char *format, ...)
{
    struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL);
    va_list args;
    va_start(args, format);
    sa_buf_appendv(&path, format, args);
    va_end(args);
    const struct sa_engine_call c = {.method = method,
                                     .path = sa_buf_text(&path),
                                     .body = body,
                                     .body_len = body ? strlen(body) : 0,
                                     .reply = reply};
    int status = sa_engine_call(e, &c, err);
    sa_buf_release(&path);
    return status;
}

static void put_labels(struct sa_buf *out)
{
    struct sa_buf owner = SA_BUF_INIT(SA_BUF_SMALL);
    put_owner(&owner, (long)getpid());
    sa_json_key(out, "Labels");
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, OWNER, sa_buf_text(&owner));
    sa_buf_appendc(out, '}');
    sa_buf_release(&owner);
}

// A volume and no tmpfs mount: Podman knows no inodes for that one. It takes no `size` either, but
// pages.
static int create_scratch(struct sa_container *c, struct sa_err *err)
{
    struct sa_buf body = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&body, '{');
    sa_json_put_str(&body, "Name", c->name);
    sa_json_put_str(&body, "Driver", "local");
    put_labels(&body);
    sa_json_key(&body, "DriverOpts");
    sa_buf_appendf(&body,
                   "{\"type\":\"tmpfs\",\"device\":\"tmpfs\",\"o\":\"nr_blocks=%lld,nr_inodes=%lld,"
                   "mode=1777,nosuid,nodev,noexec\"}}",
                   (long long)(c->max_disk / PAGE + 1), (long long)(c->max_disk / FILE_SHARE + 64));
    c->volume = true;
    int status = call(c->engine, "POST", sa_buf_text(&body), NULL, err, "/volumes/create");
    sa_buf_release(&body);
    return status > 0 ? 0 : -1;
}

static void put_environment(struct sa_buf *out, const char *const *names)
{
    sa_json_key(out, "Env");
    sa_buf_appendc(out, '[');
    for (size_t n = 0; names && *names; names++) {
        const char *value = getenv(*names);
        if (!value) {
            sa_warn("--env %s: there is no such variable", *names);
            continue;
        }
        SA_AUTO_FREE char *pair = sa_xasprintf("%s=%s", *names, value);
        if (n++) sa_buf_appendc(out, ',');
        sa_json_quote(out, pair, strlen(pair));
    }
    sa_buf_appendc(out, ']');
}

// Paths of the engine's machine, at the same places inside.
static void put_binds(struct sa_buf *out, const char *const *paths, bool read_only)
{
    for (; paths && *paths; paths++) {
        if (out->data[out->len - 1] != '[') sa_buf_appendc(out, ',');
        sa_buf_appends(out, "{\"Type\":\"bind\",\"Source\":");
        sa_json_quote(out, *paths, strlen(*paths));
        sa_json_put_str(out, "Target", *paths);
        sa_json_put_bool(out, "ReadOnly", read_only);
        // What is mounted below would be writable even where this is not.
        sa_json_put_raw(out, "BindOptions", "{\"NonRecursive\":true}");
        sa_buf_appendc(out, '}');
    }
}

static void put_words(struct sa_buf *out, const char *name, const char *const *words)
{
    sa_json_key(out, name);
    sa_buf_appendc(out, '[');
    for (size_t i = 0; words[i]; i++) {
        if (i) sa_buf_appendc(out, ',');
        sa_json_quote(out, words[i], strlen(words[i]));
    }
    sa_buf_appendc(out, ']');
}

// The program, and for a worker the Python that it becomes.
static void put_command(struct sa_buf *out, const struct sa_container *c,
                        const struct sa_docker_options *o)
{
    static const char *const worker[] = {SA_DOCKER_WORKER, NULL};
    static const char *const runner[] = {SA_PROGRAM_START(SA_DOCKER_FOLDER), SA_PROGRAM_CONTAINED,
                                         NULL};
    const char *const python[] = {c->python ? c->python : "python3", NULL};
    put_words(out, "Entrypoint", c->runner ? runner : worker);
    if (!c->runner && sa_docker_has_python(o)) put_words(out, "Cmd", python);
}

// A volume's own option is dropped by Podman, and Docker does not know that of a mount.
static bool is_podman(const struct sa_container *c)
{
    return c->engine->name && sa_starts_with(c->engine->name, "Libpod");
}

// Podman makes these writable, and unbounded, unless told otherwise.
static const char *const always_covered[] = {"/run", "/var/tmp", NULL};

static bool is_among(const char *const *paths, const char *path)
{
    for (; paths && *paths; paths++)
        if (sa_streq(*paths, path)) return true;
    return false;
}

// A path as the image declares it, without what may follow its last name; malloc'd.
static char *place_of(const cJSON *volume)
{
    size_t len = strlen(volume->string);
    while (len > 1 && volume->string[len - 1] == '/') len--;
    return sa_xstrndup(volume->string, len);
}

// Empty and read-only: those, and what the image declares as volumes, which would be disk of the
// host without bounds.
static void put_covers(struct sa_buf *out, const struct sa_container *c)
{
    const cJSON *volume;
    sa_json_key(out, "Tmpfs");
    sa_buf_appendc(out, '{');
    for (const char *const *p = always_covered; *p; p++) sa_json_put_str(out, *p, COVER);
    if (!c->volume) sa_json_put_str(out, SCRATCH, COVER);
    cJSON_ArrayForEach(volume, c->volumes)
    {
        SA_AUTO_FREE char *place = place_of(volume);
        bool taken = sa_streq(place, SCRATCH) || is_among(always_covered, place) ||
                     is_among(c->read, place) || is_among(c->write, place);
        if (!taken) sa_json_put_str(out, place, COVER);
    }
    sa_buf_appendc(out, '}');
}

// Does it run as the caller?
static bool has_callers_files(const struct sa_container *c)
{
    return c->runner && ((c->read && c->read[0]) || (c->write && c->write[0]));
}

// Whom the container runs as. The caller is root inside the containers of a rootless Docker, and
// inside those of a rootless Podman without keep-id.
static void choose_user(struct sa_container *c, uint64_t number)
{
    bool root = c->engine->rootless && !is_podman(c);
    c->user = c->group = FIRST_USER + (int)(number % USERS);
    if (!has_callers_files(c)) return;
    c->user = root ? 0 : (int)getuid();
    c->group = root ? 0 : (int)getgid();
}

// Those of a user are counted wherever they are: beside the caller's others the limit of the
// container alone holds.
static int count_processes(const struct sa_container *c)
{
    struct rlimit own;
    if (!has_callers_files(c)) return PROCESSES;
    bool less = !getrlimit(RLIMIT_NPROC, &own) && own.rlim_max < USER_PROCESSES;
    return less ? (int)own.rlim_max : USER_PROCESSES;
}

// Limits of resources are set where engines have defaults: those may be above what the engine's own
// process may give.
static void put_host_config(struct sa_buf *out, const struct sa_container *c)
{
    int64_t memory = c->max_memory + c->max_disk + MEMORY_SLACK;
    sa_json_key(out, "HostConfig");
    sa_buf_appendf(out,
                   "{\"NetworkMode\":\"none\",\"IpcMode\":\"none\",\"ReadonlyRootfs\":true,"
                   "\"AutoRemove\":true,\"CapDrop\":[\"ALL\"],"
                   "\"SecurityOpt\":[\"no-new-privileges\"],\"LogConfig\":{\"Type\":\"none\"},"
                   "\"PidsLimit\":%d,\"Memory\":%lld,\"MemorySwap\":%lld,"
                   "\"NanoCpus\":%lld,",
                   PROCESSES, (long long)memory, (long long)memory, (long long)CPUS);
    sa_buf_appendf(out,
                   "\"Ulimits\":[{\"Name\":\"nofile\",\"Soft\":%d,\"Hard\":%d},"
                   "{\"Name\":\"nproc\",\"Soft\":%d,\"Hard\":%d},"
                   "{\"Name\":\"core\",\"Soft\":0,\"Hard\":0}]",
                   DESCRIPTORS, DESCRIPTORS, count_processes(c), count_processes(c));
    if (has_callers_files(c) && c->engine->rootless && is_podman(c))
        sa_json_put_str(out, "UsernsMode", "keep-id");
    put_covers(out, c);
    if (c->volume && is_podman(c))
        sa_buf_appendf(out, ",\"Binds\":[\"%s:/tmp:rw,nosuid,nodev,noexec,nocopy\"]", c->name);
    sa_buf_appends(out, ",\"Mounts\":[");
    if (c->volume && !is_podman(c))
        sa_buf_appendf(out,
                       "{\"Type\":\"volume\",\"Source\":\"%s\",\"Target\":\"/tmp\","
                       "\"VolumeOptions\":{\"NoCopy\":true}}",
                       c->name);
    put_binds(out, c->read, true);
    put_binds(out, c->write, false);
    sa_buf_appends(out, "]}");
}

static int create(struct sa_container *c, const char *image, const struct sa_docker_options *o,
                  struct sa_err *err)
{
    struct sa_buf body = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendc(&body, '{');
    sa_json_put_str(&body, "Image", image);
    put_command(&body, c, o);
    sa_buf_appendf(&body, ",\"User\":\"%d:%d\",\"WorkingDir\":\"/\",\"NetworkDisabled\":true,",
                   c->user, c->group);
    sa_buf_appends(&body, "\"OpenStdin\":true,\"StdinOnce\":true,\"AttachStdin\":true,"
                          "\"AttachStdout\":true,\"AttachStderr\":true,"
                          "\"Healthcheck\":{\"Test\":[\"NONE\"]}");
    put_labels(&body);
    put_environment(&body, c->env);
    put_host_config(&body, c);
    sa_buf_appendc(&body, '}');
    int status = call(c->engine, "POST", sa_buf_text(&body), NULL, err,
                      "/containers/create?name=%s", c->name);
    sa_buf_release(&body);
    return status > 0 ? 0 : -1;
}

// May code not write there? Or in our scratch folder and where that was granted, alone. Docker
// lists what our covers hide as well.
static bool is_ours(const struct sa_container *c, const cJSON *mount)
{
    const char *target = sa_json_str(mount, "Destination", "");
    bool ours = cJSON_IsFalse(sa_json_get(mount, "RW")) || is_among(c->write, target) ||
                (c->volume && sa_streq(target, SCRATCH));
    const cJSON *volume;
    cJSON_ArrayForEach(volume, c->volumes)
    {
        SA_AUTO_FREE char *place = place_of(volume);
        ours = ours || sa_streq(place, target);
    }
    return ours;
}

// A limit that the engine cannot set ends it, unless the user has accepted that.
static int weaker(const struct sa_container *c, const char *how, struct sa_buf *what,
                  struct sa_err *err)
{
    int rc = 0;
    if (what->len && c->any_limits) sa_warn("the engine %s %s", how, sa_buf_text(what));
    else if (what->len) rc = -1;
    if (rc)
        sa_err_set(err, SA_E_SANDBOX, "the engine %s %s; give --sandbox available to accept that",
                   how, sa_buf_text(what));
    sa_buf_release(what);
    return rc;
}

// An engine leaves out what it cannot set here: Docker warns of it, Podman says nothing; and it may
// have been told to mount more. What it will do can be asked.
static int judge(const struct sa_container *c, struct sa_err *err)
{
    static const struct {
        const char *member, *what;
    } wanted[] = {{"Memory", "memory"}, {"PidsLimit", "processes"}, {"NanoCpus", "processor time"}};
    struct sa_buf reply = SA_BUF_INIT(SA_BUF_TEXT), missing = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_buf open = SA_BUF_INIT(SA_BUF_SMALL);
    int status = call(c->engine, "GET", NULL, &reply, err, "/containers/%s/json", c->name);
    cJSON *container = status > 0 ? sa_json_parse(sa_buf_text(&reply), reply.len, err) : NULL;
    const cJSON *set = sa_json_get(container, "HostConfig"), *mount;
    for (size_t i = 0; i < SA_COUNT(wanted); i++)
        if (sa_json_num(set, wanted[i].member, 0) <= 0)
            sa_buf_appendf(&missing, "%s%s", missing.len ? ", " : "", wanted[i].what);
    cJSON_ArrayForEach(mount, sa_json_get(container, "Mounts")) if (!is_ours(c, mount))
        sa_buf_appendf(&open, "%s%.200s", open.len ? ", " : "",
                       sa_json_str(mount, "Destination", "a place without a name"));
    int rc = container ? weaker(c, "sets no limit of", &missing, err) : -1;
    if (!rc) rc = weaker(c, "lets the code write, without bounds, to", &open, err);
    cJSON_Delete(container);
    sa_buf_release(&reply), sa_buf_release(&missing), sa_buf_release(&open);
    return rc;
}

// What the image declares as volumes: an object by path, NULL for none.
static int find_volumes(struct sa_container *c, const char *image, cJSON **found,
                        struct sa_err *err)
{
    struct sa_buf reply = SA_BUF_INIT(SA_BUF_TEXT);
    int status = call(c->engine, "GET", NULL, &reply, err, "/images/%s/json", image);
    *found = status > 0 ? sa_json_parse(sa_buf_text(&reply), reply.len, err) : NULL;
    c->volumes = sa_json_path(*found, "Config.Volumes");
    sa_buf_release(&reply);
    return *found ? 0 : -1;
}

int sa_container_start(struct sa_container *c, const char *image, const struct sa_docker_options *o,
                       struct sa_http_stream **stream, struct sa_err *err)
{
    uint64_t number = 0;
    sa_random_bytes(&number, sizeof number);
    snprintf(c->name, sizeof c->name, "smolagent-%016llx", (unsigned long long)number);
    choose_user(c, number);
    bool scratch = c->runner || sa_docker_has_python(o);
    if (scratch && c->max_disk > 0 && create_scratch(c, err)) return -1;
    cJSON *inspected = NULL;
    int rc = find_volumes(c, image, &inspected, err);
    if (!rc) rc = create(c, image, o, err);
    if (!rc) rc = judge(c, err);
    c->volumes = NULL;
    cJSON_Delete(inspected);
    if (rc) return -1;
    SA_AUTO_FREE char *path = sa_xasprintf(
        "/containers/%s/attach?stream=1&stdin=1&stdout=1&stderr=1", c->name);
    SA_AUTO_FREE char *url = sa_engine_url(c->engine, path);
    if (sa_http_upgrade(c->engine->http, url, stream, err)) {
        sa_err_prefix(err, "the engine at %s: cannot attach", c->engine->where);
        return err->code = SA_E_CONFIG, -1;
    }
    return call(c->engine, "POST", "", NULL, err, "/containers/%s/start", c->name) < 0 ? -1 : 0;
}

// --- removing

// Until it is gone: an engine that is already at it, or still unmounts, refuses for a while.
static bool remove_surely(struct sa_engine *e, const char *path)
{
    struct sa_err err;
    for (int i = 0; i < REMOVE_TRIES; i++) {
        sa_err_clear(&err);
        if (call(e, "DELETE", NULL, NULL, &err, "%s", path) > 0 || err.http_status == 404)
            return true;
        if (!err.http_status) break; // the engine is gone
        sa_sleep(REMOVE_PAUSE_MS * SA_NS_PER_MS);
    }
    sa_warn("cannot remove %s: %s", path, err.message);
    return false;
}

static bool remove_container(struct sa_engine *e, const char *name)
{
    SA_AUTO_FREE char *path = sa_xasprintf("/containers/%s?force=1&v=1", name);
    return remove_surely(e, path);
}

static bool remove_volume(struct sa_engine *e, const char *name)
{
    SA_AUTO_FREE char *path = sa_xasprintf("/volumes/%s", name);
    return remove_surely(e, path);
}

void sa_container_remove(struct sa_container *c)
{
    if (!c->name[0]) return;
    remove_container(c->engine, c->name);
    if (c->volume) remove_volume(c->engine, c->name);
}

// What an engine calls its things; they go into paths.
static bool is_name(const char *s)
{
    size_t len = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-");
    return !s[len] && len && len <= NAME_BYTES && s[0] != '.' && s[0] != '-';
}

// Removes what the row says, and with what it calls it, if its owner is gone. 1: it did.
static int prune_item(struct sa_engine *e, const cJSON *item, const char *name,
                      bool (*remove)(struct sa_engine *engine, const char *name))
{
    const char *owner = sa_json_str(sa_json_get(item, "Labels"), OWNER, "");
    if (!name || !is_orphan(owner)) return 0;
    if (is_name(name)) return remove(e, name);
    sa_warn("the engine at %s lists something by what is no name: %.40s", e->where, name);
    return 0;
}

// What the engine lists: the place of the array in its reply (NULL: the reply itself), of the name
// in an item, and how one is removed.
static const struct {
    const char *path, *array, *name;
    bool (*remove)(struct sa_engine *engine, const char *name);
} lists[] = {{"/containers/json?all=1&filters=", NULL, "Id", remove_container},
             {"/volumes?filters=", "Volumes", "Name", remove_volume}};

int sa_container_prune(struct sa_engine *e, struct sa_err *err)
{
    int removed = 0;
    for (size_t i = 0; i < SA_COUNT(lists); i++) {
        struct sa_buf path = SA_BUF_INIT(SA_BUF_SMALL), reply = SA_BUF_INIT(SA_BUF_TEXT);
        sa_buf_appends(&path, lists[i].path);
        sa_engine_quote(&path, "{\"label\":[\"" OWNER "\"]}");
        int status = call(e, "GET", NULL, &reply, err, "%s", sa_buf_text(&path));
        cJSON *list = status > 0 ? sa_json_parse(sa_buf_text(&reply), reply.len, err) : NULL;
        sa_buf_release(&path), sa_buf_release(&reply);
        if (!list) return -1;
        const cJSON *item, *array = lists[i].array ? sa_json_get(list, lists[i].array) : list;
        cJSON_ArrayForEach(item, array)
            removed += prune_item(e, item, sa_json_str(item, lists[i].name, NULL), lists[i].remove);
        cJSON_Delete(list);
    }
    return removed;
}
