import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type Collection,
  evaluateSignatures,
  evaluateUser,
  type SigningMoment,
  type UserEvaluation,
  type UserOutcome,
} from '../domain/signing/collection.ts';
import { isOver } from '../domain/signing/collection-state.ts';
import { customersIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { collectionExpiry } from '../steps/collection-expiry.ts';
import { consumeProof } from '../steps/consume-proof.ts';
import type { DecidedSigning } from '../steps/decide-signing.ts';
import { signingRoster } from '../steps/signing-roster.ts';
import {
  changeState,
  lockCollection,
  moveDigest,
  openOrLock,
  type StoredCollection,
} from '../store/collections.store.ts';
import {
  insertSignature,
  listSignatures,
  type StoredSignature,
  voidSignatures,
} from '../store/signatures.store.ts';
import { lockSigner } from '../store/signing-people.store.ts';
import type { PreparedSigning } from './prepare-signing.ts';

type Ports = AuthorizationPorts;

/** A wish to sign, prepared. */
export interface EnterSignature {
  readonly prepared: PreparedSigning;
  readonly userId: string;
  /** The digest a device has signed, where it has. */
  readonly signedByDevice: string | undefined;
  /** Staff were strongly authenticated by whom they come from. */
  readonly needsProof: boolean;
}

/** Everything held and read that a decision needs. */
interface SigningState {
  readonly collection: StoredCollection;
  readonly signatures: readonly StoredSignature[];
  readonly decided: DecidedSigning;
  readonly moment: SigningMoment;
}

/**
 * Signs in the command of whoever carries the thing out, if the rule lets the user. The person is held first, then the
 * collection, and only then is looked who may sign: a mandate revoked a moment before is seen, and of two last
 * signatures one is the last. A user who cannot sign changes nothing.
 */
export async function recordSignature(
  ctx: Context & Ports,
  work: Work,
  wish: EnterSignature,
): Promise<readonly UserOutcome[]> {
  const { bankId, clock } = ctx;
  const { prepared, userId } = wish;
  const now = clock.now();
  await lockSigner(work, { bankId, userId, now });
  const ruleContext = await signingStateOf(ctx, work, wish);
  if (ruleContext === undefined) return tryAlone(ctx, work, wish);
  const { collection } = ruleContext;
  const evaluation = evaluate(ruleContext, wish);
  if (!evaluation.isAccepted || isClosed(collection, now))
    return refused(work, { ruleContext: ruleContext, userId, evaluation, now });
  if (wish.needsProof) {
    await consumeProof(ctx, work, {
      userId,
      resourceKind: prepared.resourceKind,
      proof: prepared.asked.context.proof,
      signatureData: ruleContext.decided.signatureData,
      isSignedByDevice: wish.signedByDevice === ruleContext.decided.digest,
      usedFor: collection.collectionId,
      now,
    });
  }
  record(ctx, work, { ruleContext: ruleContext, wish, evaluation, now });
  return evaluation.alternatives;
}

/** Holds the collection and reads what it stands on; nothing when nobody has opened it. */
async function signingStateOf(
  ctx: Context & Ports,
  work: Work,
  wish: EnterSignature,
): Promise<SigningState | undefined> {
  const { bankId } = ctx;
  const { asked, owner, resourceKind } = wish.prepared;
  const collection = await lockCollection(work, ctx.authorizationVault, {
    bankId,
    owner,
    resourceKind,
    resourceId: asked.resourceId,
  });
  return collection && readSigningState(ctx, work, { collection, wish });
}

async function readSigningState(
  ctx: Context & Ports,
  work: Work,
  { collection, wish }: { readonly collection: StoredCollection; readonly wish: EnterSignature },
): Promise<SigningState> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId } = collection;
  const { decided: fresh } = wish.prepared;
  const kept = {
    owner: collection.owner,
    executionDate: undefined,
    digest: collection.digest,
    decision: collection.decision,
    signatureData: vault.openSignatureData(bankId, collectionId, collection.sealedSignatureData),
  };
  // What is open goes on under the rule it began with, as long as it is the same thing.
  const decided = fresh === undefined || fresh.digest === collection.digest ? kept : fresh;
  const [signatures, roster] = await Promise.all([
    listSignatures(work, vault, { bankId, collectionId }),
    signingRoster(ctx, work, {
      owner: collection.owner,
      holders: customersIn(decided.decision.rule),
      named: peopleIn(decided.decision.rule),
    }),
  ]);
  return { collection, signatures, decided, moment: { roster, now: clock.now(), digest: decided.digest } };
}

/** Nobody has opened it: whoever may sign opens it. */
async function tryAlone(
  ctx: Context & Ports,
  work: Work,
  wish: EnterSignature,
): Promise<readonly UserOutcome[]> {
  const { authorizationVault: vault, bankId, clock, ids } = ctx;
  const { asked, decided, owner, resourceKind } = wish.prepared;
  if (decided === undefined) throw new Error('a collection went away');
  const now = clock.now();
  const roster = await signingRoster(ctx, work, {
    owner,
    holders: customersIn(decided.decision.rule),
    named: peopleIn(decided.decision.rule),
  });
  const empty: Collection = { ...collectionOf(decided.digest, asked.context.initiator), signatures: [] };
  const evaluation = evaluateUser(decided.decision.rule, empty, {
    roster,
    now,
    digest: decided.digest,
    userId: wish.userId,
  });
  if (!evaluation.isAccepted) {
    work.audit({
      aggregateKind: 'signature-collection',
      aggregateId: asked.resourceId,
      changes: [],
      problem: 'user-cannot-sign',
    });
    return evaluation.alternatives;
  }
  const collectionId = ids.uuid(virtualShard(bankId, owner));
  await openOrLock(work, vault, {
    bankId,
    owner,
    resourceKind,
    resourceId: asked.resourceId,
    collectionId,
    digest: decided.digest,
    decision: decided.decision,
    sealedSignatureData: vault.sealSignatureData(bankId, collectionId, decided.signatureData),
    initiator: asked.context.initiator,
    expiresAt: expiryOf(ctx, decided, now),
    now,
  });
  return recordSignature(ctx, work, wish);
}

function collectionOf(digest: string, initiator: string | undefined): Omit<Collection, 'signatures'> {
  return omitUndefined({ digest, initiator });
}

function evaluate(
  { collection, decided, moment, signatures }: SigningState,
  wish: EnterSignature,
): UserEvaluation {
  const { digest, initiator } = collection;
  const { userId } = wish;
  const named = wish.prepared.asked.context.initiator;
  return evaluateUser(
    decided.decision.rule,
    // Whoever says that they began it is barred as well as whoever did: what a call says may only make it stricter.
    { ...collectionOf(digest, named === userId ? userId : initiator), signatures },
    { ...moment, userId },
  );
}

/** What was carried out is signed by nobody any more, nor is what ran out or was withdrawn. */
function isClosed(collection: StoredCollection, now: Temporal.Instant): boolean {
  return collection.state === 'used' || isOver(collection, now);
}

interface RejectedSignature {
  readonly ruleContext: SigningState;
  readonly userId: string;
  readonly evaluation: UserEvaluation;
  readonly now: Temporal.Instant;
}

function refused(
  work: Work,
  { evaluation, now, ruleContext: scene, userId }: RejectedSignature,
): readonly UserOutcome[] {
  const { collection } = scene;
  const cannot = { success: false, reason: 'user-cannot-sign', why: 'no-entity' } as const;
  const outcomes = evaluation.alternatives.map((outcome) =>
    isClosed(collection, now) && outcome.success ? cannot : outcome,
  );
  if (outcomes.every(({ reason }) => reason === 'user-cannot-sign'))
    work.emit(collectionEvent('signatureRefused', collection, { userId }));
  work.audit({
    aggregateKind: 'signature-collection',
    aggregateId: collection.collectionId,
    changes: [],
    problem: outcomes[0]?.reason ?? 'user-cannot-sign',
  });
  return outcomes;
}

/** Days are those of the bank. */
function expiryOf(
  { bankId, correspondence }: Context & Ports,
  decided: DecidedSigning,
  now: Temporal.Instant,
): Temporal.Instant {
  const { timeZone } = correspondence.correspondenceFacts.of(bankId);
  return collectionExpiry(decided, { now, timeZone });
}

interface Accepted {
  readonly ruleContext: SigningState;
  readonly wish: EnterSignature;
  readonly evaluation: UserEvaluation;
  readonly now: Temporal.Instant;
}

function record(
  ctx: Context & Ports,
  work: Work,
  { evaluation, now, ruleContext: scene, wish }: Accepted,
): void {
  const { authorizationVault: vault, bankId } = ctx;
  const { collection, decided, signatures } = scene;
  const { collectionId } = collection;
  const { userId } = wish;
  const told = { ...collection, digest: decided.digest };
  invalidate(work, { ruleContext: scene, evaluation, now });
  if (evaluation.movesDigest) {
    moveDigest(work, vault, {
      ...collection,
      digest: decided.digest,
      decision: decided.decision,
      sealedSignatureData: vault.sealSignatureData(bankId, collectionId, decided.signatureData),
      expiresAt: expiryOf(ctx, decided, now),
      now,
    });
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
    proofKind: wish.needsProof ? (wish.prepared.asked.context.proof?.kind ?? 'none') : 'staff',
    proofId: wish.prepared.asked.context.proof?.id,
    deviceId: 'deviceId' in ctx.caller ? ctx.caller.deviceId : undefined,
    signedAt: now,
    counted: evaluation.alternatives.map((outcome) => (outcome.success ? outcome.entity : '')),
    kind: wasVoided ? 'again' : 'first',
  });
  work.emit(collectionEvent('signatureAccepted', told, { userId }));
  settle(work, { evaluation, ruleContext: scene, wish, now });
  work.audit({
    aggregateKind: 'signature-collection',
    aggregateId: collectionId,
    changes: [{ field: 'signature', after: userId }],
  });
}

/** Under another digest nothing that was signed counts; nor does what people signed who may not sign any more. */
function invalidate(work: Work, { evaluation, now, ruleContext: scene }: Omit<Accepted, 'wish'>): void {
  const { collection, signatures } = scene;
  const { bankId, collectionId } = collection;
  const lost = evaluation.movesDigest
    ? signatures.filter(({ state }) => state === 'valid')
    : evaluation.fallen;
  if (lost.length === 0) return;
  const reason = evaluation.movesDigest ? 'payload-changed' : 'signer-lost-right';
  voidSignatures(work, { bankId, collectionId, reason, now, userIds: lost.map(({ userId }) => userId) });
  work.emit(collectionEvent('signaturesInvalidated', collection, { reason }));
}

/** The signature that was still missing is told once: the state says whether it was told before. */
function settle(work: Work, { evaluation, now, ruleContext: scene, wish }: Accepted): void {
  const { collection, decided, moment, signatures } = scene;
  const { bankId, collectionId, initiator } = collection;
  const fallen = new Set<unknown>(evaluation.fallen);
  const { onBehalfOf } = evaluation;
  const own = { userId: wish.userId, digest: decided.digest, signedAt: now, state: 'valid' } as const;
  const after = [
    ...signatures
      .filter((one) => one.userId !== wish.userId || one.digest !== decided.digest)
      .map((one) => (fallen.has(one) ? { ...one, state: 'void' as const, voidedAt: now } : one)),
    onBehalfOf === undefined ? own : { ...own, onBehalfOf },
  ];
  const [best] = evaluateSignatures(
    decided.decision.rule,
    { ...collectionOf(decided.digest, initiator), signatures: after },
    moment,
  );
  const wasFulfilled = collection.state === 'fulfilled' && !evaluation.movesDigest;
  const state = best?.success === true ? 'fulfilled' : 'open';
  if (state !== collection.state || evaluation.movesDigest)
    changeState(work, { bankId, collectionId, state, now });
  if (state === 'fulfilled' && !wasFulfilled)
    work.emit(collectionEvent('rulesFulfilled', { ...collection, digest: decided.digest }, {}));
}
