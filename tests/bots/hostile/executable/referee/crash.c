/* Crashes. Reaching it would take the referee along. */
#include "../wire.h"

static int reached(void) { *(volatile int *)8 = 7; return 0; }
