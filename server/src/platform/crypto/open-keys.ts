import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import type { DataKeyStore, WrappedKey } from './data-key-store.ts';
import { asKeyId } from './envelope.ts';
import { freshValues } from './fresh-values.ts';
import type { DataKey } from './key-provider.ts';
import type { KeyWrapping } from './key-wrapping.ts';

/** What open keys need. */
export interface OpenKeyNeeds {
  readonly keyClass: string;
  readonly store: DataKeyStore;
  readonly wrapping: KeyWrapping;
  readonly clock: Clock;
}

/** Which data keys a bank has, and those among them that were unwrapped, for at most a quarter of an hour. */
export interface OpenKeys {
  list(bankId: string): Promise<readonly WrappedKey[]>;
  /** Asks the store, whatever was known. */
  listAnew(bankId: string): Promise<readonly WrappedKey[]>;
  open(bankId: string, key: WrappedKey): Promise<DataKey>;
  /** Remembers a key that was made here. */
  remember(bankId: string, key: DataKey): void;
}

const keepFor = Temporal.Duration.from({ minutes: 15 });
const renewAfter = Temporal.Duration.from({ minutes: 5 });
const openKeysMax = 1_000;
const banksMax = 1_000;

/** Nothing is known and nothing open at first. */
export function openKeys({ keyClass, store, wrapping, clock }: OpenKeyNeeds): OpenKeys {
  const keys = freshValues<DataKey>({ clock, keepFor, renewAfter, entriesMax: openKeysMax });
  const lists = freshValues<readonly WrappedKey[]>({ clock, keepFor, renewAfter, entriesMax: banksMax });
  const nameOf = (bankId: string, keyId: Buffer): string => `${keyId.toString('hex')} ${bankId}`;
  return {
    list: (bankId) => lists.get(bankId, () => store.list(bankId)),
    async listAnew(bankId) {
      const list = await store.list(bankId);
      // Forgotten first, so that an older look that is still under way does not win.
      lists.forget(bankId);
      lists.put(bankId, list);
      return list;
    },
    open: (bankId, { keyId, wrapped }) =>
      keys.get(nameOf(bankId, keyId), async () => ({
        id: asKeyId(keyId),
        secret: await wrapping.unwrap({ bankId, keyClass }, wrapped),
      })),
    remember: (bankId, key) => keys.put(nameOf(bankId, key.id), key),
  };
}
