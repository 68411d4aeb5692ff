import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../../domain/deadlines.ts';
import { isFinal } from '../../domain/status.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { findAuthorisation } from '../../store/authorisations.store.ts';
import { findWaitingId } from '../../store/waiting-authorisations.store.ts';

/** An authorisation that waits for a browser. */
export interface WaitingApproval {
  readonly authorisationId: string;
  /** Where the third party wants the browser back. */
  readonly returnUri: string;
}

/**
 * Finds what a third party may send a browser to the authorization server for: the newest authorisation of its own
 * subject, as long as the subject takes one. Undefined for anything else, so that a foreign subject looks like none.
 */
export async function findWaitingApproval(
  ctx: Context & ScaPorts,
  { organisationId, subject: ref }: { readonly subject: SubjectRef; readonly organisationId: string },
): Promise<WaitingApproval | undefined> {
  const { bankId, db, subjects } = ctx;
  const subject = await subjects[ref.kind]?.describe(db, bankId, ref);
  if (subject?.organisationId !== organisationId || subject.state !== 'open') return undefined;
  const authorisationId = await findWaitingId(db, { bankId, subject: ref, organisationId });
  return authorisationId === undefined ? undefined : waitingAs(ctx, authorisationId);
}

async function waitingAs(
  { bankId, clock, db, scaVault }: Context & ScaPorts,
  authorisationId: string,
): Promise<WaitingApproval | undefined> {
  const found = await findAuthorisation(db, scaVault, { bankId, authorisationId });
  const returnTo = found?.details.returnTo;
  if (found === undefined || returnTo === undefined) return undefined;
  if (isFinal(statusAt(found, clock.now()))) return undefined;
  return { authorisationId, returnUri: returnTo.onwardUri ?? returnTo.uri };
}
