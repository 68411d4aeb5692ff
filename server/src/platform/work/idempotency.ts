import type { Temporal } from 'temporal-polyfill';
import { type Caller, callerId } from '#platform/auth/caller.ts';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import { compareText } from '#platform/kernel/compare-text.ts';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Problem, type ProblemEntry, type ProblemMore } from '#platform/kernel/problem.ts';
import type { Context, IdempotencyKey } from './context.ts';

/** The constraint that fails when a key is used a second time. */
export const keyConstraint = 'idempotency_record_pkey';

/**
 * What is stored under a key: the response, or the problem that was raised after commit. Stored as JSON, so the names
 * of its members do not change.
 */
export type IdempotencyRecord =
  | { readonly kind: 'answer'; readonly answer: HttpResponse }
  | {
      readonly kind: 'problem';
      readonly owner: string;
      readonly literal: string;
      readonly entry: ProblemEntry;
      /** Versions before migration 0019 stored the field errors as `faults`; records are kept for a day. */
      readonly more: ProblemMore & { readonly faults?: NonNullable<ProblemMore['fieldErrors']> };
    };

/** Not a failure: this command has run before, and this is its record. */
export class Replayed extends Error {
  override readonly name = 'Replayed';
  readonly record: IdempotencyRecord;

  constructor(record: IdempotencyRecord) {
    super('command has a stored response');
    this.record = record;
  }
}

/** Recreates the stored problem. */
export function problemFrom(stored: Extract<IdempotencyRecord, { kind: 'problem' }>): Problem {
  const { faults, ...more } = stored.more;
  return new Problem(stored.owner, stored.literal, stored.entry, {
    ...omitUndefined({ fieldErrors: faults }),
    ...more,
  });
}

/** Returns the record for a command that ends this way. */
export function idempotencyRecord(
  context: Context,
  result: unknown,
  refusal: Problem | undefined,
): IdempotencyRecord {
  if (refusal !== undefined) {
    const { owner, literal, entry, more } = refusal;
    return { kind: 'problem', owner, literal, entry, more };
  }
  return { kind: 'answer', answer: context.toHttpResponse?.(result) ?? { status: 204 } };
}

const insert = plainStatement(
  `insert into platform.idempotency_record (bank_id, caller, operation, key, request_hash, response, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
  'write',
);

const insertMany = plainStatement(
  `insert into platform.idempotency_record (bank_id, caller, operation, key, request_hash, response, created_at)
   select $1, k.caller, k.operation, k.key, k.request_hash, k.response, k.created_at
     from unnest($2::text[], $3::text[], $4::text[], $5::bytea[], $6::text[], $7::timestamptz[])
       with ordinality as k (caller, operation, key, request_hash, response, created_at, place)
    order by k.place`,
  'write',
);

const find = plainStatement<{ request_hash: Buffer; response: string }>(
  `select request_hash, response from platform.idempotency_record
    where bank_id = $1 and caller = $2 and operation = $3 and key = $4`,
);

/** The owner of a key. An application and an employee may have the same name; their keys are separate. */
export function keyOwner(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/**
 * The hash of the request is stored inside of the encrypted record: a plain hash of a body that holds little more than a
 * password would let a reader of the table guess it.
 */
interface StoredRecord {
  readonly requestHash?: string;
}

/** Records from before the hash was encrypted have it in this column; all others leave it empty. */
const noHash = Buffer.alloc(0);

/** The values of a new record, in the order of the columns. */
export type KeyRow = readonly [
  bankId: string,
  owner: string,
  operation: string,
  key: string,
  requestHash: Buffer,
  response: string,
  createdAt: Temporal.Instant,
];

/** Returns the row under which a key is stored with its record. */
export function keyRow(
  context: Context,
  { key, requestHash }: IdempotencyKey,
  record: IdempotencyRecord,
): KeyRow {
  const { bankId, caller, clock, origin } = context;
  return [
    bankId,
    keyOwner(caller),
    origin.operationId,
    key,
    noHash,
    closedText(context, key, JSON.stringify({ ...record, requestHash: requestHash.toString('base64') })),
    clock.now(),
  ];
}

/** Inserts the key. The second insert of a key fails on its constraint, after the first one's transaction has ended. */
export function insertKey(row: KeyRow): Statement {
  return insert(row);
}

/**
 * Inserts the keys of several commands of one bank, in the order of the keys: two processes with the same keys then wait
 * for each other in turn, and neither for ever.
 */
export function insertKeys(bankId: string, rows: readonly KeyRow[]): Statement {
  const sorted = rows.toSorted((one, other) => compareText(orderOf(one), orderOf(other)));
  return insertMany([
    bankId,
    sorted.map(([, owner]) => owner),
    sorted.map(([, , operation]) => operation),
    sorted.map(([, , , key]) => key),
    sorted.map(([, , , , requestHash]) => requestHash),
    sorted.map(([, , , , , response]) => response),
    sorted.map(([, , , , , , createdAt]) => createdAt),
  ]);
}

function orderOf([, owner, operation, key]: KeyRow): string {
  return `${operation} ${owner} ${key}`;
}

/** What a command with a key decides about besides its own subject: no other command may have the key at the same time. */
export function keyClaim({ caller, idempotency, origin }: Context): string | undefined {
  return idempotency && `key ${keyOwner(caller)} ${origin.operationId} ${idempotency.key}`;
}

/** Responses may contain personal data, so they are encrypted if there is a key. */
function closedText(context: Context, key: string, text: string): string {
  const { responseVault } = context;
  return responseVault === undefined
    ? text
    : responseVault.seal(contextOf(context, key), Buffer.from(text)).toString('base64');
}

/** A record from before there was a key is plain JSON. */
function openText(context: Context, key: string, stored: string): string {
  const { responseVault } = context;
  return responseVault === undefined || stored.startsWith('{')
    ? stored
    : responseVault.unseal(contextOf(context, key), Buffer.from(stored, 'base64')).toString();
}

/** Part of what was encrypted, so the name of the column stays the one from before it was renamed. */
function contextOf({ bankId, caller, origin }: Context, key: string): EncryptionContext {
  const rowId = `${keyOwner(caller)} ${origin.operationId} ${key}`;
  return { bankId, table: 'idempotency_record', column: 'answer', rowId };
}

/** Finds the record of this key, if any. */
export async function findIdempotencyRecord(
  context: Context,
  key: string,
): Promise<{ readonly requestHash: Buffer; readonly record: IdempotencyRecord } | undefined> {
  const { bankId, caller, db, origin } = context;
  const row = await db.first(find([bankId, keyOwner(caller), origin.operationId, key]));
  if (row === undefined) return undefined;
  const text = openText(context, key, row.response);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only `insertKey` writes it
  const { requestHash, ...record } = JSON.parse(text) as IdempotencyRecord & StoredRecord;
  return {
    requestHash: requestHash === undefined ? row.request_hash : Buffer.from(requestHash, 'base64'),
    record,
  };
}
