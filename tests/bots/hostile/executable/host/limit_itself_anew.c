/* Becomes `prlimit`, which is there, with limits of its own choice. Reaching it would mean none. */
#include "../wire.h"

static int reached(void)
{
    execl("/usr/bin/prlimit", "prlimit", "--nofile=4096", "/usr/bin/prlimit", "--version", NULL);
    return 0;
}
