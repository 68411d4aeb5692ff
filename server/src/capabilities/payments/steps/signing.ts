import {
  type AuthorizationPorts,
  emptyContext,
  needsSingleSignature,
  prepareSigning,
} from '#capabilities/authorization/index.ts';
import { canonicalOrder, orderFacts } from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { PaymentOrder } from './payment-order.ts';

/** Returns the context in which signing rules are asked about a payment: as the system, without the key of the request. */
export function signingContext(ctx: Context & PaymentsPorts): Context & AuthorizationPorts {
  const { bankId, clock, database, db, identity, ids, log, origin } = ctx;
  return {
    ...identity.authorization,
    database,
    db,
    bankId,
    clock,
    ids,
    log,
    origin,
    caller: { kind: 'system', job: 'payments', bankId },
    idempotency: undefined,
  };
}

/** Returns whether one customer alone may approve a payment. Decides nothing: each signature is evaluated under locks. */
export async function needsOneSigner(
  ctx: Context & PaymentsPorts,
  order: PaymentOrder,
  owner: string,
): Promise<boolean> {
  const prepared = await prepareSigning(
    signingContext(ctx),
    {
      resourceId: order.id,
      resourceKind: order.kind,
      payload: canonicalOrder(order),
      context: { ...emptyContext, customerNumber: owner },
    },
    'evaluate',
    orderFacts(order),
  );
  return needsSingleSignature(prepared);
}
