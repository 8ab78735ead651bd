// Where a model is and what opens it: what resolve.c makes of the options. For the providers, and
// for the broker of a sandbox (http/broker.h), which sends what the provider inside may not know.
#ifndef SA_MODEL_ENDPOINT_H
#define SA_MODEL_ENDPOINT_H

#include "model/model.h"

struct sa_err;

// Owned strings.
struct sa_endpoint {
    char *provider, *name;
    const char *wire;  // name of the format it is spoken to in; static
    char *url;         // of the resource that replies come from
    char *auth;        // whole header line with the key; NULL: none
    char *key_from;    // what said the key, in words; NULL: there is none
    char *lack;        // with options->keyless: that there should be one; NULL: not so
    char *headers[16]; // further header lines, NULL-terminated
    char *given_for;   // URL of the server that key and headers were given for; NULL: none
    const char *start; // how to start the server on this machine; NULL: it runs elsewhere
    double requests_per_minute;
};

void sa_endpoint_release(struct sa_endpoint *endpoint);
void sa_endpoint_copy(const struct sa_endpoint *endpoint, struct sa_endpoint *out);
// Finds provider, model name, URL and key. -1 with code 10, or 8 for a missing key.
int sa_endpoint_resolve(const struct sa_model_options *options, struct sa_endpoint *endpoint,
                        struct sa_err *err);

#endif
