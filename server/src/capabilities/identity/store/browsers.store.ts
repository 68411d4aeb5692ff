import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery, tables } from './tables.ts';

export interface KnownBrowser {
  readonly browserId: string;
  readonly name: string;
  readonly firstSeenAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
}

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

interface BrowserKey extends OfUser {
  readonly secretHash: Buffer;
}

const bySecret = statement<BrowserKey>()(({ bankId, secretHash, userId }) =>
  tables
    .selectFrom('browser')
    .select(['browser_id', 'name', 'first_seen_at', 'last_seen_at'])
    .where('bank_id', '=', bankId)
    .where('secret_hash', '=', secretHash)
    .where('user_id', '=', userId),
);

interface Row {
  readonly browser_id: string;
  readonly name: string;
  readonly first_seen_at: Temporal.Instant;
  readonly last_seen_at: Temporal.Instant;
}

function browserOf(row: Row): KnownBrowser {
  return {
    browserId: row.browser_id,
    name: row.name,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

/** Finds a browser that has signed this user in before. */
export async function findBrowser(db: Reader, key: BrowserKey): Promise<KnownBrowser | undefined> {
  const row = await db.first(bySecret(key));
  return row && browserOf(row);
}

const ofUser = statement<OfUser>()(({ bankId, userId }) =>
  tables
    .selectFrom('browser')
    .select(['browser_id', 'name', 'first_seen_at', 'last_seen_at'])
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc'),
);

export async function listBrowsers(db: Reader, key: OfUser): Promise<readonly KnownBrowser[]> {
  return (await db.rows(ofUser(key))).map(browserOf);
}

interface NewBrowser extends BrowserKey {
  readonly browserId: string;
  readonly name: string;
  readonly now: Temporal.Instant;
}

const upsert = statement<NewBrowser>('write')(({ bankId, browserId, name, now, secretHash, userId }) =>
  rawQuery(sql`
    insert into identity.browser as b (bank_id, browser_id, user_id, secret_hash, name, first_seen_at, last_seen_at)
    values (${bankId}, ${browserId}, ${userId}, ${secretHash}, ${name}, ${now}, ${now})
    on conflict (bank_id, secret_hash, user_id) do update set name = excluded.name, last_seen_at = ${now}`),
);

export function upsertBrowser(work: Writer, browser: NewBrowser): void {
  work.write(upsert(browser));
}

const renew = statement<{ readonly bankId: string; readonly oldHash: Buffer; readonly secretHash: Buffer }>(
  'write',
)(({ bankId, oldHash, secretHash }) =>
  tables
    .updateTable('browser')
    .set({ secret_hash: secretHash })
    .where('bank_id', '=', bankId)
    .where('secret_hash', '=', oldHash),
);

/** Gives a browser a new secret, for every user who signs in with it. */
export function updateBrowserSecret(
  work: Writer,
  key: { readonly bankId: string; readonly oldHash: Buffer; readonly secretHash: Buffer },
): void {
  work.write(renew(key));
}

const remove = statement<OfUser & { readonly browserId: string }>('write')(({ bankId, browserId, userId }) =>
  tables
    .deleteFrom('browser')
    .where('bank_id', '=', bankId)
    .where('user_id', '=', userId)
    .where('browser_id', '=', browserId),
);

export function deleteBrowser(work: Writer, key: OfUser & { readonly browserId: string }): void {
  work.write(remove(key));
}
