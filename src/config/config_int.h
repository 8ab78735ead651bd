// Shared by the files of src/config only.
#ifndef SA_CONFIG_INT_H
#define SA_CONFIG_INT_H

#include "config/config.h"

// Parses `text` into the number, choice or list members of *setting (lists are appended to); false
// with what the value must be in `why`.
bool sa_option_parse(const struct sa_option *option, const char *text, struct sa_setting *setting,
                     char *why, size_t size);

// project.c: what may be done with a value from a project's file. TAKEN: stored; IGNORED: `why`
// says why not; REFUSED: the file is hostile or mistaken and nothing of it counts, `why` says why.
enum sa_judgement { SA_PROJECT_TAKEN, SA_PROJECT_IGNORED, SA_PROJECT_REFUSED };
enum sa_judgement sa_project_judge(const struct sa_config *config, enum sa_option_id id,
                                   const char *text, const struct sa_setting *now, char *why,
                                   size_t size);
// Reads ./smolagent.conf, when there is one and it is not the user's file too. False with *err
// filled when it cannot be read; *text NULL when there is none.
bool sa_project_read(const char *path, const char *user_file, char **text, size_t *len,
                     struct sa_err *err);

// Would sa_config_set refuse this? 0 or its code; stores nothing.
int sa_config_check(const struct sa_config *config, enum sa_option_id id, const char *text,
                    enum sa_origin origin, const char *where, struct sa_err *err);

// A line for config->warnings; the first few are kept.
__attribute__((format(printf, 2, 3))) void sa_config_warn(struct sa_config *config,
                                                          const char *format, ...);

// Adds a section (found or new) and a line to it.
struct sa_section *sa_config_add_section(struct sa_config *config, const char *name,
                                         const char *file);
void sa_section_add(struct sa_section *section, const char *key, const char *value, int line);

// Is SMOLAGENT_... in the environment, no setting, but nearly one? Then that goes into out.
bool sa_env_suggest(const char *name, char *out, size_t size);

#endif
