// Fuzz driver: the configuration file reader, as a user's and as a project's file.
#include "config/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum sa_origin origins[] = {SA_FROM_USER, SA_FROM_PROJECT};
    for (size_t i = 0; i < 2; i++) {
        struct sa_config config;
        struct sa_err err = SA_ERR_INIT;
        struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
        sa_config_init(&config);
        if (sa_config_parse(&config, "fuzz", (const char *)data, size, origins[i], NULL, &err) ==
            SA_OK)
            sa_config_list(&config, &out);
        sa_buf_release(&out);
        sa_config_release(&config);
    }
    return 0;
}
