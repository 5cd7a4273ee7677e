/* Computes without end. Reaching it would keep the table waiting. */
#include "../wire.h"

static int reached(void) { for (volatile int n = 0; n < 9; n += n > 7 ? -1 : 1); return 0; }
