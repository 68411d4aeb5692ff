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
} from '../../domain/signing/collection.ts';
import { isOver } from '../../domain/signing/collection-state.ts';
import { customersIn, peopleIn } from '../../domain/signing/rule-customers.ts';
import { collectionEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { consumeProof } from '../../steps/factor-proofs.ts';
import { collectionExpiry, type DecidedSigning } from '../../steps/signing-decision.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import {
  insertOrLockCollection,
  lockCollection,
  type StoredCollection,
  updateDigest,
  updateState,
} from '../../store/collections.store.ts';
import {
  insertSignature,
  listSignatures,
  type StoredSignature,
  voidSignatures,
} from '../../store/signatures.store.ts';
import { lockSigner } from '../../store/signing-people.store.ts';
import type { PreparedSigning } from './prepare-signing.ts';

type Ports = AuthorizationPorts;

/** A prepared request to sign. */
export interface RecordSignature {
  readonly prepared: PreparedSigning;
  readonly userId: string;
  /** The payload hash that a device has signed, if any. */
  readonly signedByDevice: string | undefined;
  /** False for staff, whose identity provider authenticates them strongly. */
  readonly needsProof: boolean;
}

/** Locked and loaded data that a decision needs. */
interface SigningState {
  readonly collection: StoredCollection;
  readonly signatures: readonly StoredSignature[];
  readonly decided: DecidedSigning;
  readonly moment: SigningMoment;
}

/**
 * Records a signature in the command of the caller, if the rule allows it. Locks the signer first, then the collection,
 * and only then loads who may sign: a mandate revoked just before is seen, and of two concurrent last signatures
 * exactly one is the last. A user who cannot sign changes nothing.
 */
export async function recordSignature(
  ctx: Context & Ports,
  work: Work,
  command: RecordSignature,
): Promise<readonly UserOutcome[]> {
  const { bankId, clock } = ctx;
  const { prepared, userId } = command;
  const now = clock.now();
  await lockSigner(work, { bankId, userId, now });
  const signing = await signingStateOf(ctx, work, command);
  if (signing === undefined) return openCollection(ctx, work, command);
  const { collection } = signing;
  const evaluation = evaluate(signing, command);
  if (!evaluation.isAccepted || isClosed(collection, now))
    return rejectSignature(work, { signing, userId, evaluation, now });
  if (command.needsProof) {
    await consumeProof(ctx, work, {
      userId,
      resourceKinds: [prepared.resourceKind],
      proof: prepared.request.context.proof,
      signatureData: signing.decided.signatureData,
      isSignedByDevice: command.signedByDevice === signing.decided.digest,
      usedFor: collection.collectionId,
      now,
    });
  }
  record(ctx, work, { signing, command, evaluation, now });
  return evaluation.alternatives;
}

/** Locks the collection and loads the data of a decision; undefined when no collection exists. */
async function signingStateOf(
  ctx: Context & Ports,
  work: Work,
  command: RecordSignature,
): Promise<SigningState | undefined> {
  const { bankId } = ctx;
  const { request, owner, resourceKind } = command.prepared;
  const collection = await lockCollection(work, ctx.authorizationVault, {
    bankId,
    owner,
    resourceKind,
    resourceId: request.resourceId,
  });
  return collection && readSigningState(ctx, work, { collection, command });
}

async function readSigningState(
  ctx: Context & Ports,
  work: Work,
  { collection, command }: { readonly collection: StoredCollection; readonly command: RecordSignature },
): Promise<SigningState> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId } = collection;
  const { decided: fresh } = command.prepared;
  const stored = {
    owner: collection.owner,
    executionDate: undefined,
    digest: collection.digest,
    decision: collection.decision,
    signatureData: vault.openSignatureData(bankId, collectionId, collection.sealedSignatureData),
  };
  // An open collection stays under its original rule, as long as the payload is unchanged.
  const decided = fresh === undefined || fresh.digest === collection.digest ? stored : fresh;
  const [signatures, roster] = await Promise.all([
    listSignatures(work, vault, { bankId, collectionId }),
    signingRoster(ctx, work, {
      owner: collection.owner,
      resourceKind: collection.resourceKind,
      holders: customersIn(decided.decision.rule),
      named: peopleIn(decided.decision.rule),
    }),
  ]);
  return { collection, signatures, decided, moment: { roster, now: clock.now(), digest: decided.digest } };
}

/** Opens a collection with its first signature, if the user may sign. */
async function openCollection(
  ctx: Context & Ports,
  work: Work,
  command: RecordSignature,
): Promise<readonly UserOutcome[]> {
  const { authorizationVault: vault, bankId, clock, ids } = ctx;
  const { request, decided, owner, resourceKind } = command.prepared;
  if (decided === undefined) throw new Error('the collection no longer exists');
  const now = clock.now();
  const roster = await signingRoster(ctx, work, {
    owner,
    resourceKind,
    holders: customersIn(decided.decision.rule),
    named: peopleIn(decided.decision.rule),
  });
  const empty: Collection = { ...collectionOf(decided.digest, request.context.initiator), signatures: [] };
  const evaluation = evaluateUser(decided.decision.rule, empty, {
    roster,
    now,
    digest: decided.digest,
    userId: command.userId,
  });
  if (!evaluation.isAccepted) {
    work.audit({
      aggregateKind: 'signature-collection',
      aggregateId: request.resourceId,
      changes: [],
      problem: 'user-cannot-sign',
    });
    return evaluation.alternatives;
  }
  const collectionId = ids.uuid(virtualShard(bankId, owner));
  await insertOrLockCollection(work, vault, {
    bankId,
    owner,
    resourceKind,
    resourceId: request.resourceId,
    collectionId,
    digest: decided.digest,
    decision: decided.decision,
    sealedSignatureData: vault.sealSignatureData(bankId, collectionId, decided.signatureData),
    initiator: request.context.initiator,
    expiresAt: expiryOf(ctx, decided, now),
    now,
  });
  return recordSignature(ctx, work, command);
}

function collectionOf(digest: string, initiator: string | undefined): Omit<Collection, 'signatures'> {
  return omitUndefined({ digest, initiator });
}

function evaluate(
  { collection, decided, moment, signatures }: SigningState,
  command: RecordSignature,
): UserEvaluation {
  const { digest, initiator } = collection;
  const { userId } = command;
  const named = command.prepared.request.context.initiator;
  return evaluateUser(
    decided.decision.rule,
    // A user named as initiator later is barred as well as the original initiator: a request may only make the rule
    // stricter.
    { ...collectionOf(digest, named === userId ? userId : initiator), signatures },
    { ...moment, userId },
  );
}

/** Returns whether a collection accepts no more signatures: it was executed, expired or cancelled. */
function isClosed(collection: StoredCollection, now: Temporal.Instant): boolean {
  return collection.state === 'used' || isOver(collection, now);
}

interface RejectedSignature {
  readonly signing: SigningState;
  readonly userId: string;
  readonly evaluation: UserEvaluation;
  readonly now: Temporal.Instant;
}

function rejectSignature(
  work: Work,
  { evaluation, now, signing, userId }: RejectedSignature,
): readonly UserOutcome[] {
  const { collection } = signing;
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

/** Returns the expiry time, in days of the time zone of the bank. */
function expiryOf(
  { bankId, correspondence }: Context & Ports,
  decided: DecidedSigning,
  now: Temporal.Instant,
): Temporal.Instant {
  const { timeZone } = correspondence.correspondenceFacts.of(bankId);
  return collectionExpiry(decided, { now, timeZone });
}

interface Accepted {
  readonly signing: SigningState;
  readonly command: RecordSignature;
  readonly evaluation: UserEvaluation;
  readonly now: Temporal.Instant;
}

function record(ctx: Context & Ports, work: Work, { evaluation, now, signing, command }: Accepted): void {
  const { authorizationVault: vault, bankId } = ctx;
  const { collection, decided, signatures } = signing;
  const { collectionId } = collection;
  const { userId } = command;
  const emitted = { ...collection, digest: decided.digest };
  invalidate(work, { signing, evaluation, now });
  if (evaluation.changesDigest) {
    updateDigest(work, vault, {
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
    proofKind: command.needsProof ? (command.prepared.request.context.proof?.kind ?? 'none') : 'staff',
    proofId: command.prepared.request.context.proof?.id,
    deviceId: 'deviceId' in ctx.caller ? ctx.caller.deviceId : undefined,
    signedAt: now,
    counted: evaluation.alternatives.map((outcome) => (outcome.success ? outcome.entity : '')),
    kind: wasVoided ? 'again' : 'first',
  });
  work.emit(collectionEvent('signatureAccepted', emitted, { userId }));
  updateCollectionState(work, { evaluation, signing, command, now });
  work.audit({
    aggregateKind: 'signature-collection',
    aggregateId: collectionId,
    changes: [{ field: 'signature', after: userId }],
  });
}

/** Voids signatures of another payload hash, and those of people who may no longer sign. */
function invalidate(work: Work, { evaluation, now, signing }: Omit<Accepted, 'command'>): void {
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
function updateCollectionState(work: Work, { evaluation, now, signing, command }: Accepted): void {
  const { collection, decided, moment, signatures } = signing;
  const { bankId, collectionId, initiator } = collection;
  const fallen = new Set<unknown>(evaluation.fallen);
  const { onBehalfOf } = evaluation;
  const own = { userId: command.userId, digest: decided.digest, signedAt: now, state: 'valid' } as const;
  const after = [
    ...signatures
      .filter((one) => one.userId !== command.userId || one.digest !== decided.digest)
      .map((one) => (fallen.has(one) ? { ...one, state: 'void' as const, voidedAt: now } : one)),
    onBehalfOf === undefined ? own : { ...own, onBehalfOf },
  ];
  const [best] = evaluateSignatures(
    decided.decision.rule,
    { ...collectionOf(decided.digest, initiator), signatures: after },
    moment,
  );
  const wasFulfilled = collection.state === 'fulfilled' && !evaluation.changesDigest;
  const state = best?.success === true ? 'fulfilled' : 'open';
  if (state !== collection.state || evaluation.changesDigest)
    updateState(work, { bankId, collectionId, state, now });
  if (state === 'fulfilled' && !wasFulfilled)
    work.emit(collectionEvent('rulesFulfilled', { ...collection, digest: decided.digest }, {}));
}
