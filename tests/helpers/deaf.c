// A port at which connecting takes for ever: its queue is full and nobody looks into it.
//   deaf        prints the port's number, then waits to be killed
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALLERS = 8 }; // more than a queue of none holds

int main(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || bind(s, (struct sockaddr *)&a, len) || listen(s, 0) ||
        getsockname(s, (struct sockaddr *)&a, &len))
        return perror("deaf"), 1;
    for (int i = 0; i < CALLERS; i++) {
        int caller = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (caller >= 0 && connect(caller, (struct sockaddr *)&a, len) && i == 0) usleep(1000);
    }
    printf("%d\n", ntohs(a.sin_port));
    fflush(stdout);
    for (;;) pause();
}
