import type { Context } from '#platform/work/context.ts';
import { limitHour, namesOfAllWarned } from '../domain/policy.ts';
import { listProbedAccounts } from '../store/verifications.store.ts';

/**
 * Warns staff of accounts for which third parties together tried many names in the last hour. A limit over all of them
 * would let one third party stop payments to a payee.
 */
export async function reportProbedAccounts({ bankId, clock, db, log }: Context): Promise<number> {
  const since = clock.now().subtract(limitHour);
  const accounts = await listProbedAccounts(db, { bankId, since, namesMin: namesOfAllWarned });
  for (const { names, verificationId } of accounts)
    log.warn(
      { bankId, aggregateKind: 'payee-verification', aggregateId: verificationId, count: names },
      'many names tried for one account',
    );
  return accounts.length;
}
