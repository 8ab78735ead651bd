// Approval: which tool calls and cells are made without a question, which after one to a person,
// and which not at all. The rules are the user's (rule.h); the question is put by whoever has a
// person (src/cli).
#ifndef SA_AGENT_APPROVE_H
#define SA_AGENT_APPROVE_H

#include "agent/rule.h"

struct sa_tool;

enum sa_approve {
    SA_APPROVE_ASK,   // calls that may write, of tools that the user did not write out himself
    SA_APPROVE_NEVER, // nothing is asked, and what no rule denies is allowed
    SA_APPROVE_TOOLS, // every call
    SA_APPROVE_CODE,  // every cell, and calls as with ASK
};

enum sa_consent {
    SA_CONSENT_NO,     // *text: why not, in the person's words; NULL: not told
    SA_CONSENT_YES,    // this time; *text: with these arguments, NULL: as they are
    SA_CONSENT_ALWAYS, // *text: the rule, which was kept; of cells: for the rest of this agent
    SA_CONSENT_NOBODY, // there was no answer: the person has gone, or a stop was requested
};

// What is asked about: a call (tool and args), or a cell (code).
struct sa_question {
    const struct sa_tool *tool;
    const cJSON *args;
    const char *code;
    size_t code_len;
};

// Of a session; rules are tried in the order deny, remembered, allow of flags, ask, allow.
struct sa_approvals {
    enum sa_approve mode;
    struct sa_rules deny, remembered, ask, allow;
    bool allow_first; // the rules that allow stand above those that ask
    // *text is malloc'd, NULL before the call. NULL: there is nobody to ask.
    enum sa_consent (*person)(void *ctx, const struct sa_question *question, char **text);
    void *ctx;
};

void sa_approvals_release(struct sa_approvals *approvals);

#endif
