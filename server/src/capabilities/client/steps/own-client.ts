import { type PartyPorts, resolveSurvivors } from '#capabilities/party/index.ts';
import type { Customer } from '#platform/auth/caller.ts';
import type { Reader } from '#platform/db/reader.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../ports/client-ports.ts';

/** The client of a request: the customer of the token, never a parameter. */
export interface OwnClient {
  readonly customer: Customer;
  /** After merges. */
  readonly customerNumber: string;
}

/** Returns the client of the token. A user without a customer has none. */
export async function ownClient({ bankId, caller }: Context, db: Reader): Promise<OwnClient> {
  if (caller.kind !== 'customer') throw standardProblems.forbidden();
  const { customerNumber: named } = caller;
  if (named === undefined) throw standardProblems['not-found']();
  // A token keeps the number of a merged record until it expires.
  const survivors = await resolveSurvivors(db, { bankId, customerNumbers: [named] });
  const customerNumber = survivors.get(named) ?? named;
  return { customer: { ...caller, customerNumber }, customerNumber };
}

/** Returns the context in which party reads and changes the record of the client. */
export function partyContext<Ctx extends Context & ClientPorts>(
  ctx: Ctx,
  { customer }: OwnClient,
): Ctx & PartyPorts {
  return { ...ctx, ...ctx.identity.authorization.correspondence.party, caller: customer };
}
