// What a prompt says of many tools: a line of each instead of its stub, and a tool to find them by
// words. The budget is in tokens, of which a stub or a line has about one for 3.5 bytes.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "schema/schema.h"
#include "tool/tool_int.h"

enum {
    SHORTEST_LINE = 40, // bytes; where there is less for each, not all have one
    LONGEST_LINE = 160,
    FOUND_MOST = 10,
    WORDS_MOST = 16,  // of a query
    SAID_MOST = 1500, // bytes of what a source says
    SAID_ALL = 5000,
};

// ---- words --------------------------------------------------------------------------------------

// The next word of a text in small letters; words of camelCase stand apart. False: there is none.
static bool next_word(const char **at, char *word, size_t size)
{
    const char *p = *at;
    size_t n = 0;
    while (*p && !isalnum((unsigned char)*p) && (unsigned char)*p < 0x80) p++;
    for (; isalnum((unsigned char)*p) || (unsigned char)*p >= 0x80; p++) {
        if (n && isupper((unsigned char)*p) && islower((unsigned char)p[-1])) break;
        if (n + 1 < size) word[n++] = (char)tolower((unsigned char)*p);
    }
    word[n] = 0;
    *at = p;
    return n > 0;
}

// Forms of a word count as the word: "issue" and "issues", "search" and "searching".
static bool same_word(const char *a, const char *b)
{
    size_t n = 0, la = strlen(a), lb = strlen(b), least = la < lb ? la : lb;
    while (a[n] && a[n] == b[n]) n++;
    return n == least ? la == lb || (least >= 3 && la + lb - 2 * least <= 3) : false;
}

static bool has_word(const char *text, const char *word)
{
    char one[64];
    while (text && next_word(&text, one, sizeof one))
        if (same_word(one, word)) return true;
    return false;
}

// How much a tool has to do with a word, by where it stands.
static double weight(const struct sa_tool *tool, const char *word)
{
    const cJSON *p;
    if (has_word(tool->name, word)) return 4;
    if (has_word(tool->description, word)) return 2;
    cJSON_ArrayForEach(p, sa_tool_properties(tool)) if (has_word(p->string, word) ||
                                                        has_word(sa_json_str(p, "description", ""),
                                                                 word)) return 1;
    return 0;
}

// "name: what it does", in about `room` bytes.
static void put_line(struct sa_buf *out, const struct sa_tool *tool, size_t room)
{
    struct sa_str rest = sa_str_trim(sa_str_of(tool->description)), line = {"", 0};
    sa_buf_appends(out, tool->name);
    sa_str_next_line(&rest, &line);
    size_t used = strlen(tool->name) + 2, left = room > used ? room - used : 0;
    size_t cut = line.len <= left ? line.len : sa_utf8_floor(line.data, line.len, left);
    if (cut < line.len) // at the end of a word
        while (cut && line.data[cut] != ' ') cut--;
    if (!cut) return;
    sa_buf_appends(out, ": ");
    struct sa_str shown = sa_str_trim((struct sa_str){line.data, cut});
    sa_tool_put_doc_line(out, shown);
    if (cut < line.len && shown.data[shown.len - 1] != '.') sa_buf_appends(out, "...");
}

// ---- finding ------------------------------------------------------------------------------------

struct found {
    double score;
    size_t at;
};

static int by_score(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return x->at < y->at ? -1 : x->at > y->at;
}

// A word that few tools have says more than one that many have.
static void add_word(const struct sa_tools *tools, const char *word, struct found *rows)
{
    double *w = sa_xcalloc(tools->count + 1, sizeof *w);
    size_t having = 0;
    for (size_t i = 0; i < tools->count; i++) having += (w[i] = weight(tools->items[i], word)) > 0;
    for (size_t i = 0; i < tools->count; i++)
        rows[i].score += w[i] * log(1.5 + (double)tools->count / (1.0 + (double)having));
    free(w);
}

// "search(query: str) -> list: Searches the web."
static char *describe(const struct sa_tool *tool)
{
    SA_AUTO_FREE char *signature = sa_tool_signature(tool);
    SA_AUTO_FREE char *type = sa_schema_type_text(tool->output, tool->output);
    struct sa_buf line = SA_BUF_INIT(SA_BUF_TEXT);
    put_line(&line, tool, LONGEST_LINE);
    char *text = sa_xasprintf("%s%s -> %s%s", tool->is_async ? "async " : "", signature, type,
                              sa_buf_text(&line) + strlen(tool->name));
    sa_buf_release(&line);
    return text;
}

static void find(struct sa_tool *self, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    (void)stop;
    const struct sa_tools *tools = self->env->tools;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    struct found *rows = sa_xcalloc(tools->count + 1, sizeof *rows);
    const char *at = sa_json_str(args, "query", "");
    char word[64];
    for (size_t i = 0; i < tools->count; i++) rows[i].at = i;
    for (int n = 0; n < WORDS_MOST && next_word(&at, word, sizeof word); n++)
        add_word(tools, word, rows);
    qsort(rows, tools->count, sizeof *rows, by_score);
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_appendc(&out, '[');
    for (size_t i = 0, n = 0; i < tools->count && n < FOUND_MOST && rows[i].score > 0; i++) {
        const struct sa_tool *tool = tools->items[rows[i].at];
        if (tool == self || tool->left_out) continue;
        SA_AUTO_FREE char *text = describe(tool);
        sa_buf_appends(&out, n++ ? ", " : "");
        sa_json_quote(&out, text, strlen(text));
    }
    sa_buf_appendc(&out, ']');
    result->json = sa_buf_take(&out, NULL);
    free(rows);
    cJSON_Delete(args);
}

static void add_finder(struct sa_tools *tools)
{
    struct sa_err ignored = SA_ERR_INIT;
    if (sa_tools_find(tools, SA_TOOL_FINDER)) return;
    struct sa_tool *tool = sa_builtin_new(
        SA_TOOL_FINDER,
        "Finds functions by words of what they do: up to 10, the best first, a line each.",
        SA_TOOL_READS, find);
    sa_builtin_input(tool, "query", "{\"type\":\"string\"}");
    tool->output = cJSON_Parse("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
    for (size_t i = 0; i < tools->count; i++)
        tool->foreign |= sa_streq(tools->items[i]->source, "mcp"); // their descriptions
    sa_tools_add(tools, tool, &ignored);
}

// ---- disclosing ---------------------------------------------------------------------------------

static bool is_own(const struct sa_tool *tool)
{
    return !sa_streq(tool->source, "mcp");
}

void sa_tools_disclose(struct sa_tools *tools, int64_t budget)
{
    size_t all = 0, own = 0, listed = 0, room = (size_t)budget * 7 / 2;
    for (size_t i = 0; i < tools->count; i++) {
        if (tools->items[i]->left_out) continue;
        SA_AUTO_FREE char *stub = sa_tool_stub(tools->items[i]);
        all += strlen(stub) + 2;
        own += is_own(tools->items[i]) ? strlen(stub) + 2 : 0;
    }
    if (budget <= 0 || all <= room) return;
    bool shown = own <= room / 2;
    for (size_t i = 0; i < tools->count; i++)
        listed += tools->items[i]->listed = !tools->items[i]->left_out &&
                                            !(shown && is_own(tools->items[i]));
    tools->list_room = shown ? room - own : room;
    if (listed) add_finder(tools);
}

char *sa_tools_list(const struct sa_tools *tools)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    size_t listed = 0, shown = 0;
    for (size_t i = 0; i < tools->count; i++) listed += tools->items[i]->listed;
    if (!listed) return NULL;
    size_t line = tools->list_room / listed;
    line = line < SHORTEST_LINE ? SHORTEST_LINE : line > LONGEST_LINE ? LONGEST_LINE : line;
    for (size_t i = 0; i < tools->count; i++) {
        if (!tools->items[i]->listed || out.len > tools->list_room) continue;
        put_line(&out, tools->items[i], line - 4);
        sa_buf_appendc(&out, '\n');
        shown++;
    }
    if (shown < listed) sa_buf_appendf(&out, "and %zu more\n", listed - shown);
    sa_buf_truncate(&out, out.len - 1);
    return sa_buf_take(&out, NULL);
}

// ---- what sources say ---------------------------------------------------------------------------

// A line can neither end the code around it nor steer a terminal.
static void put_quoted(struct sa_buf *out, struct sa_str line)
{
    sa_buf_appends(out, "> ");
    for (size_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char)line.data[i];
        sa_buf_appendc(out, c < ' ' || c == 0x7f ? ' ' : line.data[i]);
        if (sa_tool_is_mark(line.data + i, line.len - i)) sa_buf_appendc(out, ' ');
    }
}

void sa_tools_add_words(struct sa_tools *tools, const char *who, const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    struct sa_str rest = sa_str_trim(sa_str_of(text)), line;
    size_t said = tools->words ? strlen(tools->words) : 0,
           most = sa_utf8_floor(rest.data, rest.len, SAID_MOST);
    if (!rest.len || said > SAID_ALL) return;
    bool cut = most < rest.len;
    rest.len = most;
    sa_buf_appendf(&out, "%s%s%s:", said ? tools->words : "", said ? "\n" : "", who);
    while (sa_str_next_line(&rest, &line)) {
        sa_buf_appendc(&out, '\n');
        put_quoted(&out, line);
    }
    if (cut) sa_buf_appends(&out, "...");
    free(tools->words);
    tools->words = sa_buf_take(&out, NULL);
}
