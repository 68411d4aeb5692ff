import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createLocalWrapping } from '#platform/crypto/local-wrapping.ts';
import { createVault } from '#platform/crypto/vault.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import type { KeyClass, SealedColumn } from './key-class.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { type IndexCheck, provideBankKeys } from './provide-keys.ts';
import type { Progress, ReplacementNeeds } from './replacement.ts';

const banks = ['01', '02'];

export function letterEncryptionContext(bankId: string, rowId: string): EncryptionContext {
  return { bankId, table: 'letter', column: 'sealed', rowId };
}

/** Any table of encrypted values would do; no other test here uses this one. */
const letterColumn: SealedColumn = {
  table: 'oauth.signing_key',
  column: 'sealed_private_key',
  key: [{ name: 'key_id', type: 'text' }],
  encryptionContextOf: (bankId, [rowId = '']) => letterEncryptionContext(bankId, rowId),
  batchRows: 7,
};

const ringClasses: readonly KeyClass[] = [
  { name: 'letters', use: 'sealing', columns: [letterColumn] },
  { name: 'answers', use: 'sealing', acceptedForSeconds: 600 },
  { name: 'names', use: 'index' },
  { name: 'handles', use: 'lasting' },
  { name: 'peppers', use: 'verifying' },
  { name: 'cookies', use: 'rotating', acceptedForSeconds: 600 },
];

/** One process with its keys. */
export interface RingProcess {
  readonly ring: KeyRing;
  readonly needs: ReplacementNeeds;
  readonly clock: FakeClock;
  readonly progress: readonly Progress[];
}

export interface RingOptions {
  /** Classes that this version has and earlier ones did not. */
  readonly added?: readonly KeyClass[];
  readonly indexChecks?: readonly IndexCheck[];
  readonly clock?: FakeClock;
  /** Called before each batch is reported; throws to end the process there. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Starts a process with these master keys; its clock advances as long as it sleeps. */
export async function startRing(
  database: TestDatabase,
  masterKeys: readonly Buffer[],
  options: RingOptions = {},
): Promise<RingProcess> {
  const { added = [], clock = fakeClock('2026-03-01T10:00:00Z'), indexChecks = [], onProgress } = options;
  const deps = {
    database: database.app,
    wrapping: createLocalWrapping(masterKeys),
    clock,
    banks,
    classes: [...ringClasses, ...added],
  };
  await provideBankKeys({ ...deps, masterKeys, indexChecks });
  const ring = createKeyRing(deps);
  await ring.load();
  const progress: Progress[] = [];
  const needs: ReplacementNeeds = {
    ...deps,
    ring,
    pace: { announceSeconds: 60, rowsPerSecond: 1_000 },
    sleep: async (milliseconds) => clock.advance({ milliseconds: Math.ceil(milliseconds) }),
    report(one) {
      progress.push(one);
      onProgress?.(one);
    },
  };
  return { ring, needs, clock, progress };
}

/** Encrypts letters of a bank and stores them. */
export async function storeLetters(
  database: TestDatabase,
  keys: KeyProvider,
  { bankId, count, prefix = 'letter' }: { bankId: string; count: number; prefix?: string },
): Promise<void> {
  const vault = createVault(keys, 'letters');
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(4, '0')}`);
  await database.query(
    `insert into oauth.signing_key (bank_id, key_id, token_class, algorithm, public_key, sealed_private_key,
       created_at, signs_from, verifies_until)
     select $1, id, 'id-token', 'ES256', '{}', sealed, now(), now(), now() + interval '1 day'
       from unnest($2::text[], $3::bytea[]) as l (id, sealed)`,
    [
      bankId,
      ids,
      ids.map((id) => vault.seal(letterEncryptionContext(bankId, id), Buffer.from(`text of ${id}`))),
    ],
  );
}

/** Decrypts all letters of a bank; throws if one cannot be decrypted. */
export async function readLetters(
  database: TestDatabase,
  keys: KeyProvider,
  bankId: string,
): Promise<readonly string[]> {
  const vault = createVault(keys, 'letters');
  const rows = await database.query<{ key_id: string; sealed: Buffer }>(
    'select key_id, sealed_private_key as sealed from oauth.signing_key where bank_id = $1 order by key_id',
    [bankId],
  );
  return rows.map(({ key_id: id, sealed }) =>
    vault.unseal(letterEncryptionContext(bankId, id), sealed).toString(),
  );
}
