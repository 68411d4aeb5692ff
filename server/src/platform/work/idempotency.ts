import { type Caller, callerId } from '#platform/auth/caller.ts';
import type { EncryptionContext } from '#platform/crypto/envelope.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import type { HttpResponse } from '#platform/http/contract.ts';
import { Problem, type ProblemEntry, type ProblemMore } from '#platform/kernel/problem.ts';
import type { Context, IdempotencyKey } from './context.ts';

/** Named by the database when a key is used a second time. */
export const keyConstraint = 'idempotency_record_pkey';

/** What is kept under a key: the answer given, or the refusal that was remembered. */
export type IdempotencyRecord =
  | { readonly kind: 'answer'; readonly answer: HttpResponse }
  | {
      readonly kind: 'problem';
      readonly owner: string;
      readonly literal: string;
      readonly entry: ProblemEntry;
      readonly more: ProblemMore;
    };

/** Not a failure: this command was answered before, and this is what was said. */
export class Replayed extends Error {
  override readonly name = 'Replayed';
  readonly answer: IdempotencyRecord;

  constructor(answer: IdempotencyRecord) {
    super('answered before');
    this.answer = answer;
  }
}

/** The remembered refusal, as it was raised. */
export function problemFrom(stored: Extract<IdempotencyRecord, { kind: 'problem' }>): Problem {
  return new Problem(stored.owner, stored.literal, stored.entry, stored.more);
}

/** What to keep for a command that ends this way. */
export function idempotencyRecord(
  context: Context,
  result: unknown,
  refusal: Problem | undefined,
): IdempotencyRecord {
  if (refusal !== undefined) {
    const { owner, literal, entry, more } = refusal;
    return { kind: 'problem', owner, literal, entry, more };
  }
  return { kind: 'answer', answer: context.toAnswer?.(result) ?? { status: 204 } };
}

const insert = plainStatement(
  `insert into platform.idempotency_record (bank_id, caller, operation, key, request_hash, answer, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
  'write',
);

const find = plainStatement<{ request_hash: Buffer; answer: string }>(
  `select request_hash, answer from platform.idempotency_record
    where bank_id = $1 and caller = $2 and operation = $3 and key = $4`,
);

/** Whose key it is. An application and an employee may have the same name; their keys are their own. */
function ownerOf(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/** Claims the key. The second claim of a key fails on its constraint, after the first one's transaction has ended. */
export function insertKey(
  context: Context,
  { key, requestHash }: IdempotencyKey,
  answer: IdempotencyRecord,
): Statement {
  const { bankId, caller, clock, origin } = context;
  return insert([
    bankId,
    ownerOf(caller),
    origin.operationId,
    key,
    requestHash,
    closedText(context, key, JSON.stringify(answer)),
    clock.now(),
  ]);
}

/** Answers may tell of people, so they are sealed wherever there is a key. */
function closedText(context: Context, key: string, text: string): string {
  const { answerVault } = context;
  return answerVault === undefined
    ? text
    : answerVault.seal(placeOf(context, key), Buffer.from(text)).toString('base64');
}

/** An answer from before there was a key is JSON as it stands. */
function openText(context: Context, key: string, stored: string): string {
  const { answerVault } = context;
  return answerVault === undefined || stored.startsWith('{')
    ? stored
    : answerVault.unseal(placeOf(context, key), Buffer.from(stored, 'base64')).toString();
}

function placeOf({ bankId, caller, origin }: Context, key: string): EncryptionContext {
  const rowId = `${ownerOf(caller)} ${origin.operationId} ${key}`;
  return { bankId, table: 'idempotency_record', column: 'answer', rowId };
}

/** The answer given under this key before, if any. */
export async function findIdempotencyRecord(
  context: Context,
  key: string,
): Promise<{ readonly requestHash: Buffer; readonly answer: IdempotencyRecord } | undefined> {
  const { bankId, caller, db, origin } = context;
  const row = await db.first(find([bankId, ownerOf(caller), origin.operationId, key]));
  if (row === undefined) return undefined;
  const text = openText(context, key, row.answer);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- written by `insertKey` and by nobody else
  return { requestHash: row.request_hash, answer: JSON.parse(text) as IdempotencyRecord };
}
