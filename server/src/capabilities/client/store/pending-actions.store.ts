import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import {
  type ActionResult,
  type PendingActionKind,
  type PendingActionState,
  pendingActionKinds,
  pendingActionStates,
} from '../domain/pending-action.ts';
import type { ClientVault } from './client-vault.ts';
import { ownDataColumns, sealOwnData } from './own-data-vault.ts';
import type { PendingActionTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

export interface PendingAction {
  readonly actionId: string;
  readonly customerNumber: string;
  /** Absent: any user of the customer. */
  readonly userId: string | undefined;
  readonly kind: PendingActionKind;
  readonly reference: string;
  readonly state: PendingActionState;
  readonly isMandatory: boolean;
  readonly dueAt: Temporal.Instant;
  readonly restrictedAt: Temporal.Instant | undefined;
  readonly createdAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

function actionOf(row: Selectable<PendingActionTable>): PendingAction {
  const kind = pendingActionKinds.find((one) => one === row.kind);
  const state = pendingActionStates.find((one) => one === row.state);
  if (kind === undefined || state === undefined) throw new Error('pending action has an unknown literal');
  return {
    actionId: row.action_id,
    customerNumber: row.customer_number,
    userId: row.user_id ?? undefined,
    kind,
    reference: row.reference,
    state,
    isMandatory: row.is_mandatory,
    dueAt: row.due_at,
    restrictedAt: row.restricted_at ?? undefined,
    createdAt: row.created_at,
    rowVersion: row.row_version,
  };
}

interface Key {
  readonly bankId: string;
  readonly actionId: string;
}

const lock = statement<Key>('lock')(({ actionId, bankId }) =>
  tables
    .selectFrom('pending_action')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('action_id', '=', actionId)
    .forUpdate(),
);

export async function lockAction(work: Writer, key: Key): Promise<PendingAction | undefined> {
  const row = await work.lock(lock(key));
  return row && actionOf(row);
}

interface OfClient {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly userId: string;
  readonly limit: number;
}

const ofClient = statement<OfClient>()(({ bankId, customerNumber, limit, userId }) =>
  tables
    .selectFrom('pending_action')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber)
    .where('closed_at', 'is', null)
    .where((row) => row.or([row('user_id', 'is', null), row('user_id', '=', userId)]))
    .orderBy('created_at')
    .limit(limit),
);

/** Lists the pending actions of a client, oldest first. */
export async function listActions(db: Reader, key: OfClient): Promise<readonly PendingAction[]> {
  return (await db.rows(ofClient(key))).map(actionOf);
}

interface ByCause {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly kind: PendingActionKind;
}

const openOfKind = statement<ByCause>('lock')(({ bankId, customerNumber, kind }) =>
  tables
    .selectFrom('pending_action')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .orderBy('action_id')
    .forUpdate(),
);

/** Locks the pending actions of a kind of a customer. */
export async function lockActionsOfKind(work: Writer, key: ByCause): Promise<readonly PendingAction[]> {
  return (await work.lockAll(openOfKind(key))).map(actionOf);
}

const openOf = statement<{ readonly bankId: string; readonly customerNumber: string }>('lock')(
  ({ bankId, customerNumber }) =>
    tables
      .selectFrom('pending_action')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('customer_number', '=', customerNumber)
      .where('closed_at', 'is', null)
      .orderBy('action_id')
      .forUpdate(),
);

export async function lockActionsOf(
  work: Writer,
  key: { readonly bankId: string; readonly customerNumber: string },
): Promise<readonly PendingAction[]> {
  return (await work.lockAll(openOf(key))).map(actionOf);
}

/** An action to store. */
export interface NewAction {
  readonly bankId: string;
  readonly actionId: string;
  readonly customerNumber: string;
  readonly userId: string | undefined;
  readonly kind: PendingActionKind;
  readonly reference: string;
  readonly isMandatory: boolean;
  readonly dueAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<Omit<NewAction, 'userId'> & { readonly userId: string | null }>('write')((row) =>
  rawQuery(sql<{ action_id: string }>`
    insert into client.pending_action (bank_id, action_id, customer_number, user_id, kind, reference, state,
      is_mandatory, due_at, row_version, created_at, modified_at)
    values (${row.bankId}, ${row.actionId}, ${row.customerNumber}, ${row.userId}, ${row.kind}, ${row.reference}, 'pending',
      ${row.isMandatory}, ${row.dueAt}, 1, ${row.now}, ${row.now})
    on conflict (bank_id, customer_number, kind, reference, coalesce(user_id, ''))
      where closed_at is null or reference <> '' do nothing
    returning action_id`),
);

/** Inserts an action; returns false if its cause has created one already. */
export async function insertAction(work: Writer, { userId, ...row }: NewAction): Promise<boolean> {
  return (await work.execute(insert({ ...row, userId: userId ?? null }))) !== undefined;
}

interface Closed extends Key {
  readonly state: Exclude<PendingActionState, 'pending'>;
  readonly result: ActionResult | null;
  readonly sealedEvidence: Buffer | null;
  readonly rowVersion: bigint;
  readonly now: Temporal.Instant;
}

const close = statement<Closed>('write')((row) =>
  tables
    .updateTable('pending_action')
    .set({
      state: row.state,
      result: row.result,
      sealed_evidence: row.sealedEvidence,
      closed_at: row.now,
      row_version: sql`row_version + 1`,
      modified_at: row.now,
    })
    .where('bank_id', '=', row.bankId)
    .where('action_id', '=', row.actionId)
    .where('row_version', '=', row.rowVersion),
);

/** An action and how it ends. */
export interface ClosedAction {
  readonly bankId: string;
  readonly action: PendingAction;
  readonly state: Exclude<PendingActionState, 'pending'>;
  readonly result?: ActionResult | undefined;
  readonly evidence?: object | undefined;
  readonly now: Temporal.Instant;
}

/** Closes a locked action. */
export function closeAction(work: Writer, vault: ClientVault, closed: ClosedAction): void {
  const { action, bankId, evidence, now, result, state } = closed;
  const cell = { bankId, column: ownDataColumns.evidence, rowId: action.actionId };
  work.write(
    close({
      bankId,
      actionId: action.actionId,
      state,
      result: result ?? null,
      sealedEvidence: evidence === undefined ? null : sealOwnData(vault, cell, evidence),
      rowVersion: action.rowVersion,
      now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

const restrict = statement<Key & { readonly rowVersion: bigint; readonly now: Temporal.Instant }>('write')(
  ({ actionId, bankId, now, rowVersion }) =>
    tables
      .updateTable('pending_action')
      .set({ restricted_at: now, row_version: sql`row_version + 1`, modified_at: now })
      .where('bank_id', '=', bankId)
      .where('action_id', '=', actionId)
      .where('row_version', '=', rowVersion),
);

/** Records that a restriction was set because the action is overdue. */
export function markRestricted(
  work: Writer,
  { action, bankId, now }: Pick<ClosedAction, 'action' | 'bankId' | 'now'>,
): void {
  const { actionId, rowVersion } = action;
  work.write(restrict({ bankId, actionId, rowVersion, now }), {
    rows: { count: 1, otherwise: standardProblems.conflict },
  });
}
