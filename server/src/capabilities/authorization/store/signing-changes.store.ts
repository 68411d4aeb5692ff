import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { type SigningChange, signingChangeStates, subjectOf } from '../domain/signing/signing-change.ts';
import { changeContentIn, changeDocumentOf } from './signing-change-document.ts';
import type { SigningChangeTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

interface NewRow {
  readonly bankId: string;
  readonly changeId: string;
  readonly owner: string;
  readonly subject: string;
  readonly content: string;
  readonly reason: string;
  readonly state: string;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Temporal.Instant | null;
  readonly signedResourceId: string | null;
}

const insert = statement<NewRow>('write')((row) =>
  tables.insertInto('signing_change').values({
    bank_id: row.bankId,
    change_id: row.changeId,
    owner: row.owner,
    subject: row.subject,
    content: row.content,
    reason: row.reason,
    state: row.state,
    proposed_by: row.proposedBy,
    proposed_at: row.proposedAt,
    decided_by: row.decidedBy,
    decided_at: row.decidedAt,
    signed_resource_id: row.signedResourceId,
  }),
);

/** Inserts a change. One of a subject waits at a time; another one fails with `isOpen`. */
export function insertSigningChange(
  work: Writer,
  bankId: string,
  change: SigningChange,
  isOpen: ProblemFactory,
): void {
  const { changeId, content, decidedAt, decidedBy, owner, signedResourceId } = change;
  const { proposedAt, proposedBy, reason, state } = change;
  work.write(
    insert({
      bankId,
      changeId,
      owner,
      subject: subjectOf(content),
      content: JSON.stringify(changeDocumentOf(content)),
      reason,
      state,
      proposedBy,
      proposedAt,
      decidedBy: decidedBy ?? null,
      decidedAt: decidedAt ?? null,
      signedResourceId: signedResourceId ?? null,
    }),
    { constraints: { signing_change_open: isOpen } },
  );
}

interface ChangeKey {
  readonly bankId: string;
  readonly changeId: string;
}

const find = statement<ChangeKey>()(({ bankId, changeId }) =>
  rawQuery(sql<SigningChangeTable>`
    select * from "authorization".signing_change where bank_id = ${bankId} and change_id = ${changeId}`),
);

/** Finds a change in any state. */
export async function findSigningChange(db: Reader, key: ChangeKey): Promise<SigningChange | undefined> {
  const row = await db.first(find(key));
  return row && changeOf(row);
}

const lock = statement<ChangeKey>('lock')(({ bankId, changeId }) =>
  rawQuery(sql<SigningChangeTable>`
    select * from "authorization".signing_change
     where bank_id = ${bankId} and change_id = ${changeId} and state = 'proposed' for update`),
);

/** Locks a change that waits for its decision. */
export async function lockProposedSigningChange(
  work: Writer,
  key: ChangeKey,
): Promise<SigningChange | undefined> {
  const row = await work.lock(lock(key));
  return row && changeOf(row);
}

interface Decision extends ChangeKey {
  readonly state: 'approved' | 'rejected';
  readonly decidedBy: string;
  readonly decidedAt: Temporal.Instant;
}

const decide = statement<Decision>('write')(({ bankId, changeId, decidedAt, decidedBy, state }) =>
  rawQuery(sql`
    update "authorization".signing_change
       set state = ${state}, decided_by = ${decidedBy}, decided_at = ${decidedAt}
     where bank_id = ${bankId} and change_id = ${changeId} and state = 'proposed'`),
);

/** Records the decision about a locked change. */
export function updateSigningChange(work: Writer, decision: Decision): void {
  work.write(decide(decision));
}

interface WaitingScope {
  readonly bankId: string;
  readonly listMax: number;
}

const waiting = statement<WaitingScope>()(({ bankId, listMax }) =>
  rawQuery(sql<SigningChangeTable>`
    select * from "authorization".signing_change where bank_id = ${bankId} and state = 'proposed'
     order by proposed_at, change_id limit ${listMax}`),
);

/** Lists changes of a bank that wait for their decision, the oldest first. */
export async function listWaitingChanges(db: Reader, scope: WaitingScope): Promise<readonly SigningChange[]> {
  return (await db.rows(waiting(scope))).map(changeOf);
}

interface HistoryScope extends WaitingScope {
  readonly owner: string;
}

const history = statement<HistoryScope>()(({ bankId, listMax, owner }) =>
  rawQuery(sql<SigningChangeTable>`
    select * from "authorization".signing_change where bank_id = ${bankId} and owner = ${owner}
     order by proposed_at desc, change_id desc limit ${listMax}`),
);

/** Lists changes of an owner, the newest first. */
export async function listChangesOfOwner(db: Reader, scope: HistoryScope): Promise<readonly SigningChange[]> {
  return (await db.rows(history(scope))).map(changeOf);
}

function changeOf(row: SigningChangeTable): SigningChange {
  const state = signingChangeStates.find((known) => known === row.state);
  if (state === undefined) throw new Error('a change of signing rules has an unknown state');
  return {
    changeId: row.change_id,
    owner: row.owner,
    content: changeContentIn(row.content),
    reason: row.reason,
    state,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    decidedBy: row.decided_by ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    signedResourceId: row.signed_resource_id ?? undefined,
  };
}
