import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { DecidedOutcome } from '../../domain/screening.ts';
import { readAudited } from '../../steps/access.ts';
import { outcomeFrom } from '../../steps/screening.ts';
import { listUnfinishedScreenings, type ScreeningRow } from '../../store/screenings.store.ts';

/** A screening that waits for an employee. */
export interface ListedScreening {
  readonly partyNumber: string;
  readonly state: string;
  readonly since: Temporal.Instant;
  /** The core has an open product of this party, which must not have one yet. */
  readonly isProductHeld: boolean;
  readonly proposal: ListedProposal | undefined;
}

interface ListedProposal {
  readonly outcome: DecidedOutcome;
  readonly proposedBy: string;
  readonly proposedAt: Temporal.Instant;
}

/** The page of a command: the oldest ones, and whether there are more. */
const screeningsMax = 200;

/** Lists the screenings that wait for an employee, the oldest first. The read is audited. */
export async function listScreenings(
  ctx: Context,
): Promise<{ readonly screenings: readonly ListedScreening[]; readonly hasMore: boolean }> {
  const { bankId } = ctx;
  const rows = await readAudited(ctx, {
    depth: 'sensitive',
    read: (db) => listUnfinishedScreenings(db, { bankId, limit: screeningsMax + 1 }),
    partiesIn: (found) => found.map(({ party_number: number }) => number),
  });
  return { screenings: rows.slice(0, screeningsMax).map(listed), hasMore: rows.length > screeningsMax };
}

function listed(row: ScreeningRow): ListedScreening {
  const outcome = outcomeFrom(row.proposed_outcome);
  const { proposed_at: proposedAt, proposed_by: proposedBy } = row;
  const isProposed = outcome !== undefined && proposedAt !== null && proposedBy !== null;
  return {
    partyNumber: row.party_number,
    state: row.state,
    since: row.opened_at,
    isProductHeld: row.is_product_held,
    proposal: isProposed ? { outcome, proposedAt, proposedBy } : undefined,
  };
}
