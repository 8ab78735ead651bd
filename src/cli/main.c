// The program's entry: hands over to the command table.
#include "cli/dispatch.h"

int main(int argc, char **argv)
{
    return sa_cli_main(argc, argv);
}
