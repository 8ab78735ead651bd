// An order desk: an agent with two tools in C, and another agent beneath it that packs parcels.
// Both spend of one budget; what happens is printed as it does. README.md says how it is built and
// run.
#include <smolagent/agent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct article {
    const char *name;
    long pieces;
    double euros;
};

static const struct article shelf[] = {{"bracket", 35, 1.25}, {"hinge", 4, 3.50}, {"lamp", 0, 24}};

static const struct article *find(struct smol_call *call)
{
    const char *name = smol_call_text(call, "article");
    for (size_t i = 0; i < sizeof shelf / sizeof *shelf; i++)
        if (!strcmp(shelf[i].name, name)) return &shelf[i];
    smol_call_fail(call, "there is no such article: bracket, hinge and lamp are all");
    return NULL;
}

// ctx counts the questions.
static void stock(void *ctx, struct smol_call *call)
{
    char json[32];
    const struct article *a = find(call);
    ++*(int *)ctx;
    if (!a) return;
    snprintf(json, sizeof json, "%ld", a->pieces);
    smol_call_answer(call, json);
}

static void price(void *ctx, struct smol_call *call)
{
    char json[64];
    const struct article *a = find(call);
    long pieces = (long)smol_call_integer(call, "pieces");
    ++*(int *)ctx;
    if (!a) return;
    snprintf(json, sizeof json, "%.2f", a->euros * pieces * (pieces >= 20 ? 0.9 : 1));
    smol_call_answer(call, json);
}

static void tell(void *ctx, const struct smol_event *event)
{
    (void)ctx;
    fprintf(stderr, "%*s%s %s\n", (int)event->depth * 2, "", event->run, event->type);
    if (!strcmp(event->type, "run.end")) fprintf(stderr, "%s\n", event->json);
}

#define ARTICLE "\"article\": {\"type\": \"string\"}"

static void add_tools(struct smol_agent *desk, int *questions)
{
    const struct smol_tool tools[] = {
        {.size = sizeof(struct smol_tool),
         .name = "stock",
         .description = "How many pieces of an article are in stock.",
         .inputs = "{\"type\": \"object\", \"properties\": {" ARTICLE "},"
                   " \"required\": [\"article\"]}",
         .output = "{\"type\": \"integer\"}",
         .call = stock,
         .ctx = questions,
         .effects = SMOL_TOOL_READS},
        {.size = sizeof(struct smol_tool),
         .name = "price",
         .description = "What so many pieces of an article cost together, in euros.",
         .inputs = "{\"type\": \"object\", \"properties\": {" ARTICLE
                   ", \"pieces\": {\"type\": \"integer\", \"minimum\": 1, \"default\": 1}},"
                   " \"required\": [\"article\"]}",
         .output = "{\"type\": \"number\"}",
         .call = price,
         .ctx = questions,
         .effects = SMOL_TOOL_PURE}};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) smol_agent_add_tool(desk, &tools[i]);
}

// Its answers have a form, so that the desk's code can count on it.
static struct smol_agent *new_packer(const char *model)
{
    struct smol_agent *packer = smol_agent_new();
    smol_agent_set(packer, "model", model);
    smol_agent_set(packer, "instructions",
                   "A parcel takes 10 kg. A bracket weighs 0.4 kg, a hinge "
                   "0.2 kg, a lamp 3 kg.");
    smol_agent_set(packer, "schema",
                   "{\"title\": \"Parcels\", \"type\": \"object\", \"properties\": {\"parcels\": "
                   "{\"type\": \"integer\"}, \"kg\": {\"type\": \"number\"}}, \"required\": "
                   "[\"parcels\", \"kg\"]}");
    smol_agent_set(packer, "max_steps", "4");
    return packer;
}

// What fails here is the error of the run: nothing has to be looked at on the way.
static struct smol_agent *new_desk(const char *model, struct smol_budget *budget, int *questions)
{
    struct smol_agent *desk = smol_agent_new(), *packer = new_packer(model);
    smol_agent_set(desk, "model", model);
    smol_agent_set(desk, "max_steps", "6");
    smol_agent_share(desk, budget);
    smol_agent_watch(desk, tell, NULL, false);
    add_tools(desk, questions);
    smol_agent_add_agent(desk, "packer",
                         "Says how many parcels an order makes, and what it weighs.", packer);
    smol_agent_free(packer); // the desk keeps it
    return desk;
}

int main(int argc, char **argv)
{
    const struct smol_limits limits = {.size = sizeof limits, .max_tokens = 50000};
    struct smol_spent spent = {.size = sizeof spent};
    struct smol_budget *budget = smol_budget_new(&limits);
    int questions = 0;
    if (argc != 3) return fprintf(stderr, "usage: desk PROVIDER/MODEL TASK\n"), 2;

    struct smol_agent *desk = new_desk(argv[1], budget, &questions);
    struct smol_result *result = smol_agent_run(desk, argv[2]);
    smol_budget_spent(budget, &spent);
    if (result->exit_code) fprintf(stderr, "desk: %s\n", result->error);
    else
        printf("%s\n(%d questions to the shelf, %lld tokens by %lld steps of both)\n",
               result->answer, questions, (long long)(spent.input_tokens + spent.output_tokens),
               (long long)spent.steps);

    int status = result->exit_code;
    smol_result_free(result);
    smol_agent_free(desk);
    smol_budget_free(budget);
    return status;
}
