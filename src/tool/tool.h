// Tools: what the model's code may call besides Python. A tool is a descriptor (name, description,
// JSON schemas, call); where it comes from is the business of the file that makes it (command.c
// for [tool.NAME] sections). Tools always run on the host side, whatever executor runs the code.
#ifndef SA_TOOL_H
#define SA_TOOL_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sa_agent;
struct sa_err;
struct sa_handles;
struct sa_news;
struct sa_schema;
struct sa_stop;
struct sa_tool;
struct sa_tool_cache;
struct sa_tools;

// What the tools of an agent share. Calls run on threads of their own: what is reached here must
// bear that. stop, agent and news are set before the first call, and cleared after the last.
struct sa_tool_env {
    struct sa_handles *handles;   // pictures, sound and files (tool/handle.h)
    bool handles_shared;          // they are another registry's, which outlives this one
    struct sa_tool_cache *cache;  // results of pure tools in the run under way (tool/cache.h)
    const struct sa_tools *tools; // all that there are
    struct sa_stop *stop;         // of the agent; NULL outside of one. A call has its own as well
    struct sa_agent *agent;       // whose they are, set when that is made; NULL outside of one
    struct sa_news *news;         // what calls have to tell meanwhile (tool/news.h); NULL: nobody
    // Would a call with these arguments be made without a question? For a tool that is led on to
    // another resource than the one it was called with. NULL: nobody judges.
    bool (*allows)(struct sa_agent *agent, const struct sa_tool *tool, const cJSON *args);
    // Do the rules let a call with these arguments do this (SA_FILE_*) to another file than the one
    // that it names? NULL: nobody judges.
    bool (*may_reach)(struct sa_agent *agent, const struct sa_tool *tool, const cJSON *args,
                      const char *path, unsigned act);
};

// Answer of one call. Exactly one of json and error is set after a call; both are malloc'd.
struct sa_tool_result {
    char *json;             // value as JSON text
    char *error;            // message for the model
    const char *error_type; // static: name of the Python exception; NULL: RuntimeError
    const char *limit; // static: that an agent gave its answer at (sa_run_result.limit); NULL: none
    bool refused;      // with an error of ours, before anything was asked of an untrusted source
    bool cached;       // the tool did not run: a call of this kind had the same arguments
};

void sa_tool_result_release(struct sa_tool_result *result);

// args_json is an object that has passed the input schema, defaults filled in.
typedef void (*sa_tool_fn)(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                           struct sa_tool_result *result);

// What calls of a tool do, as its maker says: bits of sa_tool.effects.
enum {
    SA_TOOL_PURE = 1,    // equal arguments give equal results, and nothing outside is touched
    SA_TOOL_READS = 2,   // what is the user's: files, variables of the environment, a terminal
    SA_TOOL_WRITES = 4,  // changes something that outlives the call
    SA_TOOL_NETWORK = 8, // talks to other machines
};

// What a tool, or an operation of the code, does with the file or folder that it names.
enum {
    SA_FILE_READ = 1,
    SA_FILE_WRITE = 2,
    SA_FILE_LIST = 4,
    SA_FILE_MOVE = 7, // what is moved can be read, written and listed by another name
};

struct sa_tool {
    const char *source; // static: who makes such tools, "command" and so on (tool/resource.h)
    char *server;       // the MCP server that it is a tool of; NULL: none
    char *own_name;     // its source's own name of it; NULL: the same as its name
    bool of_agent_file; // an agent file has its section
    unsigned effects;   // 0: not known, so the worst is assumed
    unsigned acts;      // SA_FILE_*: of a file tool, on what its argument `path` names
    bool untrusted;     // a command of an agent file that was named, and that is not trusted
    bool foreign;       // what it gives was written by strangers: data, never instructions
    bool jailed;        // its calls start a jail of their own
    unsigned vital;     // layers of that jail, as bits, that it needs in addition to the floor
    int64_t timeout_ns; // after which its own calls end; 0: not limited
    size_t max_result;  // bytes of the JSON text of a result; 0: SA_TOOL_RESULT
    char *name;         // a Python identifier
    char *description;  // first paragraph is enough
    char *returns;      // what comes back, in words; NULL: the type says enough
    char *raises;       // exceptions of calls and when they come, in words; NULL: not told
    char *examples;     // calls as code makes them, a line each; NULL: none
    cJSON *inputs;      // JSON Schema: {"type":"object","properties":{...},"required":[...]}
    cJSON *output;      // JSON Schema of the result; NULL: any
    cJSON *renamed;     // {parameter: property} of those that differ; set when it is added
    struct sa_schema *takes, *gives; // of both schemas, compiled; set when it is added
    bool keywords;                   // its parameters are **arguments; set when it is added
    const char *rest; // static: of its properties the object that is **NAME in Python; NULL: none
    bool left_out;    // prompts have nothing of it: no grant or terminal lets a call of it work
    bool listed;      // a prompt has only a line of it (sa_tools_disclose)
    bool is_async;    // its stub is `async def`: calls are awaited and concurrent with the code
    sa_tool_fn call;
    bool for_caller; // it is called with the registry of whoever calls, also where it was lent
    // What a call with these arguments, which have passed, does of all that `effects` has; NULL:
    // each does all of it.
    unsigned (*effects_of)(const cJSON *args);
    // Spellings of a path, of arguments declared as one (tool/form.h): the first is the normal
    // form. malloc'd; NULL: there are no more. NULL: paths are normalised as text.
    char *(*spell)(const struct sa_tool *tool, const char *path, size_t i);
    void (*free_data)(void *data); // may be NULL
    void *data;                    // of the kind's own
    struct sa_tool_env *env;       // borrowed; set when it is added
    struct sa_tool *lender;        // all but the names above is its (sa_tools_lend); NULL: nobody's
};

#define SA_TOOL_RESULT ((size_t)64 << 20)

// "reads, network"; "not known" for none.
struct sa_buf;
void sa_tool_put_effects(const struct sa_tool *tool, struct sa_buf *out);
// Of a call with these arguments, or (NULL) of any.
unsigned sa_tool_effects(const struct sa_tool *tool, const cJSON *args);
// What its schemas have that cannot be meant or is not supported, a line each: references that lead
// nowhere, types that there are not. Such tools work, checked less.
void sa_tool_put_faults(const struct sa_tool *tool, struct sa_buf *out);

// A Python identifier that is no keyword; letters beyond ASCII are all taken for good.
bool sa_is_identifier(const char *name);
// The same for a name that a user gave: 0, or code 2 with what is wrong with it.
int sa_variable_name_check(const char *name, struct sa_err *err);
// A name of Python 3.12's builtins, which no tool may have.
bool sa_is_builtin(const char *name);

// The registry: owns its tools, keeps their order. It begins zeroed, and stays where it is.
struct sa_tools {
    struct sa_tool **items;
    size_t count, cap;
    struct sa_tool_env *env; // NULL: nothing was added yet
    size_t list_room;        // bytes for the lines of those that are listed
    char *words;             // what sources say of their tools as a whole; NULL: nothing
};

// The registry of what its tools give; there is one from then on.
struct sa_handles *sa_tools_handles(struct sa_tools *tools);
void sa_tools_release(struct sa_tools *tools);
struct sa_tool *sa_tools_find(const struct sa_tools *tools, const char *name);
// Why no tool can have that name, static; NULL: it can.
const char *sa_tools_refuse(const struct sa_tools *tools, const char *name);
// Takes the tool over. -1 (and frees it) when the name is taken or no identifier. Its schemas may
// be anything: names of properties that Python does not take get others. They are compiled, and
// stay as they are from then on.
int sa_tools_add(struct sa_tools *tools, struct sa_tool *tool, struct sa_err *err);
void sa_tool_free(struct sa_tool *tool);
// Adds a tool of another registry, which outlives this one: calls are calls of that, or with what
// is its in this registry (for_caller), and any thread may make them. -1 when the name is taken.
int sa_tools_lend(struct sa_tools *tools, struct sa_tool *tool, struct sa_err *err);
// To be called while there is none in `tools`: handles mean the same there as in `with`, which
// outlives it.
void sa_tools_share_handles(struct sa_tools *tools, struct sa_tools *with);

// One `key = value` line of a [tool.NAME] section.
struct sa_tool_setting {
    const char *key, *value;
};

// Makes a command tool out of its section and adds it. Keys:
//   description = text
//   command = ["prog", "--flag", "{name}"]   argument array; {name} is replaced by that input
//   input.NAME = TYPE [= DEFAULT] [description]
//                            TYPE: string integer number boolean array object any,
//                            or an array of the values there are, like ["day", "week"]
//   inputs = JSON SCHEMA     all of them at once
//   returns = text           what comes back, in words
//   output = TYPE            string (default: stdout, last newline cut), a JSON type or JSON Schema
//   examples = CALL          as code makes it; may be given several times
//   effects = reads,writes,network, or pure
//   foreign = true|false     what it gives was written by strangers (false)
//   stdin = json|none|{NAME} json (default): the arguments as a JSON object
//   async = true|false       calls are awaited and concurrent with the code (false)
//   leading_dash = true|false  a value may start with '-' where no "--" stands before it (false)
//   describe = true|false    the program says all of this but `command` and `env` itself
//   (describe.h) timeout = SECONDS (60)   max_output = BYTES (1M)   env = NAME,NAME passed through
// Fails with code 10, the message naming the key; *bad (may be NULL) is then the row of `settings`
// that is wrong, 0 for one that is missing.
int sa_tool_command_add(struct sa_tools *tools, const char *name,
                        const struct sa_tool_setting *settings, size_t count, size_t *bad,
                        struct sa_err *err);

// The program of a command tool, when it cannot be found; else NULL. Borrowed.
const char *sa_tool_missing_program(const struct sa_tool *tool);

// A call of the tool as the prompt shows one, `f(city="...")`, awaited when it must be; malloc'd.
char *sa_tool_example(const struct sa_tool *tool);

// Checks `args` (an object) against the tool's input schema, fills in defaults and converts the
// harmless ("3" for an integer), and says in *changed whether there was any of that. On failure
// returns false with a malloc'd message in *why that names the parameter, what it is and what is
// wanted, else NULL there.
bool sa_tool_check_args(const struct sa_tool *tool, cJSON *args, bool *changed, char **why);

// Why a result (JSON) is not what its output schema says; NULL: it is, or there is none. malloc'd.
char *sa_tool_misfit(const struct sa_tool *tool, const cJSON *result);
// The same for the text of a result that a program wrote by hand, as arguments are: what can be
// taken without loss becomes what is wanted.
char *sa_tool_take_result(const struct sa_tool *tool, char **json);

// Its signature as Python has it, `f(a: str, b: int = 5)`; malloc'd.
char *sa_tool_signature(const struct sa_tool *tool);

// Python source of its signature and docstring, for the prompt and the executor: malloc'd.
char *sa_tool_stub(const struct sa_tool *tool);

// The same of final_answer, whose argument is of the type `name` that a schema describes.
char *sa_tool_answer_stub(const char *name, const cJSON *schema);

#define SA_TOOL_FINDER "find_tools"
// Where the stubs of all take more than `budget` tokens (0: there is no limit), a prompt gets a
// line of each, but for the user's own where these are few, and there is find_tools(query).
void sa_tools_disclose(struct sa_tools *tools, int64_t budget);
// The lines, malloc'd; NULL: every stub is shown.
char *sa_tools_list(const struct sa_tools *tools);

// Adds what `who` says of its tools as a whole: words of strangers, quoted line by line, and cut
// where they are long.
void sa_tools_add_words(struct sa_tools *tools, const char *who, const char *text);

// Of a tool that was added: checks the arguments and calls, a pure tool only when it has not been
// called so before in this run. Never fails otherwise than through *result.
void sa_tool_call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                  struct sa_tool_result *result);

#endif
