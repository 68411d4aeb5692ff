import type { Context } from '#platform/work/context.ts';
import type { PartyView } from '../../domain/party.ts';
import type { RelationshipView } from '../../domain/queries.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { findParty } from '../../steps/load-party.ts';
import { syncTokenOf } from '../../steps/pages.ts';
import { readRelationships } from '../../steps/relationships.ts';

/** A party with everything the caller may see. */
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
      // Sequential: for a party the caller may not see, exactly the same is read as for an unknown one.
      const view = await findParty(ctx, db, { partyNumber, depth });
      const relationships = await readRelationships(ctx, db, partyNumber);
      return { view, relationships, syncToken: syncTokenOf(ctx, view.position) };
    },
  });
}
