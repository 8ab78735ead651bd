// See news.h.
#include "tool/news.h"

#include <string.h>

void sa_news_init(struct sa_news *news)
{
    memset(news, 0, sizeof *news);
    pthread_mutex_init(&news->lock, NULL);
}

void sa_news_release(struct sa_news *news)
{
    for (size_t i = 0; i < news->count; i++) cJSON_Delete(news->items[i].data);
    news->count = 0;
    pthread_mutex_destroy(&news->lock);
}

void sa_news_own(struct sa_news *news, void (*tell)(void *ctx, enum sa_news_kind, cJSON *),
                 void *ctx)
{
    pthread_mutex_lock(&news->lock);
    news->owner = pthread_self();
    news->tell = tell;
    news->ctx = ctx;
    pthread_mutex_unlock(&news->lock);
}

bool sa_news_put(struct sa_news *news, enum sa_news_kind kind, cJSON *data)
{
    pthread_mutex_lock(&news->lock);
    if (news->count < SA_NEWS_MAX) {
        news->items[news->count].kind = kind;
        news->items[news->count++].data = data;
    } else {
        news->dropped++;
        cJSON_Delete(data);
    }
    bool mine = news->tell && pthread_equal(news->owner, pthread_self());
    pthread_mutex_unlock(&news->lock);
    return mine;
}

// One at a time, without the lock: who is told may put more.
void sa_news_flush(struct sa_news *news)
{
    while (news) {
        pthread_mutex_lock(&news->lock);
        bool mine = news->tell && pthread_equal(news->owner, pthread_self()) && news->count;
        enum sa_news_kind kind = news->items[0].kind;
        cJSON *data = news->items[0].data;
        if (mine) memmove(news->items, news->items + 1, --news->count * sizeof *news->items);
        if (mine && !news->count && news->dropped) {
            cJSON_AddNumberToObject(data, "dropped", (double)news->dropped);
            news->dropped = 0;
        }
        pthread_mutex_unlock(&news->lock);
        if (!mine) return;
        news->tell(news->ctx, kind, data);
    }
}
