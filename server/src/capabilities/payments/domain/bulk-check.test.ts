import { describe, expect, test } from 'vitest';
import {
  type CheckedChunk,
  countResults,
  doubtsIn,
  firstBulkStatus,
  listedParts,
  resultCodes,
  totalResults,
  verifyingMs,
} from './bulk-check.ts';
import type { PayeeResult } from './payee-check.ts';

/** A chunk with these results, one letter each. */
function chunk(codes: readonly PayeeResult['code'][]): CheckedChunk {
  return { counts: countResults(codes.map((code) => ({ code }))), hash: '' };
}

const chunks = [
  chunk(['MTCH', 'NOAP', 'MTCH', 'NMTC']),
  chunk(['CMTC', 'MTCH', 'NOAP', 'MTCH']),
  chunk(['NMTC', 'NMTC']),
];
const list = (from: number, max: number, codes: readonly PayeeResult['code'][] = resultCodes) =>
  listedParts(chunks, { codes, from, max }).map((part) => [part.code, part.chunkNo, part.from, part.until]);

describe('the results of a bulk', () => {
  test('are counted over its chunks', () => {
    expect(totalResults(chunks)).toEqual({ NMTC: 3, CMTC: 1, NOAP: 2, MTCH: 4 });
    expect(doubtsIn(totalResults(chunks))).toBe(6);
  });

  test('decide its first state, if the third party asked for them', () => {
    const states = [[chunk(['MTCH'])], chunks, undefined].map((known) =>
      firstBulkStatus({ toldTo: 'third-party', ...(known === undefined ? {} : { chunks: known }) }),
    );
    expect(states).toEqual(['RCVC', 'RVCM', 'RVNC']);
    expect([firstBulkStatus({ toldTo: 'payer', chunks }), firstBulkStatus(undefined)]).toEqual([
      'RCVD',
      'RCVD',
    ]);
  });

  test('are listed by what concerns the payer most, each transfer on one page', () => {
    expect(list(0, 4)).toEqual([
      ['NMTC', 0, 0, 1],
      ['NMTC', 2, 0, 2],
      ['CMTC', 1, 0, 1],
    ]);
    expect(list(4, 4)).toEqual([
      ['NOAP', 0, 0, 1],
      ['NOAP', 1, 0, 1],
      ['MTCH', 0, 0, 2],
    ]);
    expect(list(8, 4)).toEqual([['MTCH', 1, 0, 2]]);
    expect(list(2, 1)).toEqual([['NMTC', 2, 1, 2]]);
    expect(list(0, 100, ['CMTC'])).toEqual([['CMTC', 1, 0, 1]]);
    expect(list(10, 4)).toEqual([]);
  });

  test('are waited for during half of the life of the bulk, at most ten minutes', () => {
    expect([verifyingMs(60_000), verifyingMs(1_800_000), verifyingMs(86_400_000)]).toEqual([
      30_000, 600_000, 600_000,
    ]);
  });
});
