import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentificationDocument } from '../domain/facts.ts';
import { newestFirst } from '../domain/identification-documents.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { depthFor } from '../steps/depth-for.ts';
import { findParty } from '../steps/find-party.ts';
import { readAudited } from '../steps/read-audited.ts';

/** The documents of a party. Customers see their own; for them another one's record is not there at all. */
export async function listIdDocuments(
  ctx: Context & PartyPorts,
  { partyNumber }: { readonly partyNumber: string },
): Promise<readonly IdentificationDocument[]> {
  const depth = depthFor(ctx.caller, partyNumber);
  if (depth !== 'sensitive') {
    throw ctx.caller.kind === 'customer' ? standardProblems['not-found']() : standardProblems.forbidden();
  }
  return readAudited(ctx, {
    depth,
    partiesIn: () => [partyNumber],
    read: async (db) => {
      const { sensitive } = await findParty(ctx, db, { partyNumber, depth });
      return newestFirst(sensitive?.documents ?? []);
    },
  });
}
