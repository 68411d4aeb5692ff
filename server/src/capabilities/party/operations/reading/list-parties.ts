import { pageMetadata } from '#platform/kernel/paging.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { idNumberKey } from '../../domain/id-number.ts';
import { listWindow } from '../../domain/policy.ts';
import type { PartyListQuery } from '../../domain/queries.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { pageFor, type ShownPage, showPage } from '../../steps/pages.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { listPartyRows } from '../../store/party-list.read.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

/**
 * Returns a page of live records that match all filters. Filtering by identification number counts as reading
 * sensitive data.
 */
export async function listParties(ctx: Context & PartyPorts, query: PartyListQuery): Promise<ShownPage> {
  const { filters, sortBy, sortOrder } = query;
  const { identification } = filters;
  const depth = depthFor(ctx.caller);
  if (identification !== undefined && depth !== 'sensitive') throw standardProblems.forbidden();
  const page = pageFor(query.page, listWindow, query.relationships);
  return readAudited(ctx, {
    depth,
    partiesIn: ({ items }) => items.map(({ party }) => party.partyNumber),
    read: async (db) => {
      const { rows, totalCount } = await listPartyRows(db, ctx.partyVault, {
        bankId: ctx.bankId,
        visibility: visibilityOf(ctx.caller),
        today: ruleContextOf(ctx, '').today,
        filters: identification
          ? {
              ...filters,
              identification: { ...identification, idNumber: idNumberKey(identification.idNumber) },
            }
          : filters,
        sortBy,
        sortOrder,
        page,
      });
      return showPage(ctx, db, {
        rows,
        depth,
        metadata: pageMetadata(page, totalCount, { sortBy, sortOrder }),
        relationships: query.relationships,
      });
    },
  });
}
