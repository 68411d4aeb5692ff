import { emptyContext, prepareSigning } from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import { approvalOwner } from '../domain/approval-owner.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { loadSubjectOf } from './load-subject.ts';
import { signedOrders } from './order-facts.ts';
import { type OrderToSign, orderToSign } from './order-to-sign.ts';
import { systemContextFor } from './system-context.ts';

type PreparedSigning = Awaited<ReturnType<typeof prepareSigning>>;

/** An order, and the resources that are signed with it. */
export interface PreparedApproval {
  readonly toSign: OrderToSign;
  /** The party of the approver; absent for an agent. */
  readonly customerNumber: string | undefined;
  /** The customer whose signing rules apply. */
  readonly owner: string | undefined;
  /** One resource, or each member of a basket: every member is signed under its own rule. */
  readonly signings: readonly PreparedSigning[];
}

/** Determines the signing rules of what is approved, before a command begins. */
export async function prepareApproval(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<PreparedApproval> {
  const subject = await loadSubjectOf(ctx, ctx.db, authorisation);
  const toSign = orderToSign(subject);
  const { order } = toSign;
  const system = systemContextFor(ctx, authorisation);
  const customerNumber = await customerNumberOf(ctx, authorisation);
  const owner = approvalOwner(subject, customerNumber);
  const signings = await Promise.all(
    signedOrders(order).map(({ facts, order: one }) => {
      const { payload, text } = orderToSign({ order: one });
      return prepareSigning(
        system,
        {
          resourceId: one.id,
          resourceKind: one.kind,
          payload,
          context: { ...emptyContext, customerNumber: owner },
        },
        'sign',
        { ...facts, signatureData: text },
      );
    }),
  );
  return { toSign, customerNumber, owner, signings };
}

async function customerNumberOf(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<string | undefined> {
  const { bankId, db } = ctx;
  const { userId } = authorisation;
  if (userId === undefined) return undefined;
  const { users } = systemContextFor(ctx, authorisation);
  const [user] = await users.findAll(db, { bankId, userIds: [userId] });
  return user?.customerNumber;
}
