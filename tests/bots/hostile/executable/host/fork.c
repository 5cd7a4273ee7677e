/* Makes a process. Reaching it would mean work that no clock counts. */
#include "../wire.h"

static int reached(void)
{
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
}
