import type { Reader } from '#platform/db/reader.ts';
import type { PageMetadata } from '#platform/kernel/paging.ts';
import type { Context } from '#platform/work/context.ts';
import { asOfToday } from '../domain/identification-documents.ts';
import type { FoundParty } from '../domain/party.ts';
import type { RelationshipView } from '../domain/queries.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { openRow, type PartyRow } from '../store/party-rows.ts';
import type { Depth } from './read-audited.ts';
import { readRelationships } from './read-relationships.ts';
import { ruleContextOf } from './rule-context-of.ts';
import { syncTokenOf } from './sync-token-of.ts';

/** A page as it is shown: each party with its token, and its relationships where they were asked for. */
export interface ShownPage {
  readonly items: readonly {
    readonly party: FoundParty;
    readonly syncToken: string;
    readonly relationships: readonly RelationshipView[] | undefined;
  }[];
  readonly metadata: PageMetadata;
}

interface FoundPage {
  readonly rows: readonly PartyRow[];
  readonly depth: Depth;
  readonly metadata: PageMetadata;
  readonly relationships: 'wanted' | 'left-out';
}

/** Opens the rows of a page. */
export async function showPage(
  ctx: Context & PartyPorts,
  db: Reader,
  { depth, metadata, relationships, rows }: FoundPage,
): Promise<ShownPage> {
  const { today } = ruleContextOf(ctx, '');
  const related =
    relationships === 'wanted'
      ? await Promise.all(rows.map(({ party_number: number }) => readRelationships(ctx, db, number)))
      : [];
  return {
    metadata,
    items: rows.map((row, index) => {
      const party = openRow(ctx.partyVault, row, depth);
      return {
        party: withDocumentsOf(party, today),
        syncToken: syncTokenOf(ctx, party.position),
        relationships: related[index],
      };
    }),
  };
}

function withDocumentsOf(party: FoundParty, today: string): FoundParty {
  if (!('personal' in party) || party.sensitive === undefined) return party;
  const { sensitive } = party;
  return { ...party, sensitive: { ...sensitive, documents: asOfToday(sensitive.documents, today) } };
}
