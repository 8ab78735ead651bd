# process_time() is CPU time: sleeping adds nothing to it, work does.
import time

cpu, wall = time.process_time(), time.perf_counter()
time.sleep(0.15)
slept = time.process_time() - cpu
print(slept < 0.1, time.perf_counter() - wall >= 0.15)
cpu = time.process_time_ns()
while time.process_time_ns() - cpu < 20_000_000:
    sum(range(1000))
print("worked", time.process_time() >= cpu / 1e9, time.thread_time() > 0)
print(time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID) >= cpu, time.get_clock_info("process_time").monotonic)
