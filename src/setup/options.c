// From settings to what an agent is told as numbers and words: limits, its kind, how it goes on.
#include "agent/agent.h"
#include "base/clock.h"
#include "base/str.h"
#include "setup/setup.h"

static struct sa_exec_options exec_options(const struct sa_config *c)
{
    const struct sa_setting *seed = sa_config_get(c, SA_OPT_seed);
    uint64_t random = 0;
    sa_random_bytes(&random, sizeof random);
    return (struct sa_exec_options){
        .max_memory = (size_t)sa_setup_max_memory(c, SA_OPT_max_memory, sa_opt_executor(c)),
        .max_operations = (uint64_t)sa_opt_max_operations(c),
        .max_output = (uint64_t)sa_opt_max_output(c),
        .step_timeout_ns = sa_opt_step_timeout(c),
        .seed = seed->set ? (uint64_t)seed->whole + 1 : random | 1,
        .strict_seed = seed->set,
        .sandbox = sa_setup_sandbox(c),
        .python = sa_opt_python(c),
        .max_disk = (uint64_t)sa_opt_max_disk(c),
        .env = sa_opt_env(c),
    };
}

void sa_setup_options(const struct sa_config *c, struct sa_agent_options *o)
{
    *o = (struct sa_agent_options){
        .kind = sa_streq(sa_opt_agent(c), "tool_calling") ? SA_AGENT_TOOLS
                : sa_opt_structured(c)                    ? SA_AGENT_STRUCTURED
                                                          : SA_AGENT_CODE,
        .exec = exec_options(c),
        .instructions = sa_opt_instructions(c),
        .max_steps = sa_opt_max_steps(c),
        .planning_interval = sa_opt_planning_interval(c),
        .max_repeats = sa_opt_max_repeats(c),
        .prose_answers = sa_streq(sa_opt_prose(c), "answer") ? 2 : 0,
        .max_steps_fail = sa_streq(sa_opt_on_max_steps(c), "fail"),
        .timeout_ns = sa_opt_timeout(c),
        .max_tokens = sa_opt_max_tokens(c),
        .max_cost = sa_opt_max_cost(c),
        .max_tool_calls = sa_opt_max_tool_calls(c),
        .tool_budget = sa_opt_tool_budget(c),
        .max_observation = (size_t)sa_opt_max_observation(c),
        .max_context = sa_opt_max_context(c),
        .keep_images = (size_t)sa_opt_keep_images(c),
    };
}
