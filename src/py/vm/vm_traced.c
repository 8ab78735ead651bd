// The interpreter loop once more, for programs that sys.settrace watches: it tells of every line.
#define PY_VM_TRACED
#include "vm.c"
