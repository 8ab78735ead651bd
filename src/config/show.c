// The configuration as text: the example file and the listing of `smolagent config`.
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "config/config_int.h"

void sa_config_put_origin(const struct sa_setting *s, struct sa_buf *out)
{
    static const char *const names[] = {"default", "user",  "agent file",  "project",
                                        "profile", "agent", "environment", "flag"};
    if (!s->set) sa_buf_appends(out, "not set");
    else sa_buf_appends(out, names[s->origin]);
    if (s->set && s->where) sa_buf_appendf(out, " %s", s->where);
}

void sa_config_list(const struct sa_config *config, struct sa_buf *out)
{
    const char *section = NULL;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        const struct sa_setting *s = sa_config_get(config, i);
        if (!o->section) continue;
        if (!sa_streq(section, o->section))
            sa_buf_appendf(out, "%s[%s]\n", section ? "\n" : "", o->section);
        section = o->section;
        size_t start = out->len;
        sa_buf_appendf(out, "%s = %s", o->key, s->set ? s->text : "");
        while (out->len - start < 44 && !out->full) sa_buf_appendc(out, ' ');
        sa_buf_appends(out, "  # ");
        sa_config_put_origin(s, out);
        const struct sa_setting *narrowed = sa_config_narrowed(config, i);
        if (narrowed)
            sa_buf_appendf(out, "; narrowed to %s by project %s", narrowed->text, narrowed->where);
        sa_buf_appendc(out, '\n');
    }
    for (size_t i = 0; i < config->section_count; i++) {
        const struct sa_section *s = &config->sections[i];
        sa_buf_appendf(out, "\n[%s]  # %s, %zu key%s\n", s->name, s->file, s->count,
                       s->count == 1 ? "" : "s");
    }
}

static const char raw_examples[] =
    "# Tools: commands that the model's code may call as Python functions.\n"
    "# [tool.word_count]\n"
    "# description = Count the words of a text.\n"
    "# command = [\"wc\", \"-w\"]\n"
    "# stdin = {text}\n"
    "# input.text = string  the text to count\n"
    "# output = integer\n"
    "# returns = how many words there are\n"
    "# timeout = 10\n"
    "# Values that start with '-' or '@' need a \"--\" before them, or leading_dash = true.\n"
    "# [tool.search_notes]\n"
    "# description = Search my notes; the matching lines.\n"
    "# command = [\"grep\", \"-rin\", \"--\", \"{pattern}\", \"/home/me/notes\"]\n"
    "# input.pattern = string  what to look for\n"
    "\n"
    "# Agents: functions NAME(task, **variables) for whoever may call them. Other keys are those of\n"
    "# the options above that an agent may have for itself, such as model, max_steps, schema\n"
    "# ('smolagent help guide', \"Keys of agents\").\n"
    "# [agent.researcher]\n"
    "# description = Searches the web and reads pages; gives what it found, with sources.\n"
    "# tools = web\n"
    "# agent = tool_calling\n"
    "# max_steps = 8\n"
    "# agents = translator\n"
    "# summary = true\n"
    "\n"
    "# MCP servers, whose tools the model's code may call: started here, or reached over HTTP.\n"
    "# [mcp.files]\n"
    "# command = npx -y @modelcontextprotocol/server-filesystem /home/me/notes\n"
    "# env = NODE_EXTRA_CA_CERTS\n"
    "# tools = read_text_file, list_directory\n"
    "# [mcp.tracker]\n"
    "# url = https://tracker.example/mcp\n"
    "# token_env = TRACKER_TOKEN\n"
    "# timeout = 2m\n"
    "# optional = yes\n"
    "\n"
    "# Hooks: programs that are asked at set moments of every run, and may change or block what is\n"
    "# about to happen (smolagent help hooks).\n"
    "# [hook.guard]\n"
    "# command = [\"python3\", \"/home/me/bin/guard.py\"]\n"
    "# on = before_tool\n"
    "# tools = shell, write_*\n"
    "# timeout = 10\n"
    "\n"
    "# More endpoints, or changes to the presets.\n"
    "# [provider.mine]\n"
    "# base_url = https://models.example/v1\n"
    "# wire = chat\n"
    "# key_env = MINE_API_KEY\n"
    "\n"
    "# Dollars per million tokens, in, out, from the cache and into it, where the table that ships\n"
    "# with the program has none, or another (smolagent models -m MODEL shows it).\n"
    "# [prices]\n"
    "# openai/gpt-4o-mini = 0.15 0.60 0.075\n"
    "# anthropic/claude-sonnet-4-5 = 3 15 0.3 3.75\n"
    "\n"
    "# Settings under a name, used with --profile ci. Keys of [python] need their section's name.\n"
    "# [profile.ci]\n"
    "# max_steps = 10\n"
    "# python.max_memory = 512M\n";

void sa_config_example(struct sa_buf *out)
{
    sa_buf_appends(
        out,
        "# Example configuration of smolagent, generated from the option table.\n"
        "# Copy it to ~/.config/smolagent/smolagent.conf. A ./smolagent.conf in the working\n"
        "# folder is read too: it may tighten settings, never widen them (--no-project leaves it\n"
        "# out), and choose models that project_models lists here. Every flag has an\n"
        "# environment name, SMOLAGENT_ and the flag in capitals. Comments take whole lines.\n");
    const char *section = NULL;
    for (size_t i = 0; i < SA_OPT_COUNT; i++) {
        const struct sa_option *o = &sa_options[i];
        if (!o->section) continue;
        if (!sa_streq(section, o->section)) sa_buf_appendf(out, "\n[%s]\n", o->section);
        section = o->section;
        const char *choices = o->value.choices;
        sa_buf_appends(out, "# ");
        sa_option_help(o, false, out);
        if (choices) sa_buf_appendf(out, " (%s)", choices);
        sa_buf_appendf(out, "\n# %s = %s\n", o->key, o->fallback ? o->fallback : "");
    }
    sa_buf_appendc(out, '\n');
    sa_buf_appends(out, raw_examples);
}
