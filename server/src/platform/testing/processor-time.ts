/**
 * Returns the processor time in milliseconds that synchronous work takes on this thread. Other programs on the machine do
 * not add to it, so a limit on it holds on a busy machine too.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
