// Names of the tools of servers: as Python takes them, and which of thousands are alike.
#ifndef SA_MCP_NAMES_H
#define SA_MCP_NAMES_H

#include <cjson/cJSON.h>
#include <stddef.h>

struct sa_mcp_names {
    struct sa_mcp_name {
        char *name;
        const cJSON *of; // a tool, as its server lists it; borrowed
        size_t order;
    } * rows;
    size_t count, cap;
};

// A name in Python for one that may be none, malloc'd.
char *sa_mcp_identifier(const char *name);

void sa_mcp_names_add(struct sa_mcp_names *names, const char *name, const cJSON *of);
// Once all are there: what follows is for sorted ones.
void sa_mcp_names_sort(struct sa_mcp_names *names);
// How many have the name; *before: how many of them were added before that of `of`.
size_t sa_mcp_names_count(const struct sa_mcp_names *names, const char *name, const cJSON *of,
                          size_t *before);
void sa_mcp_names_release(struct sa_mcp_names *names);

#endif
