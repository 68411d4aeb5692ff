import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { renderPdf } from './render-pdf.ts';
import { ready, respond, type Task } from './worker-protocol.ts';

// Process that renders PDF files only. See document-renderer.ts.
// oxlint-disable-next-line no-restricted-globals -- a separate program communicates through its process
const self = process;

const productMaxBytes = Number(self.env['RENDER_PRODUCT_MAX_BYTES']);
const memoryMaxMb = Number(self.env['RENDER_MEMORY_MAX_MB']);
assert(productMaxBytes > 0 && memoryMaxMb > 0, 'started by the document renderer');

new Worker(new URL('./pdf-watchdog.ts', import.meta.url), {
  workerData: { memoryMaxMb, parent: self.ppid },
}).unref();

self.send?.(ready);
self.on('message', (task: Task) => {
  self.send?.(respond(() => renderPdf(task, productMaxBytes)));
});
// Without its parent the process has no work.
self.on('disconnect', () => self.exit());
