/* Ends with the code that says that memory ran out. Reaching it would blame the host. */
#include "../wire.h"

static int reached(void) { exit(malloc(1 << 30) ? 1 : 12); }
