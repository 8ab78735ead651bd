// Lines of a reply that announce what code printed, or what somebody else said: results that the
// model cannot have seen. The words were collected from public logs; a new one joins its list.
#include <ctype.h>

#include "agent/read_int.h"
#include "base/xalloc.h"

// Past the first of the words that `s` begins with, as whole words; NULL: it begins with none.
static const char *past_any(struct sa_str s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t len = strlen(words[i]);
        if (sa_str_begins(s, words[i]) && (s.len == len || !isalnum((unsigned char)s.data[len])))
            return s.data + len;
    }
    return NULL;
}

// Something that a program could have printed: a number, a quoted text, a list?
static bool is_evidence(char c)
{
    return isdigit((unsigned char)c) || strchr("\"'`[{($:", c);
}

// "=> 42", in any arrow. One before words is a bullet.
static size_t arrow_line(struct sa_str line)
{
    static const char *const arrows[] = {"=>",           "-->",          "->",          "==>",
                                         "\xE2\x86\x92", "\xE2\x87\x92", "\xE2\x9E\x9C"};
    const char *start = line.data, *end = line.data + line.len;
    while (line.len && strchr(" \t", line.data[0])) line.data++, line.len--;
    for (size_t i = 0; i < SA_COUNT(arrows); i++) {
        size_t n = strlen(arrows[i]);
        if (!sa_str_begins(line, arrows[i])) continue;
        struct sa_str rest = sa_str_trim((struct sa_str){line.data + n, line.len - n});
        bool word = rest.len && !memchr(rest.data, ' ', rest.len);
        bool value = rest.len && (is_evidence(rest.data[0]) || rest.data[0] == '-');
        return word || value ? (size_t)((value ? rest.data : end) - start) : 0;
    }
    return 0;
}

// "Here's what I got back:", "The search returned: 3", "After running this, I get 3": somebody says
// that it ran, and what came of it. What it will or should give is no output.
static size_t told_result(struct sa_str line)
{
    static const char *const openers[] = {"here's what",
                                          "here is what",
                                          "i",
                                          "we",
                                          "it",
                                          "this",
                                          "that",
                                          "running",
                                          "executing",
                                          "after running",
                                          "after executing",
                                          "upon",
                                          "when",
                                          "once executed",
                                          "the code",
                                          "the search",
                                          "the tool",
                                          "the function",
                                          "the call",
                                          "the program",
                                          "the script",
                                          "the snippet",
                                          "the query",
                                          "the page",
                                          "which"};
    static const char *const verbs[] = {"got",    "get",      "returned", "returns",  "gives",
                                        "gave",   "printed",  "prints",   "outputs",  "shows",
                                        "showed", "produces", "produced", "yields",   "yielded",
                                        "see",    "saw",      "received", "came back"};
    static const char *const not_yet[] = {"will",  "would", "should", "could", "can",  "let", "may",
                                          "might", "need",  "want",   "next",  "must", "to"};
    const char *start = line.data, *end = line.data + line.len, *verb = NULL;
    while (line.len && strchr(" \t*_#>", line.data[0])) line.data++, line.len--;
    const char *at = past_any(line, openers, SA_COUNT(openers));
    for (; at && at < end; at++) {
        struct sa_str rest = {at, (size_t)(end - at)};
        bool word = !isalnum((unsigned char)at[-1]) && isalpha((unsigned char)*at);
        if (word && past_any(rest, not_yet, SA_COUNT(not_yet))) return 0;
        if (!verb && word) verb = past_any(rest, verbs, SA_COUNT(verbs));
        if (verb && at >= verb && is_evidence(*at)) return (size_t)(at - start);
    }
    return 0;
}

// What this program itself says (strict) is first.
enum { OWN = 2 };
static const char *const announcing[] = {"observation",
                                         "observations",
                                         "output",
                                         "outputs",
                                         "result",
                                         "results",
                                         "execution logs",
                                         "execution log",
                                         "execution result",
                                         "out",
                                         "stdout",
                                         "execution results",
                                         "execution output",
                                         "console output",
                                         "printed output",
                                         "code output",
                                         "tool output",
                                         "tool response",
                                         "tool result",
                                         "output of code",
                                         "print outputs",
                                         "expected output",
                                         "last output from code snippet",
                                         "execution",
                                         "execution_output",
                                         "execution_result",
                                         "tool_response",
                                         "tool_result",
                                         "tool_output",
                                         "tool_outputs",
                                         "function_result",
                                         "function_results",
                                         "function result",
                                         "function_response",
                                         "tool_call_result",
                                         "the output is",
                                         "the output",
                                         "the output was",
                                         "the result is",
                                         "the result was",
                                         "here is the output",
                                         "here is the result",
                                         "here are the results",
                                         "simulated output",
                                         "sample output",
                                         "this outputs",
                                         "this prints",
                                         "this returns",
                                         "this gives",
                                         "user",
                                         "human",
                                         "system",
                                         "environment",
                                         "ausgabe",
                                         "ergebnis",
                                         "beobachtung",
                                         "salida",
                                         "resultado",
                                         "r\u00E9sultat",
                                         "sortie",
                                         "observaci\u00F3n",
                                         "risultato",
                                         "sa\u00EDda",
                                         "\u0432\u044B\u0432\u043E\u0434",
                                         "\u0412\u044B\u0432\u043E\u0434",
                                         "\u0440\u0435\u0437\u0443\u043B\u044C\u0442\u0430\u0442",
                                         "\u0420\u0435\u0437\u0443\u043B\u044C\u0442\u0430\u0442",
                                         "\u8F93\u51FA",
                                         "\u7ED3\u679C",
                                         "\u89C2\u5BDF",
                                         "\u8F93\u51FA\u7ED3\u679C",
                                         "\u6267\u884C\u7ED3\u679C",
                                         "\u8FD0\u884C\u7ED3\u679C",
                                         "\u51FA\u529B",
                                         "\u7D50\u679C",
                                         "\u5B9F\u884C\u7D50\u679C",
                                         "\uCD9C\uB825",
                                         "\uACB0\uACFC"};

size_t sa_output_line(struct sa_str line, bool strict)
{
    static const char dress[] = " \t\r*_#<>`[]()|-=~", wide_colon[] = "\xEF\xBC\x9A";
    static const char traceback[] = "Traceback (most recent call last)";
    struct sa_str whole = line;
    while (line.len && strchr(dress, line.data[0])) line.data++, line.len--;
    size_t n = 0;
    if (!strict && sa_str_begins(line, traceback))
        return (size_t)(line.data - whole.data) + strlen(traceback);
    for (; n < line.len; n++) {
        struct sa_str rest = {line.data + n, line.len - n};
        unsigned char c = (unsigned char)line.data[n];
        if ((!isalpha(c) && !strchr(" _", c) && c < 0x80) || sa_str_begins(rest, wide_colon)) break;
    }
    struct sa_str word = sa_str_trim((struct sa_str){line.data, n});
    while (word.len && word.data[word.len - 1] == '_') word.len--;
    if (!sa_str_caseeq_any(word, announcing, strict ? OWN : SA_COUNT(announcing))) {
        size_t told = strict ? 0 : arrow_line(whole);
        return strict || told ? told : told_result(whole);
    }
    size_t after = n;
    while (n < line.len && (strchr(dress, line.data[n]) || isdigit((unsigned char)line.data[n])))
        n++;
    size_t all = n + (size_t)(line.data - whole.data);
    if (n < line.len && line.data[n] == ':') return all + 1;
    if (sa_str_begins((struct sa_str){line.data + n, line.len - n}, wide_colon)) return all + 3;
    if (strict) return 0;
    // "The output is 3."
    if (memchr(word.data, ' ', word.len) && after < line.len && is_evidence(line.data[after]))
        return all;
    // Without a colon: alone on its line, between angle or square brackets, or before a dash.
    bool dash = line.len - after > 1 && strchr("-=", line.data[after]) &&
                strchr(" \t->=", line.data[after + 1]);
    bool bracket = line.data > whole.data && strchr("<[", line.data[-1]) && after < n;
    return n == line.len || dash || bracket ? all - (n - after) : 0;
}
