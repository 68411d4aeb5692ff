import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { voidSignaturesIn } from '../../steps/void-signatures-in.ts';
import { lockSignedBy } from '../../store/collections.store.ts';
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
  const isSince = (signedAt: Temporal.Instant): boolean =>
    since === undefined || Temporal.Instant.compare(signedAt, since) >= 0;
  let count = 0;
  for (const collection of collections) {
    const isWithdrawn = await voidSignaturesIn(ctx, work, {
      collection,
      userId,
      reason,
      isMeant: (one) => (one.userId === userId || one.onBehalfOf === userId) && isSince(one.signedAt),
    });
    if (isWithdrawn) count += 1;
  }
  return count;
}
