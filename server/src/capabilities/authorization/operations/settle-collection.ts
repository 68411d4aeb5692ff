import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { evaluateSignatures } from '../domain/signing/collection.ts';
import { nextCollectionState } from '../domain/signing/collection-state.ts';
import { customersIn, peopleIn } from '../domain/signing/rule-customers.ts';
import { collectionEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { signingRoster } from '../steps/signing-roster.ts';
import { changeState, lockCollection, type StoredCollection } from '../store/collections.store.ts';
import { listSignatures } from '../store/signatures.store.ts';

/** What is carried out, or withdrawn. */
export interface SettleCollection {
  readonly owner: string;
  readonly resourceKind: string;
  readonly resourceId: string;
  readonly settled: { readonly as: 'used'; readonly digest: string } | { readonly as: 'cancelled' };
}

/**
 * Ends a collection in the command of whoever carries its thing out or withdraws it. To be used it must be signed
 * still, now, and exactly as it is about to be carried out: `refused` means that nothing may happen.
 */
export async function settleCollection(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { settled, ...key }: SettleCollection,
): Promise<'settled' | 'refused'> {
  const { bankId, clock } = ctx;
  const collection = await lockCollection(work, ctx.authorizationVault, { bankId, ...key });
  if (collection === undefined) return settled.as === 'cancelled' ? 'settled' : 'refused';
  const isAllowed =
    settled.as === 'cancelled' || (await isSigned(ctx, work, { collection, digest: settled.digest }));
  const state = nextCollectionState(
    collection.state,
    settled.as === 'used' ? 'was-executed' : 'was-cancelled',
  );
  if (!isAllowed || state === undefined) return 'refused';
  if (state === collection.state) return 'settled';
  changeState(work, { bankId, collectionId: collection.collectionId, state, now: clock.now() });
  if (settled.as === 'cancelled') work.emit(collectionEvent('collectionCancelled', collection, {}));
  return 'settled';
}

async function isSigned(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { collection, digest }: { readonly collection: StoredCollection; readonly digest: string },
): Promise<boolean> {
  const { authorizationVault: vault, bankId, clock } = ctx;
  const { collectionId, decision, initiator, owner } = collection;
  if (collection.digest !== digest) return false;
  const [signatures, roster] = await Promise.all([
    listSignatures(work, vault, { bankId, collectionId }),
    signingRoster(ctx, work, { owner, holders: customersIn(decision.rule), named: peopleIn(decision.rule) }),
  ]);
  const [best] = evaluateSignatures(decision.rule, omitUndefined({ digest, initiator, signatures }), {
    roster,
    now: clock.now(),
    digest,
  });
  return best?.success === true;
}
