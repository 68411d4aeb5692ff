import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Block, BlockSubject } from '../domain/block.ts';
import { tables } from './tables.ts';

const listUnlifted = statement<{ readonly bankId: string }>()(({ bankId }) =>
  tables
    .selectFrom('block')
    .select(['block_id', 'organisation_id', 'issuer', 'serial_number', 'reason', 'blocked_at', 'ends_at'])
    .where('bank_id', '=', bankId)
    .where('lifted_at', 'is', null)
    .orderBy('blocked_at'),
);

/** Lists the blocks that no person has lifted; some of them may have ended. */
export async function listUnliftedBlocks(db: Reader, bankId: string): Promise<readonly Block[]> {
  const rows = await db.rows(listUnlifted({ bankId }));
  return rows.map((row) => ({
    id: row.block_id,
    subject: subjectOf(row),
    reason: row.reason,
    blockedAt: row.blocked_at,
    endsAt: row.ends_at ?? undefined,
  }));
}

interface SubjectRow {
  readonly organisation_id: string | null;
  readonly issuer: string | null;
  readonly serial_number: string | null;
}

function subjectOf({ issuer, organisation_id, serial_number }: SubjectRow): BlockSubject {
  return organisation_id === null
    ? { kind: 'certificate', issuer: issuer ?? '', serialNumber: serial_number ?? '' }
    : { kind: 'organisation', organisationId: organisation_id };
}

interface NewBlock extends SubjectRow {
  readonly bankId: string;
  readonly id: string;
  readonly reason: string;
  readonly blockedAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant | null;
}

const insert = statement<NewBlock>('write')((row) =>
  tables.insertInto('block').values({
    bank_id: row.bankId,
    block_id: row.id,
    organisation_id: row.organisation_id,
    issuer: row.issuer,
    serial_number: row.serial_number,
    reason: row.reason,
    blocked_at: row.blockedAt,
    ends_at: row.endsAt,
  }),
);

export function insertBlock(work: Writer, bankId: string, { endsAt, subject, ...block }: Block): void {
  const row =
    subject.kind === 'organisation'
      ? { organisation_id: subject.organisationId, issuer: null, serial_number: null }
      : { organisation_id: null, issuer: subject.issuer, serial_number: subject.serialNumber };
  work.write(insert({ ...block, ...row, bankId, endsAt: endsAt ?? null }));
}

const lift = statement<{
  readonly bankId: string;
  readonly ids: readonly string[];
  readonly now: Temporal.Instant;
}>('write')(({ bankId, ids, now }) =>
  tables
    .updateTable('block')
    .set({ lifted_at: now })
    .where('bank_id', '=', bankId)
    .where('block_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('lifted_at', 'is', null),
);

export function liftBlocks(
  work: Writer,
  bankId: string,
  ids: readonly string[],
  now: Temporal.Instant,
): void {
  work.write(lift({ bankId, ids, now }));
}
