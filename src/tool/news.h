// What tools have to tell while they work: progress of a call, lines of a server's log. It comes
// from any thread and is told by one, the owner's, for events of a run are emitted by a single one.
// Each agent has its own, for the calls that it makes; what is of nobody's call is the first one's.
#ifndef SA_TOOL_NEWS_H
#define SA_TOOL_NEWS_H

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum sa_news_kind { SA_NEWS_PROGRESS, SA_NEWS_LOG };

enum { SA_NEWS_MAX = 256 }; // waiting to be told; what comes then is dropped, and counted

struct sa_news {
    pthread_mutex_t lock;
    pthread_t owner;
    void (*tell)(void *ctx, enum sa_news_kind kind, cJSON *data); // takes data over; NULL: nobody
    void *ctx;
    struct {
        enum sa_news_kind kind;
        cJSON *data;
    } items[SA_NEWS_MAX];
    size_t count, dropped;
};

void sa_news_init(struct sa_news *news);
void sa_news_release(struct sa_news *news);
// From now on this thread is the owner, and `tell` is called on it.
void sa_news_own(struct sa_news *news, void (*tell)(void *ctx, enum sa_news_kind, cJSON *),
                 void *ctx);
// Takes `data`, an object, over. Any thread. True: this one is the owner, who may tell it.
bool sa_news_put(struct sa_news *news, enum sa_news_kind kind, cJSON *data);
// Tells what there is, where this thread is the owner. NULL is fine.
void sa_news_flush(struct sa_news *news);

#endif
