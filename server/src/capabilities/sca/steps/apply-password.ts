import { type FirstFactorResult, isCoolingDown } from '#capabilities/identity/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../domain/authorisation.ts';
import { type ExemptionKind, exemptionFor } from '../domain/exemptions.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import {
  findExemptedSince,
  findSeries,
  updateExemptedCount,
  updateSeriesPaid,
  upsertTotal,
} from '../store/exemptions.store.ts';
import { applyEvent, type DetailsChange } from './apply-event.ts';
import { signAndMove } from './approve.ts';
import type { Offer } from './offer.ts';
import type { PreparedExemption } from './prepare-exemption.ts';
import { lockCounters } from './record-strong-authentication.ts';
import { seriesHashesOf } from './series-hashes.ts';

/** The verdict about a password, and what it does to a locked authorisation. */
export interface SettledPassword {
  readonly authorisation: StoredAuthorisation;
  readonly event: AuthorisationEvent;
  readonly change: DetailsChange;
  readonly offer: Offer;
  readonly result: FirstFactorResult;
}

/**
 * Applies the verdict about a password. After a right one of the customer who owns the account, a payment that the bank
 * exempts is signed and moved in the same transaction; in every other case a second factor follows.
 */
export async function applyPassword(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, change, event, offer, result }: SettledPassword,
): Promise<StoredAuthorisation> {
  const { exemptible } = offer;
  if (
    exemptible !== undefined &&
    event.kind === 'password-right' &&
    result.kind === 'right' &&
    result.customerNumber === exemptible.owner
  ) {
    const candidate = { authorisation: { ...authorisation, ...change }, exemptible, userId: result.userId };
    const exempted = await exempt(ctx, work, candidate);
    if (exempted !== undefined) return exempted;
  }
  return applyEvent(ctx, work, { authorisation, event, change });
}

/** A payment that may be exempted, and the customer who has passed the first factor. */
export interface ExemptionCandidate {
  readonly authorisation: StoredAuthorisation;
  readonly exemptible: PreparedExemption;
  readonly userId: string;
}

/**
 * Approves a payment without a second factor, if the bank's rules allow it; otherwise changes nothing and returns undefined.
 * Payments of one customer are decided one after the other, so that none of them can pass a limit together with another.
 */
export async function exempt(
  ctx: Context & ScaPorts,
  work: Work,
  candidate: ExemptionCandidate,
): Promise<StoredAuthorisation | undefined> {
  const { authorisation, exemptible, userId } = candidate;
  const userIds = await lockCounters(ctx, work, { userId, customerNumber: exemptible.owner });
  // SPEC 4.3: an account with a new phone number or address may have been taken over.
  if (await isCoolingDown(work, { bankId: ctx.bankId, userId, now: ctx.clock.now() })) return undefined;
  const exemption = await exemptionOf(ctx, work, { ...candidate, userIds });
  if (exemption === undefined) return undefined;
  const after = await signAndMove(ctx, work, {
    authorisation: { ...authorisation, userId },
    prepared: exemptible.prepared,
    proof: { kind: 'exemption', reason: exemption },
    event: { kind: 'password-right', next: 'exempted', exemption },
  });
  if (after.status === 'exempted') count(ctx, work, candidate);
  return after;
}

async function exemptionOf(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation,
    exemptible,
    userId,
    userIds,
  }: ExemptionCandidate & { readonly userIds: readonly string[] },
): Promise<ExemptionKind | undefined> {
  const { bankId, clock, scaChoices } = ctx;
  const { isBetweenOwnAccounts, isTrustedBeneficiary, payment } = exemptible;
  const { amount } = payment.transfer;
  const hashes = seriesHashesOf(ctx, { authorisation, payment, userId });
  const [since, series] = await Promise.all([
    findExemptedSince(work, { bankId, userId, userIds, currency: amount.currency }),
    findSeries(work, { bankId, userId, hashes }),
  ]);
  const facts = { amount, now: clock.now(), isBetweenOwnAccounts, isTrustedBeneficiary };
  return exemptionFor(scaChoices.of(bankId).exemptions, { ...facts, ...omitUndefined({ series, since }) });
}

/** Counts an exempted payment, for whatever reason it was exempted. */
function count(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, exemptible: { payment }, userId }: ExemptionCandidate,
): void {
  const { bankId, clock } = ctx;
  const key = { bankId, userId, now: clock.now() };
  updateExemptedCount(work, key);
  upsertTotal(work, { ...key, amount: payment.transfer.amount });
  updateSeriesPaid(work, { ...key, hashes: seriesHashesOf(ctx, { authorisation, payment, userId }) });
}
