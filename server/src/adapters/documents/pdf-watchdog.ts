import { workerData } from 'node:worker_threads';

// Monitors its own process. While native code runs, nothing else in the process notices that memory runs out or that
// the parent is gone.
// oxlint-disable-next-line no-restricted-globals -- a separate program monitors its own process
const self = process;

const lookEveryMs = 25;
const bytesPerMb = 1_000_000;
// oxlint-disable-next-line typescript/no-unsafe-assignment -- only `pdf-process.ts` passes these
const { memoryMaxMb, parent }: { readonly memoryMaxMb: number; readonly parent: number } = workerData;

setInterval(() => {
  const isTooLarge = self.memoryUsage.rss() > memoryMaxMb * bytesPerMb;
  if (isTooLarge || self.ppid !== parent) self.kill(self.pid, 'SIGKILL');
}, lookEveryMs);
