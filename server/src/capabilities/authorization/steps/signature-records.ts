import type { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SigningProof } from '../domain/calling-context.ts';
import {
  type Collection,
  evaluateSignatures,
  evaluateUser,
  type UserEvaluation,
} from '../domain/signing/collection.ts';
import type { Signature } from '../domain/signing/counting.ts';
import { indexRoster, isSamePerson } from '../domain/signing/roster.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { updateDigest, updateState } from '../store/collections.store.ts';
import { insertSignature, voidSignatures } from '../store/signatures.store.ts';
import { forgetReleased, recordReleased } from './released-amounts.ts';
import { expiryOf, isClosed, type SigningState } from './signing-states.ts';

/** How a signature is proven; staff are authenticated strongly by their identity provider. */
export type SignatureProof = SigningProof | 'staff';

/** A signature that the rule accepts, and its proof. */
export interface AcceptedSignature {
  readonly signing: SigningState;
  readonly userId: string;
  readonly evaluation: UserEvaluation;
  readonly proof: SignatureProof | undefined;
  readonly now: Temporal.Instant;
}

/** Evaluates whether a user may sign a locked resource. */
export function evaluateSigner(
  { collection, decided, moment, signatures }: SigningState,
  { namedInitiator, userId }: { readonly userId: string; readonly namedInitiator: string | undefined },
): UserEvaluation {
  const { digest, initiator } = collection;
  const isNamed =
    namedInitiator !== undefined && isSamePerson(namedInitiator, userId, indexRoster(moment.roster));
  return evaluateUser(
    decided.decision.rule,
    // A user named as initiator later is barred as well as the original initiator: a request may only make the rule
    // stricter.
    { ...collectionOf(digest, isNamed ? userId : initiator), signatures },
    { ...moment, userId },
  );
}

export function collectionOf(digest: string, initiator: string | undefined): Omit<Collection, 'signatures'> {
  return omitUndefined({ digest, initiator });
}

/** Returns whether the signatures suffice now, whatever was stored. */
export function stateNow({ collection, decided, moment, signatures }: SigningState): 'open' | 'fulfilled' {
  if (isClosed(collection, moment.now)) return collection.state === 'used' ? 'fulfilled' : 'open';
  const [best] = evaluateSignatures(
    decided.decision.rule,
    { ...collectionOf(decided.digest, collection.initiator), signatures },
    moment,
  );
  return best?.success === true ? 'fulfilled' : 'open';
}

/** Stores a signature, voids those that no longer count, and returns whether the signatures suffice now. */
export function recordAccepted(
  ctx: Context & AuthorizationPorts,
  work: Work,
  accepted: AcceptedSignature,
): 'open' | 'fulfilled' {
  const { authorizationVault: vault, bankId } = ctx;
  const { evaluation, now, proof, signing, userId } = accepted;
  const { collection, decided, signatures } = signing;
  const { collectionId } = collection;
  invalidate(work, accepted);
  if (evaluation.changesDigest) {
    forgetReleased(work, collection);
    updateDigest(work, vault, {
      ...collection,
      digest: decided.digest,
      decision: decided.decision,
      sealedSignatureData: vault.sealSignatureData(bankId, collectionId, decided.signatureData),
      expiresAt: expiryOf(ctx, decided, now),
      now,
    });
  } else if (signing.isRaised) {
    updateDigest(work, vault, { ...collection, decision: decided.decision, now });
  }
  const position = Math.max(0, ...signatures.map((one) => one.position)) + 1;
  const wasVoided = signatures.some((one) => one.userId === userId && one.digest === decided.digest);
  insertSignature(work, vault, {
    bankId,
    collectionId,
    digest: decided.digest,
    userId,
    position,
    onBehalfOf: evaluation.onBehalfOf,
    ...proofColumns(proof),
    deviceId: 'deviceId' in ctx.caller ? ctx.caller.deviceId : undefined,
    signedAt: now,
    counted: evaluation.alternatives.map((outcome) => (outcome.success ? outcome.entity : '')),
    kind: wasVoided ? 'again' : 'first',
  });
  work.emit(collectionEvent('signatureAccepted', { ...collection, digest: decided.digest }, { userId }));
  return updateCollectionState(ctx, work, accepted);
}

/** Returns which kind of proof a signature is stored with, and its id. */
function proofColumns(proof: SignatureProof | undefined): {
  readonly proofKind: string;
  readonly proofId: string | undefined;
} {
  if (proof === undefined || proof === 'staff') return { proofKind: proof ?? 'none', proofId: undefined };
  switch (proof.kind) {
    case 'verified':
      return { proofKind: proof.by, proofId: proof.reference };
    case 'exemption':
      return { proofKind: proof.kind, proofId: proof.reason };
    case 'sms-otp':
    case 'ocra':
    case 'oath':
    case 'device-signature':
      return { proofKind: proof.kind, proofId: proof.id };
  }
}

/** Voids signatures of another payload hash, and those of people who may no longer sign. */
function invalidate(work: Work, { evaluation, now, signing }: AcceptedSignature): void {
  const { collection, signatures } = signing;
  const { bankId, collectionId } = collection;
  const lost = evaluation.changesDigest
    ? signatures.filter(({ state }) => state === 'valid')
    : evaluation.fallen;
  if (lost.length === 0) return;
  const reason = evaluation.changesDigest ? 'payload-changed' : 'signer-lost-right';
  voidSignatures(work, { bankId, collectionId, reason, now, userIds: lost.map(({ userId }) => userId) });
  work.emit(collectionEvent('signaturesInvalidated', collection, { reason }));
}

/**
 * Updates the state of the collection. Completion is emitted once: the stored state shows whether it was emitted
 * before.
 */
function updateCollectionState(
  ctx: Context & AuthorizationPorts,
  work: Work,
  accepted: AcceptedSignature,
): 'open' | 'fulfilled' {
  const { evaluation, now, signing } = accepted;
  const { collection, decided } = signing;
  const { bankId, collectionId } = collection;
  const [best] = evaluateSignatures(
    decided.decision.rule,
    {
      ...collectionOf(decided.digest, collection.initiator),
      signatures: signaturesAfter(accepted),
    },
    signing.moment,
  );
  const wasFulfilled = collection.state === 'fulfilled' && !evaluation.changesDigest;
  const state = best?.success === true ? 'fulfilled' : 'open';
  if (state !== collection.state || evaluation.changesDigest)
    updateState(work, { bankId, collectionId, state, now });
  countRelease(ctx, work, { signing, state });
  if (state === 'open' || wasFulfilled) return state;
  work.emit(collectionEvent('rulesFulfilled', { ...collection, digest: decided.digest }, {}));
  return state;
}

/** Records what a resource releases, where rules have a window. A repeat keeps the amounts, and counts from now on. */
function countRelease(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { signing, state }: { readonly signing: SigningState; readonly state: 'open' | 'fulfilled' },
): void {
  const { counted } = signing.decided.decision;
  if (counted === undefined) return;
  if (state === 'open') forgetReleased(work, signing.collection);
  else recordReleased(ctx, work, { ...signing.collection, counted });
}

/** Returns the signatures with the accepted one, without those that no longer count. */
function signaturesAfter({ evaluation, now, signing, userId }: AcceptedSignature): readonly Signature[] {
  const { decided, signatures } = signing;
  const { fallen: lost, onBehalfOf } = evaluation;
  const fallen = new Set<unknown>(lost);
  const own = { userId, digest: decided.digest, signedAt: now, state: 'valid' } as const;
  return [
    ...signatures
      .filter((one) => one.userId !== userId || one.digest !== decided.digest)
      .map((one) => (fallen.has(one) ? { ...one, state: 'void' as const, voidedAt: now } : one)),
    onBehalfOf === undefined ? own : { ...own, onBehalfOf },
  ];
}
