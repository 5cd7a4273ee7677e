/* Takes back the limits that it was given, or has `prlimit` do it. Reaching it would mean none. */
#include "../wire.h"

static int reached(void)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur > 32) return 1;
    limit.rlim_cur = limit.rlim_max = 4096;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}
