import { describe, expect, it } from 'vitest';
import { cpuMsOf, growthOf, isShortLived } from './cell-result.ts';
import { type CellReading, type TableSize, useBetween } from './meter.ts';

const reading = (factor: number, tables: CellReading['tables']): CellReading => ({
  cpuSeconds: { api: factor, worker: 2 * factor, PostgreSQL: 3 * factor },
  walBytes: 1_000 * factor,
  tables,
});

const size = (heapBytes: number, indexBytes: number, inserted: number): TableSize => ({
  heapBytes,
  indexBytes,
  rows: 0,
  inserted,
});

const use = useBetween(
  reading(
    1,
    new Map([
      ['platform.audit_entry', size(8_000, 4_000, 10)],
      ['party.party', size(500, 500, 5)],
    ]),
  ),
  reading(
    3,
    new Map([
      ['platform.audit_entry', size(16_000, 8_000, 30)],
      ['party.party', size(500, 500, 5)],
      ['platform.outbox_event', size(1_000, 1_000, 4)],
    ]),
  ),
  10,
);

describe('the use of a cell', () => {
  it('is the difference of two readings, without tables that did not change', () => {
    expect(use.walBytes).toBe(2_000);
    expect([...use.tables]).toEqual([
      ['platform.audit_entry', size(8_000, 4_000, 20)],
      ['platform.outbox_event', size(1_000, 1_000, 4)],
    ]);
  });

  it('counts what is deleted within days apart from what is kept', () => {
    expect(growthOf({ filled: new Map() }, use)).toEqual({ kept: 1_200, passing: 200 });
  });

  it('counts inserted rows with the bytes of a filled one where the fill wrote rows', () => {
    const filled = new Map([['platform.audit_entry', { ...size(600_000, 200_000, 0), rows: 1_000 }]]);
    expect(growthOf({ filled }, use)).toEqual({ kept: 1_600, passing: 200 });
  });

  it('is processor time for each event and process', () => {
    expect(cpuMsOf(use)).toEqual({ PostgreSQL: 600, api: 200, worker: 400 });
  });

  it('knows jobs and the outbox as short-lived, and audit entries not', () => {
    expect(
      ['graphile_worker.jobs', 'platform.outbox_event', 'platform.audit_entry'].map(isShortLived),
    ).toEqual([true, true, false]);
  });
});
