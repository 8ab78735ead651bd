// The redaction pass. Every value known to be a key is registered once; whatever leaves the process
// or enters the sandbox goes through one of these functions, which put "***" in the place of known
// keys and, unless switched off, of anything formed like a credential (detect.h). The places:
//   log lines          sa_log                       events        sa_events_emit
//   streamed events    sa_redactor (agent)          recordings    sa_record_reply
//   error texts        sa_err_setv                  tool results  sa_agent_on_tool
// The list is the process's, guarded by a lock.
#ifndef SA_BASE_SECRET_H
#define SA_BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/str.h"

// Registers a secret (copied; under 6 bytes is ignored). It is found in the spellings of known.h,
// in hexadecimal and base64 (from 10 bytes on, anywhere in the encoded text), line by line where it
// has several, and where reading it as UTF-8 or Latin-1 went wrong.
void sa_secret_add(const char *secret);
// Registers what a "Name: value" header holds: the value, its words and the values of its
// name=value pairs, user and password of Basic. Parts under 8 bytes and words of letters alone
// under 16 are left out, unless the header's name says it carries credentials. Headers of published
// values (Accept, Content-Type, User-Agent...) are no secrets.
void sa_secret_add_header(const char *header);
// User info and values of key-like query parameters of a URL.
void sa_secret_add_url(const char *url);
// Has it any of these?
bool sa_secret_in_url(const char *url);
// Registers the values of all environment variables that are named like credentials (*_API_KEY,
// *_TOKEN, *_SECRET, *PASSWORD...); paths and values under 8 bytes are left out.
void sa_secret_add_environment(void);
// Is a variable of that name such a one: does its name end in KEY, TOKEN, PASSWORD, PAT, AUTH...,
// maybe with a number, or with BASE, CONFIG, VALUE or DATA behind it?
bool sa_secret_is_name(struct sa_str name);
// Registers the value of a "NAME=value" that is written for a program: all of it that could be a
// credential. Paths, single words and short values are left out unless the name says otherwise.
void sa_secret_add_variable(const char *pair);

// Whether forms are redacted besides registered values; true at the start.
void sa_secret_set_forms(bool on);

// In place; returns the new length, never more than len. A NUL is put behind when it shrank.
size_t sa_secret_redact(char *text, size_t len);
// Registered values only: for text whose user owns it.
size_t sa_secret_redact_known(char *text, size_t len);

// Malloc'd JSON text (NULL is fine): its strings and names are decoded, redacted and written again,
// and a redacted number becomes a string. What is no JSON is left as it is or becomes "***".
void sa_secret_redact_json(char **json);

// A text that comes in pieces: what could still become a secret is held back until the next piece
// or the end. Zero-initialised is ready.
struct sa_redactor {
    struct sa_buf held;
    size_t wait; // no need to look before so much is held
    char before; // what was handed out last
};
// Appends to `out` what of the text so far is settled.
void sa_redactor_feed(struct sa_redactor *r, const char *text, size_t len, struct sa_buf *out);
// Something else comes in between: all but what could still become a known value is settled.
void sa_redactor_hurry(struct sa_redactor *r, struct sa_buf *out);
void sa_redactor_finish(struct sa_redactor *r, struct sa_buf *out);
void sa_redactor_release(struct sa_redactor *r);

// Is that the secret? It takes as long wherever the two differ.
bool sa_secret_equals(const char *secret, const char *shown, size_t len);

// Forgets all values; for tests and leak-free ends.
void sa_secret_release(void);

#endif
