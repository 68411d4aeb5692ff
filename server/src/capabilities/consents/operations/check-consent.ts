import type { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { type AccessNeed, type AccountGroup, isNeedCovered } from '../domain/coverage.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { findConsent, type StoredConsent } from '../store/consents.store.ts';

/** A request of a third party under a consent. */
export interface CheckConsent {
  readonly consentId: string;
  readonly group: AccountGroup;
  readonly need: AccessNeed;
}

/** A valid consent, with the customer whose accounts it covers. */
export interface UsableConsent extends StoredConsent {
  readonly owner: string;
  readonly approvedAt: Temporal.Instant;
}

/**
 * Returns the consent under which the calling third party may read. It is read at this moment, so that a withdrawal
 * counts as soon as its response is sent. SPEC xs2a 5.4: unknown and foreign alike, then what it covers, then its state.
 */
export async function checkConsent(
  ctx: Context & ConsentsPorts,
  { consentId, group, need }: CheckConsent,
): Promise<UsableConsent> {
  const { bankId, caller, clock, consentsVault: vault, db } = ctx;
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  if (found === undefined || found.organisationId !== callerId(caller)) throw problems['consent-not-found']();
  if (!isNeedCovered(found.access, group, need)) throw problems['consent-invalid']();
  const consent = asOfNow(found, clock.now());
  if (consent.status !== 'valid') throw refusalOf(consent.status);
  const { approvedAt, owner, proxy } = consent;
  if (approvedAt === undefined || owner === undefined)
    throw new Error(`consent ${consentId} is valid without an approval`);
  if (proxy !== undefined && !(await ctx.consentAccounts.mayShare(db, bankId, { owner, proxy })))
    throw problems['consent-invalid']();
  return { ...consent, approvedAt, owner };
}

/** A consent that the customer has not given, or taken back, is invalid; any other end is an expiry. */
function refusalOf(status: Exclude<ConsentStatus, 'valid'>): Error {
  return status === 'received' || status === 'partiallyAuthorised' || status === 'revokedByPsu'
    ? problems['consent-invalid']()
    : problems['consent-expired']();
}
