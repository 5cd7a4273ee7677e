/* Calls the kernel by its 32-bit door, with other numbers. Reaching it would go round the filter. */
#include "../wire.h"

static int reached(void)
{
    int result = 20; /* getpid */
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result > 0;
}
