import { Temporal } from 'temporal-polyfill';
import { lockActiveUsers } from '#capabilities/identity/index.ts';
import { lockStanding } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type ReestablishFacts,
  type ReestablishRefusal,
  refuseReestablishment,
} from '../domain/reestablishment.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { applyEvent } from '../steps/apply-event.ts';
import { findVisibleHead } from '../steps/customer-consents.ts';
import { asOfNow } from '../steps/load-consent.ts';
import { type ConsentHead, lockConsentHead } from '../store/consents.store.ts';
import type { CustomerConsentKey } from './view-customer-funds-consent.ts';

/** The second factor with which the customer approved a moment ago. */
export interface FreshFactor {
  readonly userId: string;
  readonly assurance: '1fa' | 'sca';
  readonly at: Temporal.Instant;
}

export type ReestablishConsent = CustomerConsentKey & { readonly factor: FreshFactor };
export type Reestablishment = 're-established' | 'unknown' | ReestablishRefusal;

const factorSeconds = 60;

/**
 * Makes a consent valid again that the same customer withdrew: with the same id and the same
 * account. Refuses what could not be given now. SPEC xs2a-2026 4
 */
export async function reestablishFundsConsent(
  ctx: Context & FundsPorts,
  { consentId, factor, viewer }: ReestablishConsent,
): Promise<Reestablishment> {
  const { clock } = ctx;
  requireFactor(factor, viewer.userId, clock.now());
  const found = await findVisibleHead(ctx, consentId, viewer);
  if (found?.owner === undefined) return 'unknown';
  const { owner } = found;
  return runCommand(ctx, async (work) => {
    const { facts, head } = await lockFacts(ctx, work, { ...found, owner }, factor);
    const refusal = refuseReestablishment(head, facts);
    const after =
      refusal === undefined
        ? applyEvent(ctx, work, {
            head,
            event: { kind: 're-established' },
            change: { withdrawnBy: undefined },
          })
        : undefined;
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [
        { field: 'status', before: head.status, after: after?.status ?? head.status },
        { field: 're-established', after: refusal ?? 'done' },
      ],
    });
    // A repeated form finds what the first one did.
    const isDone = after !== undefined || head.status === 'valid';
    return isDone ? 're-established' : (refusal ?? 'not-withdrawn');
  });
}

function requireFactor(
  { assurance, at, userId }: FreshFactor,
  viewerId: string,
  now: Temporal.Instant,
): void {
  const isFresh = Temporal.Instant.compare(now, at.add({ seconds: factorSeconds })) <= 0;
  if (userId !== viewerId || assurance !== 'sca' || !isFresh) throw standardProblems['step-up-required']();
}

/** Locks the owner, the users, then the consent. No user gave an agreement that was made at the bank. */
async function lockFacts(
  ctx: Context & FundsPorts,
  work: Work,
  { consentId, owner, userId }: ConsentHead & { readonly owner: string },
  { at, userId: viewerId }: FreshFactor,
): Promise<{ readonly head: ConsentHead; readonly facts: ReestablishFacts }> {
  const { bankId, clock, fundsAccounts, fundsChoices, identity } = ctx;
  const standing = await lockStanding(work, { bankId, customerNumber: owner });
  const areUsersActive = await lockActiveUsers({ ...ctx, ...identity }, work, [userId ?? viewerId, viewerId]);
  const stored = await lockConsentHead(work, { bankId, consentId });
  if (stored === undefined) throw new Error(`consent ${consentId} is gone`);
  const head = asOfNow(stored, clock.now());
  const { proxy } = head;
  const isOwnerPresent =
    standing?.state === 'living' && standing.partyNumber === owner && head.owner === owner;
  const facts = {
    userId: viewerId,
    now: clock.now(),
    provenAt: at,
    hours: fundsChoices.of(bankId).reestablishHours,
    isOwnerPresent,
    areUsersActive,
    hasMandate: proxy === undefined || (await fundsAccounts.mayShare(work, bankId, { owner, proxy })),
  };
  return { head, facts };
}
