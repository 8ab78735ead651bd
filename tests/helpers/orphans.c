// Runs a command and says on standard error how many processes it left behind, those included that
// are only about to end: they become children of this one before it is told of the command's end.
// usage: orphans COMMAND...; the exit status is the command's, 128 + N when signal N ended it.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int status = 0, left = 0;
    if (argc < 2 || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) return 125;
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        execvp(argv[1], argv + 1);
        return 127;
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    while (waitpid(-1, NULL, 0) > 0) left++;
    fprintf(stderr, "left: %d\n", left);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
