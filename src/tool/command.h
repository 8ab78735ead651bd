// What a command tool has of its own, between reading its section and running it. Private.
#ifndef SA_TOOL_COMMAND_H
#define SA_TOOL_COMMAND_H

#include "tool/tool_int.h"

struct sa_command {
    cJSON *argv; // array of strings
    char *env;   // names to pass through, comma-separated
    char *input; // what goes to standard input: "json", "none", or "{NAME}" of an input
    bool text_output;
    bool leading_dash; // a value may start with '-' or '@' anywhere
};

void sa_command_free(void *data);
void sa_command_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                     struct sa_tool_result *result);

#endif
