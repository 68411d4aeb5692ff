import { lockName } from '#platform/db/named-lock.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ConsentHead, lockFormerConsents } from '../store/consents.store.ts';

/** Whose consent it is, and who gave it. */
export interface FormerOwner {
  readonly owner: string;
  readonly userId: string;
}

/**
 * Locks the other recurring consents of a third party and a customer before one becomes valid. A withdrawn one that
 * becomes valid again is none of them, so the name is locked as well: only one of two becomes valid at a time. Locks:
 * the consent itself, the name, then the others by id.
 */
export async function lockFormers(
  { bankId }: Pick<Context, 'bankId'>,
  work: Work,
  {
    consentId,
    organisationId,
    owner,
    userId,
  }: Pick<ConsentHead, 'consentId' | 'organisationId'> & FormerOwner,
): Promise<readonly ConsentHead[]> {
  await lockName(work, 'sole-consent', bankId, organisationId, userId, owner);
  return lockFormerConsents(work, { bankId, consentId, organisationId, owner, userId });
}
