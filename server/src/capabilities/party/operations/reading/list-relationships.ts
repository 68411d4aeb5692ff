import type { Context } from '#platform/work/context.ts';
import type { RelationshipView } from '../../domain/queries.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { readAudited } from '../../steps/access.ts';
import { findParty } from '../../steps/load-party.ts';
import { readRelationships } from '../../steps/relationships.ts';

export async function listRelationships(
  ctx: Context & PartyPorts,
  { partyNumber }: { readonly partyNumber: string },
): Promise<readonly RelationshipView[]> {
  return readAudited(ctx, {
    depth: 'personal',
    partiesIn: () => [partyNumber],
    read: async (db) => {
      // Sequential: for a party the caller may not see, exactly the same is read as for an unknown one.
      await findParty(ctx, db, { partyNumber, depth: 'personal' });
      return readRelationships(ctx, db, partyNumber);
    },
  });
}
