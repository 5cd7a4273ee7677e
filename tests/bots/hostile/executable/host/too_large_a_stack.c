/* Raises the limit of its stack and fills half a gigabyte. Reaching it would be memory that no limit counts. */
#include "../wire.h"

static int deep(int left)
{
    volatile char block[1 << 20];
    memset((void *)block, left, sizeof block);
    return left ? deep(left - 1) + block[7] * 0 : 1;
}

static int reached(void)
{
    struct rlimit limit = {1 << 30, 1 << 30};
    return setrlimit(RLIMIT_STACK, &limit) == 0 && deep(512);
}
