import { Temporal } from 'temporal-polyfill';
import { callerId } from '#platform/auth/caller.ts';
import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import { isUnapproved, nextStatus } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import {
  type ConsentHead,
  findConsent,
  findConsentHead,
  type StoredConsent,
} from '../store/consents.store.ts';

/** Returns a consent of the calling third party. One of another third party does not exist for it. */
export async function loadOwnConsent(ctx: Context & FundsPorts, consentId: string): Promise<StoredConsent> {
  requireTokenFor(ctx.caller, { service: 'PIIS', resourceId: consentId });
  const { bankId, fundsVault: vault, db } = ctx;
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  const own = ownOf(ctx, found);
  if (own.isContentDeleted === true) throw problems['content-deleted']();
  return own;
}

/** The same without its terms. */
export async function loadOwnHead(ctx: Context, consentId: string): Promise<ConsentHead> {
  requireTokenFor(ctx.caller, { service: 'PIIS', resourceId: consentId });
  const { bankId, db } = ctx;
  return ownOf(ctx, isUuid(consentId) ? await findConsentHead(db, { bankId, consentId }) : undefined);
}

function ownOf<Head extends ConsentHead>({ caller, clock }: Context, found: Head | undefined): Head {
  if (found === undefined || found.organisationId !== callerId(caller)) throw problems['consent-unknown']();
  return asOfNow(found, clock.now());
}

/** Returns a consent as it is now: its end is decided when it is read, whether or not a job has recorded it. */
export function asOfNow<Head extends ConsentHead>(head: Head, now: Temporal.Instant): Head {
  const event = dueEvent(head, now);
  const status = event && nextStatus(head.status, { kind: event });
  return status === undefined ? head : { ...head, status, changedAt: head.expiresAt };
}

/** Returns what the clock does to a consent; undefined as long as its time is not over. A valid one has no end. */
export function dueEvent(
  { expiresAt, status }: ConsentHead,
  now: Temporal.Instant,
): 'not-approved' | undefined {
  return isUnapproved(status) && Temporal.Instant.compare(now, expiresAt) >= 0 ? 'not-approved' : undefined;
}
