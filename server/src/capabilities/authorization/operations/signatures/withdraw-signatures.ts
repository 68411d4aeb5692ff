import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { evaluateSignatures } from '../../domain/signing/collection.ts';
import { customersIn, peopleIn } from '../../domain/signing/rule-customers.ts';
import { collectionEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { signingRoster } from '../../steps/signing-roster.ts';
import { lockSignedBy, type StoredCollection, updateState } from '../../store/collections.store.ts';
import { listSignatures, voidSignatures } from '../../store/signatures.store.ts';
import { lockSigner } from '../../store/signing-people.store.ts';

/** Whose signatures are withdrawn, and why. */
export interface WithdrawSignatures {
  readonly userId: string;
  readonly reason: 'user-suspended' | 'mandate-revoked' | 'party-deceased' | 'fraud-reported';
  /** Only those for this customer; absent: all. */
  readonly owner?: string;
  /** Only those for kinds of resources of which this returns true; absent: all. */
  readonly isKindMeant?: (resourceKind: string) => boolean;
  /** Only those given from this time on, as after the theft of a device. */
  readonly since?: Temporal.Instant;
}

/**
 * Withdraws the signatures of a user that were not executed yet, in the command that revokes the right to sign; returns
 * how many resources lost a signature. Call it after the right is revoked: a concurrent signature has either been
 * committed, and is seen here, or waits, and will be rejected. For several users call it in the order of their ids.
 */
export async function withdrawSignatures(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { isKindMeant = () => true, owner, reason, since, userId }: WithdrawSignatures,
): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  await lockSigner(work, { bankId, userId, now });
  const collections = (await lockSignedBy(work, ctx.authorizationVault, { bankId, userId })).filter(
    (collection) =>
      (owner === undefined || collection.owner === owner) && isKindMeant(collection.resourceKind),
  );
  let count = 0;
  for (const collection of collections) {
    const isWithdrawn = await withdrawFrom(ctx, work, { collection, userId, reason, since });
    if (isWithdrawn) count += 1;
  }
  return count;
}

interface Withdrawal extends Pick<WithdrawSignatures, 'userId' | 'reason'> {
  readonly collection: StoredCollection;
  readonly since: Temporal.Instant | undefined;
}

async function withdrawFrom(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { collection, reason, since, userId }: Withdrawal,
): Promise<boolean> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId, decision, digest, initiator } = collection;
  const now = clock.now();
  const signatures = await listSignatures(work, vault, { bankId, collectionId });
  const isMeant = (one: (typeof signatures)[number]): boolean =>
    one.state === 'valid' &&
    (one.userId === userId || one.onBehalfOf === userId) &&
    (since === undefined || Temporal.Instant.compare(one.signedAt, since) >= 0);
  const lost = signatures.filter(isMeant);
  if (lost.length === 0) return false;
  voidSignatures(work, { bankId, collectionId, reason, now, userIds: lost.map((one) => one.userId) });
  work.emit(collectionEvent('signaturesInvalidated', collection, { userId, reason }));
  const left = signatures.map((one) =>
    isMeant(one) ? { ...one, state: 'void' as const, voidedAt: now } : one,
  );
  const roster = await signingRoster(ctx, work, {
    owner: collection.owner,
    resourceKind: collection.resourceKind,
    holders: customersIn(decision.rule),
    named: peopleIn(decision.rule),
  });
  const [best] = evaluateSignatures(decision.rule, omitUndefined({ digest, initiator, signatures: left }), {
    roster,
    now,
    digest,
  });
  if (collection.state === 'fulfilled' && best?.success !== true)
    updateState(work, { bankId, collectionId, state: 'open', now });
  return true;
}
