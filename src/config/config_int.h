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
// Is one limit above another? Nothing, and 0 where that means so, is the highest.
bool sa_setting_is_above(const struct sa_option *option, const struct sa_setting *a,
                         const struct sa_setting *b);
// Reads ./smolagent.conf, when there is one and it is not the user's file too. False with *err
// filled when it cannot be read; *text NULL when there is none.
bool sa_project_read(const char *path, const char *user_file, char **text, size_t *len,
                     struct sa_err *err);

// share.c: what a line of an agent file means, malloc'd, with what it names beside the file made
// absolute and noted in `file`; NULL with *err when it may not stand there. `option` NULL: the
// section is not made of options. And a look for secrets in all of the text: 0 or a code, or each
// into `faults`.
char *sa_share_value(struct sa_agent_file *file, const char *section, const char *key,
                     const struct sa_option *option, const char *value, const char *where,
                     int number, struct sa_err *err);
int sa_share_scan(const char *file, const char *text, size_t len, struct sa_buf *faults,
                  struct sa_err *err);

// agent.c: the option of a key of such sections, -1: it is none. And a line of an [agent.NAME]
// section. 0, or a code when it may not stand there.
int sa_agent_option(const char *key);
int sa_agent_check_key(const struct sa_config *config, const char *key, const char *value,
                       const char *where, struct sa_err *err);

// values.c: a copy of everything; and one option as if nothing had set it.
void sa_config_copy(const struct sa_config *config, struct sa_config *out);
void sa_config_reset(struct sa_config *config, enum sa_option_id id);

// Would sa_config_set refuse this? 0 or its code; stores nothing.
int sa_config_check(const struct sa_config *config, enum sa_option_id id, const char *text,
                    enum sa_origin origin, const char *where, struct sa_err *err);

// A line for config->warnings; the first few are kept.
__attribute__((format(printf, 2, 3))) void sa_config_warn(struct sa_config *config,
                                                          const char *format, ...);

// Adds a section (found or new; one of another file is emptied) and a line to it.
struct sa_section *sa_config_add_section(struct sa_config *config, const char *name,
                                         const char *file);
void sa_section_add(struct sa_section *section, const char *key, const char *value, int line);

// Is SMOLAGENT_... in the environment, no setting, but nearly one? Then that goes into out.
bool sa_env_suggest(const char *name, char *out, size_t size);

// What an old name of an option has become, or (back) what a name was before. NULL: it was not
// renamed.
const char *sa_option_renamed(const char *name, bool back);

#endif
