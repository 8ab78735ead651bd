// Approval: which tool calls and cells are made without a question, which after one to a person,
// and which not at all; and whether plans are shown to him. The rules are the user's (rule.h); the
// question is put by whoever has a person (src/cli).
#ifndef SA_AGENT_APPROVE_H
#define SA_AGENT_APPROVE_H

#include <pthread.h>

#include "agent/rule.h"

struct sa_stop;
struct sa_tool;

enum sa_approve {
    SA_APPROVE_ASK,   // calls that may write, where the user has not granted that already
    SA_APPROVE_NEVER, // nothing is asked, and what no rule denies is allowed
    SA_APPROVE_TOOLS, // every call
    SA_APPROVE_CODE,  // every cell, and calls as with ASK
};

enum sa_consent {
    SA_CONSENT_NO,     // *text: why not, in the person's words; NULL: not told
    SA_CONSENT_YES,    // this time; *text: with these arguments, or another plan; NULL: as it is
    SA_CONSENT_ALWAYS, // *text: the rule, which was kept; of cells: for the rest of this agent
    SA_CONSENT_STOP,   // of plans: the run shall end
    SA_CONSENT_NOBODY, // there was no answer: the person has gone, or a stop was requested
};

enum sa_asked { SA_ASKED_CALL, SA_ASKED_CODE, SA_ASKED_PLAN };

// What is asked about: a call (tool and args), or the text of a cell or a plan.
struct sa_question {
    enum sa_asked what;
    const struct sa_tool *tool;
    const cJSON *args;
    const char *text;
    size_t len;
    const char *agent;    // whose it is, of a sub-agent; NULL: the first one's
    struct sa_stop *stop; // whose request is no answer
};

// Of a session, for all agents of it; zero-initialised mutexes will do. Rules are tried in the
// order deny, remembered, allow of flags, ask, allow; of these, answers change only those
// remembered.
struct sa_approvals {
    pthread_mutex_t lock;   // of mode and remembered
    pthread_mutex_t asking; // held while a person is asked: one question after the other
    enum sa_approve mode;
    bool plans; // each is asked about, whatever the mode
    struct sa_rules deny, remembered, ask, allow;
    bool allow_first; // the rules that allow stand above those that ask
    // *text is malloc'd, NULL before the call. NULL: there is nobody to ask.
    enum sa_consent (*person)(void *ctx, const struct sa_question *question, char **text);
    void *ctx;
};

// Does every call of this tool need a confirmation that nobody can give?
bool sa_approvals_rule_out(struct sa_approvals *approvals, const struct sa_tool *tool);
// touch.c: could rules refuse what code does to a file?
bool sa_approvals_judge_files(struct sa_approvals *approvals);
void sa_approvals_release(struct sa_approvals *approvals);

#endif
