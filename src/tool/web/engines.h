// The search engines of web_search, a row each: what is asked of one, and where its results are in
// the answer. The search itself, and how often it may be made, are search.c's.
#ifndef SA_TOOL_WEB_ENGINES_H
#define SA_TOOL_WEB_ENGINES_H

// In `query` and `body` {q} is what is searched for, {n} how many results, {key} the key.
struct sa_web_engine {
    const char *name;
    const char *url;    // NULL: the user's (search_url)
    const char *path;   // appended to the user's URL, of an engine that has none
    const char *query;  // of a GET; NULL: a POST
    const char *body;   // of a POST, JSON
    const char *key;    // variable of the environment; NULL: it needs none
    const char *header; // that carries the key, "%s" for it; NULL: none does
    const char *list;   // path of the results in the answer, JSON; NULL: HTML of DuckDuckGo
    const char *title, *link, *snippet, *date; // names of their members; NULL: there is none
    const char *refusal;                       // path of what it says when it refuses
    int most;                                  // results at once
};

// name NULL: the first. NULL: there is none of this name.
const struct sa_web_engine *sa_web_engine_find(const char *name);

#endif
