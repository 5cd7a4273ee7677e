/* Prints without end. Reaching it would fill the referee's memory or keep it from its clocks. */
#include "../wire.h"

static int reached(void) { while (write(2, line, sizeof line) > 0); return 0; }
