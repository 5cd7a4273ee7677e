/* Makes sockets of many kinds. Reaching it would mean a way to others. */
#include "../wire.h"
#include <sys/socket.h>

static int reached(void)
{
    for (int family = 1; family < 46; family++)
        for (int type = 1; type < 6; type++)
            if (socket(family, type, 0) >= 0) return 1;
    return 0;
}
