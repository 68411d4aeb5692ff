import { lockCustomer } from '#capabilities/party/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type CustomerClaim, provesCustomer } from '../domain/customer-proof.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findUsersOfCustomers } from '../store/users.store.ts';

/** A customer number of a registration, with the verified contacts. */
export interface CustomerRegistration extends Omit<CustomerClaim, 'users'> {
  readonly customerNumber: string;
}

/**
 * Locks and returns the number of the party that a new user belongs to, or refuses: staff register customers of their
 * units, the bank's own work those of the bank, applications need the proof of SPEC 8.3.1. The party stays locked until the command ends, so that of two
 * registrations the second sees the first, and a merge, a death or an erasure sees the user.
 */
export async function checkCustomer(
  ctx: Context & IdentityPorts,
  work: Work,
  { customerNumber, ...claim }: CustomerRegistration,
): Promise<string> {
  const { authorization, caller } = ctx;
  const { party } = authorization.correspondence;
  const customer = await lockCustomer({ ...ctx, ...party }, work, customerNumber);
  if (customer === undefined || customer.isDeceased) throw standardProblems.forbidden();
  const { formerNumbers, partyNumber } = customer;
  if (caller.kind === 'employee' || caller.kind === 'system') return partyNumber;
  const users = await findUsersOfCustomers(work, ctx, [partyNumber, ...formerNumbers]);
  if (!provesCustomer({ ...claim, users }, customer)) throw standardProblems.forbidden();
  return partyNumber;
}
