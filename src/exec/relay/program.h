// This whole program, with all that it takes to start it elsewhere. Private to src/exec.
#ifndef SA_EXEC_PROGRAM_H
#define SA_EXEC_PROGRAM_H

#include <stddef.h>

// Its files: itself first, then its loader and libraries.
struct sa_program {
    char **paths; // NULL-terminated, owned
    size_t count, cap;
};
// To be called before libraries are opened that are not needed there.
void sa_program_find(struct sa_program *program);
void sa_program_release(struct sa_program *program);
// What file i is called in the folder that they all come into.
const char *sa_program_name(const struct sa_program *program, size_t i);

// What starts it in such a folder: words of an initialiser.
#define SA_PROGRAM_LOADER(folder) folder "/ld.so"
#define SA_PROGRAM_START(folder)                                                                   \
    SA_PROGRAM_LOADER(folder), "--library-path", folder, folder "/smolagent"
// The word that makes it the first process of a runner there (runner/contained.c).
#define SA_PROGRAM_CONTAINED "--runner-contained"
// A script in the folder that does so, for tools there that run it; malloc'd.
#define SA_PROGRAM_SCRIPT "bin/smolagent"
char *sa_program_script(const char *folder);

#endif
