/* Opens a file of the host. Reaching it would show what is there. */
#include "../wire.h"

static int reached(void) { return open("/etc/passwd", O_RDONLY) >= 0; }
