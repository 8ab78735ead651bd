// See outside.h.
#include "base/outside.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/grant.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"

// What a name leads to. The change time cannot be set by programs.
struct place {
    char *path; // absolute; NULL: the program was not found in PATH
    bool there; // as a regular file
    struct stat st;
};

struct word {
    char *source, *text, *folder;
    bool program; // looked up in PATH
    bool changed; // it was, once
    struct place place;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct word *words;
static size_t word_count, word_cap;
static struct sa_outside_policy policy;

// ---- places -------------------------------------------------------------------------------------

static char *absolute(const char *path, const char *folder)
{
    SA_AUTO_FREE char *here = *path == '/' ? NULL : getcwd(NULL, 0);
    SA_AUTO_FREE char *from = folder && here ? sa_fs_join(here, folder) : NULL;
    return here ? sa_fs_join(from ? from : here, path) : sa_xstrdup(path);
}

static struct place locate(const char *text, const char *folder, bool program)
{
    struct place p = {0};
    bool sought = program && !strchr(text, '/');
    SA_AUTO_FREE char *found = sought ? sa_fs_find_program(text) : NULL;
    if (!sought || found) p.path = absolute(found ? found : text, found ? NULL : folder);
    p.there = p.path && !stat(p.path, &p.st) && S_ISREG(p.st.st_mode);
    return p;
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool same_place(const struct place *a, const struct place *b)
{
    if (a->there != b->there) return false;
    if (!a->there) return true;
    return sa_streq(a->path, b->path) && a->st.st_dev == b->st.st_dev &&
           a->st.st_ino == b->st.st_ino && a->st.st_size == b->st.st_size &&
           same_time(&a->st.st_mtim, &b->st.st_mtim) && same_time(&a->st.st_ctim, &b->st.st_ctim);
}

// May code change what the path leads to: the file, or a folder or link on the way to it?
static bool is_writable(const struct place *p)
{
    char real[PATH_MAX];
    if (!p->path) return false;
    SA_AUTO_FREE char *path = sa_xstrdup(p->path);
    if (sa_grant_covers(path) || (realpath(path, real) && sa_grant_covers(real))) return true;
    for (char *slash = path; (slash = strchr(slash + 1, '/')); *slash = '/') {
        *slash = 0;
        if (realpath(path, real) && sa_grant_covers(real)) return true;
    }
    return false;
}

// ---- words --------------------------------------------------------------------------------------

// A word of a command, as it may name a file: what follows `=` in an option. NULL: it names none.
static const char *file_in(const char *text)
{
    const char *equals = *text == '-' ? strchr(text, '=') : NULL;
    if (*text == '-') text = equals ? equals + 1 : "";
    return *text && !strchr(text, '{') ? text : NULL;
}

typedef int (*word_fn)(const char *source, const char *text, const char *folder, bool program,
                       struct sa_err *err);

// The words of a shell command, without quotes.
static int each_of_text(const char *source, const char *text, const char *folder, word_fn fn,
                        struct sa_err *err)
{
    SA_AUTO_FREE char *copy = sa_xstrdup(text);
    bool first = true;
    int code = SA_OK;
    char *rest = NULL;
    for (char *one = strtok_r(copy, " \t\n'\";|&()<>", &rest); one && !code;
         one = strtok_r(NULL, " \t\n'\";|&()<>", &rest)) {
        const char *file = file_in(one);
        if (file) code = fn(source, file, folder, first, err);
        first = false;
    }
    return code;
}

static int each(const char *source, const char *const *argv, const char *folder, word_fn fn,
                struct sa_err *err)
{
    int code = SA_OK;
    bool shell = argv[0] && sa_ends_with(argv[0], "sh") && sa_streq(argv[1], "-c") && argv[2];
    for (size_t i = 0; argv[i] && !code; i++) {
        const char *file = file_in(argv[i]);
        if (shell && i == 2) code = each_of_text(source, argv[i], folder, fn, err);
        else if (file) code = fn(source, file, folder, !i, err);
    }
    return code;
}

// With the lock, as those below.
static struct word *find(const char *text, const char *folder, bool program)
{
    for (size_t i = 0; i < word_count; i++)
        if (words[i].program == program && !strcmp(words[i].text, text) &&
            sa_streq(words[i].folder, folder ? folder : ""))
            return &words[i];
    return NULL;
}

// Of what is not there, only what looks like the name of a file counts.
static int add_word(const char *source, const char *text, const char *folder, bool program,
                    struct sa_err *err)
{
    (void)err;
    if (find(text, folder, program)) return SA_OK;
    struct place place = locate(text, folder, program);
    if (!place.there && !program && !strpbrk(text, "./")) return free(place.path), SA_OK;
    SA_GROW(words, word_cap, word_count + 1);
    words[word_count++] = (struct word){sa_xstrdup(source),
                                        sa_xstrdup(text),
                                        sa_xstrdup(folder ? folder : ""),
                                        program,
                                        false,
                                        place};
    return SA_OK;
}

void sa_outside_add(const char *source, const char *const *argv, const char *folder)
{
    pthread_mutex_lock(&lock);
    each(source, argv, folder, add_word, NULL);
    pthread_mutex_unlock(&lock);
}

void sa_outside_add_text(const char *source, const char *text)
{
    const char *const argv[] = {"sh", "-c", text, NULL};
    sa_outside_add(source, argv, NULL);
}

void sa_outside_add_file(const char *source, const char *path)
{
    pthread_mutex_lock(&lock);
    add_word(source, path, NULL, false, NULL);
    pthread_mutex_unlock(&lock);
}

void sa_outside_set(const struct sa_outside_policy *p)
{
    policy = *p;
}

void sa_outside_warn(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < word_count; i++)
        if (words[i].place.there && is_writable(&words[i].place))
            sa_warn("%s: %s runs outside the sandbox, and is in a folder that the code may write "
                    "to: move it, or grant the folder without :rw",
                    words[i].source, words[i].place.path);
    pthread_mutex_unlock(&lock);
}

// ---- starts -------------------------------------------------------------------------------------

// Without the lock while a person is asked.
static int check_word(const char *source, const char *text, const char *folder, bool program,
                      struct sa_err *err)
{
    (void)source;
    pthread_mutex_lock(&lock);
    struct word *w = sa_grant_any() ? find(text, folder, program) : NULL;
    struct place now = w ? locate(text, folder, program) : (struct place){0};
    bool writable = w && (is_writable(&w->place) || is_writable(&now));
    if (writable && !same_place(&w->place, &now)) w->changed = true;
    bool changed = writable && w->changed && !policy.allowed;
    SA_AUTO_FREE char *of = changed ? sa_xstrdup(w->source) : NULL;
    pthread_mutex_unlock(&lock);
    const char *path = now.path ? now.path : text;
    if (changed && policy.confirm && policy.confirm(policy.ctx, of, path)) {
        pthread_mutex_lock(&lock);
        w = find(text, folder, program);
        free(w->place.path);
        w->place = now;
        w->changed = false;
        pthread_mutex_unlock(&lock);
        return SA_OK;
    }
    if (changed)
        sa_err_set(err, SA_E_CONFIG,
                   "%s: %s has changed since the start in a folder that the code may write to, and "
                   "would run outside the sandbox: it is not started",
                   of, path);
    free(now.path);
    return changed ? SA_E_CONFIG : SA_OK;
}

static bool is_binary(int fd)
{
    char head[4];
    return pread(fd, head, sizeof head, 0) == sizeof head && !memcmp(head,
                                                                     "\x7f"
                                                                     "ELF",
                                                                     sizeof head);
}

// The program as it was checked; -1: it is started by its name.
static int open_image(const char *text, const char *folder)
{
    pthread_mutex_lock(&lock);
    const struct word *w = sa_grant_any() && !policy.allowed ? find(text, folder, true) : NULL;
    bool writable = w && w->place.path && is_writable(&w->place);
    int fd = writable ? open(w->place.path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    struct place now = {.path = fd < 0 ? NULL : w->place.path, .there = true};
    if (fd >= 0 && (fstat(fd, &now.st) || !same_place(&w->place, &now) || !is_binary(fd)))
        close(fd), fd = -1;
    pthread_mutex_unlock(&lock);
    return fd;
}

int sa_outside_check(const char *const *argv, const char *folder, int *image, struct sa_err *err)
{
    if (image) *image = -1;
    int code = each(NULL, argv, folder, check_word, err);
    if (!code && image && argv[0]) *image = open_image(argv[0], folder);
    return code;
}

void sa_outside_release(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < word_count; i++) {
        free(words[i].source), free(words[i].text), free(words[i].folder);
        free(words[i].place.path);
    }
    free(words);
    words = NULL;
    word_count = word_cap = 0;
    policy = (struct sa_outside_policy){0};
    pthread_mutex_unlock(&lock);
}
