/* Puts a zero byte into its answer. Reaching it would cut the line where others read it. */
#include "../wire.h"

static int reached(void) { return write(1, "{\"move\":\"dr\0aw\"}\n", 17) < 0 || pause(); }
