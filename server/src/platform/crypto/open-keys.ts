import { Temporal } from 'temporal-polyfill';
import type { Clock } from '#platform/kernel/clock.ts';
import type { DataKeyStore, WrappedKey } from './data-key-store.ts';
import { asKeyId } from './envelope.ts';
import { freshValues } from './fresh-values.ts';
import type { DataKey } from './key-provider.ts';
import type { KeyWrapping } from './key-wrapping.ts';

/** What unwrapped keys need. */
export interface OpenKeyNeeds {
  readonly keyClass: string;
  readonly store: DataKeyStore;
  readonly wrapping: KeyWrapping;
  readonly clock: Clock;
}

/** Caches which data keys a bank has, and the unwrapped ones among them, for at most a quarter of an hour. */
export interface OpenKeys {
  list(bankId: string): Promise<readonly WrappedKey[]>;
  /** Reads the store, whatever is cached. */
  listAnew(bankId: string): Promise<readonly WrappedKey[]>;
  open(bankId: string, key: WrappedKey): Promise<DataKey>;
  /** Caches a key that was created here. */
  add(bankId: string, key: DataKey): void;
}

const keepFor = Temporal.Duration.from({ minutes: 15 });
const renewAfter = Temporal.Duration.from({ minutes: 5 });
const openKeysMax = 1_000;
const banksMax = 1_000;

/** Creates an empty cache. */
export function openKeys({ keyClass, store, wrapping, clock }: OpenKeyNeeds): OpenKeys {
  const keys = freshValues<DataKey>({ clock, keepFor, renewAfter, entriesMax: openKeysMax });
  const lists = freshValues<readonly WrappedKey[]>({ clock, keepFor, renewAfter, entriesMax: banksMax });
  const nameOf = (bankId: string, keyId: Buffer): string => `${keyId.toString('hex')} ${bankId}`;
  return {
    list: (bankId) => lists.get(bankId, () => store.list(bankId)),
    async listAnew(bankId) {
      const list = await store.list(bankId);
      // Removed first, so that an older read that is still running does not win.
      lists.evict(bankId);
      lists.put(bankId, list);
      return list;
    },
    open: (bankId, { keyId, wrapped }) =>
      keys.get(nameOf(bankId, keyId), async () => ({
        id: asKeyId(keyId),
        secret: await wrapping.unwrap({ bankId, keyClass }, wrapped),
      })),
    add: (bankId, key) => keys.put(nameOf(bankId, key.id), key),
  };
}
