import type { Context } from '#platform/work/context.ts';
import type { Failure } from '../../domain/authorisation.ts';
import { statusAt } from '../../domain/deadlines.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findAuthorisation } from '../../store/authorisations.store.ts';
import type { LinkApproval } from './link-approval.ts';

/** How far an approval is. */
export type ApprovalOutcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'approved'; readonly userId: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The link of this browser was replaced by that of another one. */
  | { readonly kind: 'replaced' };

/**
 * Returns how an approval ended on the page. One that the third party still has to confirm is approved here. Only the
 * browser that has the current link learns the end, so that one approval leads to one code.
 */
export async function outcomeOfApproval(
  { bankId, clock, db, scaVault }: Context & ScaPorts,
  { authorisationId, returnUri }: LinkApproval,
): Promise<ApprovalOutcome> {
  const found = await findAuthorisation(db, scaVault, { bankId, authorisationId });
  if (found === undefined) return { kind: 'failed', failure: 'subject-ended' };
  if (found.details.returnTo?.uri !== returnUri) return { kind: 'replaced' };
  const status = statusAt(found, clock.now());
  if (status === 'failed') return { kind: 'failed', failure: found.failure ?? 'timed-out' };
  const isApproved = status === 'finalised' || status === 'exempted' || status === 'unconfirmed';
  return isApproved && found.userId !== undefined
    ? { kind: 'approved', userId: found.userId }
    : { kind: 'open' };
}
