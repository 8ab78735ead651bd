// Replies in prose that only refer to an earlier one ("The limerick has been provided above."):
// then that one is the answer. English only; what is not recognised is an answer of its own.
#include <ctype.h>
#include <string.h>

#include "agent/agent_int.h"
#include "base/xalloc.h"

enum { LONGEST = 240, MOST_WORDS = 48 };

static const char *const places[] = {"above",    "already",   "earlier", "previously",
                                     "previous", "preceding", "last"};
static const char *const gave[] = {"answer",    "answered",  "complete", "completed", "delivered",
                                   "described", "explained", "gave",     "given",     "included",
                                   "listed",    "mentioned", "message",  "posted",    "presented",
                                   "provided",  "reply",     "response", "see",       "shared",
                                   "shown",     "stated",    "supplied", "wrote",     "written"};
static const char *const fillers[] = {"full", "in",   "it",   "question", "request",
                                      "task", "that", "the",  "there",    "this",
                                      "to",   "you",  "your", "here",     "for"};
// A sentence with one of these says something of its own.
static const char *const denials[] = {
    "actually", "but", "cannot", "corrected", "correction", "error", "however", "instead",
    "mistaken", "no",  "not",    "incorrect", "should",     "sorry", "unable",  "wrong"};
static const char *const courtesies[] = {
    "feel free", "i hope", "if you",      "is there",       "let me know", "please let",
    "thank",     "done",   "the task is", "this completes", "no further",  "that is all"};

struct words {
    struct sa_str items[MOST_WORDS];
    size_t count;
};

static bool is_any(struct sa_str word, const char *const *list, size_t n)
{
    return sa_str_caseeq_any(word, list, n);
}

static struct words split(struct sa_str s)
{
    struct words w = {.count = 0};
    for (size_t i = 0; i < s.len && w.count < MOST_WORDS; i++) {
        size_t from = i;
        while (i < s.len && (isalpha((unsigned char)s.data[i]) || s.data[i] == '\'')) i++;
        if (i > from) w.items[w.count++] = (struct sa_str){s.data + from, i - from};
    }
    return w;
}

// "I have already provided the poem": what follows is the name of what was given.
static bool is_already_given(const struct words *w)
{
    static const char *const have[] = {"i", "i've", "have", "has", "was", "were"};
    enum { NAMED = 3 };
    for (size_t i = 1; i + 1 < w->count; i++) {
        if (!sa_str_caseeq(w->items[i], "already")) continue;
        size_t verb = i + 1 + (i + 2 < w->count && sa_str_caseeq(w->items[i + 1], "been"));
        if (is_any(w->items[i - 1], have, SA_COUNT(have)) && w->count - verb <= NAMED + 1 &&
            is_any(w->items[verb], gave, SA_COUNT(gave)))
            return true;
    }
    return false;
}

// Does the sentence end by saying where something was given, or that it was?
static bool points_back(struct sa_str sentence)
{
    enum { NEAR = 4 };
    struct words w = split(sentence);
    bool given = false, near = false;
    size_t end = w.count;
    for (size_t i = 0; i < w.count; i++) {
        if (is_any(w.items[i], denials, SA_COUNT(denials))) return false;
        given |= is_any(w.items[i], gave, SA_COUNT(gave));
    }
    if (is_already_given(&w)) return true;
    while (end && is_any(w.items[end - 1], fillers, SA_COUNT(fillers))) end--;
    if (!end || !given) return false;
    if (is_any(w.items[end - 1], places, SA_COUNT(places))) return true;
    for (size_t i = end > NEAR ? end - NEAR : 0; i + 1 < end; i++)
        near |= is_any(w.items[i], places, SA_COUNT(places));
    return near && is_any(w.items[end - 1], gave, SA_COUNT(gave));
}

static bool is_courtesy(struct sa_str sentence)
{
    for (size_t i = 0; i < SA_COUNT(courtesies); i++)
        if (sa_str_begins(sentence, courtesies[i])) return true;
    return false;
}

bool sa_prose_refers_back(struct sa_str text)
{
    bool refers = false;
    text = sa_str_trim(text);
    if (text.len > LONGEST) return false;
    for (size_t i = 0; i < text.len; i++)
        if (isdigit((unsigned char)text.data[i])) return false;
    while (text.len) {
        size_t n = strcspn(text.data, ".!?\n");
        if (n > text.len) n = text.len;
        struct sa_str sentence = sa_str_trim((struct sa_str){text.data, n});
        text.data += n, text.len -= n;
        if (text.len) text.data++, text.len--;
        if (!sentence.len) continue;
        bool points = points_back(sentence);
        if (!points && !is_courtesy(sentence)) return false;
        refers |= points;
    }
    return refers;
}
