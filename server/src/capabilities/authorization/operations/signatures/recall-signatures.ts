import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Signature } from '../../domain/signing/counting.ts';
import { paymentKinds } from '../../domain/signing/rule.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { voidSignaturesIn } from '../../steps/void-signatures-in.ts';
import { lockRecallable } from '../../store/recent-signatures.store.ts';

/** Whose signatures are recalled. */
export interface RecallSignatures {
  /** Users of a client that a fraud was reported about: what they signed for any owner is recalled. */
  readonly userIds: readonly string[];
  /** Numbers of that client: what any user signed for it is recalled. */
  readonly owners: readonly string[];
  /** Earlier signatures stay. */
  readonly since: Temporal.Instant;
}

/**
 * Recalls recent signatures on payments that were not executed yet, in the command of a fraud report; returns how many
 * resources lost one. The caller has locked the client and its signers: a concurrent signature has been committed and is
 * seen here, or waits and is rejected.
 */
export async function recallSignatures(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { owners, since, userIds }: RecallSignatures,
): Promise<number> {
  const { authorizationVault: vault, bankId } = ctx;
  const isOwn = (userId: string | undefined): boolean => userId !== undefined && userIds.includes(userId);
  const collections = await lockRecallable(work, vault, {
    bankId,
    owners,
    userIds,
    resourceKinds: paymentKinds,
  });
  let count = 0;
  for (const collection of collections) {
    const isOwned = owners.includes(collection.owner);
    const isRecalled = await voidSignaturesIn(ctx, work, {
      collection,
      reason: 'fraud-reported',
      isMeant: ({ onBehalfOf, signedAt, userId }: Signature) =>
        (isOwned || isOwn(userId) || isOwn(onBehalfOf)) && Temporal.Instant.compare(signedAt, since) >= 0,
    });
    if (isRecalled) count += 1;
  }
  return count;
}
