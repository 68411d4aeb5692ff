import { virtualShard } from '#platform/kernel/ids.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { partsOf } from '../domain/matching/match-payee.ts';
import { wordsOf } from '../domain/matching/readings.ts';
import {
  type Claim,
  claimsOf,
  notApplicable,
  type Payee,
  type PayeeAnswer,
  type PayeeResult,
} from '../domain/payee.ts';
import { answerMs } from '../domain/policy.ts';
import type { PayeeVerificationsPorts } from '../ports/payee-verifications-ports.ts';
import type { PayeeVault } from '../store/payee-vault.ts';
import { insertVerifications } from '../store/verifications.store.ts';
import { answerClaim } from './answer-claim.ts';
import { type CountedRequest, countName, type HashedClaim, refund } from './limits.ts';

type PayeeContext = Context & PayeeVerificationsPorts;

interface CountedClaim extends HashedClaim {
  readonly payee: Payee;
  readonly claim: Claim;
  /** Whether too many names for the account did not match. */
  readonly limit: Problem | undefined;
}

interface Answered extends CountedClaim {
  readonly answer: PayeeAnswer;
}

/**
 * Verifies payees for a third party whose request was counted. `refuse` raises the problem of a limit of names;
 * `leave-out` answers NOAP for that payee, because a list has others. Answers are logged, and what was reserved for
 * them is given back.
 */
export async function verifyPayees(
  ctx: PayeeContext,
  request: CountedRequest,
  payees: readonly Payee[],
  overLimit: 'refuse' | 'leave-out',
): Promise<readonly PayeeResult[]> {
  const counted = await Promise.all(payees.flatMap((payee) => countClaims(ctx, request, payee)));
  const passed = counted.find(({ limit }) => limit !== undefined)?.limit;
  if (passed !== undefined && overLimit === 'refuse') {
    await refund(ctx, request, { answers: counted.length, matched: [] });
    throw passed;
  }
  const answered = await Promise.all(counted.map((one) => answerCounted(ctx, one)));
  await Promise.all([
    recordAnswers(ctx, request, answered),
    refund(ctx, request, {
      answers: answered.filter(({ answer }) => answer.code !== 'CMTC').length,
      matched: answered.filter(({ answer }) => answer.code === 'MTCH'),
    }),
  ]);
  return payees.map((payee) => resultOf(answered.filter((one) => one.payee === payee)));
}

function countClaims(
  ctx: PayeeContext,
  request: CountedRequest,
  payee: Payee,
): readonly Promise<CountedClaim>[] {
  return claimsOf(payee).map(async (claim) => {
    const hashed = hashesOf(ctx.payeeVault, ctx.bankId, payee.iban, claim);
    return { ...hashed, payee, claim, limit: await countName(ctx, request, hashed) };
  });
}

async function answerCounted(ctx: PayeeContext, counted: CountedClaim): Promise<Answered> {
  const { claim, limit, payee } = counted;
  if (limit !== undefined) return { ...counted, answer: notApplicable('limit') };
  const { bic, iban } = payee;
  const question = { iban, claim, timeoutMs: answerMs, ...(bic === undefined ? {} : { bic }) };
  return { ...counted, answer: await answerClaim(ctx, question) };
}

/** Returns the hashes of a claim. Spellings of one name have one hash. */
export function hashesOf(vault: PayeeVault, bankId: string, iban: string, claim: Claim): HashedClaim {
  return {
    ibanHash: vault.hash(bankId, 'iban', iban),
    nameHash: vault.hash(bankId, 'name', `${claim.kind} ${normalisedClaim(claim)}`),
  };
}

/** Spellings of one name are one name to the limits. */
function normalisedClaim(claim: Claim): string {
  if (claim.kind === 'organisation') return JSON.stringify(claim.organisationId);
  // Each person of a joint name is compared, so another division of the same words is another name.
  return partsOf(claim.name)
    .map((part) => (wordsOf(part, 'firm')[0] ?? []).join(' '))
    .join(' & ');
}

/** Adds the answers to the log of verifications. */
async function recordAnswers(
  { bankId, clock, db, ids }: PayeeContext,
  { organisationId, requestId }: CountedRequest,
  answered: readonly Answered[],
): Promise<void> {
  await insertVerifications(db, {
    bankId,
    organisationId,
    requestId,
    now: clock.now(),
    ids: answered.map(() => ids.uuid(virtualShard(bankId, organisationId))),
    subjects: answered.map(({ claim }) => claim.kind),
    ibanHashes: answered.map(({ ibanHash }) => ibanHash),
    nameHashes: answered.map(({ nameHash }) => nameHash),
    codes: answered.map(({ answer }) => answer.code),
    rules: answered.map(({ answer }) => answer.rule),
  });
}

function resultOf(answered: readonly Answered[]): PayeeResult {
  return Object.fromEntries(answered.map(({ answer, claim }) => [claim.kind, answer]));
}
