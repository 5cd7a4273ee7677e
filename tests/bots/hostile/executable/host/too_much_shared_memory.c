/* Fills half a gigabyte that it shares with nobody yet. Reaching it would be memory that no limit counts. */
#include "../wire.h"

static int reached(void)
{
    for (int number = 0; number < 512; number++) {
        void *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return 0;
        memset(block, 1, 1 << 20);
    }
    return 1;
}
