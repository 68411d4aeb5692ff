import { parentPort, workerData } from 'node:worker_threads';
import { readOptions } from './hsm-options.ts';
import type { TokenRequest, TokenResponse, TokenTask } from './thread-messages.ts';
import { nameOf, openToken, Refusal } from './token.ts';
import { tokenKeys } from './token-keys.ts';

/** The thread in which PKCS#11 calls may block. It handles one request at a time. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a worker thread only');
const options = readOptions(workerData);
const token = openToken(options, 'read');
const keys = tokenKeys(token, options.keyPrefix);

function perform(task: TokenTask): Uint8Array | boolean {
  switch (task.kind) {
    case 'wrap':
      return keys.wrap(task.purpose, Buffer.from(task.bytes));
    case 'unwrap':
      return keys.unwrap(task.purpose, Buffer.from(task.bytes));
    case 'is-outdated':
      return keys.isOutdated(task.purpose, Buffer.from(task.bytes));
    case 'close':
      token.close();
      return true;
  }
}

function respondTo({ number, task }: TokenRequest): TokenResponse {
  try {
    return { number, kind: 'done', result: perform(task) };
  } catch (error) {
    const failure = error instanceof Refusal ? error.failure : 'unavailable';
    return { number, kind: 'failed', failure, reason: nameOf(error) };
  }
}

port.on('message', (request: TokenRequest) => {
  port.postMessage(respondTo(request));
  if (request.task.kind === 'close') port.close();
});
