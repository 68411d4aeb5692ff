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

/** A small object; printing it as JSON is the unit of `processorCost`. */
const yardstick = {
  requestId: '0192f0c1-2a53-7b1e-9b5e-0f4d8a7c6b21',
  operationId: 'initiatePayment',
  method: 'POST',
  status: 201,
  problem: null,
  durationMs: 12.345,
};
const rounds = 7;
/** The kernel counts the time of a running thread at its ticks of up to 10 ms, so a shorter run may measure as none. */
const measurableMs = 60;

function cpuMsPerCall(work: () => void, times: number): number {
  let calls = 0;
  let cpuMs = 0;
  while (cpuMs < measurableMs) {
    cpuMs += cpuMsOf(() => {
      for (let done = 0; done < times; done += 1) work();
    });
    calls += times;
  }
  return cpuMs / calls;
}

/**
 * Returns what a call costs, as a multiple of printing a small object as JSON. Rounds of both alternate and the median
 * counts: a machine whose caches and clock are shared with others slows down both.
 */
export function processorCost(work: () => void, times: number): number {
  const print = (): void => void JSON.stringify(yardstick);
  const ratios = Array.from({ length: rounds }, () => cpuMsPerCall(work, times) / cpuMsPerCall(print, times));
  return ratios.toSorted((left, right) => left - right)[rounds >> 1] ?? Number.NaN;
}
