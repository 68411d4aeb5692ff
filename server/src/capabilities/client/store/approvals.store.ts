import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Approval, ApprovalSource, ApprovalState } from '../domain/approval.ts';
import type { ApprovalVault } from './approval-vault.ts';
import { rawQuery, tables } from './tables.ts';

interface ApprovalKey {
  readonly bankId: string;
  readonly approvalId: string;
}

/** The device on which a customer is asked. */
export interface AskedDevice {
  readonly userId: string;
  readonly deviceId: string;
}

interface ApprovalRow {
  readonly approval_id: string;
  readonly source: string;
  readonly state: string;
  readonly sealed_content: Buffer;
  readonly expires_at: Temporal.Instant;
  readonly created_at: Temporal.Instant;
}

const insert = statement<
  ApprovalKey & {
    readonly source: ApprovalSource;
    readonly userId: string | null;
    readonly deviceId: string | null;
    readonly sealedContent: Buffer;
    readonly expiresAt: Temporal.Instant;
    readonly now: Temporal.Instant;
  }
>('write')(({ approvalId, bankId, deviceId, expiresAt, now, sealedContent, source, userId }) =>
  tables
    .insertInto('approval_request')
    .values({
      bank_id: bankId,
      approval_id: approvalId,
      source,
      user_id: userId,
      device_id: deviceId,
      sealed_content: sealedContent,
      state: 'open',
      expires_at: expiresAt,
      row_version: sql<bigint>`1`,
      created_at: now,
      modified_at: now,
    })
    // A request may be sent again after an error.
    .onConflict((conflict) => conflict.columns(['bank_id', 'approval_id']).doNothing()),
);

/** Inserts an open request; without a device, no customer sees it. */
export function insertApproval(
  work: Writer,
  vault: ApprovalVault,
  {
    approval: { approvalId, content, createdAt, expiresAt, source },
    asked,
    bankId,
  }: {
    readonly bankId: string;
    readonly asked: AskedDevice | undefined;
    readonly approval: Omit<Approval, 'state'>;
  },
): void {
  work.write(
    insert({
      bankId,
      approvalId,
      source,
      userId: asked?.userId ?? null,
      deviceId: asked?.deviceId ?? null,
      sealedContent: vault.seal(bankId, approvalId, content),
      expiresAt,
      now: createdAt,
    }),
  );
}

const openOf = statement<AskedDevice & { readonly bankId: string; readonly now: Temporal.Instant }>()(
  ({ bankId, deviceId, now, userId }) =>
    rawQuery(sql<ApprovalRow>`
      select approval_id, source, state, sealed_content, expires_at, created_at
        from client.approval_request
       where bank_id = ${bankId} and user_id = ${userId} and device_id = ${deviceId} and expires_at > ${now}
         and state = 'open'
       order by expires_at desc limit 20`),
);

/** Lists what waits on a device, the newest first. */
export async function listOpenApprovals(
  db: Reader,
  vault: ApprovalVault,
  criteria: AskedDevice & { readonly bankId: string; readonly now: Temporal.Instant },
): Promise<readonly Approval[]> {
  const rows = await db.rows(openOf(criteria));
  return rows.map((row) => approvalIn(vault, criteria.bankId, row));
}

const one = statement<ApprovalKey & AskedDevice>()(({ approvalId, bankId, deviceId, userId }) =>
  rawQuery(sql<ApprovalRow>`
    select approval_id, source, state, sealed_content, expires_at, created_at
      from client.approval_request
     where bank_id = ${bankId} and approval_id = ${approvalId} and user_id = ${userId} and device_id = ${deviceId}`),
);

/** Finds a request of this device. */
export async function findApproval(
  db: Reader,
  vault: ApprovalVault,
  key: ApprovalKey & AskedDevice,
): Promise<Approval | undefined> {
  const row = await db.first(one(key));
  return row && approvalIn(vault, key.bankId, row);
}

const asked = statement<ApprovalKey>()(({ approvalId, bankId }) =>
  rawQuery(sql<ApprovalRow & { user_id: string; device_id: string }>`
    select approval_id, source, state, sealed_content, expires_at, created_at, user_id, device_id
      from client.approval_request
     where bank_id = ${bankId} and approval_id = ${approvalId} and user_id is not null and device_id is not null`),
);

/** Finds a request with the device that is asked; undefined if none is. */
export async function findAsked(
  db: Reader,
  vault: ApprovalVault,
  key: ApprovalKey,
): Promise<{ readonly approval: Approval; readonly asked: AskedDevice } | undefined> {
  const row = await db.first(asked(key));
  return (
    row && {
      approval: approvalIn(vault, key.bankId, row),
      asked: { userId: row.user_id, deviceId: row.device_id },
    }
  );
}

const close = statement<ApprovalKey & { readonly state: ApprovalState; readonly now: Temporal.Instant }>(
  'write',
)(({ approvalId, bankId, now, state }) =>
  rawQuery(sql<{ state: string }>`
    update client.approval_request
       set state = ${state}, modified_at = ${now}, row_version = row_version + 1
     where bank_id = ${bankId} and approval_id = ${approvalId} and state = 'open'
     returning state`),
);

/** Ends an open request. Returns false if another end came first. */
export async function closeApproval(
  work: Writer,
  end: ApprovalKey & { readonly state: Exclude<ApprovalState, 'open'>; readonly now: Temporal.Instant },
): Promise<boolean> {
  return (await work.execute(close(end))) !== undefined;
}

const old = statement<{
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ approval_id: string }>`
    delete from client.approval_request
     where bank_id = ${bankId} and approval_id = any(array(
       select approval_id from client.approval_request
        where bank_id = ${bankId} and expires_at < ${before} order by expires_at limit ${max}))
     returning approval_id`),
);

/** Deletes requests that ended before a moment; returns how many. */
export async function deleteOldApprovals(
  work: Writer,
  criteria: { readonly bankId: string; readonly before: Temporal.Instant; readonly max: number },
): Promise<number> {
  return (await work.executeAll(old(criteria))).length;
}

function approvalIn(vault: ApprovalVault, bankId: string, row: ApprovalRow): Approval {
  return {
    approvalId: row.approval_id,
    source: row.source === 'order' ? 'order' : 'sign-in',
    state: stateIn(row.state),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    content: vault.open(bankId, row.approval_id, row.sealed_content),
  };
}

function stateIn(text: string): ApprovalState {
  if (text === 'open' || text === 'approved' || text === 'refused' || text === 'withdrawn') return text;
  throw new Error(`unknown state ${text}`);
}
