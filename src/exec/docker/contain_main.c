// Entry of the static program that the docker executor puts into containers.
#include "exec/docker/contain.h"

int main(int argc, char **argv)
{
    return argc ? sa_exec_contain(argv + 1) : 1;
}
