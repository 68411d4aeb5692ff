import { lockSigners } from '#capabilities/authorization/index.ts';
import { listUserIds } from '#capabilities/identity/index.ts';
import { listPartyNumbers, listVisibleCustomers, lockStanding } from '#capabilities/party/index.ts';
import { lockCustomersExclusively } from '#platform/db/customer-lock.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import {
  findClientOf,
  lockActiveOf,
  lockRestriction,
  type Restriction,
} from '../../store/restrictions.store.ts';

type Ctx = Context & ClientPorts;

/** A client for which nothing is signed, submitted or signed in to until the command ends. */
export interface LockedClient {
  /** Of the surviving record. */
  readonly clientNumber: string;
  /** All numbers that the client has or had. */
  readonly numbers: readonly string[];
  readonly userIds: readonly string[];
}

/**
 * Locks a client in a command that changes what it may do: first the party, then the client, then its signers. A
 * signature, a submission or a sign-in has been committed, and this command sees it, or it waits and sees this command.
 * Returns undefined for a number that no living or dead client has.
 */
export async function lockClient(
  ctx: Ctx,
  work: Work,
  clientNumber: string,
): Promise<LockedClient | undefined> {
  const { bankId } = ctx;
  const standing = await lockStanding(work, { bankId, customerNumber: clientNumber });
  if (standing === undefined || standing.state === 'erased') return undefined;
  const { partyNumber } = standing;
  const numbers = await listPartyNumbers(work, { bankId, customerNumber: partyNumber });
  await lockCustomersExclusively(work, { bankId, customerNumbers: numbers });
  const userIds = await listUserIds(work, { bankId, customerNumbers: numbers });
  await lockSigners(ctx, work, { userIds });
  return { clientNumber: partyNumber, numbers, userIds };
}

/** Locks the active restrictions of a locked client, under all of its numbers. */
export async function lockRestrictionsOf(
  { bankId, clientVault }: Ctx,
  work: Work,
  { numbers }: Pick<LockedClient, 'numbers'>,
): Promise<readonly Restriction[]> {
  const lists = await Promise.all(
    numbers.map((clientNumber) => lockActiveOf(work, clientVault, { bankId, clientNumber })),
  );
  return lists.flat();
}

/** A restriction and its client, both locked; the client is undefined if no record has its number any more. */
export interface LockedRestriction {
  readonly restriction: Restriction;
  readonly client: LockedClient | undefined;
}

/** Locks the client before its restriction, as every command that changes what it may do. */
export async function lockWithClient(
  ctx: Ctx,
  work: Work,
  restrictionId: string,
): Promise<LockedRestriction | undefined> {
  const { bankId, clientVault } = ctx;
  const clientNumber = await findClientOf(work, { bankId, restrictionId });
  const client = clientNumber === undefined ? undefined : await lockClient(ctx, work, clientNumber);
  const restriction = await lockRestriction(work, clientVault, { bankId, restrictionId });
  return restriction && { restriction, client };
}

/** `lockClient` for a caller, which gets 404 for a client that it does not see. */
export async function lockVisibleClient(ctx: Ctx, work: Work, clientNumber: string): Promise<LockedClient> {
  const client = await lockClient(ctx, work, clientNumber);
  if (client === undefined || !(await isVisible(ctx, work, client.clientNumber)))
    throw standardProblems['not-found']();
  return client;
}

/** Staff see the customers of their units. */
async function isVisible(ctx: Ctx, work: Work, clientNumber: string): Promise<boolean> {
  if (ctx.caller.kind !== 'employee') return true;
  const { party } = ctx.identity.authorization.correspondence;
  return (await listVisibleCustomers({ ...ctx, ...party }, work, [clientNumber])).has(clientNumber);
}
