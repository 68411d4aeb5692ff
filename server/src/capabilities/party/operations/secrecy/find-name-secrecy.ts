import type { Context } from '#platform/work/context.ts';
import type { NameSecrecy } from '../../domain/facts.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { findParty } from '../../steps/load-party.ts';

/** Returns who made the name of a party secret, undefined if its name is compared. */
export async function findNameSecrecy(
  ctx: Context & PartyPorts,
  partyNumber: string,
): Promise<NameSecrecy | undefined> {
  return (await findParty(ctx, ctx.db, { partyNumber, depth: 'personal' })).personal.nameSecrecy;
}
