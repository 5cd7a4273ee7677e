/* Plays the first legal move: a start for a bot in C. Build it: cc -static -O2 -s -o bot bot.c */

#include <stdio.h>
#include <string.h>

static const char LEGAL[] = "\"legal\":[\"";
static char line[1 << 17];

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* every answer leaves at once */
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0)
            puts("{\"ready\":true}");
        if (strncmp(line, "{\"type\":\"ask\"", 13) == 0) {
            const char *move = strstr(line, LEGAL) + strlen(LEGAL);
            printf("{\"move\":\"%.*s\"}\n", (int)strcspn(move, "\""), move);
        }
    }
    return 0;
}
