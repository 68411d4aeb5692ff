import type { Temporal } from 'temporal-polyfill';
import {
  type AuthorizationPorts,
  collectedUntil,
  type KnownAccount,
  needsSingleSignature,
  prepareNewSigning,
} from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import { canonicalOrder, type Order } from '../domain/order.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { orderFacts } from './order-facts.ts';

/** Returns the context in which a capability asks signing rules: as the system, without the key of the request. */
export function signingContext(ctx: Context & ScaPorts, job: string): Context & AuthorizationPorts {
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
    caller: { kind: 'system', job, bankId },
    idempotency: undefined,
  };
}

/** Who must approve an order. */
export interface Signers {
  readonly areSeveral: boolean;
  /** Until when several have time. */
  readonly collectedUntil: Temporal.Instant;
}

/** An order of a resource that is about to be made. */
export interface NewOrder {
  readonly order: Exclude<Order, { readonly kind: 'signing-basket' }>;
  /** The customer under whose number the accounts of the order are stored. */
  readonly owner: string;
  /** What the core has just said about these accounts, by `accountKey`. */
  readonly knownAccounts?: ReadonlyMap<string, KnownAccount>;
}

/** Returns who must approve a new order. Decides nothing: each signature is evaluated under locks. */
export async function signersOf(
  context: Context & AuthorizationPorts,
  { knownAccounts, order, owner }: NewOrder,
): Promise<Signers> {
  const prepared = await prepareNewSigning(
    context,
    { resourceId: order.id, resourceKind: order.kind, payload: canonicalOrder(order), owner },
    { ...orderFacts(order), ...omitUndefined({ knownAccounts }) },
  );
  return {
    areSeveral: !needsSingleSignature(prepared),
    collectedUntil: collectedUntil(context, prepared),
  };
}
