// The system call filter: a table, and the BPF program made of it. What is not in the table ends
// the process. Filters of libseccomp would cost more start-up time than all other layers.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "base/xalloc.h"
#include "jail/jail_int.h"

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "the jail's filter is not written for this machine"
#endif

#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000U
#endif

// A rule allows a call when (argument & mask) == value; mask 0: whatever the arguments are. Looking
// at the low half of an argument is enough: the kernel reads these as 32-bit or tests single bits.
struct rule {
    unsigned call;
    unsigned argument, mask, value;
};

enum { PROT = 2, FLAGS = 3 }; // of mmap and mprotect

// Memory is private and anonymous, and never becomes executable.
static const struct rule rules[] = {
    {SYS_read, 0, ~0u, SA_JAIL_CHANNEL},
    {SYS_write, 0, ~0u, SA_JAIL_CHANNEL},
#ifdef SYS_poll
    {SYS_poll, 0, 0, 0},
#else
    {SYS_ppoll, 0, 0, 0},
#endif
    {SYS_mmap, PROT, PROT_EXEC, 0},
    {SYS_mmap, FLAGS, MAP_ANONYMOUS | MAP_SHARED | MAP_PRIVATE, MAP_ANONYMOUS | MAP_PRIVATE},
    {SYS_mprotect, PROT, PROT_EXEC, 0},
    {SYS_munmap, 0, 0, 0},
    {SYS_mremap, 0, 0, 0},
    {SYS_madvise, 0, 0, 0},
    {SYS_brk, 0, 0, 0},
    {SYS_clock_gettime, 0, 0, 0}, // where the vDSO has no clock
    {SYS_clock_nanosleep, 0, 0, 0},
    {SYS_getrandom, 0, 0, 0},
    {SYS_futex, 1, ~0u, FUTEX_WAKE_PRIVATE}, // call_once of one thread never waits
    {SYS_restart_syscall, 0, 0, 0},          // after a stop and continue
    {SYS_exit_group, 0, 0, 0},
};

struct program {
    struct sock_filter code[8 + 6 * SA_COUNT(rules)];
    unsigned short len;
};

static void emit(struct program *p, unsigned short op, unsigned k, unsigned char yes,
                 unsigned char no)
{
    p->code[p->len++] = (struct sock_filter){op, yes, no, k};
}

static void load(struct program *p, size_t offset)
{
    emit(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

// Low half of an argument; both machines are little-endian.
static size_t argument(unsigned i)
{
    return offsetof(struct seccomp_data, args) + 8 * i;
}

// The rows of one call are consecutive and must all hold. Emits: if not this call, skip; for each
// row, kill unless it holds; allow.
static size_t emit_call(struct program *p, size_t i)
{
    size_t end = i;
    unsigned char body = 1;
    for (; end < SA_COUNT(rules) && rules[end].call == rules[i].call; end++)
        if (rules[end].mask) body += 4;
    load(p, offsetof(struct seccomp_data, nr));
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, rules[i].call, 0, body);
    for (; i < end; i++) {
        if (!rules[i].mask) continue;
        load(p, argument(rules[i].argument));
        emit(p, BPF_ALU | BPF_AND | BPF_K, rules[i].mask, 0, 0);
        emit(p, BPF_JMP | BPF_JEQ | BPF_K, rules[i].value, 1, 0);
        emit(p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    }
    emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    return end;
}

int sa_jail_seccomp(void)
{
    struct program p = {.len = 0};
    load(&p, offsetof(struct seccomp_data, arch));
    emit(&p, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
    emit(&p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    for (size_t i = 0; i < SA_COUNT(rules);) i = emit_call(&p, i);
    emit(&p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    struct sock_fprog program = {p.len, p.code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ? errno : 0;
}
