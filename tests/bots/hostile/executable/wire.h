/* The wire of a bot in C whose moves are attacks: `static int reached(void)` is asked for the first of them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define MOVE(text) "{\"move\":\"" text "\"}\n"

static int reached(void);
static char line[1 << 17];

static void say(const char *text) { if (write(1, text, strlen(text)) < 0) _exit(1); }

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"hello\"")) say("{\"ready\":true}\n");
        if (strstr(line, "\"ask\"")) say(reached() ? MOVE("reached") : MOVE("held"));
    }
    return 0;
}
