// The built-in tool shell: a command of /bin/sh in a jail of its own. shell.c is this side, with
// the tool; shell_inside.c is the process that locks itself in and has the shell as its child.
#ifndef SA_TOOL_SHELL_H
#define SA_TOOL_SHELL_H

#include <stdint.h>

// The word that makes this program the inside of such a jail, and what it then runs: its standard
// input is the channel, its output and errors are the shell's. The exit status.
#define SA_TOOL_SHELL_INSIDE "--shell-inside"
int sa_tool_shell_inside(void);

// What the inside is told first, followed by `len` bytes of the command and `folders_len` of the
// granted folders: a letter, r or w, and a path, each ending in a NUL. It says what the jail gave
// it (struct sa_jail_report), waits for a byte, and says at last how the shell ended: an int, its
// wait status.
struct sa_shell_hello {
    uint64_t max_memory, max_disk;
    uint32_t namespaces, len, folders_len;
};

#endif
