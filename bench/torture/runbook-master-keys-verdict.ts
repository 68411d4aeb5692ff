import { readFileSync } from 'node:fs';
import { keyClasses } from '../../server/src/apps/product-keys.ts';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import { createIdentityVault, identityIndexWalks } from '../../server/src/capabilities/identity/index.ts';
import { createPartyVault, partyIndexWalks } from '../../server/src/capabilities/party/index.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import type { IndexWalk } from '../../server/src/platform/key-ring/index-walk.ts';
import { sealedColumnsOf } from '../../server/src/platform/key-ring/key-class.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { Instance } from '../harness/instance.ts';
import { sealedPartyAt } from '../harness/sealed-parties.ts';
import { type Person, peopleBank } from '../harness/sign-in-people.ts';

/** Number of records that still exist and are found. */
export interface RecordVerdict {
  readonly seen: number;
  readonly unreadable: number;
  readonly lookedUp: number;
  readonly notFound: number;
}

/** Returns the ids of all current keys, by class. */
export async function oldKeyIds(database: TestDatabase): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const rows = await database.query<{ key_class: string; key_ids: Buffer[] }>(
    'select key_class, array_agg(key_id) as key_ids from platform.bank_key group by key_class',
  );
  return new Map(rows.map(({ key_class: name, key_ids: ids }) => [name, ids]));
}

/** Counts the values in all encrypted columns that use one of these keys. */
export async function rowsUnder(
  database: TestDatabase,
  keyIds: ReadonlyMap<string, readonly Buffer[]>,
): Promise<number> {
  let count = 0;
  for (const keyClass of keyClasses)
    for (const { column, table } of sealedColumnsOf(keyClass)) {
      const [row] = await database.query<{ count: string }>(
        `select count(*) from ${table} where substring(${column} from 2 for 8) = any($1::bytea[])`,
        [keyIds.get(keyClass.name) ?? []],
      );
      count += Number(row?.count ?? 0);
    }
  return count;
}

const pageRows = 1_000;
const userLookup = { table: 'identity.user_account u', index: 'u.email_index', owner: 'u.user_id' };
const partyLookup = { table: 'party.party_lookup l', index: 'l.value_index', owner: 'l.party_number' };

/** Decrypts every record with the keys of an instance, and searches all parties by e-mail and phone. */
export async function compareRecords(instance: Instance, people: readonly Person[]): Promise<RecordVerdict> {
  const config = loadConfig(instance.env, (path) => readFileSync(path, 'utf8'));
  await using resources = openResources(config, { command: 'verdict' });
  const [database, keys] = [resources.app(), await resources.keys()];
  const [identityVault, partyVault] = [createIdentityVault(keys.ring), createPartyVault(keys.ring)];
  const users = await openAll(identityIndexWalks(database, identityVault)[0]);
  const parties = await openAll(partyIndexWalks(database, partyVault)[0]);
  const userIndexes = people.map(({ email, userId }) => ({
    index: identityVault.contactIndexes(peopleBank, 'email', email)[0],
    owner: userId,
  }));
  const partyIndexes = people.flatMap((_, serial) => {
    const { email, partyNumber, phone } = sealedPartyAt(serial);
    return [
      { index: partyVault.indexes(peopleBank, 'email', email)[0], owner: partyNumber },
      { index: partyVault.indexes(peopleBank, 'phone', phone)[0], owner: partyNumber },
    ];
  });
  const found =
    (await countFound(instance.database, userIndexes, userLookup)) +
    (await countFound(instance.database, partyIndexes, partyLookup));
  const lookedUp = userIndexes.length + partyIndexes.length;
  return {
    seen: users.seen + parties.seen,
    // A missing record counts as unreadable.
    unreadable:
      users.unreadable + parties.unreadable + Math.max(0, 2 * people.length - users.seen - parties.seen),
    lookedUp,
    notFound: lookedUp - found,
  };
}

/** Decrypts page by page; a page that fails ends the count, and the rest counts as missing. */
async function openAll(
  walk: IndexWalk | undefined,
): Promise<{ readonly seen: number; readonly unreadable: number }> {
  let [seen, unreadable] = [0, 0];
  let after: readonly string[] | undefined;
  for (;;) {
    const rows = await walk?.list(peopleBank, after, pageRows).catch(() => undefined);
    if (rows === undefined) return { seen, unreadable: unreadable + 1 };
    const last = rows.at(-1);
    if (last === undefined) return { seen, unreadable };
    seen += rows.length;
    // Readable, but not found by its contacts.
    unreadable += rows.filter(({ update }) => update !== undefined).length;
    after = last.key;
  }
}

/** Counts the owners that the index finds, without any other party. */
async function countFound(
  database: TestDatabase,
  wanted: readonly { readonly index: Buffer; readonly owner: string }[],
  { index, owner, table }: typeof userLookup,
): Promise<number> {
  const [row] = await database.query<{ count: string }>(
    `select count(*) from (
       select w.owner from unnest($1::bytea[], $2::text[]) as w (index, owner)
         join ${table} on ${index} = w.index
        group by w.index, w.owner having count(*) = 1 and max(${owner}) = w.owner) as found`,
    [wanted.map((one) => one.index), wanted.map((one) => one.owner)],
  );
  return Number(row?.count ?? 0);
}
