import { Temporal } from 'temporal-polyfill';
import {
  type RecordedSignature,
  recordSignatures,
  type SigningProof,
} from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../domain/authorisation.ts';
import type { Method } from '../domain/details.ts';
import type { Order } from '../domain/order.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { SignedExtent, SubjectApproval } from '../ports/subjects.ts';
import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { applyEvent } from './apply-event.ts';
import { subjectsOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';
import type { PreparedApproval } from './prepare-approval.ts';
import { lockCounters, recordStrongAuthentication } from './record-strong-authentication.ts';
import { systemContextFor } from './system-context.ts';

/** A passed second factor over a prepared approval. */
export interface Approval {
  readonly authorisation: StoredAuthorisation;
  readonly prepared: PreparedApproval;
  readonly proof: SigningProof;
}

/** An approval on the bank's page. */
export interface PageApproval {
  readonly authorisation: StoredAuthorisation;
  /** For the third party, which has to confirm the approval. */
  readonly confirmationCode?: string | undefined;
}

/**
 * Approves on the bank's page. Where the bank wants a confirmation, only the passed proof is recorded: nothing is signed
 * or moved before the third party has confirmed that the browser came back to it.
 */
export async function approveOnPage(
  ctx: Context & ScaPorts,
  work: Work,
  approval: Approval & { readonly methodKind: Method['kind'] },
): Promise<PageApproval> {
  const { bankId, scaChoices, scaVault } = ctx;
  const { authorisation, methodKind, prepared } = approval;
  if (!scaChoices.of(bankId).isConfirmationNeeded)
    return { authorisation: await approve(ctx, work, { ...approval, event: approvedNow }) };
  const { authorisationId, details } = authorisation;
  const { awaited: _, ...kept } = details;
  const confirmationCode = scaVault.newConfirmationCode();
  const waiting = await applyEvent(ctx, work, {
    authorisation,
    event: { kind: 'approved', isConfirmationNeeded: true },
    change: {
      activeAt: ctx.clock.now(),
      confirmationHash: scaVault.confirmationHash(bankId, authorisationId, confirmationCode),
      details: {
        ...kept,
        passed: {
          methodKind,
          digest: prepared.toSign.digest,
          ...(isShownLater(approval) ? { confirmationCode } : {}),
        },
      },
    },
  });
  return { authorisation: waiting, confirmationCode };
}

/** The browser is not there when a device answers, and stays on the page before it goes to a foreign host. */
function isShownLater({
  authorisation,
  methodKind,
}: Pick<Approval, 'authorisation'> & { readonly methodKind: Method['kind'] }): boolean {
  const { returnTo } = authorisation.details;
  return methodKind === 'device' || (returnTo?.foreignHosts ?? []).length > 0;
}

export const approvedNow: AuthorisationEvent = { kind: 'approved', isConfirmationNeeded: false };

type ApprovalWithEvent = Approval & { readonly event: AuthorisationEvent };

/**
 * Approves with two factors: signs, moves the subject and ends the authorisation, and the counts of exempted payments
 * start again, all in the transaction that accepted the proof. The same on every approach.
 */
export async function approve(
  ctx: Context & ScaPorts,
  work: Work,
  approval: ApprovalWithEvent,
): Promise<StoredAuthorisation> {
  const { authorisation, prepared } = approval;
  const { userId } = authorisation;
  if (userId === undefined) throw problems['not-in-this-state']();
  const { customerNumber } = prepared;
  const userIds = await lockCounters(ctx, work, { userId, customerNumber });
  const after = await signAndMove(ctx, work, approval);
  if (after.status === 'finalised')
    recordStrongAuthentication(ctx, work, { authorisation, order: prepared.toSign.order, userId, userIds });
  return after;
}

/**
 * Signs what is approved, moves the subject and ends the authorisation. Locks: the authorisation and the counters of the
 * customer are locked; then the signer, the collections by id, and the subject.
 */
export async function signAndMove(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, event, prepared, proof }: ApprovalWithEvent,
): Promise<StoredAuthorisation> {
  const { bankId } = ctx;
  const { subject: ref, userId } = authorisation;
  if (userId === undefined) throw problems['not-in-this-state']();
  const { customerNumber, owner, signings, toSign } = prepared;
  const signed = await recordSignatures(systemContextFor(ctx, authorisation), work, {
    prepared: signings,
    userId,
    proof,
    signatureData: toSign.text,
  });
  // Of a basket the customer may have signed some alone before; the others are signed now.
  if (signed.every(({ outcome }) => outcome === 'already-signed')) throw problems['already-approved']();
  const refused = signed.filter(({ outcome }) => outcome === 'cannot-sign').length;
  // A basket is approved as a whole: signatures of some members would count later without the others.
  if (refused > 0 && refused < signed.length) throw problems['customer-blocked']();
  if (refused > 0)
    return applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure: 'cannot-sign' } });
  const subjects = subjectsOf(ctx, ref);
  const subject = await subjects.lock(work, bankId, ref);
  // Changed or ended since it was prepared: everything is rolled back, the use of the proof included.
  if (subject?.state !== 'open' || orderToSign(subject).digest !== toSign.digest)
    throw problems['subject-closed']();
  await subjects.authorised(work, bankId, ref, {
    userId,
    customerNumber,
    owner,
    extent: extentOf(signed),
    ...membersOf(toSign.order, signed),
  });
  return applyEvent(ctx, work, { authorisation, event });
}

/** Returns how far the members of a basket are signed: they were prepared in the order of the basket. */
function membersOf(order: Order, signed: readonly RecordedSignature[]): Pick<SubjectApproval, 'members'> {
  if (order.kind !== 'signing-basket') return {};
  const extents = order.members.flatMap(({ id }, index) => {
    const one = signed[index];
    return one?.outcome === 'accepted' ? [[id, extentOf([one])] as const] : [];
  });
  return { members: new Map(extents) };
}

/** The members of a basket are collected apart; the whole lacks signatures until the last of their ends. */
function extentOf(signed: readonly RecordedSignature[]): SignedExtent {
  const open = signed.filter(({ state }) => state !== 'fulfilled');
  if (open.length === 0) return { kind: 'fully' };
  const ends = open.flatMap(({ collectedUntil }) => collectedUntil ?? []);
  const collectedUntil = ends.toSorted((one, other) => Temporal.Instant.compare(one, other)).at(-1);
  if (collectedUntil === undefined) throw new Error('a recorded signature has no collection');
  return { kind: 'partly', collectedUntil };
}
