import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { makePdf } from './render-pdf.ts';
import { answered, ready, type Task } from './worker-protocol.ts';

// A process that makes PDF files, and nothing else. See press.ts.
// oxlint-disable-next-line no-restricted-globals -- a program of its own has a process to talk through
const self = process;

const productMaxBytes = Number(self.env['PRESS_PRODUCT_MAX_BYTES']);
const memoryMaxMb = Number(self.env['PRESS_MEMORY_MAX_MB']);
assert(productMaxBytes > 0 && memoryMaxMb > 0, 'started by the press');

new Worker(new URL('./pdf-watchdog.ts', import.meta.url), {
  workerData: { memoryMaxMb, parent: self.ppid },
}).unref();

self.send?.(ready);
self.on('message', (task: Task) => {
  self.send?.(answered(() => makePdf(task, productMaxBytes)));
});
// Without a press there is nobody to work for.
self.on('disconnect', () => self.exit());
