/* Fills a gigabyte. Reaching it would mean that others have less. */
#include "../wire.h"

static int reached(void)
{
    for (int number = 0; number < 1024; number++) {
        char *block = malloc(1 << 20);
        if (!block) return 0;
        memset(block, 1, 1 << 20);
    }
    return 1;
}
