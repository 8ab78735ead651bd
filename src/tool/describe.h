// What a script says of itself (`CMD --describe`), as keys of a [tool.NAME] section.
#ifndef SA_TOOL_DESCRIBE_H
#define SA_TOOL_DESCRIBE_H

#include "tool/tool.h"

struct sa_described {
    char *name;                    // NULL: it says none
    struct sa_tool_setting *items; // keys static, values malloc'd lines
    size_t count, cap;
};

// Runs it with these words (strings) and one more. 0, or -1 with code 10: it does not say. Release
// *described in both cases.
int sa_tool_describe(const cJSON *argv, const char *env_names, struct sa_described *described,
                     struct sa_err *err);
void sa_described_release(struct sa_described *described);

#endif
