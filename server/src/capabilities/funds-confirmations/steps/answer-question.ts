import type { Money } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import { countedHours, openSeconds, questionLimits, sameAnswerMinutes } from '../domain/policy.ts';
import { type AskedAmount, sameQuestion, secondsUntilNext } from '../domain/question-limits.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import {
  type AskedAccountKey,
  forgetQuestion,
  listAskedAmounts,
  recordQuestionAnswer,
  reserveQuestion,
} from '../store/asked-accounts.store.ts';

/** Whether an account has the funds for an amount, asked by a third party. */
export interface AmountQuestion {
  readonly organisationId: string;
  readonly accountId: string;
  readonly amount: Money;
}

/** What answering needs. */
export type AnswerParts = Pick<Context, 'bankId' | 'clock' | 'db'> &
  Pick<FundsPorts, 'fundsAccounts' | 'fundsVault'>;

/**
 * Answers a question within its limits. It is noted before the core is asked and counts as a no until it is answered, so
 * that neither parallel questions nor a process that is killed pass a limit. One that the core does not answer is
 * forgotten, and has no answer later.
 */
export async function answerQuestion(
  ctx: AnswerParts,
  { accountId, amount, organisationId }: AmountQuestion,
): Promise<boolean> {
  const { bankId, db, fundsVault } = ctx;
  const key = { bankId, organisationId, accountId };
  const amountHash = fundsVault.amountHash(bankId, accountId, amount);
  const known = (await noteQuestion(ctx, key, amountHash))
    ? undefined
    : await earlierAnswer(ctx, key, amountHash);
  if (known !== undefined) return known;
  const hasFunds = await askCore(ctx, { ...key, amountHash }, amount);
  const { now, openSince } = timesOf(ctx);
  const asked = await recordQuestionAnswer(db, {
    ...key,
    amountHash,
    openSince,
    answer: hasFunds ? 'yes' : 'no',
  });
  // Of two parallel questions about one amount, the first answer counts for both.
  const noted = sameQuestion(asked, amountHash, now)?.hasFunds;
  // Another amount may have been answered meanwhile, so that this answer would be one too many.
  if (noted === undefined) throw problems['core-away']({ retryAfterSeconds: 1 });
  return noted;
}

async function askCore(
  { bankId, db, fundsAccounts }: AnswerParts,
  question: AskedAccountKey & { readonly amountHash: Buffer },
  amount: Money,
): Promise<boolean> {
  try {
    return await fundsAccounts.hasFunds(bankId, question.accountId, amount);
  } catch (error) {
    await forgetQuestion(db, question);
    throw error;
  }
}

function timesOf({ clock }: AnswerParts) {
  const now = clock.now();
  return {
    now,
    hourAgo: now.subtract({ minutes: sameAnswerMinutes }),
    dayAgo: now.subtract({ hours: countedHours }),
    openSince: now.subtract({ seconds: openSeconds }),
  };
}

async function noteQuestion(ctx: AnswerParts, key: AskedAccountKey, amountHash: Buffer): Promise<boolean> {
  const { day, hour } = questionLimits;
  return reserveQuestion(ctx.db, {
    ...key,
    ...timesOf(ctx),
    amountHash,
    hourMax: hour.amountsMax,
    dayMax: day.amountsMax,
    hourRefusalsMax: hour.refusalsMax,
    dayRefusalsMax: day.refusalsMax,
  });
}

/** Returns the answer to the same question; undefined if the core has still to answer it. Any other one is too many. */
async function earlierAnswer(
  ctx: AnswerParts,
  key: AskedAccountKey,
  amountHash: Buffer,
): Promise<boolean | undefined> {
  const { now } = timesOf(ctx);
  const asked: readonly AskedAmount[] = await listAskedAmounts(ctx.db, key);
  const same = sameQuestion(asked, amountHash, now);
  if (same !== undefined) return same.hasFunds;
  const retryAfterSeconds = secondsUntilNext(asked, now) ?? 1;
  throw problems['questions-exceeded']({ retryAfterSeconds });
}
