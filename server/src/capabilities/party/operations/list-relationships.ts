import type { Context } from '#platform/work/context.ts';
import type { RelationshipView } from '../domain/queries.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { findParty } from '../steps/find-party.ts';
import { readAudited } from '../steps/read-audited.ts';
import { readRelationships } from '../steps/read-relationships.ts';

export async function listRelationships(
  ctx: Context & PartyPorts,
  { partyNumber }: { readonly partyNumber: string },
): Promise<readonly RelationshipView[]> {
  return readAudited(ctx, {
    depth: 'personal',
    partiesIn: () => [partyNumber],
    read: async (db) => {
      // One after the other: of a foreign party nothing more is read than of an unknown one.
      await findParty(ctx, db, { partyNumber, depth: 'personal' });
      return readRelationships(ctx, db, partyNumber);
    },
  });
}
