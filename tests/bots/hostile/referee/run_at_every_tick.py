"""Runs only when the kernel looks. Reaching it would be its CPU limit, far from its clocks: no loss."""

import time

COARSE_CLOCK, NEARLY_A_TICK = 6, 0.0034

while True:
    last = time.clock_gettime_ns(COARSE_CLOCK)
    while time.clock_gettime_ns(COARSE_CLOCK) == last:
        pass
    time.sleep(NEARLY_A_TICK)
