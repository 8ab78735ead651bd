// The system call filters: a table each, and the BPF program made of it. What is not in our own
// worker's table ends the process; a program of the host gets an error. Filters of libseccomp would
// cost more start-up time than all other layers.
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <asm/sockios.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
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

// Calls younger than the headers of some machines; the numbers are the same everywhere.
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#define SETOWN_EX 15 // F_SETOWN_EX of fcntl(), which only GNU sources see
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
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
#ifdef __SANITIZE_ADDRESS__
    {SYS_sigaltstack, 0, ~0u, 0}, // it asks, where a library jumps back to its error handler
#endif
};

// Files are Landlock's and the mounts' business, so that opening and changing them is allowed;
// there are threads but no processes, socket pairs (event loops wake themselves with one) but no
// sockets, and one program to execute: the descriptor that closes in doing so.
// clang-format off
static const unsigned program_calls[] = {
#ifdef __x86_64__
    SYS_arch_prctl, SYS_poll, SYS_select, SYS_stat, SYS_lstat, SYS_access, SYS_readlink,
    SYS_dup2, SYS_pipe, SYS_epoll_wait, SYS_getdents, SYS_rename, SYS_mkdir, SYS_rmdir, SYS_unlink,
    SYS_symlink, SYS_time, SYS_getrlimit,
#endif
    SYS_read, SYS_write, SYS_futex, SYS_mmap, SYS_munmap, SYS_close, SYS_fstat,
    SYS_newfstatat, SYS_lseek, SYS_brk, SYS_mprotect, SYS_mremap, SYS_madvise,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep,
    SYS_ppoll, SYS_pselect6, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
    SYS_rt_sigpending, SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_setitimer, SYS_getitimer,
    SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_getrandom, SYS_fcntl, SYS_dup, SYS_dup3,
    SYS_pipe2, SYS_eventfd2, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_getdents64,
    SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_statx,
    SYS_statfs, SYS_fstatfs, SYS_close_range, SYS_msync, SYS_mkdirat, SYS_unlinkat, SYS_renameat2,
    SYS_symlinkat, SYS_ftruncate, SYS_truncate, SYS_fallocate, SYS_fsync, SYS_fdatasync,
    SYS_utimensat, SYS_umask, SYS_flock, SYS_fadvise64, SYS_copy_file_range,
    SYS_sendfile, SYS_listxattr, SYS_llistxattr, SYS_flistxattr, SYS_getxattr, SYS_lgetxattr,
    SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getgroups, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_times, SYS_getpriority,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_set_robust_list, SYS_get_robust_list,
    SYS_set_tid_address, SYS_rseq, SYS_membarrier, SYS_restart_syscall, SYS_exit, SYS_exit_group,
    SYS_renameat, SYS_recvfrom, SYS_shutdown,
};
// clang-format on

// Calls that give a file its mode. They are allowed unless the mode has a set-user-ID or
// set-group-ID bit: a program with one, left in a writable folder, would run with the rights of its
// owner whoever starts it outside. A call with flags is looked at only when these create a file;
// the mode is not passed otherwise. mkdir() is not here because the kernel drops these bits from
// its mode, mknod() because no filter allows it, nor setxattr(), which file capabilities would
// take.
enum { NO_FLAGS = -1, PRIVILEGED = S_ISUID | S_ISGID };
#define CREATES (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))
static const struct mode_call {
    unsigned call;
    int mode, flags; // which arguments these are
} mode_calls[] = {
#ifdef __x86_64__
    {SYS_open, 2, 1},
    {SYS_creat, 1, NO_FLAGS},
    {SYS_chmod, 1, NO_FLAGS},
#endif
    {SYS_openat, 3, 2},
    {SYS_fchmod, 1, NO_FLAGS},
    {SYS_fchmodat, 2, NO_FLAGS},
    {SYS_fchmodat2, 2, NO_FLAGS},
};

#define NEW_NAMESPACES 0x7e020000u
static const struct rule program_rules[] = {
    {SYS_clone3, 0, 0, 0},
    {SYS_openat2, 0, 0, 0},
    {SYS_clone, 0, NEW_NAMESPACES | CLONE_THREAD, CLONE_THREAD},
    {SYS_sendto, 4, ~0u, 0}, // no address: of a socket pair
    {SYS_sendto, 5, ~0u, 0}, // nor a length of one, as only the low half of a pointer is seen
    {SYS_socketpair, 0, ~0u, AF_UNIX},
    {SYS_prlimit64, 0, ~0u, 0}, // its own: not those of whom it shares an identity with
    {SYS_execveat, 0, ~0u, SA_JAIL_PROGRAM},
    {SYS_execveat, 4, AT_EMPTY_PATH, AT_EMPTY_PATH},
};

// What a family of programs needs besides: processes, and Unix sockets among them.
// clang-format off
static const unsigned family_calls[] = {
#ifdef __x86_64__
    SYS_fork, SYS_vfork, SYS_pause, SYS_alarm, SYS_getpgrp, SYS_link, SYS_chown, SYS_utimes,
#endif
    SYS_execve, SYS_execveat, SYS_wait4, SYS_waitid, SYS_kill, SYS_tgkill, SYS_tkill, SYS_setsid,
    SYS_setpgid, SYS_getpgid, SYS_getsid, SYS_connect, SYS_bind, SYS_listen, SYS_accept,
    SYS_accept4, SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_sendto,
    SYS_sendmsg, SYS_recvmsg, SYS_sendmmsg, SYS_recvmmsg, SYS_linkat, SYS_fchown, SYS_fchownat,
    SYS_prctl, SYS_getresuid, SYS_getresgid, SYS_setpriority, SYS_inotify_init1,
    SYS_inotify_add_watch, SYS_inotify_rm_watch, SYS_signalfd4, SYS_timerfd_create,
    SYS_timerfd_settime, SYS_timerfd_gettime, SYS_preadv, SYS_pwritev, SYS_preadv2, SYS_pwritev2,
    SYS_splice, SYS_tee, SYS_rt_sigsuspend, SYS_mincore, SYS_sched_getparam,
    SYS_sched_getscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_capget,
};
// clang-format on

static const struct rule family_rules[] = {
    {SYS_clone, 0, NEW_NAMESPACES, 0},
    {SYS_socket, 0, ~0u, AF_UNIX},
};

// What a filter denies in place of a layer that is missing. These rows come before those that
// allow, and the first match decides.
//   FILES: without a mount view only Landlock restricts files. It does not cover Unix sockets with
//   a path, a file's mode, owner and times, or watches; before version 3 not truncate() either.
//   SOCKETS: without a net namespace, the network and this machine's abstract sockets are within
//   reach.
//   GROUPS: without a pid namespace, the processes of a family are ended by their process group,
//   so none may leave it, nor touch a process outside by its number.
//   SIGNALS: the same without Landlock's scope of signals (version 6): no signal but to the own
//   process group.
enum { FILES = 1, SOCKETS = 2, GROUPS = 4, SIGNALS = 8 };
enum { ANY = -1 };
static const struct substitute {
    unsigned missing, call;
    int argument; // looked at, or ANY
    unsigned value;
    bool only; // true: all other values are denied
} substitutes[] = {
#ifdef __x86_64__
    {FILES, SYS_chmod, ANY, 0, false},
    {FILES, SYS_chown, ANY, 0, false},
    {FILES, SYS_utimes, ANY, 0, false},
#endif
    {FILES, SYS_fchmod, ANY, 0, false},
    {FILES, SYS_fchmodat, ANY, 0, false},
    {FILES, SYS_fchmodat2, ANY, 0, false},
    {FILES, SYS_fchown, ANY, 0, false},
    {FILES, SYS_fchownat, ANY, 0, false},
    {FILES, SYS_utimensat, ANY, 0, false},
    {FILES, SYS_truncate, ANY, 0, false},
    {FILES, SYS_inotify_add_watch, ANY, 0, false},
    {FILES | SOCKETS, SYS_socket, ANY, 0, false},
    {FILES | SOCKETS, SYS_connect, ANY, 0, false}, // of a socket pair's datagram sockets, too
    {FILES | SOCKETS, SYS_bind, ANY, 0, false},
    {FILES | SOCKETS, SYS_sendto, 5, 0, true},
    {FILES | SOCKETS, SYS_sendmsg, ANY, 0, false},
    {FILES | SOCKETS, SYS_sendmmsg, ANY, 0, false},
    {GROUPS, SYS_setsid, ANY, 0, false},
    {GROUPS, SYS_setpgid, ANY, 0, false},
    {GROUPS, SYS_setpriority, ANY, 0, false},
    {GROUPS, SYS_fcntl, 1, F_SETOWN, false},
    {GROUPS, SYS_fcntl, 1, SETOWN_EX, false},
    {GROUPS, SYS_ioctl, 1, FIOSETOWN, false},
    {GROUPS, SYS_ioctl, 1, SIOCSPGRP, false},
    {SIGNALS, SYS_kill, 0, 0, true}, // the own process group
    {SIGNALS, SYS_tkill, ANY, 0, false},
    {SIGNALS, SYS_tgkill, ANY, 0, false},
};

static unsigned to_substitute(const struct sa_jail_report *r)
{
    enum { SCOPES = 6 }; // the version of Landlock that keeps signals in
    bool mount = r->enforced & 1u << SA_JAIL_MOUNT, net = r->enforced & 1u << SA_JAIL_NET;
    bool pid = r->enforced & 1u << SA_JAIL_PID, landlock = r->enforced & 1u << SA_JAIL_LANDLOCK;
    return (mount ? 0u : FILES) | (net ? 0u : SOCKETS) | (pid ? 0u : GROUPS) |
           (pid || (landlock && r->landlock_abi >= SCOPES) ? 0u : SIGNALS);
}

enum { MOST_CODE = 1024 };
// Two instructions a call, six at most a rule or a substitute, and what begins and ends a filter.
_Static_assert(6 * SA_COUNT(substitutes) + 2 * (SA_COUNT(program_calls) + SA_COUNT(family_calls)) +
                       6 * (SA_COUNT(program_rules) + SA_COUNT(family_rules)) +
                       8 * SA_COUNT(mode_calls) + 16 <=
                   MOST_CODE,
               "the filter of a family of programs must fit");

struct program {
    struct sock_filter code[MOST_CODE];
    unsigned short len;
    unsigned deny; // what becomes of a call that no rule allows
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
// row, deny unless it holds; allow. The number stays loaded for the next call: the kernel runs the
// program for every number when it is installed, so each instruction counts.
static size_t emit_call(struct program *p, const struct rule *table, size_t count, size_t i)
{
    size_t end = i;
    unsigned char body = 1;
    for (; end < count && table[end].call == table[i].call; end++)
        if (table[end].mask) body += 4;
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, table[i].call, 0, body);
    if (table[i].call == SYS_clone3 || table[i].call == SYS_openat2) {
        // The C library then starts threads with clone(), and programs open files with openat(): a
        // filter sees their flags and mode, which these two calls pass in memory.
        emit(p, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS, 0, 0);
        return end;
    }
    for (; i < end; i++) {
        if (!table[i].mask) continue;
        load(p, argument(table[i].argument));
        emit(p, BPF_ALU | BPF_AND | BPF_K, table[i].mask, 0, 0);
        emit(p, BPF_JMP | BPF_JEQ | BPF_K, table[i].value, 1, 0);
        emit(p, BPF_RET | BPF_K, p->deny, 0, 0);
    }
    emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    return end;
}

// Leaves the call's number loaded.
static void begin(struct program *p)
{
    load(p, offsetof(struct seccomp_data, arch));
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0);
    emit(p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load(p, offsetof(struct seccomp_data, nr));
}

static int install(struct program *p, const struct rule *table, size_t count)
{
    for (size_t i = 0; i < count;) i = emit_call(p, table, count, i);
    emit(p, BPF_RET | BPF_K, p->deny, 0, 0);
    struct sock_fprog program = {p->len, p->code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) ? errno : 0;
}

int sa_jail_seccomp(void)
{
    struct program p = {.deny = SECCOMP_RET_KILL_PROCESS};
    begin(&p);
    return install(&p, rules, SA_COUNT(rules));
}

static void emit_calls(struct program *p, const unsigned *calls, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        emit(p, BPF_JMP | BPF_JEQ | BPF_K, calls[i], 0, 1);
        emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    }
}

static void emit_mode_call(struct program *p, const struct mode_call *c)
{
    bool flags = c->flags != NO_FLAGS;
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, c->call, 0, flags ? 6 : 4);
    if (flags) {
        load(p, argument((unsigned)c->flags));
        emit(p, BPF_JMP | BPF_JSET | BPF_K, CREATES, 0, 3);
    }
    load(p, argument((unsigned)c->mode));
    emit(p, BPF_JMP | BPF_JSET | BPF_K, PRIVILEGED, 0, 1);
    emit(p, BPF_RET | BPF_K, p->deny, 0, 0);
    emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

static void emit_substitutes(struct program *p, unsigned missing)
{
    for (size_t i = 0; i < SA_COUNT(substitutes); i++) {
        const struct substitute *s = &substitutes[i];
        if (!(s->missing & missing)) continue;
        emit(p, BPF_JMP | BPF_JEQ | BPF_K, s->call, 0, s->argument == ANY ? 1 : 4);
        if (s->argument != ANY) {
            load(p, argument((unsigned)s->argument));
            emit(p, BPF_JMP | BPF_JEQ | BPF_K, s->value, s->only, !s->only);
        }
        emit(p, BPF_RET | BPF_K, p->deny, 0, 0);
        if (s->argument != ANY) load(p, offsetof(struct seccomp_data, nr));
    }
}

// Any request, but to type on somebody's terminal.
static void emit_ioctl(struct program *p)
{
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 5);
    load(p, argument(1));
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0);
    emit(p, BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1);
    emit(p, BPF_RET | BPF_K, p->deny, 0, 0);
    emit(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

int sa_jail_seccomp_program(bool family, const struct sa_jail_report *r)
{
    struct program p = {.deny = SECCOMP_RET_ERRNO | EPERM};
    begin(&p);
    emit_substitutes(&p, r ? to_substitute(r) : 0);
    emit_ioctl(&p);
    for (size_t i = 0; i < SA_COUNT(mode_calls); i++) emit_mode_call(&p, &mode_calls[i]);
    emit_calls(&p, program_calls, SA_COUNT(program_calls));
    if (family) {
        emit_calls(&p, family_calls, SA_COUNT(family_calls));
        for (size_t i = 0; i < SA_COUNT(family_rules);)
            i = emit_call(&p, family_rules, SA_COUNT(family_rules), i);
    }
    return install(&p, program_rules, SA_COUNT(program_rules));
}
