// Tools for the web: web_search, visit_webpage, wikipedia_search and http_request. What they ask
// for goes to public addresses, or to hosts that the user has granted (grant.h); what comes back is
// read by a locked-in child (reader.h), for it was written by strangers and the host holds the
// keys.
#ifndef SA_TOOL_WEB_H
#define SA_TOOL_WEB_H

#include "jail/jail.h"
#include "tool/tool.h"

struct sa_builtin_setup;
struct sa_err;

// Borrowed for the life of the tools made with it.
struct sa_web {
    const char *const *hosts;  // grants, HOST[:PORT]; NULL: none
    const char *engine;        // of web_search; NULL: the first of the table
    const char *search_url;    // asked instead of the engine's own; NULL: that
    const char *wikipedia_url; // the same of wikipedia_search, "{language}" is replaced
    const char *ca_file;       // NULL: the system's
    enum sa_jail_mode sandbox; // of the jail for what strangers wrote
};

// Makers, for the table of built-in tools.
struct sa_tool *sa_web_search_tool(const struct sa_builtin_setup *setup);
struct sa_tool *sa_web_page_tool(const struct sa_builtin_setup *setup);
struct sa_tool *sa_web_wikipedia_tool(const struct sa_builtin_setup *setup);
struct sa_tool *sa_web_request_tool(const struct sa_builtin_setup *setup);

// Are these grants? 0, or -1 with err (code 10) naming one that is none. Loads libcurl.
int sa_web_check_grants(const char *const *hosts, struct sa_err *err);

// The variable of the environment with the key of the search engine number i; "": it needs none,
// NULL: there is none of that number.
const char *sa_web_engine_key(size_t i);

// Parses what strangers wrote: main of the locked-in child, which exec/role.c starts.
#define SA_WEB_READER "--read-page"
int sa_web_reader(int count, char **words);

#endif
