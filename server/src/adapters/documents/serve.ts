import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { ready, respond, type Task } from './worker-protocol.ts';

/** Settings of a thread. */
export interface ThreadSettings {
  readonly productMaxBytes: number;
}

/** Receives tasks from the renderer, one at a time, and returns the result of each. */
export function serve(make: (task: Task, productMaxBytes: number) => unknown): void {
  const port = parentPort;
  assert(port !== null, 'runs as a thread of the document renderer');
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- only `render-worker.ts` passes these settings
  const { productMaxBytes }: ThreadSettings = workerData;
  port.postMessage(ready);
  port.on('message', (task: Task) => {
    port.postMessage(respond(() => make(task, productMaxBytes)));
  });
}
