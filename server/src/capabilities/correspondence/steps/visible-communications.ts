import { listVisibleCustomers } from '#capabilities/party/index.ts';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { examinedMax } from '../domain/policy.ts';
import type { CorrespondencePorts } from '../ports/correspondence-ports.ts';
import {
  type CommunicationsCriteria,
  type CustomerKey,
  type Key,
  listCommunicationKeys,
  listCommunicationRows,
  pageOfCommunications,
} from '../store/communication-list.read.ts';
import type { StoredCommunication } from '../store/communication-rows.ts';

interface VisiblePage {
  readonly communications: readonly StoredCommunication[];
  readonly totalCount: number;
}

/** How many keys are read at a time. */
const portionMax = 2_000;

/**
 * Returns one page of the communications that the caller may see. Which customers belong to the units of an employee is
 * known to party alone: keys are read in portions and filtered before they are counted and divided into pages.
 */
export async function listVisibleCommunications(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  criteria: CommunicationsCriteria,
): Promise<VisiblePage> {
  const { caller } = ctx;
  if (caller.kind !== 'employee' || caller.roles.has('party.all-units'))
    return listCommunicationRows(db, criteria);
  if (criteria.media.length === 0) return { communications: [], totalCount: 0 };
  const { ids, isComplete } = await listVisibleIds(ctx, db, criteria);
  const { listWindow } = criteria.page;
  const shown = ids.slice(0, listWindow);
  return {
    communications: await pageOfCommunications(db, { bankId: criteria.bankId, ids: shown }, criteria),
    // One more than can be read marks the count as an estimate.
    totalCount: isComplete ? ids.length : Math.max(ids.length, listWindow + 1),
  };
}

interface VisibleIds {
  readonly ids: readonly string[];
  /** Whether every communication was examined, or one more was found than can be read page by page. */
  readonly isComplete: boolean;
}

async function listVisibleIds(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  criteria: CommunicationsCriteria,
): Promise<VisibleIds> {
  const { page, sorting } = criteria;
  // As without a filter, another order than that of creation sorts the newest ones.
  const order = sorting.sortBy === 'created' ? sorting.sortOrder : 'desc';
  const ids: string[] = [];
  let after: Key | undefined;
  for (let examined = 0; examined < examinedMax; examined += portionMax) {
    const keys = await listCommunicationKeys(db, criteria, { order, count: portionMax, after });
    ids.push(...(await visibleIn(ctx, db, keys)));
    after = keys.at(-1);
    if (keys.length < portionMax || ids.length > page.listWindow) return { ids, isComplete: true };
  }
  return { ids, isComplete: false };
}

async function visibleIn(
  ctx: Context & CorrespondencePorts,
  db: Reader,
  keys: readonly CustomerKey[],
): Promise<readonly string[]> {
  const numbers = [...new Set(keys.flatMap(({ customerNumber }) => customerNumber ?? []))];
  const known = await listVisibleCustomers({ ...ctx, ...ctx.party }, db, numbers);
  return keys
    .filter(({ customerNumber }) => customerNumber === undefined || known.has(customerNumber))
    .map(({ communicationId }) => communicationId);
}
