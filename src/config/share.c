// What an agent file may say, and what it means there. It is a configuration that people share: of
// a user and a machine it says nothing, least of all a secret, and what it names lies beside it.
// The rows of options.def say what each option names; the table here does so for the sections that
// are not made of options, and what it does not have may not stand in such a file.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/detect.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

enum { MOST_BESIDE = 500, DEEPEST = 16 };

struct line {
    struct sa_agent_file *file;
    const char *key;
    const char *where; // "file:line"
    int number;
    struct sa_err *err;
};

void sa_agent_file_free(struct sa_agent_file *f)
{
    for (size_t i = 0; f && i < f->count; i++) free(f->beside[i].path);
    if (!f) return;
    free(f->beside);
    free(f->path);
    free(f->folder);
    free(f->text);
    free(f);
}

// ---- places beside the file ---------------------------------------------------------------------

int sa_agent_file_reach(const struct sa_agent_file *f, const char *name, bool folder,
                        const char **why)
{
    int at = open(f->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    struct sa_str rest = sa_str_of(name), part;
    *why = "is not there";
    while (at >= 0 && sa_str_next_part(&rest, '/', &part)) {
        bool last = !rest.data || !rest.len;
        if (!part.len || sa_str_equals(part, ".")) continue;
        SA_AUTO_FREE char *one = sa_xstrndup(part.data, part.len);
        bool up = sa_streq(one, "..");
        int flags = last && !folder ? O_RDONLY | O_NONBLOCK | O_NOCTTY : O_PATH | O_DIRECTORY;
        int next = up ? -1 : openat(at, one, flags | O_NOFOLLOW | O_CLOEXEC);
        struct stat st;
        if (up) *why = "leaves the folder of the agent file";
        else if (next < 0 && !fstatat(at, one, &st, AT_SYMLINK_NOFOLLOW))
            *why = S_ISLNK(st.st_mode)              ? "is a link, or reached by one"
                   : S_ISDIR(st.st_mode) && !folder ? "is a folder"
                   : folder && last                 ? "is no folder"
                                                    : "cannot be opened";
        close(at);
        at = next;
    }
    struct stat st;
    if (at < 0 || folder || (!fstat(at, &st) && S_ISREG(st.st_mode))) return at;
    *why = at >= 0 && S_ISDIR(st.st_mode) ? "is a folder" : "is no regular file";
    close(at);
    return -1;
}

// The path of it, without "." and doubled slashes; malloc'd.
static char *path_of(const struct sa_agent_file *f, const char *name)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str rest = sa_str_of(name), part;
    sa_buf_appends(&out, sa_streq(f->folder, "/") ? "" : f->folder);
    while (sa_str_next_part(&rest, '/', &part))
        if (part.len && !sa_str_equals(part, "."))
            sa_buf_appendf(&out, "/%.*s", (int)part.len, part.data);
    if (!out.len) sa_buf_appendc(&out, '/');
    return sa_buf_take(&out, NULL);
}

// Of what is named twice the kind counts that says more of it.
static void keep(struct line *l, const char *path, int kind)
{
    struct sa_agent_file *f = l->file;
    for (size_t i = 0; i < f->count; i++) {
        struct sa_beside *b = &f->beside[i];
        if (!sa_streq(b->path, path)) continue;
        if (kind < (int)b->kind) b->kind = kind;
        return;
    }
    SA_GROW(f->beside, f->cap, f->count + 1);
    f->beside[f->count++] = (struct sa_beside){sa_xstrdup(path), l->number, kind};
}

// All that is below a folder that a program is given. Links are kept as files, so that whoever
// looks at those refuses them.
static void keep_tree(struct line *l, const char *folder, int depth)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;
    while (d && l->file->count < MOST_BESIDE && (entry = readdir(d))) {
        const char *name = entry->d_name;
        struct stat st;
        SA_AUTO_FREE char *path = sa_fs_join(folder, name);
        if (sa_streq(name, ".") || sa_streq(name, "..") || lstat(path, &st)) continue;
        if (!S_ISDIR(st.st_mode) || !depth) keep(l, path, SA_BESIDE_FILE);
        else keep_tree(l, path, depth - 1);
    }
    if (d) closedir(d);
}

static char *refuse(struct line *l, const char *name, const char *why)
{
    sa_err_set(l->err, SA_E_CONFIG, "%s: %s: %.200s %s", l->where, l->key, name, why);
    return NULL;
}

static char *place(struct line *l, const char *name, int kind);

// The texts of a folder of prompts, each of which goes to the model as it is.
static bool place_texts(struct line *l, const char *name, const char *folder)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;
    bool well = true;
    while (d && well && (entry = readdir(d))) {
        if (*entry->d_name == '.' || !sa_ends_with(entry->d_name, SA_BESIDE_TEXT)) continue;
        SA_AUTO_FREE char *text = sa_fs_join(name, entry->d_name);
        SA_AUTO_FREE char *path = place(l, text, SA_BESIDE_FILE);
        well = path != NULL;
    }
    if (d) closedir(d);
    return well;
}

// The path of what lies beside the file, which is looked for; NULL with err.
static char *place(struct line *l, const char *name, int kind)
{
    const char *why;
    if (!*name || *name == '/' || *name == '~')
        return refuse(
            l, *name ? name : "''",
            "is of this machine: an agent file names what lies beside it, by its path from "
            "there");
    int fd = sa_agent_file_reach(l->file, name, kind != SA_BESIDE_FILE, &why);
    if (fd < 0) return refuse(l, name, why);
    close(fd);
    char *path = path_of(l->file, name);
    keep(l, path, kind);
    bool well = kind != SA_BESIDE_FOLDER || place_texts(l, name, path);
    if (kind == SA_BESIDE_TREE) keep_tree(l, path, DEEPEST);
    if (well && l->file->count < MOST_BESIDE) return path;
    free(path);
    return well ? refuse(l, name, "is one file too many beside an agent file") : NULL;
}

// What stands behind the name has to end it for whoever reads the value, too (exec/toolfile,
// tool/files): what was looked at would not be what is used.
static size_t name_with_grants(const char *value)
{
    for (const char *at = value; (at = strstr(at, ".py")); at++)
        if (!at[3] || at[3] == ':') return (size_t)(at + 3 - value);
    return strlen(value);
}

static size_t name_with_access(const char *value)
{
    bool said = sa_ends_with(value, ":rw") || sa_ends_with(value, ":ro");
    return strlen(value) - (said ? 3 : 0);
}

static char *place_with_tail(struct line *l, const char *value, size_t len, int kind)
{
    SA_AUTO_FREE char *name = sa_xstrndup(value, len);
    SA_AUTO_FREE char *path = place(l, name, kind);
    return path ? sa_xasprintf("%s%s", path, value + len) : NULL;
}

// ---- commands -----------------------------------------------------------------------------------

static bool lies_beside(const struct line *l, const char *word)
{
    const char *why;
    int fd = sa_agent_file_reach(l->file, word, false, &why);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

// A program with a slash, a word that begins with a dot and a slash, and one that is the name of a
// file beside, are that file, wherever the program is started. Else it is a program in PATH, or
// just a word.
static char *word_of(struct line *l, const char *word, bool first)
{
    bool dotted = sa_starts_with(word, "./") || sa_starts_with(word, "../");
    bool path = *word != '/' && (dotted || (first && strchr(word, '/')));
    bool plain = *word && !strchr("/-~", *word) && !strchr(word, '{');
    if (path || (!first && plain && lies_beside(l, word))) {
        const char *why;
        int fd = dotted && !first ? sa_agent_file_reach(l->file, word, true, &why) : -1;
        if (fd >= 0) close(fd);
        return place(l, word, fd >= 0 ? SA_BESIDE_TREE : SA_BESIDE_FILE);
    }
    return sa_xstrdup(word);
}

static char *command(struct line *l, const char *value, bool program)
{
    cJSON *words = sa_proc_words(value), *item, *resolved = cJSON_CreateArray();
    bool whole = words != NULL;
    cJSON_ArrayForEach(item, words)
    {
        SA_AUTO_FREE char *word = whole ? word_of(l, item->valuestring, program) : NULL;
        program = false;
        whole = whole && word;
        if (word) cJSON_AddItemToArray(resolved, cJSON_CreateString(word));
    }
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    if (whole) sa_json_print(&out, resolved);
    cJSON_Delete(resolved);
    if (words && !whole) return cJSON_Delete(words), sa_buf_release(&out), NULL;
    cJSON_Delete(words);
    return whole ? sa_buf_take(&out, NULL) : sa_xstrdup(value); // whoever reads it complains
}

// ---- values -------------------------------------------------------------------------------------

static char *recordings(struct line *l, const char *value)
{
    static const char head[] = "replay:";
    struct sa_str rest = sa_str_of(value), part;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    bool well = true;
    while (well && sa_str_next_part(&rest, ',', &part)) {
        SA_AUTO_FREE char *one = sa_xstrndup(sa_str_trim(part).data, sa_str_trim(part).len);
        bool recorded = sa_starts_with(one, head);
        SA_AUTO_FREE char *path = recorded ? place(l, one + strlen(head), SA_BESIDE_FILE) : NULL;
        well = !recorded || path;
        sa_buf_appendf(&out, "%s%s%s", out.len ? "," : "", recorded ? head : "", path ? path : one);
    }
    char *text = sa_buf_take(&out, NULL);
    if (!well) sa_freep(&text);
    return text;
}

static char *files(struct line *l, const char *list)
{
    struct sa_str rest = sa_str_of(list), part;
    while (sa_str_next_part(&rest, ',', &part)) {
        SA_AUTO_FREE char *name = sa_xstrndup(sa_str_trim(part).data, sa_str_trim(part).len);
        SA_AUTO_FREE char *path = place(l, name, SA_BESIDE_FILE);
        if (!path) return NULL;
    }
    return sa_xstrdup(list);
}

static char *url(struct line *l, const char *value)
{
    if (!sa_secret_in_url(value)) return sa_xstrdup(value);
    sa_err_set(l->err, SA_E_CONFIG,
               "%s: %s: an agent file may not have a URL with a user or a key in it", l->where,
               l->key);
    return NULL;
}

enum { NAMES_WORDS = 100, NAMES_FILES, NAMES_TREE, NAMES_URL, NAMES_USERS };

static char *meaning(struct line *l, int names, const char *value)
{
    switch (names) {
    case SA_NAMES_FILE: return place(l, value, SA_BESIDE_FILE);
    case SA_NAMES_GRANTED:
        return place_with_tail(l, value, name_with_grants(value), SA_BESIDE_FILE);
    case SA_NAMES_SCHEMA:
        return *value == '{' ? sa_xstrdup(value) : place(l, value, SA_BESIDE_FILE);
    case SA_NAMES_FOLDER: return place(l, value, SA_BESIDE_FOLDER);
    case SA_NAMES_DATA: return place_with_tail(l, value, name_with_access(value), SA_BESIDE_DATA);
    case SA_NAMES_PROGRAM: return word_of(l, value, true);
    case SA_NAMES_COMMAND: return command(l, value, true);
    case NAMES_WORDS: return command(l, value, false);
    case SA_NAMES_RECORDING: return recordings(l, value);
    case NAMES_FILES: return files(l, value);
    case NAMES_TREE: return place(l, value, SA_BESIDE_TREE);
    case NAMES_URL: return url(l, value);
    default: return sa_xstrdup(value);
    }
}

// The first row that fits counts; key NULL: any other. What has none is of the user alone.
static const struct {
    const char *section, *key;
    int names;
} rows[] = {
    {"tool.", "command", SA_NAMES_COMMAND},  {"tool.", NULL, SA_NAMES_NOTHING},
    {"mcp.", "command", SA_NAMES_COMMAND},   {"mcp.", "args", NAMES_WORDS},
    {"mcp.", "folder", NAMES_TREE},          {"mcp.", "url", NAMES_URL},
    {"mcp.", "headers", NAMES_USERS},        {"mcp.", "key_command", NAMES_USERS},
    {"mcp.", NULL, SA_NAMES_NOTHING},        {"provider.", "base_url", NAMES_URL},
    {"provider.", "wire", SA_NAMES_NOTHING}, {"provider.", "key_env", SA_NAMES_NOTHING},
    {"provider.", "rpm", SA_NAMES_NOTHING},  {"prompts", NULL, SA_NAMES_NOTHING},
    {"agents", "files", NAMES_FILES},        {"agents", "main", SA_NAMES_NOTHING},
    {"agent.", NULL, SA_NAMES_NOTHING}, // keys that are no options
};

static int names_of_key(const char *section, const char *key)
{
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        bool fits = sa_ends_with(rows[i].section, ".") ? sa_starts_with(section, rows[i].section)
                                                       : sa_streq(section, rows[i].section);
        if (fits && (!rows[i].key || sa_streq(rows[i].key, key))) return rows[i].names;
    }
    return NAMES_USERS;
}

// What an agent may have of its own, and what even a stranger's project may say.
static int names_of_option(const struct sa_option *o)
{
    bool may = o->scope & SA_SCOPE_AGENT || o->project.may == SA_PROJECT_FREE ||
               o->project.may == SA_PROJECT_ADDS;
    return may ? (int)o->value.names : NAMES_USERS;
}

char *sa_share_value(struct sa_agent_file *file, const char *section, const char *key,
                     const struct sa_option *o, const char *value, const char *where, int number,
                     struct sa_err *err)
{
    struct line l = {file, key, where, number, err};
    int names = o ? names_of_option(o) : names_of_key(section, key);
    if (names != NAMES_USERS) return meaning(&l, names, value);
    sa_err_set(err, SA_E_CONFIG,
               "%s: an agent file may not have '%s' under [%.60s]%s%s%s: that is for the "
               "configuration of whoever uses it",
               where, key, section, o ? " (a hostile one " : "", o ? o->project.harm : "",
               o ? ")" : "");
    return NULL;
}

int sa_share_scan(const char *file, const char *text, size_t len, struct sa_buf *faults,
                  struct sa_err *err)
{
    const struct sa_detect forms = {.kinds = SA_DETECT_SECRETS | SA_DETECT_LABELLED};
    struct sa_str rest = {text, len}, line;
    for (int number = 1; sa_str_next_line(&rest, &line); number++) {
        struct sa_finding found;
        if (sa_detect(&forms, line.data, line.len, 0, &found) != SA_DETECT_HIT) continue;
        sa_err_set(err, SA_E_CONFIG,
                   "%s:%d: what looks like a secret (%s) may not stand in an agent file, not even "
                   "in a comment: keys come from the environment or the configuration of whoever "
                   "uses it",
                   file, number, found.what);
        if (!faults) return err->code;
        sa_buf_appendf(faults, "%s\n", err->message);
        sa_err_clear(err);
    }
    return SA_OK;
}
