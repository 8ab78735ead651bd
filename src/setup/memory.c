// From --max-memory to what code may use here.
#include "base/cgroup.h"
#include "base/log.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "setup/setup.h"

// Of a group's memory, for this program itself and what it starts.
enum { OWN_PART = 4 };

uint64_t sa_setup_max_memory(const struct sa_config *c, enum sa_option_id option,
                             const char *executor)
{
    const struct sa_setting *s = sa_config_get(c, option);
    bool elsewhere = sa_streq(executor, "docker") || sa_streq(executor, "e2b");
    uint64_t limit = elsewhere ? UINT64_MAX : sa_cgroup_memory(), wanted = (uint64_t)s->whole;
    uint64_t most = limit == UINT64_MAX ? limit : limit - limit / OWN_PART;
    if (wanted <= most) return wanted;
    SA_AUTO_FREE char *text = sa_xasprintf(
        "%s: code may use %llu MiB, as the control group has %llu MiB of memory",
        s->where ? s->where : "--max-memory", (unsigned long long)most >> 20,
        (unsigned long long)limit >> 20);
    if (s->origin == SA_FROM_DEFAULT) sa_info("%s", text);
    else sa_warn("%s", text);
    return most;
}
