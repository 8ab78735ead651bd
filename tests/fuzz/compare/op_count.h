// Counts the instructions the VM runs, for coverage.sh: given to the compiler of src/py/vm with
// -include. At exit the names of those never run in this process are left out of the file
// $PY_OP_COUNT, which collects the names of the others.
#ifndef OP_COUNT_H
#define OP_COUNT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t op_count[65536] __attribute__((unused));
#define COUNT_OP(op) (op_count[op]++)

static const char *const op_count_names[] __attribute__((unused)) = {
#define PY_OP(name, form, effect) #name,
#include "../../../src/py/obj/opcode.def"
#undef PY_OP
};

__attribute__((destructor)) static void op_count_save(void)
{
    const char *path = getenv("PY_OP_COUNT");
    FILE *f = path ? fopen(path, "a") : NULL;
    for (size_t i = 0; f && i < sizeof op_count_names / sizeof *op_count_names; i++)
        if (op_count[i]) fprintf(f, "%s\n", op_count_names[i]);
    if (f) fclose(f);
}

#endif
