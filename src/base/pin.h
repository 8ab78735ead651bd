// Files that were looked at and judged: what they held then is what counts for as long as this
// process lives. sa_fs_read gives what was read when a file was pinned, whatever lies there now,
// and sa_child_start starts no program one of whose words is a pinned file that holds anything
// else. The list is the process's, guarded by a lock.
#ifndef SA_BASE_PIN_H
#define SA_BASE_PIN_H

#include <stdbool.h>
#include <stddef.h>

struct sa_err;

// Pins what was read of a file (copied), by the path that it is asked for by; or a folder, where
// nothing with that ending (static) is found any more but what is pinned.
void sa_pin_add(const char *path, const void *data, size_t len);
void sa_pin_add_folder(const char *path, const char *ending);

enum sa_pinned { SA_PIN_NONE, SA_PIN_HELD, SA_PIN_ABSENT };

// HELD: *text is what the file held, malloc'd with a NUL behind it. ABSENT: it is in a pinned
// folder, and was not there.
enum sa_pinned sa_pin_find(const char *path, char **text, size_t *len);

// 0, or SA_E_CONFIG when one of the words (NULL-terminated) is a pinned file that was changed.
int sa_pin_check(const char *const *words, struct sa_err *err);

void sa_pin_release(void); // forgets all

#endif
