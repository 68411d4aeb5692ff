import { Temporal } from 'temporal-polyfill';
import { Unsealable } from '#platform/crypto/envelope.ts';
import type { DataKey, KeyProvider } from '#platform/crypto/key-provider.ts';
import { type KeyWrapping, Unwrappable } from '#platform/crypto/key-wrapping.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { type BankKey, listBankKeys } from './bank-keys.store.ts';
import type { KeyClass } from './key-class.ts';
import { unwrapKey } from './make-key.ts';

/** Keys of a bank that this process cannot use; it refuses to start with them. */
export class KeyRingUnusable extends Error {
  override readonly name = 'KeyRingUnusable';
}

/** What a key ring needs. */
export interface KeyRingNeeds {
  readonly database: Database;
  readonly wrapping: KeyWrapping;
  readonly clock: Clock;
  readonly banks: readonly string[];
  readonly classes: readonly KeyClass[];
}

/**
 * The unwrapped keys of all banks in memory, so that encryption never waits. `load` reads the table: at the start it
 * must succeed; later it is repeated every few seconds, and unwrapped keys stay usable if it fails.
 */
export interface KeyRing extends KeyProvider {
  load(): Promise<void>;
  /** Returns the keys of a class as stored, newest first. */
  entries(bankId: string, keyClass: string): readonly BankKey[];
}

interface OpenEntry {
  readonly entry: BankKey;
  readonly key: DataKey;
}

/** Creates a ring without keys; call `load` before using it. */
export function createKeyRing(needs: KeyRingNeeds): KeyRing {
  const { banks, classes, clock, database, wrapping } = needs;
  const opened = new Map<string, DataKey>();
  const rings = new Map<string, readonly OpenEntry[]>();

  async function open(bankId: string, entry: BankKey): Promise<OpenEntry> {
    const name = JSON.stringify([bankId, entry.keyClass, entry.keyId.toString('hex')]);
    const key = opened.get(name) ?? (await openOrExplain(wrapping, bankId, entry));
    opened.set(name, key);
    return { entry, key };
  }

  async function loadBank(bankId: string): Promise<void> {
    const all: OpenEntry[] = [];
    for (const entry of await listBankKeys(database, bankId)) all.push(await open(bankId, entry));
    const byClass = Map.groupBy(all, ({ entry }) => entry.keyClass);
    const missing = classes.filter(({ name }) => !byClass.has(name));
    if (missing.length > 0) throw new KeyRingUnusable(withoutKeys(bankId, missing));
    for (const [keyClass, entries] of byClass) rings.set(nameOf(bankId, keyClass), entries);
  }

  const ringOf = (bankId: string, keyClass: string): readonly [OpenEntry, ...OpenEntry[]] => {
    const [first, ...rest] = rings.get(nameOf(bankId, keyClass)) ?? [];
    if (first === undefined) throw new Error(`bank ${bankId} has no key of class ${keyClass}`);
    return [first, ...rest];
  };

  return {
    async load() {
      const loaded = await Promise.allSettled(banks.map(loadBank));
      // A bank that fails continues with its present keys and does not affect other banks.
      const failed = loaded.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    entries: (bankId, keyClass) => ringOf(bankId, keyClass).map(({ entry }) => entry),
    current: (bankId, keyClass) => currentOf(ringOf(bankId, keyClass), clock.now()).key,
    byId: (bankId, keyClass, id) => ringOf(bankId, keyClass).find(({ key }) => key.id.equals(id))?.key,
    derive(bankId, purpose) {
      const now = clock.now();
      const ring = ringOf(bankId, purpose);
      const current = currentOf(ring, now);
      // Announced keys count as well: a process whose clock is ahead may use them already.
      const others = ring.filter((one) => one !== current && !isRetired(one.entry, now));
      return [current.key.secret, ...others.map(({ key }) => key.secret)];
    },
  };
}

function nameOf(bankId: string, keyClass: string): string {
  return `${bankId} ${keyClass}`;
}

/** Returns the newest active key; if all are retired, which nothing here causes, still the newest. */
function currentOf(ring: readonly [OpenEntry, ...OpenEntry[]], now: Temporal.Instant): OpenEntry {
  const active = ring.filter(({ entry }) => Temporal.Instant.compare(entry.activeFrom, now) <= 0);
  return active.find(({ entry }) => !isRetired(entry, now)) ?? active[0] ?? ring[ring.length - 1] ?? ring[0];
}

/** Whether a key may only decrypt. */
export function isRetired({ retiredAt }: BankKey, now: Temporal.Instant): boolean {
  return retiredAt !== undefined && Temporal.Instant.compare(retiredAt, now) <= 0;
}

async function openOrExplain(wrapping: KeyWrapping, bankId: string, entry: BankKey): Promise<DataKey> {
  try {
    return await unwrapKey(wrapping, bankId, entry);
  } catch (cause) {
    const isWrongKey = cause instanceof Unwrappable || cause instanceof Unsealable;
    if (!isWrongKey) throw cause;
    const problem =
      cause instanceof Unwrappable
        ? 'cannot be unwrapped'
        : 'can be unwrapped, but does not decrypt its canary value';
    throw new KeyRingUnusable(
      `bank ${bankId}, key class "${entry.keyClass}": key ${entry.keyId.toString('hex')} ${problem}. ` +
        'PORTICO_MASTER_KEYS (or the module of PORTICO_KEY_WRAPPING) lacks the key it was wrapped under, or the row ' +
        'in platform.bank_key was changed. Compare the setting with that of a running process; ' +
        'see docs/runbooks/master-keys.md',
      { cause },
    );
  }
}

function withoutKeys(bankId: string, missing: readonly KeyClass[]): string {
  return `bank ${bankId} has no key of class ${missing.map(({ name }) => `"${name}"`).join(', ')}`;
}
