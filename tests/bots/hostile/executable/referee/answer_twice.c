/* Answers and answers again. Reaching it would have the second taken for the next question's. */
#include "../wire.h"

static int reached(void) { say(MOVE("draw") MOVE("draw")); pause(); return reached(); }
