import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { evaluateUser, type UserEvaluation, type UserOutcome } from '../domain/signing/collection.ts';
import { customersIn, groupsIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { isSingleSignature } from '../domain/signing/single-signature.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { StoredCollection } from '../store/collections.store.ts';
import { consumeProof } from './factor-proofs.ts';
import type { PreparedSigning } from './prepared-signing.ts';
import {
  collectionOf,
  evaluateSigner,
  recordAccepted,
  type SignatureProof,
  stateNow,
} from './signature-records.ts';
import { decideAgain } from './signing-decision.ts';
import { signingRoster } from './signing-roster.ts';
import {
  insertCollection,
  isClosed,
  lockSigning,
  nameOf,
  readSigningState,
  type SigningState,
} from './signing-states.ts';

type Ports = AuthorizationPorts;

/** Resources that a user signs together, with one proof. */
export interface SignResources {
  readonly prepared: readonly PreparedSigning[];
  readonly userId: string;
  readonly proof: SignatureProof | undefined;
  /** The text that the proof must show; absent: the text of the only resource. */
  readonly signatureData: string | undefined;
  /** The payload hash that a device has signed, if any. */
  readonly signedByDevice: string | undefined;
}

/** What became of the request to sign one resource. */
export interface SigningResult {
  /** Absent when the user cannot sign and no collection exists. */
  readonly collectionId: string | undefined;
  readonly digest: string;
  readonly isRecorded: boolean;
  readonly alternatives: readonly UserOutcome[];
  /** Whether the signatures suffice now. */
  readonly state: 'open' | 'fulfilled';
  /** Until when signatures are collected; absent without a collection. */
  readonly collectedUntil: Temporal.Instant | undefined;
}

/** A request to sign one resource, evaluated under its locks. */
type Evaluated =
  | { readonly kind: 'accepted'; readonly signing: SigningState; readonly evaluation: UserEvaluation }
  | { readonly kind: 'rejected'; readonly signing: SigningState; readonly evaluation: UserEvaluation }
  | Unopened;

/** The user cannot sign a resource that has no collection. */
interface Unopened {
  readonly kind: 'unopened';
  readonly digest: string;
  readonly evaluation: UserEvaluation;
}

/**
 * Signs resources in the command of the caller, as far as their rules allow it; returns the results in the given order.
 * Locks first and only then loads who may sign: a mandate revoked just before is seen, and of two concurrent last
 * signatures exactly one is the last. A user who can sign none changes nothing, and the proof is not consumed.
 */
export async function signResources(
  ctx: Context & Ports,
  work: Work,
  command: SignResources,
): Promise<readonly SigningResult[]> {
  const { prepared, proof, userId } = command;
  const now = ctx.clock.now();
  const evaluated = await evaluateAll(ctx, work, command);
  const accepted = evaluated.filter((one) => one.kind === 'accepted');
  const [first] = accepted;
  if (first !== undefined && proof !== 'staff') {
    const { collection, decided } = first.signing;
    await consumeProof(ctx, work, {
      userId,
      resourceKinds: prepared.map(({ resourceKind }) => resourceKind),
      proof,
      signatureData: command.signatureData ?? decided.signatureData,
      isSignedByDevice: command.signedByDevice === decided.digest,
      isExemptible: isExemptible(first, prepared),
      usedFor: collection.collectionId,
      now,
    });
  }
  return evaluated.map((one) => settle(ctx, work, { evaluated: one, command, now }));
}

/**
 * Returns whether an exemption may take the place of a second factor: one payment, of which this is the only signature
 * that is wanted, in the signer's own name.
 */
function isExemptible(
  { evaluation, signing }: Extract<Evaluated, { readonly kind: 'accepted' }>,
  prepared: readonly PreparedSigning[],
): boolean {
  const { collection, decided, signatures } = signing;
  return (
    prepared.length === 1 &&
    collection.resourceKind === 'payment' &&
    collection.initiator === undefined &&
    signatures.every(({ state }) => state === 'void') &&
    evaluation.onBehalfOf === undefined &&
    isSingleSignature(decided.decision.rule)
  );
}

async function evaluateAll(
  ctx: Context & Ports,
  work: Work,
  command: SignResources,
): Promise<readonly Evaluated[]> {
  const { userId } = command;
  const locked = await lockSigning(ctx, work, command);
  const prepared = await decideAllAgain(ctx, work, command.prepared);
  const opened = new Map<string, StoredCollection | Unopened>(locked);
  const missing = prepared.filter((one) => !locked.has(nameOf(one)));
  // In the order of their names, as every command opens them.
  for (const one of missing.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1)))
    opened.set(nameOf(one), await openIfAccepted(ctx, work, { prepared: one, userId }));
  return Promise.all(
    prepared.map(async (one) => {
      const found = opened.get(nameOf(one));
      assert(found !== undefined, 'resource was neither opened nor refused');
      return 'kind' in found ? found : evaluate(ctx, work, { collection: found, prepared: one, userId });
    }),
  );
}

/** Counts what was released until now, under the locks of the accounts. */
async function decideAllAgain(
  ctx: Context & Ports,
  work: Work,
  prepared: readonly PreparedSigning[],
): Promise<readonly PreparedSigning[]> {
  const except = prepared.map(({ request: { resourceId }, resourceKind }) => ({ resourceId, resourceKind }));
  return Promise.all(
    prepared.map(async (one) => ({
      ...one,
      decided: one.decided && (await decideAgain(ctx, work, one.decided, except)),
    })),
  );
}

async function evaluate(
  ctx: Context & Ports,
  work: Work,
  {
    collection,
    prepared,
    userId,
  }: {
    readonly collection: StoredCollection;
    readonly prepared: PreparedSigning;
    readonly userId: string;
  },
): Promise<Evaluated> {
  const signing = await readSigningState(ctx, work, { collection, prepared });
  const namedInitiator = prepared.request.context.initiator;
  const evaluation = evaluateSigner(signing, { userId, namedInitiator });
  const isAccepted = evaluation.isAccepted && !isClosed(collection, signing.moment.now);
  return { kind: isAccepted ? 'accepted' : 'rejected', signing, evaluation };
}

/** Opens a collection for its first signature, if the user may sign. */
async function openIfAccepted(
  ctx: Context & Ports,
  work: Work,
  { prepared, userId }: { readonly prepared: PreparedSigning; readonly userId: string },
): Promise<StoredCollection | Unopened> {
  const { decided, owner, request, resourceKind } = prepared;
  if (decided === undefined) throw new Error('the collection no longer exists');
  const { decision, digest } = decided;
  const { initiator } = request.context;
  const roster = await signingRoster(ctx, work, {
    owner,
    resourceKind,
    groups: groupsIn([decision.rule]),
    holders: customersIn(decision.rule),
    named: peopleIn(decision.rule),
    initiators: [initiator],
  });
  const evaluation = evaluateUser(
    decision.rule,
    { ...collectionOf(digest, initiator), signatures: [] },
    { roster, now: ctx.clock.now(), digest, userId },
  );
  if (!evaluation.isAccepted) return { kind: 'unopened', digest, evaluation };
  return insertCollection(ctx, work, { prepared, initiator });
}

interface Settling {
  readonly evaluated: Evaluated;
  readonly command: SignResources;
  readonly now: Temporal.Instant;
}

function settle(ctx: Context & Ports, work: Work, { command, evaluated, now }: Settling): SigningResult {
  const { evaluation } = evaluated;
  if (evaluated.kind === 'unopened') {
    const { digest } = evaluated;
    const { alternatives } = evaluation;
    return {
      collectionId: undefined,
      digest,
      isRecorded: false,
      alternatives,
      state: 'open',
      collectedUntil: undefined,
    };
  }
  const { signing } = evaluated;
  const { collectionId, expiresAt: collectedUntil } = signing.collection;
  const known = { collectionId, digest: signing.decided.digest, collectedUntil };
  if (evaluated.kind === 'rejected') {
    const alternatives = reject(work, { signing, evaluation, userId: command.userId });
    return { ...known, isRecorded: false, alternatives, state: stateNow(signing) };
  }
  const { proof, userId } = command;
  const state = recordAccepted(ctx, work, { signing, userId, evaluation, proof, now });
  return { ...known, isRecorded: true, alternatives: evaluation.alternatives, state };
}

function reject(
  work: Work,
  {
    evaluation,
    signing: { collection, moment },
    userId,
  }: { readonly signing: SigningState; readonly evaluation: UserEvaluation; readonly userId: string },
): readonly UserOutcome[] {
  const cannot = { success: false, reason: 'user-cannot-sign', why: 'no-entity' } as const;
  const outcomes = evaluation.alternatives.map((outcome) =>
    isClosed(collection, moment.now) && outcome.success ? cannot : outcome,
  );
  if (outcomes.every(({ reason }) => reason === 'user-cannot-sign'))
    work.emit(collectionEvent('signatureRefused', collection, { userId }));
  return outcomes;
}
