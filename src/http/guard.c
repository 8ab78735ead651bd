// The tables of addresses that lead inside. From the special-purpose registries of IANA (RFC 6890
// and its updates) and what the clouds use for metadata.
#include "http/guard.h"

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

#include "base/xalloc.h"

static const struct {
    uint8_t net[4];
    unsigned bits;
    const char *what;
} nets4[] = {
    {{169, 254, 169, 254}, 32, "a cloud metadata address"},
    {{100, 100, 100, 200}, 32, "a cloud metadata address"},
    {{168, 63, 129, 16}, 32, "a cloud metadata address"},
    {{192, 0, 0, 192}, 32, "a cloud metadata address"},
    {{0, 0, 0, 0}, 8, "this host"},
    {{127, 0, 0, 0}, 8, "a loopback address"},
    {{10, 0, 0, 0}, 8, "a private address"},
    {{172, 16, 0, 0}, 12, "a private address"},
    {{192, 168, 0, 0}, 16, "a private address"},
    {{100, 64, 0, 0}, 10, "a private address"}, // shared by carriers
    {{169, 254, 0, 0}, 16, "a link-local address"},
    {{192, 0, 0, 0}, 24, "a reserved address"},
    {{192, 0, 2, 0}, 24, "a reserved address"},
    {{198, 18, 0, 0}, 15, "a reserved address"},
    {{198, 51, 100, 0}, 24, "a reserved address"},
    {{203, 0, 113, 0}, 24, "a reserved address"},
    {{224, 0, 0, 0}, 4, "a multicast address"},
    {{240, 0, 0, 0}, 4, "a reserved address"},
};

static const struct {
    uint8_t net[16];
    unsigned bits;
    const char *what;
} nets6[] = {
    {{0xFD, 0x00, 0x0E, 0xC2, [14] = 0x02, 0x54}, 128, "a cloud metadata address"},
    {{0}, 128, "this host"},
    {{[15] = 1}, 128, "a loopback address"},
    {{0xFC}, 7, "a private address"},
    {{0xFE, 0xC0}, 10, "a private address"},
    {{0xFE, 0x80}, 10, "a link-local address"},
    {{0xFF}, 8, "a multicast address"},
    {{0x01}, 64, "a reserved address"},
    {{0x20, 0x01, 0x0D, 0xB8}, 32, "a reserved address"},
    {{0x20, 0x01}, 32, "a tunnel address"}, // Teredo
};

// IPv6 forms with an IPv4 address at byte `at`.
static const struct {
    uint8_t net[16];
    unsigned bits, at;
} carriers[] = {
    {{[10] = 0xFF, 0xFF}, 96, 12},            // ::ffff:a.b.c.d
    {{0}, 96, 12},                            // ::a.b.c.d
    {{[8] = 0xFF, 0xFF}, 96, 12},             // ::ffff:0:a.b.c.d
    {{0x00, 0x64, 0xFF, 0x9B}, 96, 12},       // NAT64
    {{0x00, 0x64, 0xFF, 0x9B, 0, 1}, 48, 12}, // NAT64, local use
    {{0x20, 0x02}, 16, 2},                    // 6to4
};

static bool in_net(const uint8_t *address, const uint8_t *net, unsigned bits)
{
    unsigned whole = bits / 8, rest = bits % 8;
    if (memcmp(address, net, whole)) return false;
    return !rest || (address[whole] ^ net[whole]) >> (8 - rest) == 0;
}

static const char *refuses4(const uint8_t *address)
{
    for (size_t i = 0; i < SA_COUNT(nets4); i++)
        if (in_net(address, nets4[i].net, nets4[i].bits)) return nets4[i].what;
    return NULL;
}

static const char *refuses6(const uint8_t *address)
{
    for (size_t i = 0; i < SA_COUNT(nets6); i++)
        if (in_net(address, nets6[i].net, nets6[i].bits)) return nets6[i].what;
    for (size_t i = 0; i < SA_COUNT(carriers); i++)
        if (in_net(address, carriers[i].net, carriers[i].bits))
            return refuses4(address + carriers[i].at);
    return NULL;
}

const char *sa_guard_refuses(const struct sockaddr *address, size_t len)
{
    if (address->sa_family == AF_INET && len >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return refuses4((const uint8_t *)&in.sin_addr);
    }
    if (address->sa_family == AF_INET6 && len >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        return refuses6((const uint8_t *)&in.sin6_addr);
    }
    return "no internet address";
}
