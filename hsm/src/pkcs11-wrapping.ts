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

/** Creates a key wrapping with a PKCS#11 hardware security module. The server loads it by configuration. */
export function createKeyWrapping(options: unknown): KeyWrapping {
  const calls = tokenCalls(readOptions(options));

  async function bytesOf(kind: KeyTask, purpose: KeyPurpose, bytes: Buffer): Promise<Buffer> {
    const result = await calls.call({ kind, purpose, bytes });
    if (typeof result === 'boolean') throw new WrappingUnavailable('the token returned an unexpected result');
    return Buffer.from(result.buffer, result.byteOffset, result.byteLength);
  }

  return {
    async wrap(purpose, key) {
      checkKeyLength(key);
      return bytesOf('wrap', purpose, key);
    },
    unwrap: (purpose, wrapped) => bytesOf('unwrap', purpose, wrapped),
    isOutdated: async (purpose, bytes) =>
      (await calls.call({ kind: 'is-outdated', purpose, bytes })) === true,
    [Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
  };
}
