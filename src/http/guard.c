// The tables of addresses that lead inside. From the special-purpose registries of IANA (RFC 6890
// and its updates) and what the clouds use for metadata.
#include "http/guard.h"

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

#include "base/xalloc.h"

enum kind {
    PUBLIC,
    METADATA,
    THIS_HOST,
    LOOPBACK,
    PRIVATE,
    LINK_LOCAL,
    RESERVED,
    MULTICAST,
    TUNNEL,
};

static const char *const names[] = {
    [METADATA] = "a cloud metadata address", [THIS_HOST] = "this host",
    [LOOPBACK] = "a loopback address",       [PRIVATE] = "a private address",
    [LINK_LOCAL] = "a link-local address",   [RESERVED] = "a reserved address",
    [MULTICAST] = "a multicast address",     [TUNNEL] = "a tunnel address",
};

static const struct {
    uint8_t net[4];
    unsigned bits;
    enum kind kind;
} nets4[] = {
    {{169, 254, 169, 254}, 32, METADATA}, {{100, 100, 100, 200}, 32, METADATA},
    {{168, 63, 129, 16}, 32, METADATA},   {{192, 0, 0, 192}, 32, METADATA},
    {{0, 0, 0, 0}, 8, THIS_HOST},         {{127, 0, 0, 0}, 8, LOOPBACK},
    {{10, 0, 0, 0}, 8, PRIVATE},          {{172, 16, 0, 0}, 12, PRIVATE},
    {{192, 168, 0, 0}, 16, PRIVATE},      {{100, 64, 0, 0}, 10, PRIVATE}, // shared by carriers
    {{169, 254, 0, 0}, 16, LINK_LOCAL},   {{192, 0, 0, 0}, 24, RESERVED},
    {{192, 0, 2, 0}, 24, RESERVED},       {{192, 88, 99, 0}, 24, RESERVED},
    {{198, 18, 0, 0}, 15, RESERVED},      {{198, 51, 100, 0}, 24, RESERVED},
    {{203, 0, 113, 0}, 24, RESERVED},     {{224, 0, 0, 0}, 4, MULTICAST},
    {{240, 0, 0, 0}, 4, RESERVED},
};

static const struct {
    uint8_t net[16];
    unsigned bits;
    enum kind kind;
} nets6[] = {
    {{0xFD, 0x00, 0x0E, 0xC2, [14] = 0x02, 0x54}, 128, METADATA},
    {{0}, 128, THIS_HOST},
    {{[15] = 1}, 128, LOOPBACK},
    {{0xFC}, 7, PRIVATE},
    {{0xFE, 0xC0}, 10, PRIVATE},
    {{0xFE, 0x80}, 10, LINK_LOCAL},
    {{0xFF}, 8, MULTICAST},
    {{0x01}, 64, RESERVED},
    {{0x20, 0x01, 0x0D, 0xB8}, 32, RESERVED},
    {{0x20, 0x01}, 32, TUNNEL}, // Teredo
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

static enum kind kind4(const uint8_t *address)
{
    for (size_t i = 0; i < SA_COUNT(nets4); i++)
        if (in_net(address, nets4[i].net, nets4[i].bits)) return nets4[i].kind;
    return PUBLIC;
}

static enum kind kind6(const uint8_t *address)
{
    static const uint8_t global_unicast[16] = {0x20}; // all that IANA has given out
    for (size_t i = 0; i < SA_COUNT(nets6); i++)
        if (in_net(address, nets6[i].net, nets6[i].bits)) return nets6[i].kind;
    for (size_t i = 0; i < SA_COUNT(carriers); i++)
        if (in_net(address, carriers[i].net, carriers[i].bits))
            return kind4(address + carriers[i].at);
    return in_net(address, global_unicast, 3) ? PUBLIC : RESERVED;
}

const char *sa_guard_refuses(const struct sockaddr *address, size_t len, enum sa_http_reach reach)
{
    enum kind kind;
    if (reach <= SA_REACH_HOST) return NULL;
    if (address->sa_family == AF_INET && len >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        kind = kind4((const uint8_t *)&in.sin_addr);
    } else if (address->sa_family == AF_INET6 && len >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        kind = kind6((const uint8_t *)&in.sin6_addr);
    } else {
        return "no internet address";
    }
    bool within = kind == PUBLIC || (kind == PRIVATE && reach == SA_REACH_NETWORK);
    return within ? NULL : names[kind];
}
