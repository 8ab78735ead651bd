// The file of what is known of models: JSON, bounded in size and number of entries, 0600. Read with
// suspicion: what is no word or number that this program writes is passed over.
#include "model/trait.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/str.h"
#include "model/wire.h"

enum {
    VERSION = 1,
    MOST_BYTES = 256 << 10,
    MOST_ENTRIES = 100,
    MOST_ID = 1000,
    LEAST_CAP = 256, // fewer tokens of a reply are no model's own limit
    LEAST_WINDOW = 1024,
    MOST_TOKENS = 100000000,
    DAYS = 30, // then a server may have learnt something, too
};

static const struct {
    const char *name;
    unsigned bit;
} names[] = {
    {"stop", SA_QUIRK_NO_STOP},
    {"stream_options", SA_QUIRK_NO_STREAM_OPTIONS},
    {"max_tokens", SA_QUIRK_MAX_COMPLETION_TOKENS},
    {"temperature", SA_QUIRK_NO_TEMPERATURE},
    {"stream", SA_QUIRK_NO_STREAM},
    {"images", SA_QUIRK_NO_IMAGES},
    {"system message", SA_QUIRK_NO_SYSTEM},
    {"cache marks", SA_QUIRK_NO_CACHE_MARKS},
    {"kept thoughts", SA_QUIRK_NO_KEPT},
    {"tool choice", SA_QUIRK_NO_TOOL_CHOICE},
    {"tools", SA_QUIRK_NO_TOOLS},
    {"format", SA_QUIRK_NO_FORMAT},
    {"strict", SA_QUIRK_NO_STRICT},
};

const char *sa_trait_name(unsigned bit)
{
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (names[i].bit == bit) return names[i].name;
    return NULL;
}

char *sa_traits_file(void)
{
    return sa_fs_xdg("state", "models.json");
}

// A file that others may write to says what they like.
static bool is_ours(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
           !(st.st_mode & 022) && st.st_size <= MOST_BYTES;
}

// The entries, an array; NULL: none.
static cJSON *read_entries(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    size_t len = 0;
    char *text = fd >= 0 && is_ours(fd) ? sa_fs_read_fd(fd, path, MOST_BYTES, &len, NULL) : NULL;
    if (fd >= 0) close(fd);
    cJSON *root = text ? sa_json_parse(text, len, NULL) : NULL;
    bool good = sa_json_int(root, "v", 0) == VERSION;
    cJSON *entries = good ? cJSON_DetachItemFromObjectCaseSensitive(root, "models") : NULL;
    cJSON_Delete(root);
    free(text);
    if (cJSON_IsArray(entries)) return entries;
    cJSON_Delete(entries);
    return NULL;
}

static int64_t tokens(const cJSON *entry, const char *name, int64_t least)
{
    double n = sa_json_num(entry, name, 0);
    return n >= least && n <= MOST_TOKENS ? (int64_t)n : 0;
}

static int64_t age_days(const cJSON *entry)
{
    int64_t now = sa_clock_wall() / SA_NS_PER_S;
    double at = sa_json_num(entry, "at", 0);
    return at > 0 && at <= (double)now ? (now - (int64_t)at) / 86400 : DAYS;
}

static struct sa_traits read_entry(const cJSON *entry)
{
    struct sa_traits t = {.reply_cap = tokens(entry, "reply_cap", LEAST_CAP),
                          .window = tokens(entry, "window", LEAST_WINDOW)};
    const cJSON *list = sa_json_get(entry, "left_out"), *word;
    cJSON_ArrayForEach(word, list)
    {
        for (size_t i = 0; cJSON_IsString(word) && i < SA_COUNT(names); i++)
            if (sa_streq(names[i].name, word->valuestring)) t.left_out |= names[i].bit;
    }
    return t;
}

static const char *id_of(const cJSON *entry)
{
    const char *id = sa_json_str(entry, "model", "");
    return *id && strlen(id) <= MOST_ID ? id : NULL;
}

struct sa_traits sa_traits_load(const char *id)
{
    struct sa_traits found = {0};
    SA_AUTO_FREE char *path = sa_traits_file();
    cJSON *entries = path ? read_entries(path) : NULL;
    const cJSON *entry;
    int n = 0;
    cJSON_ArrayForEach(entry, entries)
    {
        if (n++ == MOST_ENTRIES) break;
        if (sa_streq(id_of(entry), id) && age_days(entry) < DAYS) found = read_entry(entry);
    }
    cJSON_Delete(entries);
    return found;
}

static void put_entry(struct sa_buf *out, const char *id, int64_t at, const struct sa_traits *t)
{
    sa_buf_appendf(out, "%s{", out->data[out->len - 1] == '[' ? "\n" : ",\n");
    sa_json_put_str(out, "model", id);
    sa_json_put_int(out, "at", at);
    sa_json_key(out, "left_out");
    sa_buf_appendc(out, '[');
    for (size_t i = 0, n = 0; i < SA_COUNT(names); i++)
        if (t->left_out & names[i].bit)
            sa_buf_appendf(out, "%s\"%s\"", n++ ? "," : "", names[i].name);
    sa_buf_appendc(out, ']');
    if (t->reply_cap) sa_json_put_int(out, "reply_cap", t->reply_cap);
    if (t->window) sa_json_put_int(out, "window", t->window);
    sa_buf_appendc(out, '}');
}

// A file of ours that others could read was made by somebody else's hand: it is made anew.
static void drop_open_one(const char *path)
{
    struct stat st;
    if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 077)) sa_fs_remove(path);
}

// The newest stands first, so that what is beyond the most is the oldest.
int sa_traits_save(const char *id, const struct sa_traits *traits, struct sa_err *err)
{
    SA_AUTO_FREE char *path = sa_traits_file();
    SA_AUTO_FREE char *folder = sa_fs_xdg("state", NULL);
    if (!path || strlen(id) > MOST_ID)
        return sa_err_set(err, SA_E_CONFIG, "there is no place for the state of this program");
    if (sa_fs_mkdirs(folder, err)) return err ? err->code : SA_E_CONFIG;
    cJSON *entries = read_entries(path);
    const cJSON *entry;
    int n = 1;
    struct sa_buf out = SA_BUF_INIT(MOST_BYTES);
    sa_buf_appendf(&out, "{\"v\":%d,\"models\":[", VERSION);
    put_entry(&out, id, sa_clock_wall() / SA_NS_PER_S, traits);
    cJSON_ArrayForEach(entry, entries)
    {
        const char *other = id_of(entry);
        if (!other || sa_streq(other, id) || age_days(entry) >= DAYS) continue;
        if (n++ == MOST_ENTRIES || out.len > MOST_BYTES - 2 * MOST_ID * 6) break;
        const struct sa_traits old = read_entry(entry);
        put_entry(&out, other, sa_json_int(entry, "at", 0), &old);
    }
    sa_buf_appends(&out, "\n]}\n");
    cJSON_Delete(entries);
    drop_open_one(path);
    int code = sa_fs_write_atomic(path, sa_buf_text(&out), out.len, err);
    sa_buf_release(&out);
    return code;
}
