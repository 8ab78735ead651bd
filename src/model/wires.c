// The table of wire formats.
#include "base/str.h"
#include "model/wire.h"

static const struct sa_wire *const wires[] = {
#define WIRE(name) &sa_wire_##name,
#include "model/wires.def"
#undef WIRE
};

const struct sa_wire *sa_wire_find(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(wires); i++)
        if (sa_streq(wires[i]->name, name)) return wires[i];
    return NULL;
}
