import { callerId } from '#platform/auth/caller.ts';
import { failureOf } from '#platform/db/failure.ts';
import type { Reader } from '#platform/db/reader.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { type Page, pageMetadata } from '#platform/kernel/paging.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { withoutAbsent } from '../../domain/merging.ts';
import type { FoundParty } from '../../domain/party.ts';
import { searchTimeMaxMs, searchWindow } from '../../domain/policy.ts';
import { distanceKm } from '../../domain/postal-address.ts';
import type { PartySearchQuery } from '../../domain/queries.ts';
import { searchTermsOf } from '../../domain/search-terms.ts';
import { placesOf } from '../../domain/searchable.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { pageFor, type ShownPage, showPage } from '../../steps/pages.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listPartyRows } from '../../store/party-list.read.ts';
import { listRowsByNumber } from '../../store/party-rows.read.ts';
import { openRow, type PartyRow } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';
import { findHits } from '../../store/search.read.ts';
import { expandTerms } from '../../store/search-expansion.read.ts';

/** Hits have a fixed order. */
const byScore = { sortBy: 'score', sortOrder: 'desc' } as const;

/** Searches parties by words and location, best score first, then last modified. */
export async function searchParties(ctx: Context & PartyPorts, query: PartySearchQuery): Promise<ShownPage> {
  const page = pageFor(query.page, searchWindow, query.relationships);
  return ctx.searchLimit.run(searcherKey(ctx), () => searchWithin(ctx, { query, page }));
}

function searcherKey({ bankId, caller }: Context): string {
  return `${bankId} ${caller.kind} ${callerId(caller)}`;
}

function searchWithin(ctx: Context & PartyPorts, { page, query }: PagedSearch): Promise<ShownPage> {
  const depth = depthFor(ctx.caller);
  return readAudited(ctx, {
    depth,
    partiesIn: ({ items }) => items.map(({ party }) => party.partyNumber),
    read: async (db) => {
      const exactContact = exactContactIn(query);
      const { isEstimate, rows, totalCount } = await inTime(ctx, (limited) =>
        exactContact === undefined
          ? findByWords(ctx, limited, { query, page })
          : findByExactContact(ctx, limited, { query, page, exactContact }),
      );
      const metadata = { ...pageMetadata(page, totalCount, byScore), totalCountIsEstimate: isEstimate };
      return showPage(ctx, db, { rows, depth, metadata, relationships: query.relationships });
    },
  });
}

// GAP: the response to a search that exceeds its time limit: 400 at `q`, because a retry would exceed it again.
// ADR-0049
async function inTime<Result>(
  { bankId, database }: Context,
  search: (db: Reader) => Promise<Result>,
): Promise<Result> {
  try {
    return await search(database.forBank(bankId, { timeMaxMs: searchTimeMaxMs }));
  } catch (error) {
    if (failureOf(error).kind !== 'timeout') throw error;
    throw standardProblems.invalid({ fieldErrors: [searchTooSlow] });
  }
}

const searchTooSlow: FieldError = {
  part: 'query',
  path: ['q'],
  code: 'too-short',
  message: 'This search takes too long. Use longer or rarer words, fewer fields, or the mode `all`.',
};

interface SearchPage {
  readonly rows: readonly PartyRow[];
  readonly totalCount: number;
  readonly isEstimate: boolean;
}

interface PagedSearch {
  readonly query: PartySearchQuery;
  readonly page: Page;
}

async function findByWords(
  ctx: Context & PartyPorts,
  db: Reader,
  { page, query }: PagedSearch,
): Promise<SearchPage> {
  const { reach, unit } = visibilityOf(ctx.caller);
  const { fields, kind, mode, near } = query;
  const terms = searchTermsOf(query.q);
  if (reach === 'none' || terms.length === 0) return { rows: [], totalCount: 0, isEstimate: false };
  const criteria = { bankId: ctx.bankId, terms, mode, fields, kind, near, unit: unit ?? undefined, page };
  const { hits, totalCount, totalCountIsEstimate } = await findHits(db, {
    criteria,
    expansion: await expandTerms(db, criteria),
  });
  const numbers = hits.map(({ partyNumber }) => partyNumber);
  const found = await listRowsByNumber(db, ctx.bankId, numbers);
  const rows = numbers.map((number) => found.get(number)).filter((row) => row !== undefined);
  return { rows, totalCount, isEstimate: totalCountIsEstimate };
}

/** A phone number or e-mail address: stored as a hash, so it matches only in full. */
interface ExactContact {
  readonly phoneNumber?: string;
  readonly email?: string;
}

// GAP: a phone number or an e-mail address in `q` finds its owners, although neither is indexed by words. ADR-0025
function exactContactIn({ fields, q }: PartySearchQuery): ExactContact | undefined {
  if (!fields.includes('contact-points.address')) return undefined;
  const text = q.trim();
  const phone = text.startsWith('+') ? parsePhone(text) : undefined;
  if (phone !== undefined) return { phoneNumber: phone.number };
  const email = text.includes('@') ? normalizeEmail(text) : undefined;
  return email && { email: email.key };
}

/** Few parties share a number or an address, so all of them are read. */
const contactMatchesMax = 100;

async function findByExactContact(
  ctx: Context & PartyPorts,
  db: Reader,
  { page, query: { kind, near }, exactContact }: PagedSearch & { readonly exactContact: ExactContact },
): Promise<SearchPage> {
  const { rows } = await listPartyRows(db, ctx.partyVault, {
    bankId: ctx.bankId,
    visibility: visibilityOf(ctx.caller),
    today: ruleContextOf(ctx, '').today,
    filters: withoutAbsent({ ...exactContact, kind }),
    sortBy: 'last-modified',
    sortOrder: 'desc',
    page: {
      page: 1,
      pageSize: contactMatchesMax,
      offset: 0,
      limit: contactMatchesMax,
      listWindow: contactMatchesMax,
    },
  });
  const inside = rows.filter((row) => near === undefined || isNear(openRow(ctx.partyVault, row), near));
  return {
    rows: inside.slice(page.offset, page.offset + page.limit),
    totalCount: inside.length,
    isEstimate: rows.length === contactMatchesMax,
  };
}

function isNear(party: FoundParty, near: NonNullable<PartySearchQuery['near']>): boolean {
  return (
    'personal' in party && placesOf(party.personal).some((place) => distanceKm(place, near) <= near.radiusKm)
  );
}
