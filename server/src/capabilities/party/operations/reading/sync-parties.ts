import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { FoundParty, SyncPosition } from '../../domain/party.ts';
import { syncBatch, syncTokenLifetimeDays } from '../../domain/policy.ts';
import type { RelationshipView } from '../../domain/queries.ts';
import { readSyncToken } from '../../domain/sync-token.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { syncTokenOf } from '../../steps/pages.ts';
import { readRelationships } from '../../steps/relationships.ts';
import { openRow } from '../../store/party-rows.ts';
import { listChangedRows } from '../../store/party-sync.read.ts';

const millisecondsPerDay = 86_400_000;
/** A party may have hundreds of relationships. */
const batchWithRelationships = 20;
const beginning: SyncPosition = { epoch: 0, transaction: 0n, number: 0n };

/** Changed parties, each with the token from which the next request may continue. */
export interface SyncedParties {
  readonly items: readonly {
    readonly party: FoundParty;
    readonly syncToken: string;
    readonly relationships: readonly RelationshipView[] | undefined;
  }[];
  readonly syncToken: string;
  readonly hasMore: boolean;
}

export interface SyncQuery {
  readonly syncToken?: string;
  /** With them a response has fewer parties; left out by default. */
  readonly relationships?: 'wanted' | 'left-out';
}

/**
 * Returns every party that changed after the token, once, in its current state, in the order in which the changes
 * became visible.
 */
export async function syncParties(
  ctx: Context & PartyPorts,
  { relationships, syncToken }: SyncQuery,
): Promise<SyncedParties> {
  const limit = relationships === 'wanted' ? batchWithRelationships : syncBatch;
  const after = syncToken === undefined ? beginning : positionIn(ctx, syncToken);
  const depth = depthFor(ctx.caller);
  return readAudited(ctx, {
    depth,
    partiesIn: ({ items }) => items.map(({ party }) => party.partyNumber),
    read: async (db) => {
      const rows = await listChangedRows(db, ctx.bankId, { after, limit: limit + 1 });
      const parties = rows.slice(0, limit).map((row) => openRow(ctx.partyVault, row, depth));
      return {
        items: await Promise.all(
          parties.map(async (party) => ({
            party,
            syncToken: syncTokenOf(ctx, party.position),
            relationships:
              relationships === 'wanted' && party.recordState === 'live'
                ? await readRelationships(ctx, db, party.partyNumber)
                : undefined,
          })),
        ),
        syncToken: syncTokenOf(ctx, parties.at(-1)?.position ?? after),
        hasMore: rows.length > limit,
      };
    },
  });
}

/** Returns the same problem for a token of another bank, a forged one and an expired one. */
function positionIn({ bankId, clock, partyVault }: Context & PartyPorts, token: string): SyncPosition {
  const [text = '', mark = ''] = token.split('.');
  const content = readSyncToken(text);
  const oldestMs = clock.now().epochMilliseconds - syncTokenLifetimeDays * millisecondsPerDay;
  const isOurs = partyVault.isMark(mark, { bankId, purpose: 'sync-token', text });
  if (content === undefined || !isOurs || content.issuedAtMs < oldestMs || token !== `${text}.${mark}`)
    throw standardProblems.gone();
  return content.position;
}
