// Agent files that the user trusts: a list in the data folder, 0600, by path, with the SHA-256 of
// the file and of every file that it names. What was changed is not trusted any more. What passes
// is pinned, so that what was judged is what is read, and no program starts with a file that
// changed since; what a program of a tool reads by itself is not in the list, which the guide says.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/pin.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MOST_LIST ((size_t)4 << 20)
#define MOST_FILES ((size_t)64 << 20) // of all that a file names together, which stay in memory
#define SECTION "agent."

// ---- the list -----------------------------------------------------------------------------------

static char *list_file(void)
{
    return sa_fs_xdg("data", "agents.json");
}

// {path: {"sha256": ..., "agents": [...], "beside": {name: hash}}}; NULL with err where there is
// one that does not count.
static cJSON *read_list(struct sa_err *err)
{
    SA_AUTO_FREE char *path = list_file();
    struct stat st;
    size_t len = 0;
    if (!path || lstat(path, &st)) return cJSON_CreateObject();
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool ours = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                !(st.st_mode & 022);
    SA_AUTO_FREE char *text = ours ? sa_fs_read_fd(fd, path, MOST_LIST, &len, NULL) : NULL;
    if (fd >= 0) close(fd);
    cJSON *list = text ? sa_json_parse(text, len, NULL) : NULL;
    if (cJSON_IsObject(list)) return list;
    cJSON_Delete(list);
    sa_err_set(err, SA_E_CONFIG, "%s, the list of trusted agent files, %s: nothing in it counts",
               path, ours ? "is damaged" : "is not yours alone");
    return NULL;
}

static cJSON *read_list_or_none(void)
{
    struct sa_err err = SA_ERR_INIT;
    cJSON *list = read_list(&err);
    if (err.code) sa_warn("%s", err.message);
    return list;
}

static int write_list(const cJSON *list, struct sa_err *err)
{
    SA_AUTO_FREE char *path = list_file();
    struct sa_buf text = SA_BUF_INIT(MOST_LIST);
    sa_json_print(&text, list);
    sa_buf_appendc(&text, '\n');
    int code = text.full ? sa_err_set(err, SA_E_CONFIG, "%s is full", path)
                         : sa_fs_write_atomic(path, sa_buf_text(&text), text.len, err);
    sa_buf_release(&text);
    return code;
}

// Two of us at once would lose what one of them wrote. -1 with err.
static int lock_list(struct sa_err *err)
{
    SA_AUTO_FREE char *folder = sa_fs_xdg("data", NULL), *path = sa_fs_xdg("data", "agents.lock");
    if (!folder || !path) {
        sa_err_set(err, SA_E_CONFIG, "there is no folder for the list of trusted agent files");
        return -1;
    }
    if (sa_fs_mkdirs(folder, err)) return -1;
    int fd = sa_fs_open_append(path, err);
    if (fd >= 0) flock(fd, LOCK_EX);
    return fd;
}

static bool has_agent(const cJSON *row, const char *agent)
{
    const cJSON *name;
    cJSON_ArrayForEach(name, sa_json_get(row, "agents")) if (sa_streq(cJSON_GetStringValue(name),
                                                                      agent)) return true;
    return false;
}

static const cJSON *row_with(const cJSON *list, const char *agent)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, list) if (has_agent(row, agent)) return row;
    return NULL;
}

char *sa_trust_find(const char *agent)
{
    cJSON *list = read_list_or_none();
    const cJSON *row = row_with(list, agent);
    char *path = row ? sa_xstrdup(row->string) : NULL;
    cJSON_Delete(list);
    return path;
}

void sa_trust_walk(void (*fn)(void *ctx, const char *path, const char *const *agents), void *ctx)
{
    cJSON *list = read_list_or_none();
    const cJSON *row, *name;
    cJSON_ArrayForEach(row, list)
    {
        const cJSON *agents = sa_json_get(row, "agents");
        size_t count = 0;
        SA_AUTO_FREE const char **names = sa_xcalloc((size_t)cJSON_GetArraySize(agents) + 1,
                                                     sizeof *names);
        cJSON_ArrayForEach(name, agents) if (cJSON_IsString(name))
            names[count++] = name->valuestring;
        fn(ctx, row->string, names);
    }
    cJSON_Delete(list);
}

// ---- what a file names --------------------------------------------------------------------------

// Of the bytes that are left of what all may have.
static char *read_beside(const struct sa_agent_file *f, const struct sa_beside *b, size_t *left,
                         size_t *len, struct sa_err *err)
{
    const char *why, *name = sa_beside_name(f, b);
    int fd = sa_agent_file_reach(f, name, false, &why);
    char *text = fd >= 0 ? sa_fs_read_fd(fd, b->path, *left, len, err) : NULL;
    if (fd < 0) sa_err_set(err, SA_E_CONFIG, "%s:%d: %s %s", f->path, b->line, name, why);
    else close(fd);
    if (text) *left -= *len;
    return text;
}

// What others may write is compared like all else; but right before a program starts it could still
// become another one.
static void warn_of_others(const char *path)
{
    struct stat st;
    if (!stat(path, &st) && (st.st_mode & 022 || (st.st_uid != geteuid() && st.st_uid != 0)))
        sa_warn("others than you may write to %s", path);
}

// {name: hash}; NULL with err.
static cJSON *hash_beside(const struct sa_agent_file *f, struct sa_err *err)
{
    cJSON *all = cJSON_CreateObject();
    size_t left = MOST_FILES;
    for (size_t i = 0; i < f->count && all; i++) {
        size_t len;
        char hex[SA_DIGEST + 1];
        if (f->beside[i].kind != SA_BESIDE_FILE) continue;
        SA_AUTO_FREE char *text = read_beside(f, &f->beside[i], &left, &len, err);
        if (!text) return cJSON_Delete(all), NULL;
        sa_digest(text, len, hex);
        cJSON_AddStringToObject(all, sa_beside_name(f, &f->beside[i]), hex);
        warn_of_others(f->beside[i].path);
    }
    return all;
}

// Of one that is pinned what counts, else what lies there now.
static bool hash_one(const struct sa_agent_file *f, const struct sa_beside *b, size_t *left,
                     char hex[SA_DIGEST + 1])
{
    struct sa_err none = SA_ERR_INIT;
    char *held = NULL;
    size_t len;
    bool pinned = sa_pin_find(b->path, &held, &len) == SA_PIN_HELD;
    SA_AUTO_FREE char *text = pinned ? held : read_beside(f, b, left, &len, &none);
    if (text) sa_digest(text, len, hex);
    return text != NULL;
}

cJSON *sa_agent_file_tell(const struct sa_agent_file *f, const char *agent)
{
    char hex[SA_DIGEST + 1];
    cJSON *of = cJSON_CreateObject();
    if (agent) cJSON_AddStringToObject(of, "name", agent);
    sa_digest(f->text, f->len, hex);
    cJSON_AddStringToObject(of, "path", f->path);
    cJSON_AddStringToObject(of, "sha256", hex);
    cJSON_AddBoolToObject(of, "trusted", f->trusted);
    return of;
}

cJSON *sa_agent_file_tell_beside(const struct sa_agent_file *f)
{
    char hex[SA_DIGEST + 1];
    cJSON *all = cJSON_CreateObject();
    size_t left = MOST_FILES;
    for (size_t i = 0; i < f->count; i++) {
        const struct sa_beside *b = &f->beside[i];
        if (b->kind != SA_BESIDE_FILE) continue;
        if (hash_one(f, b, &left, hex)) cJSON_AddStringToObject(all, sa_beside_name(f, b), hex);
        else cJSON_AddNullToObject(all, sa_beside_name(f, b));
    }
    return all;
}

// ---- trusting -----------------------------------------------------------------------------------

static cJSON *row_of(const struct sa_config *c, struct sa_err *err)
{
    const struct sa_agent_file *f = c->agent_file;
    char hex[SA_DIGEST + 1];
    cJSON *beside = hash_beside(f, err);
    if (!beside) return NULL;
    warn_of_others(f->path);
    warn_of_others(f->folder);
    cJSON *row = cJSON_CreateObject(), *agents = cJSON_AddArrayToObject(row, "agents");
    sa_digest(f->text, f->len, hex);
    cJSON_AddStringToObject(row, "sha256", hex);
    cJSON_AddItemToObject(row, "beside", beside);
    for (size_t i = 0; i < c->section_count; i++)
        if (sa_starts_with(c->sections[i].name, SECTION) && sa_streq(c->sections[i].file, f->path))
            cJSON_AddItemToArray(agents, cJSON_CreateString(c->sections[i].name + strlen(SECTION)));
    return row;
}

// One name means one agent.
static int check_names(const cJSON *list, const cJSON *row, const char *path, struct sa_err *err)
{
    const cJSON *name, *agents = sa_json_get(row, "agents");
    if (!cJSON_GetArraySize(agents))
        return sa_err_set(err, SA_E_CONFIG, "%s: there is no [agent.NAME] section in it", path);
    cJSON_ArrayForEach(name, agents)
    {
        const cJSON *other = row_with(list, name->valuestring);
        if (other && !sa_streq(other->string, path))
            return sa_err_set(err, SA_E_CONFIG,
                              "there is an agent '%s' that is trusted already, of %s; 'smolagent "
                              "agents untrust %s' takes that file out of the list",
                              name->valuestring, other->string, name->valuestring);
    }
    return SA_OK;
}

int sa_trust_add(const struct sa_config *config, struct sa_err *err)
{
    const char *path = config->agent_file->path;
    int lock = lock_list(err);
    cJSON *list = lock < 0 ? NULL : read_list(err);
    cJSON *row = list ? row_of(config, err) : NULL;
    int code = row ? check_names(list, row, path, err) : err->code;
    if (!code) {
        cJSON_DeleteItemFromObjectCaseSensitive(list, path);
        cJSON_AddItemToObject(list, path, row);
        code = write_list(list, err);
    } else {
        cJSON_Delete(row);
    }
    cJSON_Delete(list);
    if (lock >= 0) close(lock);
    return code;
}

static const cJSON *row_named(const cJSON *list, const char *word)
{
    SA_AUTO_FREE char *real = realpath(word, NULL), *folder = getcwd(NULL, 0);
    SA_AUTO_FREE char *whole = sa_fs_join(folder ? folder : "/", word);
    const cJSON *row = real ? sa_json_get(list, real) : NULL;
    if (!row) row = sa_json_get(list, whole); // of a file that is not there any more
    return row ? row : row_with(list, word);
}

int sa_trust_remove(const char *word, char **path, struct sa_err *err)
{
    int lock = lock_list(err), code = SA_OK;
    cJSON *list = lock < 0 ? NULL : read_list(err);
    const cJSON *row = list ? row_named(list, word) : NULL;
    *path = row ? sa_xstrdup(row->string) : NULL;
    if (row) {
        cJSON_DeleteItemFromObjectCaseSensitive(list, *path);
        code = write_list(list, err);
    } else if (list) {
        code = sa_err_set(err, SA_E_USAGE,
                          "'%.200s' is no agent file that is trusted, nor an agent of one; "
                          "'smolagent agents list' shows them",
                          word);
    }
    cJSON_Delete(list);
    if (lock >= 0) close(lock);
    return list ? code : err->code;
}

// ---- using what is trusted ----------------------------------------------------------------------

static int changed(const char *path, const char *what, const char *how, struct sa_err *err)
{
    return sa_err_set(err, SA_E_CONFIG,
                      "%s is not trusted any more: %s %s; look at it, and 'smolagent agents trust "
                      "%s' trusts it as it is now",
                      path, what, how, path);
}

static int pin_beside(const struct sa_agent_file *f, const cJSON *row, struct sa_err *err)
{
    const cJSON *hashes = sa_json_get(row, "beside"), *one;
    size_t left = MOST_FILES;
    for (size_t i = 0; i < f->count; i++) {
        const struct sa_beside *b = &f->beside[i];
        const char *name = sa_beside_name(f, b), *was = sa_json_str(hashes, name, NULL);
        size_t len;
        char hex[SA_DIGEST + 1];
        if (b->kind == SA_BESIDE_FOLDER) sa_pin_add_folder(b->path, SA_BESIDE_TEXT);
        if (b->kind != SA_BESIDE_FILE) continue;
        if (!was) return changed(f->path, name, "is new", err);
        SA_AUTO_FREE char *text = read_beside(f, b, &left, &len, err);
        if (!text) return changed(f->path, name, "cannot be read", err);
        sa_digest(text, len, hex);
        if (!sa_streq(hex, was)) return changed(f->path, name, "was changed", err);
        sa_pin_add(b->path, text, len);
    }
    cJSON_ArrayForEach(one, hashes)
    {
        bool named = false;
        for (size_t i = 0; i < f->count && !named; i++)
            named = sa_streq(sa_beside_name(f, &f->beside[i]), one->string);
        if (!named) return changed(f->path, one->string, "is not there", err);
    }
    return SA_OK;
}

static int use(struct sa_config *config, struct sa_agent_file *f, const cJSON *row,
               struct sa_err *err)
{
    char hex[SA_DIGEST + 1];
    sa_digest(f->text, f->len, hex);
    if (!sa_streq(hex, sa_json_str(row, "sha256", ""))) {
        changed(f->path, "the file itself", "was changed", err);
        sa_agent_file_free(f);
        return err->code;
    }
    if (sa_config_use_agent_file(config, f, err)) {
        SA_AUTO_FREE char *why = sa_xstrdup(err->message);
        return changed(f->path, why, "", err);
    }
    f->trusted = true;
    for (size_t i = 0; i < config->section_count; i++)
        config->sections[i].trusted = config->sections[i].shared;
    return pin_beside(f, row, err);
}

int sa_config_use_trusted(struct sa_config *config, const char *path, struct sa_err *err)
{
    cJSON *list = read_list(err);
    const cJSON *row = sa_json_get(list, path);
    struct sa_agent_file *f = list ? sa_agent_file_open(path, err) : NULL;
    if (f && !sa_streq(f->path, path)) { // a link now
        changed(path, "the file itself", "is a link", err);
        sa_agent_file_free(f);
        f = NULL;
    }
    int code = f ? use(config, f, row, err) : err->code;
    cJSON_Delete(list);
    return code;
}
