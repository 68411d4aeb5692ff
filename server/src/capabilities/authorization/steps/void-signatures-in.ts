import type { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { evaluateSignatures } from '../domain/signing/collection.ts';
import type { Signature } from '../domain/signing/counting.ts';
import { customersIn, groupsIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { type StoredCollection, updateState } from '../store/collections.store.ts';
import { listSignatures, voidSignatures } from '../store/signatures.store.ts';
import { forgetReleased } from './released-amounts.ts';
import { signingRoster } from './signing-roster.ts';

type Ctx = Context & AuthorizationPorts;

/** Signatures of one collection that lose their effect. */
export interface VoidedSignatures {
  /** Locked by the caller. */
  readonly collection: StoredCollection;
  readonly isMeant: (signature: Signature) => boolean;
  readonly reason: string;
  /** The person whose signatures they are, if it is one person. */
  readonly userId?: string;
}

/** Voids signatures of a locked collection, which is open again if the rest is too few; returns whether any was meant. */
export async function voidSignaturesIn(
  ctx: Ctx,
  work: Work,
  { collection, isMeant, reason, userId }: VoidedSignatures,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId } = collection;
  const now = clock.now();
  const signatures = await listSignatures(work, vault, { bankId, collectionId });
  const lost = signatures.filter((one) => one.state === 'valid' && isMeant(one));
  if (lost.length === 0) return false;
  voidSignatures(work, { bankId, collectionId, reason, now, userIds: lost.map((one) => one.userId) });
  work.emit(collectionEvent('signaturesInvalidated', collection, omitUndefined({ userId, reason })));
  const gone = new Set<Signature>(lost);
  const left = signatures.map((one) =>
    gone.has(one) ? { ...one, state: 'void' as const, voidedAt: now } : one,
  );
  if (
    collection.state === 'fulfilled' &&
    !(await areEnough(ctx, work, { collection, signatures: left, now }))
  ) {
    updateState(work, { bankId, collectionId, state: 'open', now });
    if (collection.decision.counted !== undefined) forgetReleased(work, collection);
  }
  return true;
}

/** Returns whether signatures fulfil the rule of a collection, now and by people who may sign now. */
export async function areEnough(
  ctx: Context & Pick<AuthorizationPorts, 'users'>,
  work: Work,
  {
    collection,
    now,
    signatures,
  }: {
    readonly collection: StoredCollection;
    readonly signatures: readonly Signature[];
    readonly now: Temporal.Instant;
  },
): Promise<boolean> {
  const { createdAt, decision, digest, initiator, owner, resourceKind } = collection;
  const roster = await signingRoster(ctx, work, {
    owner,
    resourceKind,
    groups: groupsIn([decision.rule]),
    holders: customersIn(decision.rule),
    named: peopleIn(decision.rule),
    initiators: [initiator],
    since: createdAt,
  });
  const [best] = evaluateSignatures(decision.rule, omitUndefined({ digest, initiator, signatures }), {
    roster,
    now,
    digest,
  });
  return best?.success === true;
}
