import { hkdfSync } from 'node:crypto';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import { asKeyId } from './envelope.ts';
import type { DataKey, KeyProvider } from './key-provider.ts';

type DerivedSecrets = readonly [Buffer, ...Buffer[]];

const keyBytes = 32;
const idBytes = 8;
const cachedMax = 1_000;

/**
 * Derives keys from the master keys of the configuration, the newest first. Older ones still decrypt what they
 * encrypted. An HSM replaces this if a bank has one.
 */
export function createLocalKeys(masterKeys: readonly Buffer[]): KeyProvider {
  const [newest] = masterKeys;
  if (newest === undefined) throw new Error('no master key');
  const cache = lruCache<DataKey>(cachedMax);
  const derived = lruCache<DerivedSecrets>(cachedMax);

  const dataKey = (master: Buffer, bankId: string, keyClass: string): DataKey => {
    const name = `${masterKeys.indexOf(master)} ${bankId} ${keyClass}`;
    const known = cache.get(name);
    if (known !== undefined) return known;
    const made = expand(master, `data-key ${bankId} ${keyClass}`, keyBytes + idBytes);
    const key = { secret: made.subarray(0, keyBytes), id: asKeyId(made.subarray(keyBytes)) };
    cache.set(name, key);
    return key;
  };

  return {
    current: (bankId, keyClass) => dataKey(newest, bankId, keyClass),
    byId: (bankId, keyClass, id) =>
      masterKeys.map((master) => dataKey(master, bankId, keyClass)).find((key) => key.id.equals(id)),
    derive(bankId, purpose) {
      const name = `${bankId} ${purpose}`;
      const known = derived.get(name);
      if (known !== undefined) return known;
      const secretOf = (master: Buffer): Buffer => expand(master, `purpose ${name}`, keyBytes);
      const secrets: DerivedSecrets = [secretOf(newest), ...masterKeys.slice(1).map(secretOf)];
      derived.set(name, secrets);
      return secrets;
    },
  };
}

function expand(master: Buffer, info: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'portico', info, length));
}
