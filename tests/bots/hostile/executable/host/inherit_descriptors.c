/* Looks for open files beside its three pipes. Reaching it would mean those of the referee. */
#include "../wire.h"

static int reached(void)
{
    for (int fd = 3; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0) return 1;
    return 0;
}
