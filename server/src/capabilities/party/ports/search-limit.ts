import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';

// GAP: how many searches run at once is not specified. ADR-0049
const waitMaxMs = 500;
const waitingMax = 32;
const waitingPerCallerMax = 8;

/** Limits searches to half of the connections of the process, and one caller to a quarter of them. */
export function createSearchLimit(poolSize: number): ConcurrencyLimit {
  return createConcurrencyLimit({
    runningMax: Math.max(1, Math.floor(poolSize / 2)),
    runningPerCallerMax: Math.max(1, Math.floor(poolSize / 4)),
    waitingMax,
    waitingPerCallerMax,
    waitMaxMs,
  });
}
