import type { KeptCheck, PayeeResult } from './payee-check.ts';

/** Results in the order in which they are listed: what concerns the payer most comes first. */
export const resultCodes = ['NMTC', 'CMTC', 'NOAP', 'MTCH'] as const satisfies readonly PayeeResult['code'][];

/** Results that the payer must know before approving. */
export const doubtfulCodes = ['NMTC', 'CMTC', 'NOAP'] as const;

/** How many payees have each result. */
export type ResultCounts = Readonly<Record<PayeeResult['code'], number>>;

/** The results for a chunk of transfers, in short. */
export interface CheckedChunk {
  readonly counts: ResultCounts;
  /** SHA-256 of the results and the names that were returned, in hexadecimal. */
  readonly hash: string;
}

/** The check of the payees of a bulk, as it is kept with the order. */
export interface KeptBulkCheck extends Pick<KeptCheck, 'confirmedAt' | 'isLate' | 'toldTo'> {
  /** One for each chunk of transfers; absent while some payees are not verified. */
  readonly chunks?: readonly CheckedChunk[];
}

/** Counts the results of a chunk. */
export function countResults(results: readonly PayeeResult[]): ResultCounts {
  const counts = { MTCH: 0, CMTC: 0, NMTC: 0, NOAP: 0 };
  for (const { code } of results) counts[code] += 1;
  return counts;
}

/** Returns how many payees of a bulk have each result. */
export function totalResults(chunks: readonly CheckedChunk[]): ResultCounts {
  const total = { MTCH: 0, CMTC: 0, NMTC: 0, NOAP: 0 };
  for (const { counts } of chunks) for (const code of resultCodes) total[code] += counts[code];
  return total;
}

/** Returns how many payees did not match. */
export function doubtsIn(counts: ResultCounts): number {
  return doubtfulCodes.reduce((sum, code) => sum + counts[code], 0);
}

/** The state of a new bulk after its check. */
export function firstBulkStatus(check: KeptBulkCheck | undefined): 'RCVD' | 'RCVC' | 'RVCM' | 'RVNC' {
  if (check?.toldTo !== 'third-party') return 'RCVD';
  if (check.chunks === undefined) return 'RVNC';
  return doubtsIn(totalResults(check.chunks)) === 0 ? 'RCVC' : 'RVCM';
}

/** Transfers of a chunk with one result: those from one place to another, counted among the transfers that have it. */
export interface ListedPart {
  readonly chunkNo: number;
  readonly code: PayeeResult['code'];
  readonly from: number;
  readonly until: number;
}

/**
 * Returns where the transfers of a part of the list are, which is sorted by result: at most `max` of them, after the first
 * `from` ones.
 */
export function listedParts(
  chunks: readonly CheckedChunk[],
  {
    codes,
    from,
    max,
  }: { readonly codes: readonly PayeeResult['code'][]; readonly from: number; readonly max: number },
): readonly ListedPart[] {
  const parts: ListedPart[] = [];
  let passed = 0;
  for (const code of codes)
    for (const [chunkNo, { counts }] of chunks.entries()) {
      const first = Math.max(0, from - passed);
      const until = Math.min(counts[code], from + max - passed);
      if (first < until) parts.push({ chunkNo, code, from: first, until });
      passed += counts[code];
    }
  return parts;
}

/** Results that stand for payees who could not be verified in time. */
export function notVerified(count: number): readonly PayeeResult[] {
  return Array.from({ length: count }, () => ({ code: 'NOAP' }) as const);
}

const verifyingMinutesMax = 10;

/** Returns for how long payees of a bulk are verified: half of the life of the bulk, the other half is for the payer. */
export function verifyingMs(lifeMs: number): number {
  return Math.min(verifyingMinutesMax * 60_000, Math.floor(lifeMs / 2));
}
