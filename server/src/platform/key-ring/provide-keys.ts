import { Unsealable } from '#platform/crypto/envelope.ts';
import type { DataKey, KeyProvider } from '#platform/crypto/key-provider.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { type BankKey, insertMissingKeys, listBankKeys } from './bank-keys.store.ts';
import { type KeyClass, sealedColumnsOf } from './key-class.ts';
import { type KeyRingNeeds, KeyRingUnusable } from './key-ring.ts';
import { newDataKey, withId, wrapKey } from './make-key.ts';
import { listSampleRows } from './sealed-rows.store.ts';

/** How many stored indexes were compared with those these keys make, and how many are equal. */
export interface IndexMatches {
  readonly seen: number;
  readonly same: number;
}

/** Compares a sample of stored blind indexes with those that keys make of the same values. */
export type IndexCheck = (bankId: string, keys: KeyProvider) => Promise<IndexMatches>;

/** What the first keys are created from. */
export interface FirstKeyNeeds extends KeyRingNeeds {
  /** From before keys were stored in the database; absent if none were ever configured. */
  readonly masterKeys: readonly Buffer[] | undefined;
  readonly indexChecks: readonly IndexCheck[];
}

const sampleRows = 20;

/**
 * Gives each bank its missing keys. A bank without any gets those that were derived from its master keys before keys
 * were stored in the database, so that existing encrypted values and indexes stay valid; they are refused if they do
 * not decrypt the stored values. A class that a later version added gets a random key; a bank that has keys and lacks
 * one of another class has lost it, and a random one would make its values unreadable for good.
 */
export async function provideBankKeys(needs: FirstKeyNeeds): Promise<void> {
  const { banks, classes, database } = needs;
  for (const bankId of banks) {
    const known = new Set((await listBankKeys(database, bankId)).map(({ keyClass }) => keyClass));
    const missing = classes.filter(({ name }) => !known.has(name));
    if (missing.length === 0) continue;
    const lost = missing.filter(({ isAdded }) => isAdded !== true);
    if (known.size > 0 && lost.length > 0) throw new KeyRingUnusable(withLostKeys(bankId, lost));
    const keys =
      known.size > 0 || needs.masterKeys === undefined
        ? missing.map((keyClass) => ({ keyClass, key: newDataKey(), age: 0 }))
        : await derivedKeys(needs, bankId, needs.masterKeys);
    await insertMissingKeys(database, bankId, await wrapped(needs, bankId, keys));
  }
}

interface FirstKey {
  readonly keyClass: KeyClass;
  readonly key: DataKey;
  /** 0 for the current one, then counting up. */
  readonly age: number;
}

async function wrapped(
  { clock, wrapping }: FirstKeyNeeds,
  bankId: string,
  keys: readonly FirstKey[],
): Promise<readonly BankKey[]> {
  const now = clock.now();
  return Promise.all(
    keys.map(({ age, key, keyClass }) =>
      wrapKey(wrapping, bankId, {
        ...key,
        keyClass: keyClass.name,
        // An hour ago: no clock is so late that it would find none active.
        activeFrom: now.subtract({ hours: 1, seconds: age }),
        createdAt: now,
      }),
    ),
  );
}

async function derivedKeys(
  needs: FirstKeyNeeds,
  bankId: string,
  masterKeys: readonly Buffer[],
): Promise<readonly FirstKey[]> {
  const all = createLocalKeys(masterKeys);
  await refuseUnopened(needs, bankId, all);
  const single = masterKeys.map((masterKey) => createLocalKeys([masterKey]));
  const forIndexes = await findIndexKeys(needs, bankId, { all, single });
  return needs.classes.flatMap((keyClass): readonly FirstKey[] => {
    const { name, use } = keyClass;
    if (use === 'sealing')
      return single.map((keys, age) => ({ keyClass, age, key: keys.current(bankId, name) }));
    const sources = use === 'index' || use === 'lasting' ? [forIndexes] : single;
    return sources.map((keys, age) => ({ keyClass, age, key: withId(keys.derive(bankId, name)[0]) }));
  });
}

/** Checks the keys before they are stored: a wrong master key in the database would look right from then on. */
async function refuseUnopened(
  { classes, database }: FirstKeyNeeds,
  bankId: string,
  keys: KeyProvider,
): Promise<void> {
  for (const keyClass of classes) {
    const vault = createVault(keys, keyClass.name);
    for (const column of sealedColumnsOf(keyClass)) {
      const rows = await listSampleRows(database, bankId, column, sampleRows);
      const isOpened = rows.map(({ key, sealed }) =>
        opens(() => vault.unseal(column.encryptionContextOf(bankId, key), sealed)),
      );
      if (isOpened.includes(false))
        throw new KeyRingUnusable(
          `bank ${bankId}, key class "${keyClass.name}": values in ${column.table} cannot be decrypted with the keys in ` +
            'PORTICO_MASTER_KEYS, so these are not the master keys of this database. Set the original ones; ' +
            'see docs/runbooks/master-keys.md',
        );
    }
  }
}

function opens(open: () => Buffer): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof Unsealable) return false;
    throw error;
  }
}

/**
 * Indexes were made with the last master key. If the order was changed since, the stored indexes decide: the key that
 * makes most of them, because a few may have another spelling or belong to a row that cannot be decrypted. Without
 * stored indexes the newest is used: an older one may be listed only because it is being retired.
 */
async function findIndexKeys(
  { indexChecks }: FirstKeyNeeds,
  bankId: string,
  { all, single }: { readonly all: KeyProvider; readonly single: readonly KeyProvider[] },
): Promise<KeyProvider> {
  const found = await Promise.all(
    single.map(async (one) => {
      const keys: KeyProvider = { ...all, derive: (bank, purpose) => one.derive(bank, purpose) };
      return { keys, matches: await Promise.all(indexChecks.map((check) => check(bankId, keys))) };
    }),
  );
  const [best] = found.toSorted((one, other) => sameIn(other.matches) - sameIn(one.matches));
  if (best !== undefined && best.matches.every(({ same, seen }) => seen === 0 || same > 0)) return best.keys;
  throw new KeyRingUnusable(
    `bank ${bankId}: no key in PORTICO_MASTER_KEYS makes the stored look-up indexes. Either one that was ` +
      'used before is missing, or indexes were written under several; see docs/runbooks/master-keys.md',
  );
}

function sameIn(matches: readonly IndexMatches[]): number {
  return matches.reduce((sum, { same }) => sum + same, 0);
}

function withLostKeys(bankId: string, lost: readonly KeyClass[]): string {
  return (
    `bank ${bankId}: platform.bank_key has no key of class ${lost.map(({ name }) => `"${name}"`).join(', ')}, but ` +
    'keys of others: rows were deleted, or restored in part. Restore these rows from a backup; ' +
    'see docs/runbooks/master-keys.md'
  );
}
