// Settings: the option table, values with their origin, and the layers they come from. Precedence,
// highest first: flag, environment, profile, ./smolagent.conf of the project (may tighten, never
// widen: project.c), the agent file (says what may be shared: share.c), the user's file, built-in
// default.
#ifndef SA_CONFIG_H
#define SA_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum sa_option_id {
#define OPT(id, ...) SA_OPT_##id,
#include "config/options.def"
#undef OPT
    SA_OPT_COUNT
};

enum sa_option_type {
    SA_TYPE_BOOL,
    SA_TYPE_COUNTER, // every -v adds one
    SA_TYPE_TEXT,
    SA_TYPE_INT,
    SA_TYPE_NUMBER,
    SA_TYPE_COUNT, // 20K, 1e9: powers of 1000
    SA_TYPE_SIZE,  // 256M: powers of 1024
    SA_TYPE_TIME,  // stored in nanoseconds, range in seconds
    SA_TYPE_CHOICE,
    SA_TYPE_LIST,
    SA_TYPE_ITEMS
};

enum {
    SA_SCOPE_RUN = 1,
    SA_SCOPE_CHAT = 2,
    SA_SCOPE_PY = 4,
    SA_SCOPE_CONF = 8,
    SA_SCOPE_DOCTOR = 16,
    SA_SCOPE_BOX = 32,
    SA_SCOPE_SERVE = 64,
    SA_SCOPE_AGENT = 128, // a key of [agent.NAME] sections, with at most one of these two
    SA_SCOPE_OWN = 256,   // agents do not inherit it
    SA_SCOPE_TYPED = 512  // flags and environment stand above the section; of limits the lower one
};

// What an option takes: the column `value` of options.def.
struct sa_value_rule {
    enum sa_option_type type;
    double min, max; // of numbers
    enum { SA_ZERO_ZERO, SA_ZERO_UNLIMITED } zero;
    const char *choices; // "a|b|c"
    enum sa_names {
        SA_NAMES_NOTHING,
        SA_NAMES_FILE,
        SA_NAMES_GRANTED,
        SA_NAMES_SCHEMA,
        SA_NAMES_FOLDER,
        SA_NAMES_DATA,
        SA_NAMES_PROGRAM,
        SA_NAMES_COMMAND,
        SA_NAMES_RECORDING
    } names; // of what an agent file has beside it
};

// What a project's file may do with an option, and why no more: the column `policy`.
struct sa_project_rule {
    enum {
        SA_PROJECT_NEVER,
        SA_PROJECT_LOWER,
        SA_PROJECT_TO,
        SA_PROJECT_NARROW,
        SA_PROJECT_LISTED,
        SA_PROJECT_ADDS,
        SA_PROJECT_FREE
    } may;
    const char *only; // of SA_PROJECT_TO: the value
    const char *harm; // what a hostile file would do with it; NULL for options without a key
};

// What sandbox-run does with it: the column `box`.
enum sa_box_rule { SA_BOX_PASSED, SA_BOX_READS, SA_BOX_WRITES, SA_BOX_JOINED, SA_BOX_WITHHELD };

struct sa_option {
    const char *id, *name; // name NULL: no flag
    char letter;           // 0: none
    struct sa_value_rule value;
    const char *fallback; // the default, NULL: none
    const char *section, *key, *group;
    unsigned scope;
    struct sa_project_rule project;
    const char *executors; // "a|b": those that look at it; NULL: all
    enum sa_box_rule box;
    const char *meta, *help;
};

extern const struct sa_option sa_options[SA_OPT_COUNT];

// A switch that is on by default is offered as --no-NAME, the way to turn it off.
bool sa_option_is_negated(const struct sa_option *option);

// Environment name of an option, such as SMOLAGENT_MAX_STEPS or, negated, SMOLAGENT_NO_STREAM, into
// out (at least 64 bytes).
void sa_option_env(const struct sa_option *option, bool negated, char *out, size_t size);

// Appends what it is for, as a flag (--no-NAME does the opposite) or as a key, with the executors
// that look at it, and what 0 means.
void sa_option_help(const struct sa_option *option, bool as_flag, struct sa_buf *out);

// Refuses flags of `scope` that `executor` would not look at: code would run elsewhere than they
// say. 0 or SA_E_USAGE.
struct sa_config;
int sa_config_check_executor(const struct sa_config *config, unsigned scope, const char *executor,
                             struct sa_err *err);

// Closest name among the flags of `scope` (or, for sa_key_suggest, the keys of a section); NULL
// when nothing is near. Static storage.
const char *sa_option_suggest(const char *name, unsigned scope);
const char *sa_key_suggest(const char *name, const char *section);

// The same among names that end in NULL.
const char *sa_name_suggest(const char *name, const char *const *names);

// What to do instead of an option or key that other tools have (wishes.def); NULL: they do not
// either. Static storage.
const char *sa_wish_hint(const char *name);

// The first section that has this key, NULL for none.
const char *sa_key_section(const char *name);

enum sa_origin {
    SA_FROM_DEFAULT,
    SA_FROM_USER,
    SA_FROM_AGENT_FILE,
    SA_FROM_PROJECT,
    SA_FROM_PROFILE,
    SA_FROM_AGENT, // its section
    SA_FROM_ENV,
    SA_FROM_FLAG
};

struct sa_setting {
    bool set;
    char *text;    // as written; lists joined with commas
    int64_t whole; // BOOL, COUNTER, INT, COUNT, SIZE, and TIME in nanoseconds
    double real;   // NUMBER
    char **items;  // LIST and ITEMS, NULL-terminated
    size_t count;
    enum sa_origin *from;  // the layer that each item is of; NULL: `count` is 0
    enum sa_origin origin; // the highest of them
    char *where;           // "file:line", environment or flag name; NULL for defaults
};

// One `key = value` line of a section that is not made of options: tool.*, agent.*, provider.*,
// prices, prompts.
struct sa_raw_setting {
    const char *key, *value;
};

struct sa_section {
    char *name, *file;
    bool shared;                     // the file is an agent file
    bool trusted;                    // one that the user trusts as it is
    struct sa_raw_setting *settings; // strings owned by the section
    int *lines;
    size_t count, cap, lines_cap;
};

struct sa_config {
    unsigned scope; // of the command that it is read for; 0: any
    struct sa_setting values[SA_OPT_COUNT];
    struct sa_section *sections;
    size_t section_count, section_cap;
    char **warnings; // what of a project file is ignored, one line each
    size_t warning_count, warning_cap;
    char *user_file, *project_file; // those in force, NULL when there is none
    // Why the project's file is not in force although there is one: it asks for what it may not,
    // or cannot be read. Code 0: no such thing. What acts for the user must not go on then.
    struct sa_err project_fault;
    // What a project leaves of the lists it may narrow, by option; NULL, unset: all.
    struct sa_setting *narrowed;
    struct sa_agent_file *agent_file; // in force; NULL: none
    struct sa_config *kept;           // released with this one, which stands on it; NULL: none
    // Of the configuration that an agent is (sa_config_agent); name NULL: it is no agent's.
    struct {
        const struct sa_config *base; // that it was made of: other agents are made of it, too
        const char *name, *description;
        bool summary; // its answer comes with one of its steps
    } agent;
    // The model that base_url, keys and so on are set for, where an agent has its own; NULL: that
    // of `model`.
    char *served;
};

void sa_config_init(struct sa_config *config); // defaults
void sa_config_release(struct sa_config *config);

// Sets one option from its text, as if it came from `origin`; a lower origin never replaces a
// higher one. 0, or SA_E_USAGE for flags, SA_E_CONFIG otherwise.
int sa_config_set(struct sa_config *config, enum sa_option_id id, const char *text,
                  enum sa_origin origin, const char *where, struct sa_err *err);

// Command-line words of a subcommand: options of `scope` are set, the rest is left in *words (argv
// pointers, borrowed; the array is yours). With `stop_at_word` everything from the first word on is
// left alone, as python does; an option with `letter` 'c' then ends the options too.
int sa_config_args(struct sa_config *config, unsigned scope, int argc, char **argv,
                   bool stop_at_word, char ***words, int *word_count, struct sa_err *err);

// Reads files and environment beneath the flags already set: call it after sa_config_args. A fault
// of the project's file is no error here: see project_fault.
int sa_config_load(struct sa_config *config, unsigned scope, struct sa_err *err);

// Reads one file's text as `origin` (SA_FROM_USER or SA_FROM_PROJECT); for load and the fuzzer. Of
// a project's text with a fault nothing is stored.
int sa_config_parse(struct sa_config *config, const char *file, const char *text, size_t len,
                    enum sa_origin origin, const char *profile, struct sa_err *err);

// ---- agent files: --agent-file, and those that are trusted --------------------------------------

#define SA_BESIDE_TEXT ".txt" // how the texts of a folder of prompts end

// What the file names of what lies beside it, each once.
struct sa_beside {
    char *path; // absolute; the name in messages is what follows the folder
    int line;   // where it is first named
    enum {      // what says more of it stands before what says less
        SA_BESIDE_FILE,
        SA_BESIDE_FOLDER, // its texts stand here, too
        SA_BESIDE_TREE,   // all files below it do
        SA_BESIDE_DATA
    } kind;
};

struct sa_agent_file {
    char *path, *folder; // absolute, without links
    char *text;          // as it was read, once
    size_t len;
    bool trusted; // by its hash, and those of what it names
    struct sa_beside *beside;
    size_t count, cap;
    struct sa_buf *faults; // gets every fault, a line each; NULL: the first one ends the reading
};

// Reads the file, and it alone: NULL with *err when it is no regular file or its path is nothing
// that settings can hold. Free with sa_agent_file_free.
struct sa_agent_file *sa_agent_file_open(const char *path, struct sa_err *err);
void sa_agent_file_free(struct sa_agent_file *file);
// Makes it the layer of a configuration that has none yet, whose file is then that of `config`,
// whatever comes of it. 0 or a code.
int sa_config_use_agent_file(struct sa_config *config, struct sa_agent_file *file,
                             struct sa_err *err);
// Its own name of what it names: what follows its folder, and "." is that folder.
const char *sa_beside_name(const struct sa_agent_file *file, const struct sa_beside *beside);
// Opens a file beneath the folder by the name that it has there, without following links: a
// descriptor, or -1 with what is wrong in *why.
int sa_agent_file_reach(const struct sa_agent_file *file, const char *name, bool folder,
                        const char **why);
// Which one it is, for records: path, hash, whether it is trusted, and that of its agents which
// runs (NULL: none does). And the hashes of the files that it names, by their names: as they were
// when they were trusted, else as they are now, null for one that cannot be read. Objects of yours.
struct cJSON *sa_agent_file_tell(const struct sa_agent_file *file, const char *agent);
struct cJSON *sa_agent_file_tell_beside(const struct sa_agent_file *file);
// The agent that the settings make the first: that of -A, or of the agent file its `main` or only
// one. NULL: none, the settings themselves are the agent.
const char *sa_config_first_agent(const struct sa_config *config);

// ---- agent files that are trusted: the user's list has their hashes ----------------------------

// Puts the agent file of `config` into the list, as it and what it names are now. 0 or a code, also
// where another one has an agent of the same name.
int sa_trust_add(const struct sa_config *config, struct sa_err *err);
// Takes out that file, or the one with that agent; *path is its path, malloc'd.
int sa_trust_remove(const char *word, char **path, struct sa_err *err);
// The path of the file with that agent, malloc'd; NULL: there is none.
char *sa_trust_find(const char *agent);
// For each of the list in its order: its path and the names of its agents, which end in NULL.
void sa_trust_walk(void (*fn)(void *ctx, const char *path, const char *const *agents), void *ctx);
// sa_config_use_agent_file of a file of the list, of which nothing is read that is not what it was
// when it was trusted: what it names is pinned (base/pin.h).
int sa_config_use_trusted(struct sa_config *config, const char *path, struct sa_err *err);

// ---- agents: [agent.NAME] sections --------------------------------------------------------------
//
// An agent is a configuration: the settings of `base`, and its section as a layer (SA_FROM_AGENT)
// over files and profile. Keys are those options of options.def whose scope has AGENT, and
// `description` and `summary`. `agents` is "none" where nothing says which it may call itself.
// sa_config_parse has refused what is none of them, and values that do not parse; paths are as they
// are written.

// The name of the i-th section, borrowed; NULL after the last.
const char *sa_config_agent_at(const struct sa_config *config, size_t i);

// BELOW: it is called by another agent. What scope OWN marks (tools, instructions, schema, ...)
// begins at its default, the section stands above flags, but where scope TYPED says otherwise.
// FIRST: the user runs it by itself (-A NAME): the same, with flags and environment above the
// section, and with those of scope OWN kept where they were typed.
enum sa_agent_place { SA_AGENT_BELOW, SA_AGENT_FIRST };

// Makes *out, which keeps nothing of `base` but out->agent.base, and is to be released. 0, or
// SA_E_CONFIG with *out empty: there is no such section, or no description in it.
int sa_config_agent(const struct sa_config *base, const char *name, enum sa_agent_place place,
                    struct sa_config *out, struct sa_err *err);

// The key of an option in such sections; NULL: it is none there. Static.
const char *sa_option_agent_key(const struct sa_option *option);

// A getter for every option, of the type that its row gives it: sa_opt_max_steps(config) is an
// int64_t, sa_opt_model(config) a const char *. Where nothing is set and the row has no default,
// text and lists are NULL and numbers 0.
#define SA_C_BOOL bool
#define SA_C_TEXT const char *
#define SA_C_CHOICE(choices) const char *
#define SA_C_NAMES(type, what) SA_C_##type
#define SA_C_LIST const char *const *
#define SA_C_ITEMS const char *const *
#define SA_C_NUMBER(min, max, zero) double
#define SA_C_COUNTER(min, max, zero) int64_t
#define SA_C_INT(min, max, zero) int64_t
#define SA_C_COUNT(min, max, zero) int64_t
#define SA_C_SIZE(min, max, zero) int64_t
#define SA_C_TIME(min, max, zero) int64_t

#define SA_IN_BOOL whole
#define SA_IN_TEXT text
#define SA_IN_CHOICE(choices) text
#define SA_IN_NAMES(type, what) SA_IN_##type
#define SA_IN_LIST items
#define SA_IN_ITEMS items
#define SA_IN_NUMBER(min, max, zero) real
#define SA_IN_COUNTER(min, max, zero) whole
#define SA_IN_INT(min, max, zero) whole
#define SA_IN_COUNT(min, max, zero) whole
#define SA_IN_SIZE(min, max, zero) whole
#define SA_IN_TIME(min, max, zero) whole

#define OPT(id, name, letter, value, ...)                                                          \
    static inline SA_C_##value sa_opt_##id(const struct sa_config *config)                         \
    {                                                                                              \
        return (SA_C_##value)config->values[SA_OPT_##id].SA_IN_##value;                            \
    }
#include "config/options.def"
#undef OPT

// What there is besides the value: origin, place, text as written; for those who walk the table.
const struct sa_setting *sa_config_get(const struct sa_config *config, enum sa_option_id id);
// An error that begins with a flag, "--NAME", whose value is no flag's gets the place of the value
// before it. Its code.
int sa_config_place(const struct sa_config *config, struct sa_err *err);
// The list to which a project narrows that of the user and the default; NULL: it does not.
const struct sa_setting *sa_config_narrowed(const struct sa_config *config, enum sa_option_id id);

// Takes a section out of it.
void sa_config_drop(struct sa_config *config, const char *section);
// Section by name, NULL when absent; its value for a key (the last one given), NULL when absent.
const struct sa_section *sa_config_section(const struct sa_config *config, const char *name);
const char *sa_section_get(const struct sa_section *section, const char *key);

// "flag --max-steps", "default", "not set": where a value comes from, appended to out.
void sa_config_put_origin(const struct sa_setting *setting, struct sa_buf *out);

// smolagent.conf.example, and the listing of `smolagent config`.
void sa_config_example(struct sa_buf *out);
void sa_config_list(const struct sa_config *config, struct sa_buf *out);

#endif
