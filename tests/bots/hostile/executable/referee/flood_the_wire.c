/* Writes without end and without a line. Reaching it would fill the referee's memory. */
#include "../wire.h"

static int reached(void) { memset(line, 'x', sizeof line); while (write(1, line, sizeof line) > 0); return 0; }
