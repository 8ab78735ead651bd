// The modules that an agent's code may import unless the options say otherwise.
#include <stddef.h>

#include "agent/agent.h"

const char *const sa_agent_imports[] = {
#define IMPORT(name) name,
#include "agent/imports.def"
#undef IMPORT
    NULL};
