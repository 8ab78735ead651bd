// The part of libcurl we call, resolved at run time. Private to src/http.
#ifndef SA_HTTP_CURL_INT_H
#define SA_HTTP_CURL_INT_H

#include <curl/curl.h>

// curl.h wraps these in type-checking macros that would not work on pointers.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define SA_CURL_SYMBOLS(X)                                                                         \
    X(curl_global_init)                                                                            \
    X(curl_easy_init)                                                                              \
    X(curl_easy_setopt)                                                                            \
    X(curl_easy_getinfo)                                                                           \
    X(curl_easy_cleanup)                                                                           \
    X(curl_easy_perform)                                                                           \
    X(curl_easy_recv)                                                                              \
    X(curl_easy_send)                                                                              \
    X(curl_easy_reset)                                                                             \
    X(curl_easy_strerror)                                                                          \
    X(curl_slist_append)                                                                           \
    X(curl_slist_free_all)                                                                         \
    X(curl_multi_init)                                                                             \
    X(curl_multi_cleanup)                                                                          \
    X(curl_multi_add_handle)                                                                       \
    X(curl_multi_remove_handle)                                                                    \
    X(curl_multi_perform)                                                                          \
    X(curl_multi_poll)                                                                             \
    X(curl_multi_info_read)                                                                        \
    X(curl_url)                                                                                    \
    X(curl_url_set)                                                                                \
    X(curl_url_get)                                                                                \
    X(curl_url_strerror)                                                                           \
    X(curl_url_cleanup)                                                                            \
    X(curl_free)

struct sa_curl {
#define SA_CURL_FIELD(symbol) __typeof__(&symbol) symbol;
    SA_CURL_SYMBOLS(SA_CURL_FIELD)
#undef SA_CURL_FIELD
};

struct sa_err;

// The library, opened on first call; NULL with err (code 9) when it is not installed. Thread-safe.
const struct sa_curl *sa_curl_get(struct sa_err *err);

#endif
