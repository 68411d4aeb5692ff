import { randomBytes } from 'node:crypto';
import { type FakeClock, fakeClock } from '#platform/testing/movable-clock.ts';
import type { DataKeyStore, WrappedKey } from './data-key-store.ts';
import { createDataKeys, type DataKeyNeeds, type DataKeys } from './data-keys.ts';
import { type KeyWrapping, WrappingUnavailable } from './key-wrapping.ts';
import { createLocalWrapping } from './local-wrapping.ts';

/** Wrapped keys in memory, with what a table would do: one key per bank and id. */
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

/** A home that can be switched off, and counts what it is asked. */
export interface SwitchedWrapping extends KeyWrapping {
  isAway: boolean;
  readonly asked: { wrap: number; unwrap: number };
}

function switchedWrapping(masterKeys: readonly Buffer[]): SwitchedWrapping {
  const inner = createLocalWrapping(masterKeys);
  const asked = { wrap: 0, unwrap: 0 };
  const home: SwitchedWrapping = {
    isAway: false,
    asked,
    async wrap(purpose, key) {
      asked.wrap += 1;
      if (home.isAway) throw new WrappingUnavailable('switched off');
      return inner.wrap(purpose, key);
    },
    async unwrap(purpose, wrapped) {
      asked.unwrap += 1;
      if (home.isAway) throw new WrappingUnavailable('switched off');
      return inner.unwrap(purpose, wrapped);
    },
    isOutdated: (purpose, wrapped) => inner.isOutdated(purpose, wrapped),
    async [Symbol.asyncDispose]() {},
  };
  return home;
}

/** A store, a home and a clock, and processes that share them. */
export interface DataKeyHarness {
  readonly store: MemoryStore;
  readonly home: SwitchedWrapping;
  readonly clock: FakeClock;
  readonly masterKey: Buffer;
  start(changed?: Partial<DataKeyNeeds>): DataKeys;
}

export function dataKeyHarness(): DataKeyHarness {
  const masterKey = randomBytes(32);
  const [store, home, clock] = [
    memoryStore(),
    switchedWrapping([masterKey]),
    fakeClock('2026-03-01T10:00:00Z'),
  ];
  return {
    store,
    home,
    clock,
    masterKey,
    start: (changed) => createDataKeys({ keyClass: 'auth', store, wrapping: home, clock, ...changed }),
  };
}
