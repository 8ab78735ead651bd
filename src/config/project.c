// The file of a project, ./smolagent.conf, may come from strangers with the rest of a repository.
// This is the one place that decides what it may do: each option's row says it (`policy` of
// options.def). Neither owner nor mode of the file is looked at, since nobody's may widen anything.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

#define MAX_FILE ((size_t)1 << 20)

struct question {
    const struct sa_config *config;
    const struct sa_option *option;
    const char *text;
    const struct sa_setting *now;  // the value asked for
    const struct sa_setting *user; // what the user's layers say
    char *why;
    size_t size;
};

static enum sa_judgement refuse(const struct question *q, const char *what, const char *remedy)
{
    snprintf(q->why, q->size,
             "a project file may not set '%s'%s (a hostile one %s): %sremove the line",
             q->option->key, what, q->option->project.harm, remedy);
    return SA_PROJECT_REFUSED;
}

static enum sa_judgement never(const struct question *q)
{
    return refuse(q, "", "set it in your own configuration, or ");
}

// Nothing, and 0 where that means so, is the highest of limits.
static bool unlimited(const struct sa_option *o, const struct sa_setting *s)
{
    return !s->set || (o->value.zero == SA_ZERO_UNLIMITED && s->whole == 0 && s->real == 0);
}

// Of the two members that hold numbers an option uses one.
bool sa_setting_is_above(const struct sa_option *o, const struct sa_setting *a,
                         const struct sa_setting *b)
{
    if (unlimited(o, a) || unlimited(o, b)) return !unlimited(o, b);
    return a->whole > b->whole || a->real > b->real;
}

static enum sa_judgement lower(const struct question *q)
{
    struct sa_setting asked = *q->now;
    asked.set = true;
    if (!sa_setting_is_above(q->option, &asked, q->user)) return SA_PROJECT_TAKEN;
    snprintf(q->why, q->size,
             "%s = %.80s ignored: a project file may only lower it (now %s); raise "
             "it in your own configuration%s%s",
             q->option->key, q->text, q->user->text, q->option->name ? " or with --" : "",
             q->option->name ? q->option->name : "");
    return SA_PROJECT_IGNORED;
}

static enum sa_judgement only_to(const struct question *q)
{
    const char *only = q->option->project.only;
    bool asked = false, wanted = false, same = sa_streq(q->text, only);
    if (q->option->value.type == SA_TYPE_BOOL)
        same = sa_parse_bool(q->text, &asked) && sa_parse_bool(only, &wanted) && asked == wanted;
    if (same) return SA_PROJECT_TAKEN;
    SA_AUTO_FREE char *what = sa_xasprintf(" to '%.80s', only to '%s'", q->text, only);
    return refuse(q, what, "");
}

static bool matches(const char *pattern, const char *text)
{
    size_t len = strlen(pattern);
    bool open = len && pattern[len - 1] == '*';
    return open ? !strncmp(pattern, text, len - 1) : sa_streq(pattern, text);
}

static bool is_listed(const struct sa_config *config, const char *model)
{
    const char *const *p = sa_opt_project_models(config);
    for (; p && *p; p++)
        if (matches(*p, model)) return true;
    return false;
}

// A recording plays the model: it says what its file says. None comes from a project, listed or
// not.
static enum sa_judgement listed(const struct question *q)
{
    bool recording = !strncasecmp(q->text, "replay:", 7);
    struct sa_str rest = sa_str_of(q->text), part;
    bool all = q->text && *q->text;
    if (!recording && q->user->set && sa_streq(q->text, q->user->text)) return SA_PROJECT_TAKEN;
    while (all && rest.data && sa_str_next_part(&rest, ',', &part)) { // each of them
        SA_AUTO_FREE char *name = sa_xstrndup(sa_str_trim(part).data, sa_str_trim(part).len);
        recording |= !strncasecmp(name, "replay:", 7);
        all = is_listed(q->config, name);
    }
    if (!recording && all) return SA_PROJECT_TAKEN;
    SA_AUTO_FREE char *what = sa_xasprintf(" to '%.80s'", q->text);
    return refuse(q, what,
                  recording ? ""
                            : "list it as 'project_models = ...' under [model] in your own "
                              "configuration, or ");
}

static enum sa_judgement take(const struct question *q)
{
    (void)q;
    return SA_PROJECT_TAKEN;
}

enum sa_judgement sa_project_judge(const struct sa_config *config, enum sa_option_id id,
                                   const char *text, const struct sa_setting *now, char *why,
                                   size_t size)
{
    // What is narrowed is kept apart and compared when the list is used: take. So is what is added,
    // which no layer takes the place of (values.c).
    static enum sa_judgement (*const judges[])(const struct question *) = {
        [SA_PROJECT_NEVER] = never, [SA_PROJECT_LOWER] = lower,   [SA_PROJECT_TO] = only_to,
        [SA_PROJECT_NARROW] = take, [SA_PROJECT_LISTED] = listed, [SA_PROJECT_ADDS] = take,
        [SA_PROJECT_FREE] = take,
    };
    struct question q = {.config = config,
                         .option = &sa_options[id],
                         .text = text,
                         .now = now,
                         .user = &config->values[id],
                         .why = why,
                         .size = size};
    return judges[q.option->project.may](&q);
}

// The user's own file, which may lie in the working folder, is no stranger's.
static bool is_users(const struct stat *st, const char *user_file)
{
    struct stat own;
    return user_file && stat(user_file, &own) == 0 && own.st_dev == st->st_dev &&
           own.st_ino == st->st_ino;
}

// A link could show, in messages, lines of any file; a FIFO or a device would hold the program up.
bool sa_project_read(const char *path, const char *user_file, char **text, size_t *len,
                     struct sa_err *err)
{
    struct stat st;
    *text = NULL;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 && (errno == ENOENT || lstat(path, &st) != 0)) return true;
    const char *problem = NULL;
    struct stat end; // of a link
    if (fd < 0 && stat(path, &end) == 0 && is_users(&end, user_file)) return true;
    if (fd < 0) problem = S_ISLNK(st.st_mode) ? "it is a symbolic link" : strerror(errno);
    else if (fstat(fd, &st) != 0) problem = strerror(errno);
    else if (is_users(&st, user_file)) return close(fd), true;
    else if (!S_ISREG(st.st_mode)) problem = "it is no regular file";
    if (problem) sa_err_set(err, SA_E_CONFIG, "cannot read the project file %s: %s", path, problem);
    else *text = sa_fs_read_fd(fd, path, MAX_FILE, len, err);
    if (fd >= 0) close(fd);
    return !err->code;
}
