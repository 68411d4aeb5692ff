import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import {
  type ChangeRequestKind,
  type ChangeRequestState,
  changeRequestKinds,
  changeRequestStates,
  isOpen,
} from '../domain/change-request.ts';
import { problems } from '../problems.ts';
import type { ClientVault } from './client-vault.ts';
import { openOwnData, ownDataColumns, sealOwnData } from './own-data-vault.ts';
import type { ChangeRequestTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A stored request without its value. */
export interface ChangeRequest {
  readonly changeRequestId: string;
  readonly customerNumber: string;
  readonly userId: string;
  readonly kind: ChangeRequestKind;
  readonly state: ChangeRequestState;
  readonly verificationId: string | undefined;
  readonly codesSent: number;
  readonly codeRequestedAt: Temporal.Instant | undefined;
  readonly expiresAt: Temporal.Instant;
  readonly createdAt: Temporal.Instant;
  readonly closedAt: Temporal.Instant | undefined;
  readonly sealedValue: Buffer | undefined;
  readonly rowVersion: bigint;
}

function requestOf(row: Selectable<ChangeRequestTable>): ChangeRequest {
  const kind = changeRequestKinds.find((one) => one === row.kind);
  const state = changeRequestStates.find((one) => one === row.state);
  if (kind === undefined || state === undefined) throw new Error('change request has an unknown literal');
  return {
    changeRequestId: row.change_request_id,
    customerNumber: row.customer_number,
    userId: row.user_id,
    kind,
    state,
    verificationId: row.verification_id ?? undefined,
    codesSent: row.codes_sent,
    codeRequestedAt: row.code_requested_at ?? undefined,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    closedAt: row.closed_at ?? undefined,
    sealedValue: row.sealed_value ?? undefined,
    rowVersion: row.row_version,
  };
}

interface Key {
  readonly bankId: string;
  readonly changeRequestId: string;
}

const find = statement<Key>()(({ bankId, changeRequestId }) =>
  tables
    .selectFrom('change_request')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('change_request_id', '=', changeRequestId),
);

export async function findChangeRequest(db: Reader, key: Key): Promise<ChangeRequest | undefined> {
  const row = await db.first(find(key));
  return row && requestOf(row);
}

const lock = statement<Key>('lock')(({ bankId, changeRequestId }) =>
  tables
    .selectFrom('change_request')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('change_request_id', '=', changeRequestId)
    .forUpdate(),
);

export async function lockChangeRequest(work: Writer, key: Key): Promise<ChangeRequest | undefined> {
  const row = await work.lock(lock(key));
  return row && requestOf(row);
}

interface OfCustomer {
  readonly bankId: string;
  readonly customerNumber: string;
  readonly since: Temporal.Instant;
  readonly limit: number;
}

const ofCustomer = statement<OfCustomer>()(({ bankId, customerNumber, limit, since }) =>
  tables
    .selectFrom('change_request')
    .selectAll()
    .where('bank_id', '=', bankId)
    .where('customer_number', '=', customerNumber)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit),
);

/** Lists the requests of a customer that were created after a time, newest first. */
export async function listChangeRequests(db: Reader, key: OfCustomer): Promise<readonly ChangeRequest[]> {
  return (await db.rows(ofCustomer(key))).map(requestOf);
}

const openOfCustomer = statement<{ readonly bankId: string; readonly customerNumber: string }>('lock')(
  ({ bankId, customerNumber }) =>
    tables
      .selectFrom('change_request')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('customer_number', '=', customerNumber)
      .where('closed_at', 'is', null)
      .orderBy('change_request_id')
      .forUpdate(),
);

/** Locks the open requests of a customer; at most one of each kind. */
export async function lockOpenRequests(
  work: Writer,
  key: { readonly bankId: string; readonly customerNumber: string },
): Promise<readonly ChangeRequest[]> {
  return (await work.lockAll(openOfCustomer(key))).map(requestOf);
}

const openOfUser = statement<{ readonly bankId: string; readonly userId: string }>('lock')(
  ({ bankId, userId }) =>
    tables
      .selectFrom('change_request')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('user_id', '=', userId)
      .where('closed_at', 'is', null)
      .orderBy('change_request_id')
      .forUpdate(),
);

export async function lockOpenRequestsOfUser(
  work: Writer,
  key: { readonly bankId: string; readonly userId: string },
): Promise<readonly ChangeRequest[]> {
  return (await work.lockAll(openOfUser(key))).map(requestOf);
}

/** A request to store. */
export interface NewChangeRequest {
  readonly bankId: string;
  readonly changeRequestId: string;
  readonly customerNumber: string;
  readonly userId: string;
  readonly kind: ChangeRequestKind;
  readonly state: 'created' | 'in-review';
  readonly value: unknown;
  readonly expiresAt: Temporal.Instant;
  readonly now: Temporal.Instant;
}

const insert = statement<
  Omit<NewChangeRequest, 'value'> & { readonly sealedValue: Buffer; readonly codesSent: number }
>('write')((row) =>
  tables.insertInto('change_request').values({
    bank_id: row.bankId,
    change_request_id: row.changeRequestId,
    customer_number: row.customerNumber,
    user_id: row.userId,
    kind: row.kind,
    state: row.state,
    sealed_value: row.sealedValue,
    verification_id: null,
    codes_sent: row.codesSent,
    code_requested_at: row.now,
    expires_at: row.expiresAt,
    decided_by: null,
    reason: null,
    closed_at: null,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

/** Inserts a request. Another open one of the same kind is a conflict. */
export function insertChangeRequest(work: Writer, vault: ClientVault, row: NewChangeRequest): ChangeRequest {
  const { value, ...request } = row;
  const { bankId, changeRequestId: rowId } = row;
  const sealedValue = sealOwnData(vault, { bankId, column: ownDataColumns.newValue, rowId }, value);
  const codesSent = row.state === 'created' ? 1 : 0;
  work.write(insert({ ...request, sealedValue, codesSent }), {
    constraints: { change_request_open: problems['change-request-pending'] },
  });
  return {
    ...request,
    verificationId: undefined,
    codesSent,
    codeRequestedAt: row.now,
    createdAt: row.now,
    closedAt: undefined,
    sealedValue,
    rowVersion: 1n,
  };
}

/** Decrypts the new value of an open request. */
export function valueOfRequest(
  vault: ClientVault,
  bankId: string,
  { changeRequestId: rowId, sealedValue }: ChangeRequest,
): unknown {
  return sealedValue && openOwnData(vault, { bankId, column: ownDataColumns.newValue, rowId }, sealedValue);
}

interface Update extends Key {
  readonly state: ChangeRequestState;
  readonly verificationId: string | null;
  readonly codesSent: number;
  readonly codeRequestedAt: Temporal.Instant | null;
  readonly expiresAt: Temporal.Instant;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly closedAt: Temporal.Instant | null;
  readonly sealedValue: Buffer | null;
  readonly rowVersion: bigint;
  readonly now: Temporal.Instant;
}

const update = statement<Update>('write')((row) =>
  tables
    .updateTable('change_request')
    .set({
      state: row.state,
      verification_id: row.verificationId,
      codes_sent: row.codesSent,
      code_requested_at: row.codeRequestedAt,
      expires_at: row.expiresAt,
      decided_by: row.decidedBy,
      reason: row.reason,
      closed_at: row.closedAt,
      sealed_value: row.sealedValue,
      row_version: sql`row_version + 1`,
      modified_at: row.now,
    })
    .where('bank_id', '=', row.bankId)
    .where('change_request_id', '=', row.changeRequestId)
    .where('row_version', '=', row.rowVersion),
);

/** A request after an event, and who decided it. */
export interface ChangedRequest {
  readonly bankId: string;
  readonly request: ChangeRequest;
  readonly decidedBy?: string;
  readonly reason?: string;
  readonly now: Temporal.Instant;
}

/** Updates a locked request. The value of a closed one is deleted: an applied value is in the party. */
export function updateChangeRequest(
  work: Writer,
  { bankId, decidedBy, now, reason, request }: ChangedRequest,
): void {
  const isClosed = !isOpen(request.state);
  work.write(
    update({
      bankId,
      changeRequestId: request.changeRequestId,
      state: request.state,
      verificationId: request.verificationId ?? null,
      codesSent: request.codesSent,
      codeRequestedAt: request.codeRequestedAt ?? null,
      expiresAt: request.expiresAt,
      decidedBy: decidedBy ?? null,
      reason: reason ?? null,
      closedAt: isClosed ? now : null,
      sealedValue: isClosed ? null : (request.sealedValue ?? null),
      rowVersion: request.rowVersion,
      now,
    }),
    { rows: { count: 1, otherwise: standardProblems.conflict } },
  );
}

const sent = statement<{
  readonly bankId: string;
  readonly customerNumber: string;
  readonly since: Temporal.Instant;
}>()(({ bankId, customerNumber, since }) =>
  rawQuery(sql<{ codes: number }>`
    select coalesce(sum(codes_sent), 0)::int as codes from client.change_request
     where bank_id = ${bankId} and customer_number = ${customerNumber} and created_at > ${since} and kind = 'email'`),
);

/** Counts the e-mail codes that a customer requested in requests created after a time. */
export async function countEmailCodes(
  db: Reader,
  key: { readonly bankId: string; readonly customerNumber: string; readonly since: Temporal.Instant },
): Promise<number> {
  return (await db.first(sent(key)))?.codes ?? 0;
}
