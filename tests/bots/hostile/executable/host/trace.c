/* Asks to be traced. Reaching it would mean a call that only an attack makes. */
#include "../wire.h"
#include <sys/ptrace.h>

static int reached(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0) == 0; }
