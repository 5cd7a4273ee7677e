/* Looks for an interpreter or a shell. Reaching it would mean tools that no bot needs. */
#include "../wire.h"

static int reached(void)
{
    return access("/bin/sh", F_OK) == 0 || access("/usr/bin/python3", F_OK) == 0;
}
