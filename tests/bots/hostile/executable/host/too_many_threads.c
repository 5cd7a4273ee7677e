/* Starts 64 threads. Reaching it would mean more of the host than its share. */
#include "../wire.h"
#include <pthread.h>

static void *wait(void *nothing) { pause(); return nothing; }

static int reached(void)
{
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (int number = 0; number < 64; number++)
        if (pthread_create(&thread, &small, wait, NULL)) return 0;
    return 1;
}
