import { createIdentityVault, identityIndexWalks } from '#capabilities/identity/index.ts';
import { createPartyVault, partyIndexWalks } from '#capabilities/party/index.ts';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import type { Database } from '#platform/db/database.ts';
import type { IndexWalk } from '#platform/key-ring/index-walk.ts';
import type { KeyClass } from '#platform/key-ring/key-class.ts';
import { createKeyRing, type KeyRing } from '#platform/key-ring/key-ring.ts';
import { type IndexMatches, provideBankKeys } from '#platform/key-ring/provide-keys.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { keyWrappingFrom } from './key-wrapping.ts';
import type { Runtime } from './runtime.ts';
import { keyClasses as capabilityKeyClasses } from './wiring.ts';

const idempotencyRecordsValidForSeconds = 2 * 86_400;

/** All key classes of the product. */
export const keyClasses: readonly KeyClass[] = [
  ...capabilityKeyClasses,
  // Idempotency records are deleted after a day.
  { name: 'answers', use: 'sealing', acceptedForSeconds: idempotencyRecordsValidForSeconds },
];

/** Keys of all banks, and their wrapping. */
export interface ProductKeys {
  readonly ring: KeyRing;
  readonly wrapping: KeyWrapping;
  /** Starts loading keys that other processes announce, every few seconds. */
  follow(): Loop;
  /** Returns the time since all keys were loaded. */
  ageMs(): number;
  close(): Promise<void>;
}

/** A new key is announced a minute before its first use. */
const followEveryMs = 3_000;
const sampleRows = 20;

/** Opens the keys of all banks and creates missing ones. Returns undefined if no key is configured. */
export async function openProductKeys(
  { clock, config, log }: Pick<Runtime, 'clock' | 'config' | 'log'>,
  database: Database,
): Promise<ProductKeys | undefined> {
  const wrapping = await keyWrappingFrom(config);
  if (wrapping === undefined) return undefined;
  const needs = { database, wrapping, clock, banks: config.banks, classes: keyClasses };
  const ring = createKeyRing(needs);
  await provideBankKeys({
    ...needs,
    masterKeys: config.masterKeys?.reveal(),
    indexChecks: [
      (bankId, keys) => matchesOf(identityIndexWalks(database, createIdentityVault(keys)), bankId),
      (bankId, keys) => matchesOf(partyIndexWalks(database, createPartyVault(keys)), bankId),
    ],
  });
  await ring.load();
  let loadedAtMs = performance.now();
  return {
    ring,
    wrapping,
    ageMs: () => performance.now() - loadedAtMs,
    follow: () =>
      startLoop({
        name: 'bank-keys',
        idleMs: followEveryMs,
        log,
        step: async () => {
          await ring.load();
          loadedAtMs = performance.now();
          return 0;
        },
      }),
    close: async () => wrapping[Symbol.asyncDispose](),
  };
}

/** Opens the keys, or throws if none are configured. */
export async function requireProductKeys(
  runtime: Pick<Runtime, 'clock' | 'config' | 'log'>,
  database: Database,
): Promise<ProductKeys> {
  const keys = await openProductKeys(runtime, database);
  if (keys === undefined) throw new Error('PORTICO_MASTER_KEYS or PORTICO_KEY_WRAPPING is required');
  return keys;
}

async function matchesOf(walks: readonly IndexWalk[], bankId: string): Promise<IndexMatches> {
  const lists = await Promise.all(walks.map((walk) => walk.list(bankId, undefined, sampleRows)));
  const counts = lists.flat().map(({ indexes }) => indexes);
  return {
    seen: counts.reduce((sum, { stored }) => sum + stored, 0),
    same: counts.reduce((sum, { current }) => sum + current, 0),
  };
}
