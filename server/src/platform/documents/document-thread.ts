import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { freeMemory } from '#platform/kernel/free-memory.ts';
import { XmlError } from '#platform/xml/xml-error.ts';
import type { ReadFunction } from './document-reader.ts';
import type { ThreadMessage, ThreadTask } from './reading-thread.ts';

// Thread that reads documents one after the other. See reading-thread.ts.
const port = parentPort;
assert(port !== null, 'runs as a thread');

async function readFunctionOf(module: string): Promise<ReadFunction<unknown, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the path of one of our own modules
  const { read } = await import(module);
  assert(typeof read === 'function', 'a reader exports a function `read`');
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- `documentReader` ties its type to the module
  return read as ReadFunction<unknown, unknown>;
}

async function respond({ bytes, module, options }: ThreadTask): Promise<ThreadMessage> {
  const read = await readFunctionOf(module);
  try {
    return { kind: 'read', result: read(bytes, options) };
  } catch (error) {
    // A document that is refused is a result; any other error is a defect of the reader and ends the thread.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- `instanceof` does not know the type of the reason
    if (error instanceof XmlError) return { kind: 'refused', reason: error.reason, line: error.line };
    throw error;
  }
}

port.on(
  'message',
  (task: ThreadTask) =>
    void respond(task).then((message) => {
      port.postMessage(message);
      freeMemory(task.bytes);
    }),
);
port.postMessage({ kind: 'ready' } satisfies ThreadMessage);
