import type { Context } from '#platform/work/context.ts';
import type { PartyView } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { depthFor } from '../steps/depth-for.ts';
import { findParty } from '../steps/find-party.ts';
import { readAudited } from '../steps/read-audited.ts';
import { readRelationships } from '../steps/read-relationships.ts';
import { syncTokenOf } from '../steps/sync-token-of.ts';

/** A party with all that may be shown of it. */
export interface ShownParty {
  readonly view: PartyView;
  readonly relationships: readonly RelationshipView[];
  readonly syncToken: string;
}

export async function getParty(
  ctx: Context & PartyPorts,
  { partyNumber }: { readonly partyNumber: string },
): Promise<ShownParty> {
  const depth = depthFor(ctx.caller, partyNumber);
  return readAudited(ctx, {
    depth,
    partiesIn: () => [partyNumber],
    read: async (db) => {
      // One after the other: of a foreign party nothing more is read than of an unknown one.
      const view = await findParty(ctx, db, { partyNumber, depth });
      const relationships = await readRelationships(ctx, db, partyNumber);
      return { view, relationships, syncToken: syncTokenOf(ctx, view.position) };
    },
  });
}
