// See pin.h.
#include "base/pin.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"

struct pinned {
    char *path, *data; // data NULL: a folder
    size_t len;
    const char *ending; // of what is pinned in a folder
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pinned *pins;
static size_t pin_count, pin_cap;

static struct pinned *find(const char *path, size_t len, bool folder)
{
    for (size_t i = 0; i < pin_count; i++)
        if (!pins[i].data == folder && !strncmp(pins[i].path, path, len) && !pins[i].path[len])
            return &pins[i];
    return NULL;
}

static void add(const char *path, char *data, size_t len, const char *ending)
{
    pthread_mutex_lock(&lock);
    if (find(path, strlen(path), !data)) {
        free(data); // the first look counts
    } else {
        SA_GROW(pins, pin_cap, pin_count + 1);
        pins[pin_count++] = (struct pinned){sa_xstrdup(path), data, len, ending};
    }
    pthread_mutex_unlock(&lock);
}

static char *copy(const void *data, size_t len)
{
    return sa_xstrndup(data ? data : "", len);
}

void sa_pin_add(const char *path, const void *data, size_t len)
{
    add(path, copy(data, len), len, NULL);
}

void sa_pin_add_folder(const char *path, const char *ending)
{
    add(path, NULL, 0, ending);
}

enum sa_pinned sa_pin_find(const char *path, char **text, size_t *len)
{
    pthread_mutex_lock(&lock);
    const struct pinned *p = pin_count ? find(path, strlen(path), false) : NULL;
    const char *slash = strrchr(path, '/');
    size_t folder = slash > path ? (size_t)(slash - path) : 1; // the root ends in a slash
    const struct pinned *in = !p && pin_count && slash ? find(path, folder, true) : NULL;
    bool absent = in && sa_ends_with(path, in->ending);
    if (p) *text = copy(p->data, *len = p->len);
    pthread_mutex_unlock(&lock);
    return p ? SA_PIN_HELD : absent ? SA_PIN_ABSENT : SA_PIN_NONE;
}

// Does the file hold just that?
static bool holds(const char *path, const char *data, size_t len)
{
    char piece[8192];
    struct stat st;
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    bool same = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode);
    size_t at = 0;
    ssize_t n = 1;
    while (same && n > 0) {
        n = read(fd, piece, sizeof piece);
        same = n >= 0 && (size_t)n <= len - at && !memcmp(piece, data + at, (size_t)n);
        if (same) at += (size_t)n;
    }
    if (fd >= 0) close(fd);
    return same && at == len;
}

int sa_pin_check(const char *const *words, struct sa_err *err)
{
    int code = SA_OK;
    pthread_mutex_lock(&lock);
    for (; pin_count && !code && *words; words++) {
        const struct pinned *p = find(*words, strlen(*words), false);
        if (p && !holds(p->path, p->data, p->len))
            code = sa_err_set(err, SA_E_CONFIG,
                              "%s is not what it was when it was checked: it was changed meanwhile",
                              p->path);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

void sa_pin_release(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < pin_count; i++) {
        free(pins[i].path);
        free(pins[i].data);
    }
    free(pins);
    pins = NULL;
    pin_count = pin_cap = 0;
    pthread_mutex_unlock(&lock);
}
