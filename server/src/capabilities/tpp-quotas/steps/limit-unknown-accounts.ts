import { callerId } from '#platform/auth/caller.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { unknownWindow } from '../domain/policy.ts';
import type { TppQuotasPorts } from '../ports/tpp-quotas-ports.ts';
import { problems } from '../problems.ts';
import type { NamedAccount } from '../store/quota-hashes.ts';
import { consumeUnknownAccount, listUnknownAccounts } from '../store/unknown-accounts.store.ts';

/** The accounts that a request names, after they were looked up. */
export interface LookedUp {
  readonly account: NamedAccount;
  /** Whether the response tells that the account can be used. */
  readonly isUsable: boolean;
}

/**
 * Counts the different account numbers that a third party names in vain, before it is told that they are unknown. Once it
 * has named too many, it is told nothing about a number that it did not name in the last hour, whether it is known or not:
 * a limit for unknown numbers alone would tell which ones are known. The bank itself has no limit.
 */
export async function limitUnknownAccounts(
  ctx: Context & TppQuotasPorts,
  accounts: readonly LookedUp[],
): Promise<void> {
  if (accounts.length === 0 || ctx.caller.kind !== 'tpp') return;
  const { bankId, caller, clock, db, quotaChoices, quotaHashes } = ctx;
  const now = clock.now();
  const criteria = { bankId, organisationId: callerId(caller), since: now.subtract(unknownWindow) };
  const numbersMax = quotaChoices.of(bankId).unknownAccountsPerHour;
  const hashed = accounts.map(({ account, isUsable }) => ({
    numberHash: quotaHashes.accountHash(bankId, account),
    isUsable,
  }));
  const counted = await listUnknownAccounts(db, criteria);
  const isNew = (hash: Buffer): boolean => !counted.some(({ numberHash }) => numberHash.equals(hash));
  const fresh = hashed.filter(({ numberHash }) => isNew(numberHash));
  if (counted.length >= numbersMax && fresh.length > 0) throw await exceeded(ctx);
  for (const { isUsable, numberHash } of fresh)
    if (!isUsable && !(await consumeUnknownAccount(db, { ...criteria, numberHash, now, numbersMax })))
      throw await exceeded(ctx);
}

/** The count is lower when the first of the numbers is an hour old. */
async function exceeded({ bankId, caller, clock, db }: Context): Promise<Problem> {
  const now = clock.now();
  const [first] = await listUnknownAccounts(db, {
    bankId,
    organisationId: callerId(caller),
    since: now.subtract(unknownWindow),
  });
  const seconds = first === undefined ? 0 : first.askedAt.add(unknownWindow).since(now).total('seconds');
  return problems['unknown-accounts-exceeded']({ retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
