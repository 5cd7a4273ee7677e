/* Sleeps. Reaching it would keep the table waiting. */
#include "../wire.h"

static int reached(void) { pause(); return reached(); }
