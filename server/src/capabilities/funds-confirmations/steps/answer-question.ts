import type { Money } from '#platform/kernel/money.ts';
import type { Context } from '#platform/work/context.ts';
import { countedHours, questionLimits, sameAnswerMinutes } from '../domain/policy.ts';
import { type AskedAmount, sameQuestion, secondsUntilNext } from '../domain/question-limits.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import {
  type AskedAccountKey,
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
 * Answers a question within its limits. It is noted before the core is asked, so that neither parallel questions nor a
 * process that is killed pass a limit; one whose answer was lost can be repeated.
 */
export async function answerQuestion(
  ctx: AnswerParts,
  { accountId, amount, organisationId }: AmountQuestion,
): Promise<boolean> {
  const { bankId, db, fundsAccounts, fundsVault } = ctx;
  const key = { bankId, organisationId, accountId };
  const amountHash = fundsVault.amountHash(bankId, accountId, amount);
  const known = (await noteQuestion(ctx, key, amountHash))
    ? undefined
    : await earlierAnswer(ctx, key, amountHash);
  if (known !== undefined) return known;
  const hasFunds = await fundsAccounts.hasFunds(bankId, accountId, amount);
  const { hourAgo, now } = timesOf(ctx);
  const asked = await recordQuestionAnswer(db, {
    ...key,
    amountHash,
    hourAgo,
    answer: hasFunds ? 'yes' : 'no',
  });
  // Of two parallel questions about one amount, the first answer counts for both.
  return sameQuestion(asked, amountHash, now)?.hasFunds ?? hasFunds;
}

function timesOf({ clock }: AnswerParts) {
  const now = clock.now();
  return {
    now,
    hourAgo: now.subtract({ minutes: sameAnswerMinutes }),
    dayAgo: now.subtract({ hours: countedHours }),
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
