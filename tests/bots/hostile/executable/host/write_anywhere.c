/* Writes a file, or into itself. Reaching it would leave something behind after the match. */
#include "../wire.h"

static int reached(void)
{
    const char *places[] = {"/bot/written", "/written", "/tmp/caravan-written-by-a-bot", "/dev/null/written"};
    for (int place = 0; place < 4; place++)
        if (open(places[place], O_CREAT | O_WRONLY, 0600) >= 0) return unlink(places[place]) == 0;
    return 0;
}
