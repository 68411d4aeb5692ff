import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { SmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';

/** The phones of the customers: reads what the gateway accepts, as it arrives. */
export interface TextInbox extends AsyncDisposable {
  /** Resolves with the code of the next message to a number; undefined if none arrives in time. */
  nextCode(phone: string): Promise<string | undefined>;
}

const pollMs = 20;
const arrivalMaxMs = 20_000;
const chunkBytes = 1 << 20;

export async function openTextInbox({ journalPath }: SmsGateway): Promise<TextInbox> {
  const file = await open(journalPath, 'r');
  const waiting = new Map<string, (code: string | undefined) => void>();
  let [position, rest, isOpen] = [0, '', true];
  const receive = (line: string): void => {
    const message: unknown = JSON.parse(line);
    const code = /\b\d{6}\b/.exec(String(at(message, 'text')))?.[0];
    const phone = String(at(message, 'to'));
    waiting.get(phone)?.(code);
  };
  const reading = (async () => {
    const buffer = Buffer.alloc(chunkBytes);
    while (isOpen) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
      position += bytesRead;
      const lines = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) receive(line);
      if (bytesRead === 0) await wait(pollMs);
    }
  })();
  return {
    nextCode: (phone) =>
      new Promise((resolve) => {
        const settle = (code: string | undefined): void => {
          clearTimeout(timer);
          waiting.delete(phone);
          resolve(code);
        };
        const timer = setTimeout(settle, arrivalMaxMs, undefined);
        waiting.set(phone, settle);
      }),
    async [Symbol.asyncDispose]() {
      isOpen = false;
      await reading;
      await file.close();
    },
  };
}
