import assert from 'node:assert/strict';
import { parentPort, workerData } from 'node:worker_threads';
import { answered, ready, type Task } from './worker-protocol.ts';

/** What a thread is told when it starts. */
export interface ThreadSettings {
  readonly productMaxBytes: number;
}

/** Takes tasks from the press, one at a time, and answers each. */
export function serve(make: (task: Task, productMaxBytes: number) => unknown): void {
  const port = parentPort;
  assert(port !== null, 'runs as a thread of the press');
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- `hand.ts` passes these settings, and nobody else
  const { productMaxBytes }: ThreadSettings = workerData;
  port.postMessage(ready);
  port.on('message', (task: Task) => {
    port.postMessage(answered(() => make(task, productMaxBytes)));
  });
}
