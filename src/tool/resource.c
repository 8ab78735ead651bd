// Sources of tools and the two spellings of their names; see resource.h.
#include "tool/resource.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/tool.h"
#include "tool/tool_int.h"

// By who makes such tools (sa_tool.source). Configured: by the user himself.
static const struct {
    const char *maker, *source;
    bool configured;
} sources[] = {{"builtin", "builtin", true}, {"command", "config", true},  {"agent", "agent", true},
               {"program", "program", true}, {"file", "tool-file", false}, {"mcp", "mcp", false}};

char *sa_tool_source(const struct sa_tool *tool)
{
    if (tool->of_agent_file) return sa_xstrdup("agent-file");
    if (tool->server) return sa_xasprintf("mcp:%s", tool->server);
    for (size_t i = 0; i < SA_COUNT(sources); i++)
        if (sa_streq(tool->source, sources[i].maker)) return sa_xstrdup(sources[i].source);
    return sa_xstrdup(tool->source);
}

const char *sa_tool_own_name(const struct sa_tool *tool)
{
    return tool->own_name ? tool->own_name : tool->name;
}

bool sa_tool_is_configured(const struct sa_tool *tool)
{
    for (size_t i = 0; i < SA_COUNT(sources); i++)
        if (sa_streq(tool->source, sources[i].maker))
            return sources[i].configured && !tool->of_agent_file;
    return false;
}

bool sa_is_tool_source(const char *text)
{
    bool known = sa_streq(text, "agent-file") || sa_starts_with(text, "mcp:") || strchr(text, '*');
    for (size_t i = 0; i < SA_COUNT(sources); i++) known |= sa_streq(text, sources[i].source);
    return known;
}

char *sa_tool_python_spelling(const char *name, bool pattern)
{
    char *text = sa_xstrdup(name);
    for (char *p = text; *p; p++) {
        bool word = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                    (*p >= '0' && *p <= '9') || (unsigned char)*p >= 0x80 || (pattern && *p == '*');
        if (!word) *p = '_';
    }
    return text;
}

bool sa_tool_same_spelling(const char *a, const char *b)
{
    SA_AUTO_FREE char *x = sa_tool_python_spelling(a, false);
    SA_AUTO_FREE char *y = sa_tool_python_spelling(b, false);
    return !strcmp(x, y);
}

bool sa_tool_has_name(const struct sa_tool *tool, const char *name)
{
    SA_AUTO_FREE char *source = sa_tool_source(tool);
    size_t n = strlen(source);
    bool with_source = !strncmp(name, source, n) && name[n] == '/';
    if (with_source) name += n + 1;
    return sa_streq(tool->name, name) || sa_tool_same_spelling(sa_tool_own_name(tool), name);
}

const char *sa_tool_property(const struct sa_tool *tool, const char *name)
{
    const cJSON *p;
    if (sa_json_get(sa_tool_properties(tool), name)) return name;
    const char *renamed = sa_json_str(tool->renamed, name, NULL);
    if (renamed) return renamed;
    cJSON_ArrayForEach(p, sa_tool_properties(tool))
    {
        if (sa_tool_same_spelling(p->string, name)) return p->string;
    }
    return name;
}
