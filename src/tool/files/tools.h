// The built-in tools of group "files" (tool/builtin.h): what they share. They reach granted folders
// alone, by the operations of folders.h.
#ifndef SA_TOOL_FILES_TOOLS_H
#define SA_TOOL_FILES_TOOLS_H

#include "tool/builtin.h"
#include "tool/files/folders.h"

// The schema of an argument that names a file.
#define SA_FILES_PATH "{\"type\": \"string\", \"format\": \"path\"}"

// One call of such a tool.
struct sa_files {
    const struct sa_tool *tool;
    const struct sa_folders *folders; // of its data
    struct sa_stop *stop;
    cJSON *args;
    struct sa_tool_result *result;
    const char *shown; // what errors name instead of the path of an operation; NULL: that
};

// Does one operation; what it gave is the caller's. False: the result has the error.
bool sa_files_do(struct sa_files *f, struct py_file_call call, struct py_file_reply *reply);
// The text of a file, NUL-terminated; NULL: the result has the error, as for what is no text.
char *sa_files_read(struct sa_files *f, const char *path, size_t *len);
// The same for whoever goes on without it.
char *sa_files_try(struct sa_files *f, const char *path, size_t *len);
// Writes a file by way of another beside it, so that it is there whole or as it was. False as
// above.
bool sa_files_write(struct sa_files *f, const char *path, const char *text, size_t len);

struct sa_files_row {
    char kind; // d f l o
    const char *name;
};
// Cuts the next entry off the reply of PY_FILE_LIST; false: there are no more.
bool sa_files_next(const struct py_file_reply *reply, size_t *at, struct sa_files_row *row);

void sa_files_fail(struct sa_files *f, const char *type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The result is this text.
void sa_files_give(struct sa_files *f, const char *text, size_t len);

// Do the rules let the call do this (SA_FILE_*) to a file below the folder that it names?
bool sa_files_may_reach(const struct sa_files *f, const char *path, unsigned act);

// Makes a tool that does `acts` to `path`, its first input; run(f) fills the result.
struct sa_tool *sa_files_tool(const struct sa_builtin_setup *setup, const char *name,
                              const char *about, unsigned acts, void (*run)(struct sa_files *f));
// The i-th file tool whose rules are about all that is done in this way (one of SA_FILE_*); NULL:
// there are no more.
const char *sa_file_tool_of(unsigned act, size_t i);

struct sa_tool *sa_tool_read_file(const struct sa_builtin_setup *setup);
struct sa_tool *sa_tool_write_file(const struct sa_builtin_setup *setup);
struct sa_tool *sa_tool_edit_file(const struct sa_builtin_setup *setup);
struct sa_tool *sa_tool_list_files(const struct sa_builtin_setup *setup);
struct sa_tool *sa_tool_search_files(const struct sa_builtin_setup *setup);

#endif
