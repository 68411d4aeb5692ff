import { workerData } from 'node:worker_threads';

// Watches the process it runs in. While native code works, nothing else in the process notices that memory runs out
// or that the press is gone.
// oxlint-disable-next-line no-restricted-globals -- a program of its own watches its own process
const self = process;

const lookEveryMs = 25;
const bytesPerMb = 1_000_000;
// oxlint-disable-next-line typescript/no-unsafe-assignment -- `pdf-process.ts` passes these, and nobody else
const { memoryMaxMb, parent }: { readonly memoryMaxMb: number; readonly parent: number } = workerData;

setInterval(() => {
  const isTooLarge = self.memoryUsage.rss() > memoryMaxMb * bytesPerMb;
  if (isTooLarge || self.ppid !== parent) self.kill(self.pid, 'SIGKILL');
}, lookEveryMs);
