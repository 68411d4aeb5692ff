import {
  checkKeyLength,
  type KeyPurpose,
  type KeyWrapping,
  WrappingUnavailable,
} from '../../server/src/platform/crypto/key-wrapping.ts';
import { readOptions } from './hsm-options.ts';
import type { TokenTask } from './thread-messages.ts';
import { tokenCalls } from './token-calls.ts';

type KeyTask = Exclude<TokenTask['kind'], 'close'>;

/** Wraps under keys in a hardware security module that speaks PKCS#11. The server loads this by its configuration. */
export function createKeyWrapping(given: unknown): KeyWrapping {
  const calls = tokenCalls(readOptions(given));

  async function bytesOf(kind: KeyTask, purpose: KeyPurpose, bytes: Buffer): Promise<Buffer> {
    const result = await calls.ask({ kind, purpose, bytes });
    if (typeof result === 'boolean') throw new WrappingUnavailable('the token answered something else');
    return Buffer.from(result.buffer, result.byteOffset, result.byteLength);
  }

  return {
    async wrap(purpose, key) {
      checkKeyLength(key);
      return bytesOf('wrap', purpose, key);
    },
    unwrap: (purpose, wrapped) => bytesOf('unwrap', purpose, wrapped),
    isOutdated: async (purpose, bytes) => (await calls.ask({ kind: 'is-outdated', purpose, bytes })) === true,
    [Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
  };
}
