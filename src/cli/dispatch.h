// Entry of the command line, for main.c and tests.
#ifndef SA_CLI_DISPATCH_H
#define SA_CLI_DISPATCH_H

int sa_cli_main(int argc, char **argv); // the exit status
void sa_cli_init(void);                 // makes the subcommands known, which that does

#endif
