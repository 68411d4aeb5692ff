import type { Context } from '#platform/work/context.ts';
import type { Failure } from '../../domain/authorisation.ts';
import { statusAt } from '../../domain/deadlines.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findAuthorisation } from '../../store/authorisations.store.ts';

/** How far an approval is. */
export type ApprovalOutcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'approved'; readonly userId: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Returns how an approval ended on the page. One that the third party still has to confirm is approved here. */
export async function outcomeOfApproval(
  { bankId, clock, db, scaVault }: Context & ScaPorts,
  authorisationId: string,
): Promise<ApprovalOutcome> {
  const found = await findAuthorisation(db, scaVault, { bankId, authorisationId });
  if (found === undefined) return { kind: 'failed', failure: 'subject-ended' };
  const status = statusAt(found, clock.now());
  if (status === 'failed') return { kind: 'failed', failure: found.failure ?? 'timed-out' };
  const isApproved = status === 'finalised' || status === 'exempted' || status === 'unconfirmed';
  return isApproved && found.userId !== undefined
    ? { kind: 'approved', userId: found.userId }
    : { kind: 'open' };
}
