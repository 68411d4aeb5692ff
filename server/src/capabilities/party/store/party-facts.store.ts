import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Day } from '../domain/facts.ts';
import type { Cause, RecordedSegment } from '../domain/history.ts';
import type { PartySeal, SealEncryptionContext } from './party-vault.ts';
import { rawQuery, tables } from './tables.ts';

interface PartyKey {
  readonly bankId: string;
  readonly partyNumber: string;
}

interface FactRow {
  readonly fact_id: string;
  readonly fact: string;
  readonly valid_from: Temporal.PlainDate;
  readonly valid_until: Temporal.PlainDate | null;
  readonly sealed_value: Buffer;
}

const listCurrent = statement<PartyKey>()(({ bankId, partyNumber }) =>
  tables
    .selectFrom('party_fact')
    .select(['fact_id', 'fact', 'valid_from', 'valid_until', 'sealed_value'])
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('superseded_at', 'is', null)
    .orderBy('fact')
    .orderBy('valid_from'),
);

/** Lists the currently recorded facts, still encrypted; the key comes with the party. */
export async function listCurrentFacts(db: Reader, key: PartyKey): Promise<readonly FactRow[]> {
  return db.rows(listCurrent(key));
}

interface NameFactRow {
  readonly party_number: string;
  readonly fact_id: string;
  readonly sealed_value: Buffer;
}

const names = statement<{ readonly bankId: string; readonly partyNumbers: readonly string[] }>()(
  ({ bankId, partyNumbers }) =>
    rawQuery(sql<NameFactRow>`
      select party_number, fact_id, sealed_value from party.party_fact
       where bank_id = ${bankId} and party_number = any(${partyNumbers}::text[]) and fact = 'name'
         and superseded_at is null`),
);

/** Lists the names that are recorded for parties, past ones included, still encrypted. */
export async function listNameFacts(
  db: Reader,
  criteria: { readonly bankId: string; readonly partyNumbers: readonly string[] },
): Promise<readonly NameFactRow[]> {
  return db.rows(names(criteria));
}

/** Decrypts a recorded name with the key of the party. */
export function openNameFact(seal: PartySeal, row: NameFactRow): unknown {
  return seal.unseal(factEncryptionContext(row.fact_id), row.sealed_value);
}

const known = statement<PartyKey & { readonly at: Temporal.Instant }>()(({ at, bankId, partyNumber }) =>
  tables
    .selectFrom('party_fact')
    .select(['fact_id', 'fact', 'valid_from', 'valid_until', 'sealed_value'])
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('recorded_at', '<=', at)
    .where((row) => row.or([row('superseded_at', 'is', null), row('superseded_at', '>', at)]))
    .orderBy('fact')
    .orderBy('valid_from'),
);

/** Lists the facts that were recorded at a point in time, still encrypted. */
export async function listFactsKnownAt(
  db: Reader,
  key: PartyKey,
  at: Temporal.Instant,
): Promise<readonly FactRow[]> {
  return db.rows(known({ ...key, at }));
}

/** Decrypts recorded segments with the key of the party. */
export function openSegments(seal: PartySeal, rows: readonly FactRow[]): readonly RecordedSegment[] {
  return rows.map((row) => ({
    factId: row.fact_id,
    fact: row.fact,
    from: row.valid_from.toString(),
    until: row.valid_until?.toString(),
    value: seal.unseal(factEncryptionContext(row.fact_id), row.sealed_value),
  }));
}

function factEncryptionContext(factId: string): SealEncryptionContext {
  return { table: 'party_fact', column: 'sealed_value', row: factId };
}

/** New segments of one party, and why they were recorded. */
export interface NewSegments extends PartyKey {
  readonly seal: PartySeal;
  readonly cause: Cause;
  readonly now: Temporal.Instant;
  readonly segments: readonly RecordedSegment[];
}

const insert = statement<
  PartyKey & {
    readonly ids: readonly string[];
    readonly facts: readonly string[];
    readonly from: readonly Day[];
    readonly until: readonly (Day | null)[];
    readonly values: readonly Buffer[];
    readonly cause: Cause;
    readonly now: Temporal.Instant;
  }
>('write')((row) =>
  rawQuery(sql`
    insert into party.party_fact
      (bank_id, party_number, fact_id, fact, valid_from, valid_until, recorded_at, cause, sealed_value)
    select ${row.bankId}, ${row.partyNumber}, fact_id, fact, valid_from, valid_until, ${row.now}, ${row.cause},
           sealed_value
      from unnest(${row.ids}::uuid[], ${row.facts}::text[], ${row.from}::date[], ${row.until}::date[],
                  ${row.values}::bytea[]) as segment (fact_id, fact, valid_from, valid_until, sealed_value)`),
);

export function insertFacts(work: Writer, { seal, segments, ...rest }: NewSegments): void {
  if (segments.length === 0) return;
  work.write(
    insert({
      bankId: rest.bankId,
      partyNumber: rest.partyNumber,
      cause: rest.cause,
      now: rest.now,
      ids: segments.map(({ factId }) => factId),
      facts: segments.map(({ fact }) => fact),
      from: segments.map(({ from }) => from),
      until: segments.map(({ until }) => until ?? null),
      values: segments.map(({ factId, value }) => seal.seal(factEncryptionContext(factId), value)),
    }),
  );
}

const supersede = statement<PartyKey & { readonly ids: readonly string[]; readonly now: Temporal.Instant }>(
  'write',
)(({ bankId, ids, now, partyNumber }) =>
  tables
    .updateTable('party_fact')
    .set({ superseded_at: now })
    .where('bank_id', '=', bankId)
    .where('party_number', '=', partyNumber)
    .where('fact_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('superseded_at', 'is', null),
);

/** Marks segments as superseded from this time on. */
export function supersedeFacts(
  work: Writer,
  key: PartyKey,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Temporal.Instant },
): void {
  if (ids.length === 0) return;
  work.write(supersede({ bankId: key.bankId, partyNumber: key.partyNumber, ids, now }), {
    rows: { count: ids.length, otherwise: standardProblems.conflict },
  });
}

const remove = statement<PartyKey>('write')(({ bankId, partyNumber }) =>
  tables.deleteFrom('party_fact').where('bank_id', '=', bankId).where('party_number', '=', partyNumber),
);

/** Deletes the facts of an erased party; without the key they are unreadable already. */
export function deleteFacts(work: Writer, { bankId, partyNumber }: PartyKey): void {
  work.write(remove({ bankId, partyNumber }));
}
