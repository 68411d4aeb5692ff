import { parentPort, workerData } from 'node:worker_threads';
import { readOptions } from './hsm-options.ts';
import { keyHome } from './key-home.ts';
import type { TokenQuestion, TokenResponse, TokenTask } from './thread-messages.ts';
import { nameOf, openToken, Refusal } from './token.ts';

/** The thread in which PKCS#11 may block. One question after the other. */
const port = parentPort;
if (port === null) throw new Error('this file is a thread, not a program');
const options = readOptions(workerData);
const token = openToken(options, 'read');
const home = keyHome(token, options.keyPrefix);

function perform(task: TokenTask): Uint8Array | boolean {
  switch (task.kind) {
    case 'wrap':
      return home.wrap(task.purpose, Buffer.from(task.bytes));
    case 'unwrap':
      return home.unwrap(task.purpose, Buffer.from(task.bytes));
    case 'is-outdated':
      return home.isOutdated(task.purpose, Buffer.from(task.bytes));
    case 'close':
      token.leave();
      return true;
  }
}

function answerTo({ number, task }: TokenQuestion): TokenResponse {
  try {
    return { number, kind: 'done', result: perform(task) };
  } catch (error) {
    const failure = error instanceof Refusal ? error.failure : 'unavailable';
    return { number, kind: 'failed', failure, reason: nameOf(error) };
  }
}

port.on('message', (question: TokenQuestion) => {
  port.postMessage(answerTo(question));
  if (question.task.kind === 'close') port.close();
});
