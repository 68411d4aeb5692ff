import { callerId } from '#platform/auth/caller.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { type FieldError, Problem } from '#platform/kernel/problem.ts';
import { prepareCommand, runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { claimsOf, type PayeeResult } from '../domain/payee.ts';
import { bulkKeptHours } from '../domain/policy.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import { checkPayees } from '../steps/check-payees.ts';
import { countRequest, type Requester } from '../steps/limits.ts';
import { verifyPayees } from '../steps/verify-payees.ts';
import { insertBulk } from '../store/bulks.store.ts';
import type { BulkPayee } from '../store/payee-vault.ts';

export interface VerifyBulk {
  readonly payees: readonly BulkPayee[];
  readonly isAsynchronousPreferred: boolean;
}

/** The results of a short list, or the id under which those of a long one are read later. */
export type BulkAnswer =
  | {
      readonly kind: 'results';
      readonly payees: readonly BulkPayee[];
      readonly results: readonly PayeeResult[];
    }
  | { readonly kind: 'accepted'; readonly bulkId: string };

type BulkContext = Context & PayeeVerificationsPorts;

/** Verifies a list of payees: a short one at once, a long one in the worker. SPEC xs2a-2026 VP2 */
export async function verifyBulk(ctx: BulkContext, command: VerifyBulk): Promise<BulkAnswer> {
  const { payees } = command;
  const { bulkMaxEntries, bulkSyncEntries } = ctx.payeeChoices.of(ctx.bankId);
  checkBulk(payees, bulkMaxEntries);
  const requester = { organisationId: callerId(ctx.caller), requestId: ctx.origin.requestId };
  const isShort = payees.length <= bulkSyncEntries && !command.isAsynchronousPreferred;
  const results = await prepareCommand(ctx, () =>
    isShort ? answerAtOnce(ctx, requester, payees) : countList(ctx, requester),
  );
  return results === undefined ? acceptBulk(ctx, requester, payees) : recordAnswer(ctx, payees, results);
}

function checkBulk(payees: readonly BulkPayee[], max: number): void {
  const seen = new Set<string>();
  const repeated = payees.flatMap(({ uetr }, place): FieldError[] => {
    const isRepeated = seen.has(uetr);
    seen.add(uetr);
    const path = ['partyVerificationRequests', place, 'uetr'];
    return isRepeated
      ? [{ part: 'body', path, code: 'duplicate', message: 'Another payee has this uetr.' }]
      : [];
  });
  const isLong = payees.length > max;
  const long: readonly FieldError[] = isLong
    ? [
        {
          part: 'body',
          path: ['partyVerificationRequests'],
          code: 'too-many',
          message: `The bank verifies at most ${max} payees in one list.`,
        },
      ]
    : [];
  checkPayees(
    payees.map((payee, place) => ({ payee, path: ['partyVerificationRequests', place] })),
    [...repeated, ...long],
  );
}

async function answerAtOnce(
  ctx: BulkContext,
  requester: Requester,
  payees: readonly BulkPayee[],
): Promise<readonly PayeeResult[]> {
  const answers = payees.flatMap(claimsOf).length;
  const counted = await countRequest(ctx, requester, { requests: 1, answers });
  if (counted instanceof Problem) throw counted;
  return verifyPayees(ctx, counted, payees, 'leave-out');
}

/** The worker reserves close matches payee by payee. */
async function countList(ctx: BulkContext, requester: Requester): Promise<undefined> {
  const counted = await countRequest(ctx, requester, { requests: 1, answers: 0 });
  if (counted instanceof Problem) throw counted;
}

function recordAnswer(
  ctx: BulkContext,
  payees: readonly BulkPayee[],
  results: readonly PayeeResult[],
): Promise<BulkAnswer> {
  return runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'payee-verification',
      aggregateId: ctx.origin.requestId,
      changes: [{ field: 'payees', after: payees.length }],
    });
    return { kind: 'results', payees, results };
  });
}

function acceptBulk(
  ctx: BulkContext,
  requester: Requester,
  payees: readonly BulkPayee[],
): Promise<BulkAnswer> {
  const { bankId, clock, ids, payeeVault } = ctx;
  const { organisationId, requestId } = requester;
  const bulkId = ids.uuid(virtualShard(bankId, organisationId));
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    insertBulk(work, {
      bankId,
      bulkId,
      organisationId,
      requestId,
      entries: payees.length,
      sealedPayees: payeeVault.sealPayees(bankId, bulkId, payees),
      now,
      expiresAt: now.add({ hours: bulkKeptHours }),
    });
    work.audit({
      aggregateKind: 'payee-verification',
      aggregateId: bulkId,
      changes: [{ field: 'payees', after: payees.length }],
    });
    return { kind: 'accepted', bulkId };
  });
}
