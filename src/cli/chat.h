// A chat, for the files of its command: cmd_chat.c (the loop) calls chat_commands.c and
// chat_words.c (Tab), both of which stand above chat_turn.c.
#ifndef SA_CLI_CHAT_H
#define SA_CLI_CHAT_H

#include "cli/line.h"
#include "cli/run.h"

struct sa_chat {
    struct sa_session *session;
    struct sa_line *line;
    struct sa_run_result last; // what run.end will report
    char *task;                // of the last turn; NULL: there was none
    struct sa_buf code;        // all that ran
    char *instructions;        // NULL: those of the settings
    int64_t turns;
    int64_t spent_ns, turn_started; // time of turns; the running one since then, 0: none
    unsigned warned;                // of which budgets, a bit each
    bool leave;
};

// ---- chat_turn.c --------------------------------------------------------------------------------

void sa_chat_turn(struct sa_chat *chat, const char *task);
// The same for a task that is the agent's own: a summary of the conversation.
bool sa_chat_summarize(struct sa_chat *chat);
// Watches the events of turns: keeps their code, warns once of each budget that is nearly spent.
void sa_chat_event(void *chat, const struct sa_event *event);
// What all turns may spend together, and have: a row each, for /limits.
void sa_chat_budgets(const struct sa_chat *chat, struct sa_buf *out);

// ---- chat_commands.c ----------------------------------------------------------------------------

struct sa_chat_command {
    const char *name, *args, *help; // args "": it takes none
    void (*run)(struct sa_chat *chat, const char *args);
};
extern const struct sa_chat_command sa_chat_commands[]; // name NULL ends the table
// The command, without its slash, that a prompt of an MCP server is.
const char *sa_chat_prompt_name(const struct sa_mcp_prompt *prompt);
// Is it a command, rather than something for the model?
bool sa_chat_is_command(const char *text);
void sa_chat_command(struct sa_chat *chat, const char *text);

// ---- chat_words.c -------------------------------------------------------------------------------

void sa_chat_complete(void *chat, const char *text, size_t len, struct sa_words *words);

#endif
