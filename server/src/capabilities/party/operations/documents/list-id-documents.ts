import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentificationDocument } from '../../domain/facts.ts';
import { newestFirst } from '../../domain/identification-documents.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { findParty } from '../../steps/load-party.ts';

/** Lists the documents of a party. A customer sees their own only; any other party is not found. */
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
