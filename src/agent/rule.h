// Rules of approval, as users write them: NAME, or NAME(ARGUMENT=PATTERN, ...). A name may hold
// `*`, which stands for any text; so may a pattern, which the whole text of that argument has to
// match (what is no string: as JSON). A backslash takes the next character as it is, and \n is the
// end of a line. A rule without brackets is about all calls of the tool. NAME may have its source
// before it, as in mcp:github/create_issue (tool/resource.h). Without a source, a rule that denies
// or asks is about the tools of that name of every source, one that allows about built-in and
// configured tools. Names of tools and arguments may be spelled as their source does or as Python
// does. A rule about one of the built-in tools for files, with no other argument than its path, is
// about all of them that do the same to a file (tool/files/tools.h).
#ifndef SA_AGENT_RULE_H
#define SA_AGENT_RULE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct sa_err;
struct sa_tool;

struct sa_rules {
    char **texts; // each of them one rule, checked
    size_t count, cap;
};

// Adds the rules of a list, between which there are commas outside of brackets. 0, or SA_E_CONFIG
// with *err, and none of them is added.
int sa_rules_add(struct sa_rules *rules, const char *list, struct sa_err *err);
void sa_rules_release(struct sa_rules *rules);

// The first rule that is about this call, NULL: none. `grants`: the rule would allow it; in an
// argument that a shell reads ("format": "shell" in its schema) `*` then stands for no character
// that begins another command.
const char *sa_rules_match(const struct sa_rules *rules, const struct sa_tool *tool,
                           const cJSON *args, bool grants);
// Could one of them match a call of the tool?
bool sa_rules_bear_on(const struct sa_rules *rules, const struct sa_tool *tool, bool grants);
// Does one of them, which do not allow, name the tool itself?
bool sa_rules_name(const struct sa_rules *rules, const struct sa_tool *tool);
// The same of one rule that does not allow. And the name in it, malloc'd.
bool sa_rule_is_about(const char *rule, const struct sa_tool *tool);
char *sa_rule_tool(const char *rule);
// Could a call of the tool have all arguments that the rule names?
bool sa_rule_fits(const char *rule, const struct sa_tool *tool);

// How a rule that allows has to name the tool, malloc'd.
char *sa_rule_name_of(const struct sa_tool *tool);
// The rule that is about calls with just these arguments, malloc'd; NULL: one of them is too long
// for a rule.
char *sa_rule_of_call(const struct sa_tool *tool, const cJSON *args);

#endif
