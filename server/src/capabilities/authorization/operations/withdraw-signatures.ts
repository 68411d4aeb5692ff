import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { evaluateSignatures } from '../domain/signing/collection.ts';
import { customersIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { signingRoster } from '../steps/signing-roster.ts';
import { changeState, lockSignedBy, type StoredCollection } from '../store/collections.store.ts';
import { listSignatures, voidSignatures } from '../store/signatures.store.ts';
import { lockSigner } from '../store/signing-people.store.ts';

/** Whose signatures do not count any more, and why. */
export interface WithdrawSignatures {
  readonly userId: string;
  readonly reason: 'user-suspended' | 'mandate-revoked' | 'party-deceased' | 'fraud-reported';
  /** Only those for this customer; absent: all. */
  readonly owner?: string;
  /** Only those given from then on, as after a stolen device. */
  readonly since?: Temporal.Instant;
}

/**
 * Takes back what somebody signed and nobody has carried out, in the command of whoever takes away the right to sign;
 * says how many things lost a signature. Call it after the right is gone: whoever signs at the same moment has either
 * finished, and is seen here, or waits, and will not be let. For several people call it in the order of their ids.
 */
export async function withdrawSignatures(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { owner, reason, since, userId }: WithdrawSignatures,
): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  await lockSigner(work, { bankId, userId, now });
  const collections = (await lockSignedBy(work, ctx.authorizationVault, { bankId, userId })).filter(
    (collection) => owner === undefined || collection.owner === owner,
  );
  let count = 0;
  for (const collection of collections) {
    const isTaken = await withdrawFrom(ctx, work, { collection, userId, reason, since });
    if (isTaken) count += 1;
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
    holders: customersIn(decision.rule),
    named: peopleIn(decision.rule),
  });
  const [best] = evaluateSignatures(decision.rule, omitUndefined({ digest, initiator, signatures: left }), {
    roster,
    now,
    digest,
  });
  if (collection.state === 'fulfilled' && best?.success !== true)
    changeState(work, { bankId, collectionId, state: 'open', now });
  return true;
}
