// Libraries of others that are linked statically, as the build found them (src/gen/linked.sh).
#ifndef SA_CLI_LINKED_H
#define SA_CLI_LINKED_H

struct sa_linked {
    const char *name, *version, *licence;
};

// A row with name NULL ends it. Weak: there is none where the program's parts are linked for tests.
extern const struct sa_linked sa_linked[] __attribute__((weak));

#endif
