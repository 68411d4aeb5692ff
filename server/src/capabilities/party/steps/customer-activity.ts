import type { Work } from '#platform/work/unit-of-work.ts';
import type { Day } from '../domain/facts.ts';
import type { Party } from '../domain/party.ts';
import { restartCounting } from '../store/customer-activity.store.ts';

/** Counts the silence of a customer again who becomes active, from today on. */
export function followActivity(
  work: Work,
  {
    after,
    before,
    today,
  }: { readonly before: Party | undefined; readonly after: Party; readonly today: Day },
): void {
  const { bankId, partyNumber, personal } = after;
  if (personal.customer.status !== 'active' || before?.personal.customer.status === 'active') return;
  restartCounting(work, { bankId, partyNumber, today });
}
