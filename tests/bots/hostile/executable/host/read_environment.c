/* Looks whether anything was inherited. Reaching it would mean that secrets could be. */
#include "../wire.h"

static int reached(void) { return getenv("CARAVAN_SECRET_KEY") != NULL; }
