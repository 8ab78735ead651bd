// From settings to the parts of an agent, for the command line and for programs that embed one
// (src/embed): models, executors, imports, the form of answers. All that is given back borrows from
// the settings, which must outlive it.
#ifndef SA_SETUP_H
#define SA_SETUP_H

#include <stdbool.h>
#include <stddef.h>

#include "config/config.h"
#include "exec/exec.h"
#include "model/model.h"

struct sa_agent_options;
struct sa_err;
struct sa_hooks;
struct sa_shape;
struct sa_stop;
struct sa_tool_setting;
struct sa_tools;

// model.c: what the settings say of the i-th of the models (0: the first, the others stand in for
// it); borrowed from them and from *name, which is malloc'd. 0 or a code, also for there being no
// model at all; -1: there are no more.
int sa_setup_model_options(struct sa_config *config, size_t i, char **name,
                           struct sa_model_options *options, struct sa_err *err);
// The first model, with those that stand in for it. `stop`, which may be NULL, ends a key_command.
int sa_setup_model(struct sa_config *config, struct sa_stop *stop, struct sa_model **model,
                   struct sa_err *err);
// The same with keys that a program knows.
int sa_setup_model_keyed(struct sa_config *config, sa_model_key_fn key, void *key_ctx,
                         struct sa_stop *stop, struct sa_model **model, struct sa_err *err);
// The same beside one that is open (struct sa_model_options; NULL: none).
int sa_setup_model_beside(struct sa_config *config, struct sa_stop *stop, struct sa_model *beside,
                          struct sa_model **model, struct sa_err *err);
// Some model of a provider, to ask what it offers; what is set for the model of the configuration
// counts only where that is of the same provider.
int sa_setup_provider(struct sa_config *config, const char *provider, struct sa_model **model,
                      struct sa_err *err);

// executor.c: what the settings say that only this executor wants to know, malloc'd, with texts
// borrowed from them; NULL: nothing.
struct sa_exec_own *sa_setup_own(const struct sa_config *config, const struct sa_exec_ops *ops);
// The executor of the settings, for these modules and tools; one that is chosen says why, another
// one has an empty `why`. ops NULL: there is none of that name.
void sa_setup_executor(const struct sa_config *config, const char *const *imports,
                       const struct sa_tools *tools, struct sa_exec_choice *choice);

// sandbox.c: what --sandbox asks for, here: inside sandbox-run its layers count.
enum sa_jail_mode sa_setup_sandbox(const struct sa_config *config);
// The same of a value of the option.
enum sa_jail_mode sa_setup_sandbox_of(const char *value);
// May a container run although its engine cannot set every limit? Only where the user has set this
// option so, not by its default.
bool sa_setup_any_limits(const struct sa_config *config, enum sa_option_id sandbox);
// For what starts a jail only later in a run, `who` in messages: 0, or a code when its floor, or a
// layer of `vital` (as bits), does not hold here. Warns of a missing layer.
int sa_setup_check_sandbox(const struct sa_config *config, const char *who, unsigned vital,
                           struct sa_err *err);

// memory.c: the value of a --max-memory option, in bytes: less where the control group of this
// process, a container's, has less, and the executor runs code in it. Who has given more is warned.
uint64_t sa_setup_max_memory(const struct sa_config *config, enum sa_option_id option,
                             const char *executor);

// imports.c: the modules that code may import, NULL-terminated: the list of the option `only` or
// else `fallback` (NULL: all there are), and those of `more`, narrowed by the project's. NULL for
// all. The array is yours, the strings are not.
const char **sa_setup_import_list(const struct sa_config *config, enum sa_option_id only,
                                  enum sa_option_id more, const char *const *fallback);
// Those of an agent.
const char **sa_setup_imports(const struct sa_config *config);
// Whether an agent's code may import whatever is installed: no list names all that it may.
bool sa_setup_installed(const struct sa_config *config);

// outside.c: adds what the settings have run outside the sandbox (base/outside.h); of sandbox-run
// that is what prints keys. Has the user, and nobody else, waived confirmation?
void sa_setup_outside(const struct sa_config *config, bool keys_only);
bool sa_setup_outside_allowed(const struct sa_config *config);

// shape.c: NULL, and 0: answers may have any form.
int sa_setup_shape(const struct sa_config *config, struct sa_shape **shape, struct sa_err *err);

// section.c: the lines of a section, an array of yours of borrowed strings; and the place in its
// file, put before the message of a fault in one of them.
struct sa_tool_setting *sa_setup_settings(const struct sa_section *section);
int sa_setup_fault(const struct sa_section *section, size_t row, struct sa_err *err);
// Does a section of an agent file that the user does not trust ask for a secret variable of the
// user's? 0, or SA_E_CONFIG with the line.
int sa_setup_check_stranger(const struct sa_section *section, struct sa_err *err);
// [hook.NAME] sections. 0 or a code; *hooks is released either way.
int sa_setup_hooks(const struct sa_config *config, struct sa_hooks *hooks, struct sa_err *err);

// options.c: what of an agent's options is a number or a word; the others are zero.
void sa_setup_options(const struct sa_config *config, struct sa_agent_options *options);

// secrets.c: registers every value in reach that is a key, so that none of them gets out.
void sa_setup_secrets(const struct sa_config *config);

#endif
