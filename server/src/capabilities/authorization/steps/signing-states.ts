import type { Temporal } from 'temporal-polyfill';
import { lockCustomersShared } from '#platform/db/customer-lock.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SigningMoment } from '../domain/signing/collection.ts';
import { isOver } from '../domain/signing/collection-state.ts';
import { customersIn, groupsIn, peopleIn } from '../domain/signing/rule-customers.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import {
  type CollectionKey,
  insertOrLockCollection,
  lockCollections,
  type StoredCollection,
} from '../store/collections.store.ts';
import { listSignatures, type StoredSignature } from '../store/signatures.store.ts';
import { lockSigner } from '../store/signing-people.store.ts';
import { type PreparedSigning, raisedDecision } from './prepared-signing.ts';
import { lockReleases } from './released-amounts.ts';
import { collectionExpiry, type DecidedSigning } from './signing-decision.ts';
import { signingRoster } from './signing-roster.ts';

type Ports = AuthorizationPorts;

/** Locked and loaded data that a decision about one resource needs. */
export interface SigningState {
  readonly collection: StoredCollection;
  readonly signatures: readonly StoredSignature[];
  readonly decided: DecidedSigning;
  /** Whether more counts than when the collection opened, so that its rule now asks for more. */
  readonly isRaised: boolean;
  readonly moment: SigningMoment;
}

/** Returns the name of a resource, which is also locked while its collection does not exist. */
export function nameOf({ owner, request, resourceKind }: PreparedSigning): string {
  return resourceName({ owner, resourceKind, resourceId: request.resourceId });
}

function resourceName({ owner, resourceId, resourceKind }: Omit<CollectionKey, 'bankId'>): string {
  return JSON.stringify([owner, resourceKind, resourceId]);
}

/**
 * Locks the owners against a change of what they may do, then the signer, the accounts of rules with a window, the names
 * of the resources, and their existing collections, and returns these by name. Names are locked in their order and the
 * collections in the order of their ids: commands that sign overlapping sets wait for each other before either opens a
 * collection, and none waits for a command that waits for it. Two users of one person wait for each other at the name,
 * too: the second one sees the signature of the first one.
 */
export async function lockSigning(
  { authorizationVault: vault, bankId, clock }: Context & Ports,
  work: Work,
  { prepared, userId }: { readonly userId: string; readonly prepared: readonly PreparedSigning[] },
): Promise<ReadonlyMap<string, StoredCollection>> {
  const keys = prepared.map(({ owner, request: { resourceId }, resourceKind }) => ({
    owner,
    resourceKind,
    resourceId,
  }));
  const names = [...new Set(keys.map(resourceName))].toSorted();
  if (names.length < keys.length) throw new Error('one resource is signed twice in one command');
  const customerNumbers = [...new Set(keys.map(({ owner }) => owner))];
  // All are sent together; the database locks in this order.
  const first = [
    lockCustomersShared(work, { bankId, customerNumbers }),
    lockSigner(work, { bankId, userId, now: clock.now() }),
    ...lockReleases(work, bankId, accountsWithWindow(prepared)),
    ...names.map((name) => lockResourceName(work, bankId, name)),
  ];
  const [collections] = await Promise.all([lockCollections(work, vault, { bankId, keys }), ...first]);
  return new Map(collections.map((collection) => [resourceName(collection), collection]));
}

/** Returns the accounts whose releases count for rules with a window. */
function accountsWithWindow(prepared: readonly PreparedSigning[]): readonly string[] {
  return prepared.flatMap(({ decided }) => decided?.windowed?.query.accounts ?? []);
}

/** Locks the name of a resource: two commands do not open its collection at the same time. */
export async function lockResourceName(work: Work, bankId: string, name: string): Promise<void> {
  await lockName(work, 'signature collection', bankId, name);
}

/** Inserts a collection for a prepared resource, or locks the one that a concurrent command inserted. */
export async function insertCollection(
  ctx: Context & Ports,
  work: Work,
  { initiator, prepared }: { readonly prepared: PreparedSigning; readonly initiator: string | undefined },
): Promise<StoredCollection> {
  const { authorizationVault: vault, bankId, clock, ids } = ctx;
  const { decided, owner, request, resourceKind } = prepared;
  if (decided === undefined) throw new Error('a collection is opened with a payload');
  const now = clock.now();
  const collectionId = ids.uuid(virtualShard(bankId, owner));
  return insertOrLockCollection(work, vault, {
    bankId,
    owner,
    resourceKind,
    resourceId: request.resourceId,
    collectionId,
    digest: decided.digest,
    decision: decided.decision,
    sealedSignatureData: vault.sealSignatureData(bankId, collectionId, decided.signatureData),
    initiator,
    expiresAt: expiryOf(ctx, decided, now),
    now,
  });
}

/** Returns until when signatures would be collected for a resource whose collection opened now. */
export function collectedUntil(
  ctx: Context & Ports,
  { decided }: Pick<PreparedSigning, 'decided'>,
): Temporal.Instant {
  if (decided === undefined) throw new Error('signing request has no payload');
  return expiryOf(ctx, decided, ctx.clock.now());
}

/** Returns the expiry time of a collection, in days of the time zone of the bank. */
export function expiryOf(
  { bankId, correspondence }: Context & Ports,
  decided: DecidedSigning,
  now: Temporal.Instant,
): Temporal.Instant {
  const { timeZone } = correspondence.correspondenceFacts.of(bankId);
  return collectionExpiry(decided, { now, timeZone });
}

/** Loads what a decision about a locked collection needs. */
export async function readSigningState(
  ctx: Context & Ports,
  work: Work,
  { collection, prepared }: { readonly collection: StoredCollection; readonly prepared: PreparedSigning },
): Promise<SigningState> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId } = collection;
  const decided = decidedOf(ctx, collection, prepared);
  const [signatures, roster] = await Promise.all([
    listSignatures(work, vault, { bankId, collectionId }),
    signingRoster(ctx, work, {
      owner: collection.owner,
      resourceKind: collection.resourceKind,
      groups: groupsIn([decided.decision.rule]),
      holders: customersIn(decided.decision.rule),
      named: peopleIn(decided.decision.rule),
      initiators: [collection.initiator, prepared.request.context.initiator],
      since: collection.createdAt,
    }),
  ]);
  const moment = { roster, now: clock.now(), digest: decided.digest };
  const isRaised = decided.digest === collection.digest && decided.decision !== collection.decision;
  return { collection, signatures, decided, isRaised, moment };
}

/** An open collection stays under its original rule, as long as the payload is unchanged and nothing else counts. */
function decidedOf(
  ctx: Context & Ports,
  collection: StoredCollection,
  { decided: fresh, resourceKind }: PreparedSigning,
): DecidedSigning {
  const { collectionId, digest, owner, sealedSignatureData } = collection;
  const { authorizationVault: vault, bankId, caller, openedFirst } = ctx;
  if (fresh !== undefined && fresh.digest !== digest) {
    // The capability that opened the collection knows the payload; a signer cannot replace it.
    if (caller.kind !== 'system' && openedFirst.has(resourceKind)) throw standardProblems.conflict();
    return fresh;
  }
  const signatureData = vault.openSignatureData(bankId, collectionId, sealedSignatureData);
  const decision = fresh === undefined ? collection.decision : raisedDecision(collection, fresh);
  return { owner, executionDate: undefined, digest, decision, signatureData, isJoining: false };
}

/** Returns whether a collection accepts no more signatures: it was executed, expired or cancelled. */
export function isClosed(collection: StoredCollection, now: Temporal.Instant): boolean {
  return collection.state === 'used' || isOver(collection, now);
}
