// Rules that the answer "always" has made: a file of the state folder, one rule a line, 0600. Read
// with suspicion, for it lets calls through: only when it is the user's own and nobody else may
// write to it.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/approve.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "cli/cli.h"

enum { MOST_BYTES = 256 << 10 };

char *sa_remembered_file(void)
{
    return sa_fs_xdg("state", "approved");
}

static char *read_file(const char *path)
{
    struct stat st;
    size_t len;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return NULL;
    bool ours = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
                !(st.st_mode & 022) && st.st_size <= MOST_BYTES;
    char *text = ours ? sa_fs_read_fd(fd, path, MOST_BYTES, &len, NULL) : NULL;
    if (!ours) sa_warn("%s is left out: it is not yours alone", path);
    close(fd);
    return text;
}

void sa_remembered_load(struct sa_rules *rules)
{
    SA_AUTO_FREE char *path = sa_remembered_file();
    SA_AUTO_FREE char *text = path ? read_file(path) : NULL;
    struct sa_str rest = sa_str_of(text), line;
    struct sa_err none = SA_ERR_INIT;
    while (text && sa_str_next_line(&rest, &line)) {
        SA_AUTO_FREE char *rule = sa_xstrndup(line.data, line.len);
        sa_rules_add(rules, rule, &none);
    }
}

static int store(const struct sa_rules *rules, struct sa_err *err)
{
    SA_AUTO_FREE char *path = sa_remembered_file(), *folder = sa_fs_xdg("state", NULL);
    if (!path || !folder) return sa_err_set(err, SA_E_CONFIG, "there is no folder to keep it in");
    struct sa_buf text = SA_BUF_INIT(MOST_BYTES);
    for (size_t i = 0; i < rules->count; i++) sa_buf_appendf(&text, "%s\n", rules->texts[i]);
    int code = text.full ? sa_err_set(err, SA_E_CONFIG, "%s is full", path)
                         : sa_fs_mkdirs(folder, err);
    if (!code) code = sa_fs_write_atomic(path, sa_buf_text(&text), text.len, err);
    sa_buf_release(&text);
    return code;
}

// A key in a command stays out of files.
static bool has_key(const char *rule)
{
    SA_AUTO_FREE char *copy = sa_xstrdup(rule);
    sa_secret_redact(copy, strlen(copy));
    return !sa_streq(copy, rule);
}

bool sa_remembered_add(const char *rule)
{
    struct sa_rules rules = {0};
    struct sa_err err = SA_ERR_INIT;
    if (has_key(rule)) {
        sa_err_set(&err, SA_E_CONFIG, "there is a key in it");
    } else {
        sa_remembered_load(&rules);
        if (!sa_rules_add(&rules, rule, &err)) store(&rules, &err);
    }
    sa_rules_release(&rules);
    if (err.code) sa_warn("allowed until this ends, and not kept: %s", err.message);
    return !err.code;
}

int sa_remembered_forget(const char *rule, struct sa_err *err)
{
    struct sa_rules rules = {0}, left = {0};
    bool all = sa_streq(rule, "all");
    sa_remembered_load(&rules);
    for (size_t i = 0; i < rules.count; i++)
        if (!all && !sa_streq(rules.texts[i], rule)) sa_rules_add(&left, rules.texts[i], err);
    int code = all || left.count < rules.count
                   ? store(&left, err)
                   : sa_err_set(err, SA_E_USAGE,
                                "--forget: '%.200s' is none of the rules that answers have made",
                                rule);
    sa_rules_release(&rules), sa_rules_release(&left);
    return code;
}
