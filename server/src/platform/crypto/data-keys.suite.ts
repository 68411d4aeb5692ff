import { randomBytes } from 'node:crypto';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import type { DataKeyStore, WrappedKey } from './data-key-store.ts';
import { createDataKeys, type DataKeyNeeds, type DataKeys } from './data-keys.ts';
import { type KeyWrapping, WrappingUnavailable } from './key-wrapping.ts';
import { createLocalWrapping } from './local-wrapping.ts';

/** Wrapped keys in memory, with the constraint of a table: one key per bank and id. */
export interface MemoryStore extends DataKeyStore {
  readonly rows: Map<string, WrappedKey>;
  listed: number;
}

export function memoryStore(): MemoryStore {
  const rows = new Map<string, WrappedKey>();
  const nameOf = (bankId: string, { keyId }: WrappedKey): string => `${bankId} ${keyId.toString('hex')}`;
  return {
    rows,
    listed: 0,
    async list(bankId) {
      this.listed += 1;
      const own = [...rows].filter(([name]) => name.startsWith(`${bankId} `)).map(([, row]) => row);
      return own.toSorted((one, other) => other.keyId.compare(one.keyId));
    },
    async insert(bankId, key) {
      const name = nameOf(bankId, key);
      if (rows.has(name)) return 'taken';
      rows.set(name, key);
      return 'inserted';
    },
    async replace(bankId, key) {
      rows.set(nameOf(bankId, key), key);
    },
  };
}

/** A key wrapping that can be switched off and counts its calls. */
export interface SwitchedWrapping extends KeyWrapping {
  isSwitchedOff: boolean;
  readonly calls: { wrap: number; unwrap: number };
}

function switchedWrapping(masterKeys: readonly Buffer[]): SwitchedWrapping {
  const inner = createLocalWrapping(masterKeys);
  const calls = { wrap: 0, unwrap: 0 };
  const switched: SwitchedWrapping = {
    isSwitchedOff: false,
    calls: calls,
    async wrap(purpose, key) {
      calls.wrap += 1;
      if (switched.isSwitchedOff) throw new WrappingUnavailable('switched off');
      return inner.wrap(purpose, key);
    },
    async unwrap(purpose, wrapped) {
      calls.unwrap += 1;
      if (switched.isSwitchedOff) throw new WrappingUnavailable('switched off');
      return inner.unwrap(purpose, wrapped);
    },
    isOutdated: (purpose, wrapped) => inner.isOutdated(purpose, wrapped),
    async [Symbol.asyncDispose]() {},
  };
  return switched;
}

/** A store, a key wrapping and a clock, and processes that share them. */
export interface DataKeyHarness {
  readonly store: MemoryStore;
  readonly switched: SwitchedWrapping;
  readonly clock: FakeClock;
  readonly masterKey: Buffer;
  start(changed?: Partial<DataKeyNeeds>): DataKeys;
}

export function dataKeyHarness(): DataKeyHarness {
  const masterKey = randomBytes(32);
  const [store, switched, clock] = [
    memoryStore(),
    switchedWrapping([masterKey]),
    fakeClock('2026-03-01T10:00:00Z'),
  ];
  return {
    store,
    switched,
    clock,
    masterKey,
    start: (changed) => createDataKeys({ keyClass: 'auth', store, wrapping: switched, clock, ...changed }),
  };
}
