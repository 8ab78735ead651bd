// Shared by the files of src/config only.
#ifndef SA_CONFIG_INT_H
#define SA_CONFIG_INT_H

#include "config/config.h"

// Parses `text` into the number, choice or list members of *setting (lists are appended to); false
// with what the value must be in `why`.
bool sa_option_parse(const struct sa_option *option, const char *text, struct sa_setting *setting,
                     char *why, size_t size);

// Adds a section (found or new) and a line to it.
struct sa_section *sa_config_add_section(struct sa_config *config, const char *name,
                                         const char *file);
void sa_section_add(struct sa_section *section, const char *key, const char *value, int line);

// Is SMOLAGENT_... in the environment, no setting, but nearly one? Then that goes into out.
bool sa_env_suggest(const char *name, char *out, size_t size);

#endif
