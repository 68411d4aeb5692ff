import type { Reader } from '#platform/db/reader.ts';
import { type Page, type PageMetadata, type PageRequest, pageOf } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { asOfToday } from '../domain/identification-documents.ts';
import type { FoundParty, SyncPosition } from '../domain/party.ts';
import { pageSizeDefault, pageSizeMax } from '../domain/policy.ts';
import type { RelationshipView } from '../domain/queries.ts';
import { writeSyncToken } from '../domain/sync-token.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { openRow, type PartyRow } from '../store/party-rows.ts';
import type { Depth } from './access.ts';
import { readRelationships } from './relationships.ts';
import { ruleContextOf } from './rule-context.ts';

/** A party may have hundreds of relationships. */
const pageSizeMaxWithRelationships = 10;

/** Returns the requested page. Raises invalid if it is larger or further back than the bank allows. */
export function pageFor(
  request: PageRequest,
  listWindow: number,
  relationships: 'wanted' | 'left-out' = 'left-out',
): Page {
  const sizeMax = relationships === 'wanted' ? pageSizeMaxWithRelationships : pageSizeMax;
  const page = pageOf(request, { pageSizeDefault, pageSizeMax: sizeMax, listWindow });
  switch (page) {
    case 'page-size-exceeded':
      throw beyond(
        'page-size',
        `At most ${pageSizeMax} items on a page, ${pageSizeMaxWithRelationships} with relationships.`,
      );
    case 'window-exceeded':
      throw beyond('page', `Only the first ${listWindow} items can be read; narrow the filters.`);
    default:
      return page;
  }
}

function beyond(name: string, message: string): Error {
  return standardProblems.invalid({
    fieldErrors: [{ part: 'query', path: [name], code: 'maximum', message }],
  });
}

/** A page of parties, each with its sync token, and with its relationships if requested. */
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

/** Decrypts the rows of a page. */
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

/** Returns a position as a token: readable for any client, valid only with the signature for this bank. */
export function syncTokenOf(ctx: Context & PartyPorts, position: SyncPosition): string {
  const text = writeSyncToken({ position, issuedAtMs: ctx.clock.now().epochMilliseconds });
  return `${text}.${ctx.partyVault.mark(ctx.bankId, 'sync-token', text)}`;
}
