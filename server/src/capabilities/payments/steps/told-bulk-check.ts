import type { AuditedChange } from '#platform/work/audit.ts';
import { doubtfulCodes, doubtsIn, resultCodes, totalResults } from '../domain/bulk-check.ts';
import { isUnverified } from '../domain/payment.ts';
import type { StoredBulk } from '../store/payments.store.ts';
import { type CheckedEntry, listChecked, type Source } from './checked-chunks.ts';
import type { StartedBulkCheck } from './start-bulk-check.ts';

/** Payees that a response lists; the page of the approval lists all. */
const toldMax = 100;

/** What a third party is told of the payees of a bulk. */
export interface ToldBulkCheck {
  /** Those that did not match, no matches and close matches first; undefined while they are not known. */
  readonly doubts: { readonly count: number; readonly listed: readonly CheckedEntry[] } | undefined;
}

/** Returns what the third party is told of the payees of a new bulk; undefined if it has nothing to do about them. */
export function toldAtOnce(
  { bulk: { payeeCheck }, status }: StoredBulk,
  { entries, results }: StartedBulkCheck,
): ToldBulkCheck | undefined {
  if (payeeCheck?.toldTo !== 'third-party' || !isUnverified(status)) return undefined;
  if (results === undefined || payeeCheck.chunks === undefined) return { doubts: undefined };
  const checked = entries.map((entry, entryNo) => ({
    entry,
    entryNo,
    result: results[entryNo] ?? { code: 'NOAP' as const },
  }));
  const listed = doubtfulCodes.flatMap((code) => checked.filter(({ result }) => result.code === code));
  return { doubts: { count: doubtsIn(totalResults(payeeCheck.chunks)), listed: listed.slice(0, toldMax) } };
}

/** The same for a bulk that is stored. */
export async function toldLater(source: Source, stored: StoredBulk): Promise<ToldBulkCheck | undefined> {
  const {
    bulk: { payeeCheck },
    status,
  } = stored;
  if (payeeCheck?.toldTo !== 'third-party' || !isUnverified(status)) return undefined;
  if (status === 'RVNC' || payeeCheck.chunks === undefined) return { doubts: undefined };
  const listed = await listChecked(source, stored, { codes: doubtfulCodes, from: 0, max: toldMax });
  return { doubts: { count: doubtsIn(totalResults(payeeCheck.chunks)), listed } };
}

/** Who verifies the payees, for the audit: the bank, or no one, as the firm wants it. */
export function auditedBulkCheck({ check, isOptedOut }: StartedBulkCheck): readonly AuditedChange[] {
  if (isOptedOut) return [{ field: 'payee-check', after: 'opted-out' }];
  if (check === undefined) return [];
  return [{ field: 'payee-check', after: check.chunks === undefined ? 'open' : resultsText(check.chunks) }];
}

/** Returns how many payees have each result, such as `NMTC 1, MTCH 119`. */
export function resultsText(chunks: Parameters<typeof totalResults>[0]): string {
  const counts = totalResults(chunks);
  return resultCodes
    .filter((code) => counts[code] > 0)
    .map((code) => `${code} ${counts[code]}`)
    .join(', ');
}
