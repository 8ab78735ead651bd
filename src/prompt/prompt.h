// Prompts: named text templates (prompts/*.txt, embedded at build) in a small Jinja-like language.
// A folder (--prompts DIR, files NAME.txt) or a single key of the configuration replaces any.
//
// Language: {{ path.to.value | filter }}, {% for x in list %}..{% else %}..{% endfor %}
// (loop.index, loop.first, loop.last), {% if a and not b == "c" %}..{% elif %}..{% else %}..{%
// endif %}, {# comment #}; a `-` inside a mark trims white space on that side; a mark alone on its
// line takes the line with it. Unknown variables are an error. Filters: see expr.h.
// A set is changed by whoever makes it; then any thread may read and render it.
#ifndef SA_PROMPT_H
#define SA_PROMPT_H

#include <cjson/cJSON.h>
#include <stddef.h>

struct sa_err;
struct sa_prompts;

// `dir` may be NULL. Unknown file names in it are an error (code 10), missing ones are not.
struct sa_prompts *sa_prompts_new(const char *dir, struct sa_err *err);
void sa_prompts_free(struct sa_prompts *prompts);
// Replaces one text (copied). -1 with code 10 when there is no such prompt.
int sa_prompts_set(struct sa_prompts *prompts, const char *key, const char *text,
                   struct sa_err *err);
// The text in force, NULL when the key is unknown.
const char *sa_prompts_get(const struct sa_prompts *prompts, const char *key);
// Renders a prompt with the members of `vars`: malloc'd, or NULL with err (code 10, "key:line:
// ...").
char *sa_prompts_render(const struct sa_prompts *prompts, const char *key, const cJSON *vars,
                        struct sa_err *err);

// The engine alone: `name` appears in errors.
char *sa_template_render(const char *name, const char *text, const cJSON *vars, struct sa_err *err);

#endif
