/**
 * Returns the CPU time in milliseconds of synchronous work on this thread. Other programs on the machine do not add to
 * it, so a limit on it also works on a busy machine.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
