// Runs a command on a machine poorer than this one: system calls fail that layers of the jail are
// made of. usage: deny LETTERS COMMAND...
//   u  no new namespaces     l  no Landlock     m  no mounts     s  no further system call filter
//   p  no pid namespace      n  no net namespace
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ANY = -1, LANDLOCK = 444, CLONE3 = 435, SET_SECCOMP = PR_SET_SECCOMP };
#define NAMESPACES 0x7e020000u
#define NEW_PID 0x20000000u
#define NEW_NET 0x40000000u

// What fails with `error`: the call; with an argument only where that has one of these bits, or,
// where `equal`, is this value.
static const struct row {
    char letter;
    unsigned call;
    int argument, error;
    unsigned value;
    int equal;
} rows[] = {
    {'u', SYS_unshare, ANY, EPERM, 0, 0},
    {'u', SYS_setns, ANY, EPERM, 0, 0},
    {'u', CLONE3, ANY, ENOSYS, 0, 0},
    {'u', SYS_clone, 0, EPERM, NAMESPACES, 0},
    {'p', SYS_clone, 0, EPERM, NEW_PID, 0},
    {'n', SYS_clone, 0, EPERM, NEW_NET, 0},
    {'l', LANDLOCK, ANY, ENOSYS, 0, 0},
    {'l', LANDLOCK + 1, ANY, ENOSYS, 0, 0},
    {'l', LANDLOCK + 2, ANY, ENOSYS, 0, 0},
    {'m', SYS_mount, ANY, EPERM, 0, 0},
    {'m', SYS_umount2, ANY, EPERM, 0, 0},
    {'m', SYS_pivot_root, ANY, EPERM, 0, 0},
    {'m', SYS_chroot, ANY, EPERM, 0, 0},
    {'s', SYS_seccomp, ANY, EINVAL, 0, 0},
    {'s', SYS_prctl, 0, EINVAL, SET_SECCOMP, 1},
};

static struct sock_filter code[128];
static unsigned short used;

static void emit(unsigned op, unsigned k, unsigned yes, unsigned no)
{
    code[used++] = (struct sock_filter){(unsigned short)op, (unsigned char)yes, (unsigned char)no,
                                        k};
}

static void load(size_t offset)
{
    emit(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void emit_row(const struct row *r)
{
    unsigned fails = SECCOMP_RET_ERRNO | (unsigned)r->error;
    if (r->argument == ANY) {
        emit(BPF_JMP | BPF_JEQ | BPF_K, r->call, 0, 1);
        emit(BPF_RET | BPF_K, fails, 0, 0);
        return;
    }
    emit(BPF_JMP | BPF_JEQ | BPF_K, r->call, 0, 4);
    load(offsetof(struct seccomp_data, args) + 8 * (size_t)r->argument);
    emit(BPF_JMP | (r->equal ? BPF_JEQ : BPF_JSET) | BPF_K, r->value, 0, 1);
    emit(BPF_RET | BPF_K, fails, 0, 0);
    load(offsetof(struct seccomp_data, nr));
}

int main(int argc, char **argv)
{
    if (argc < 3) return fprintf(stderr, "usage: deny LETTERS COMMAND...\n"), 125;
    load(offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strchr(argv[1], rows[i].letter)) emit_row(&rows[i]);
    emit(BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    struct sock_fprog program = {used, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return perror("deny"), 125;
    execvp(argv[2], argv + 2);
    return perror(argv[2]), 127;
}
