import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { asOfNow } from '../steps/load-consent.ts';
import type { ConsentHead } from '../store/consents.store.ts';
import { listHeadsOfOwner } from '../store/consents-of-owner.read.ts';

/** The newest consents of a customer. */
export interface ConsentsOfOwner {
  readonly consents: readonly ConsentHead[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

const listMax = 100;

/** Lists the consents to accounts of a customer as they are now, for staff. Each read is audited. */
export async function listFundsConsentsOfOwner(
  ctx: Context,
  { owner }: { readonly owner: string },
): Promise<ConsentsOfOwner> {
  const { bankId, clock, db } = ctx;
  const found = await listHeadsOfOwner(db, { bankId, owner, listMax: listMax + 1 });
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'party',
      aggregateId: owner,
      changes: [{ field: 'funds-consents', after: 'read' }],
    });
  });
  const now = clock.now();
  return {
    consents: found.slice(0, listMax).map((head) => asOfNow(head, now)),
    hasMore: found.length > listMax,
  };
}
