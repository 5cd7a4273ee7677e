/* What two of the bots bring along as machine code: it runs when it is loaded. */
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

__attribute__((constructor)) static void run(void)
{
    if (getenv("TRACE")) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) setenv("TRACED", "yes", 1);
        return;
    }
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) setenv("FORKED", "yes", 1);
}
