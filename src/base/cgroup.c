// See cgroup.h. A group's files are looked for at its path and at each path above it: within a
// container the path may be the host's, while only the container's own group is mounted.
#include "base/cgroup.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { FILE_MAX = 65536 };

// By what a line of /proc/self/cgroup has behind its number: where such groups are mounted, and the
// file with their limit.
static const struct {
    const char *begin, *folder, *file;
} versions[] = {{":memory:", "/memory", "memory.limit_in_bytes"},
                {"::", "", "memory.max"},
                {"::", "/unified", "memory.max"}};

static uint64_t read_limit(const char *path)
{
    struct sa_err none = SA_ERR_INIT;
    size_t len;
    SA_AUTO_FREE char *text = sa_fs_read(path, FILE_MAX, &len, &none);
    bool number = text && *text >= '0' && *text <= '9'; // else "max"
    return number ? strtoull(text, NULL, 10) : UINT64_MAX;
}

static uint64_t least_of(const char *folder, const char *file, struct sa_str group)
{
    uint64_t least = UINT64_MAX;
    for (size_t len = group.len;; len -= len > 0) {
        SA_AUTO_FREE char *path = sa_xasprintf("%s%.*s/%s", folder, (int)len, group.data, file);
        uint64_t limit = read_limit(path);
        if (limit < least) least = limit;
        if (!len) return least;
        while (len && group.data[len - 1] != '/') len--;
    }
}

uint64_t sa_cgroup_memory_in(const char *list, const char *mounted)
{
    struct sa_err none = SA_ERR_INIT;
    size_t size;
    SA_AUTO_FREE char *text = sa_fs_read(list, FILE_MAX, &size, &none);
    struct sa_str rest = sa_str_of(text ? text : ""), line;
    uint64_t least = UINT64_MAX;
    while (sa_str_next_line(&rest, &line)) {
        const char *colon = memchr(line.data, ':', line.len);
        for (size_t i = 0; colon && i < SA_COUNT(versions); i++) {
            size_t number = (size_t)(colon - line.data), n = strlen(versions[i].begin);
            if (line.len < number + n || memcmp(colon, versions[i].begin, n)) continue;
            struct sa_str group = {colon + n, line.len - number - n};
            SA_AUTO_FREE char *folder = sa_xasprintf("%s%s", mounted, versions[i].folder);
            uint64_t limit = least_of(folder, versions[i].file, group);
            if (limit < least) least = limit;
        }
    }
    return least;
}

uint64_t sa_cgroup_memory(void)
{
    return sa_cgroup_memory_in("/proc/self/cgroup", "/sys/fs/cgroup");
}
