import type { Temporal } from 'temporal-polyfill';
import { type Caller, callerId } from '#platform/auth/caller.ts';
import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { type AccessNeed, type AccountGroup, isNeedCovered } from '../domain/coverage.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { findConsent, type StoredConsent } from '../store/consents.store.ts';

/** A request of a third party under a consent. */
export interface CheckConsent {
  /** Absent where an access token stands for it. */
  readonly consentId: string | undefined;
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
  { consentId: sent, group, need }: CheckConsent,
): Promise<UsableConsent> {
  const { bankId, caller, clock, db } = ctx;
  const consentId = sent ?? consentOfToken(caller);
  const found = await findOwn(ctx, consentId);
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

async function findOwn(
  { bankId, caller, consentsVault: vault, db }: Context & ConsentsPorts,
  consentId: string,
): Promise<StoredConsent> {
  requireTokenFor(caller, { service: 'AIS', resourceId: consentId });
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  if (found === undefined || found.organisationId !== callerId(caller)) throw problems['consent-not-found']();
  return found;
}

/** SPEC 001: an access token may stand for the consent. */
function consentOfToken(caller: Caller): string {
  const standsFor = caller.kind === 'tpp' ? caller.standsFor : undefined;
  if (standsFor?.kind === 'resource') return standsFor.resourceId;
  throw standardProblems.invalid({
    fieldErrors: [
      {
        part: 'header',
        path: ['Consent-ID'],
        code: 'required',
        message: 'Consent-ID is required without an access token for a consent.',
      },
    ],
  });
}

/** A consent that the customer has not given, or taken back, is invalid; any other end is an expiry. */
function refusalOf(status: Exclude<ConsentStatus, 'valid'>): Error {
  return status === 'received' || status === 'partiallyAuthorised' || status === 'revokedByPsu'
    ? problems['consent-invalid']()
    : problems['consent-expired']();
}
