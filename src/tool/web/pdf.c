// PDF: this process becomes pdftotext, in a jail that shows it its libraries and nothing else. It
// reads the channel and writes to it; what it complains of goes nowhere.
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "jail/jail.h"
#include "tool/web/child.h"
#include "tool/web/reader.h"

enum { PDF_MEMORY = 512 << 20 };

static const char *const places[] = {"/usr/bin/pdftotext", "/usr/local/bin/pdftotext"};

const char *sa_web_pdf_program(void)
{
    for (size_t i = 0; i < SA_COUNT(places); i++)
        if (!access(places[i], X_OK)) return places[i];
    return NULL;
}

// Patterns of glob(3): the loader, which is executed too, and what it needs for the program.
static const char *const loaders[] = {"/lib64/ld-*", "/lib/ld-*"};
static const char *const patterns[] = {"/lib/*-linux-*",   "/lib64",
                                       "/lib/ld-*",        "/usr/lib/*-linux-*",
                                       "/usr/lib64",       "/usr/local/lib/*.so*",
                                       "/etc/ld.so.cache", "/usr/share/poppler"};

struct list {
    const char **items; // NULL-terminated
    size_t count, cap;
};

static void add(struct list *l, const char *path)
{
    SA_GROW(l->items, l->cap, l->count + 2);
    l->items[l->count++] = sa_xstrdup(path);
    l->items[l->count] = NULL;
}

static void add_matching(struct list *l, const char *const *globs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        glob_t found;
        if (glob(globs[i], GLOB_NOSORT, NULL, &found)) continue;
        for (size_t k = 0; k < found.gl_pathc; k++) add(l, found.gl_pathv[k]);
        globfree(&found);
    }
}

static bool place_descriptors(const char *program)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(SA_JAIL_CHANNEL, 1) != 1 || dup2(null, 2) != 2) return false;
    int fd = open(program, O_PATH | O_CLOEXEC);
    return fd >= 0 && (fd == SA_JAIL_PROGRAM || dup3(fd, SA_JAIL_PROGRAM, O_CLOEXEC) >= 0);
}

void sa_web_become_pdf(unsigned namespaces, bool (*say)(const struct sa_jail_report *report))
{
    const char *program = sa_web_pdf_program();
    struct list paths = {0}, programs = {0};
    if (!program || !place_descriptors(program)) return;
    add_matching(&paths, patterns, SA_COUNT(patterns));
    add_matching(&programs, loaders, SA_COUNT(loaders));
    add(&paths, program);
    add(&programs, program);
    const struct sa_jail_view view = {.paths = paths.items, .programs = programs.items};
    const struct sa_jail_limits limits = {
        .max_memory = PDF_MEMORY, .namespaces = namespaces, .view = &view};
    const char *argv[] = {"pdftotext", "-enc", "UTF-8", "-q", "-", "-", NULL};
    const char *environment[] = {NULL};
    struct sa_jail_report report;
    sa_jail_enter(&limits, &report);
    if (say(&report)) syscall(SYS_execveat, SA_JAIL_PROGRAM, "", argv, environment, AT_EMPTY_PATH);
}
