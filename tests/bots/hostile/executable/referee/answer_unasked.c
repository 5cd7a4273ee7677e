/* Answers before anything was said. Reaching it would be a move in a match that has not begun. */
#include "../wire.h"

__attribute__((constructor)) static void early(void) { say(MOVE("draw")); }
static int reached(void) { return 0; }
