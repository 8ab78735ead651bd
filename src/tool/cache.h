// Results of pure tools, which equal arguments give again. Any thread may call these.
#ifndef SA_TOOL_CACHE_H
#define SA_TOOL_CACHE_H

struct sa_tool_cache;

struct sa_tool_cache *sa_tool_cache_new(void);
void sa_tool_cache_free(struct sa_tool_cache *cache);
void sa_tool_cache_clear(struct sa_tool_cache *cache);

// The result of such a call, malloc'd JSON text; NULL: it is not there.
char *sa_tool_cache_find(struct sa_tool_cache *cache, const char *tool, const char *args_json);
// Keeps a copy, until there is no more room: then some make room.
void sa_tool_cache_keep(struct sa_tool_cache *cache, const char *tool, const char *args_json,
                        const char *json);

#endif
