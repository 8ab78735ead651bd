// Pages of the documentation inside the program, for `smolagent help TOPIC`.
#ifndef SA_CLI_PAGES_H
#define SA_CLI_PAGES_H

#include <stdbool.h>

#include "base/buf.h"

// The text of a page by its topic ("guide"); false: there is none.
bool sa_page_find(const char *topic, struct sa_buf *out);
void sa_page_topics(const char *separator, struct sa_buf *out); // all topics

// Shows a page behind some plain text: laid out and through the pager on a terminal, as it is
// elsewhere.
void sa_page_show(const char *head, const struct sa_buf *page);

#endif
