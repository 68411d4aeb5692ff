import type { CoreHarness } from '../../server/src/capabilities/core-banking/testing/core-harness.suite.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { latencyFigure } from '../harness/latency-figure.ts';
import type { Figure } from '../harness/report.ts';

const pageMax = 100;
const reads = 200;
const limits = { goalMs: 5, guardMs: 200 } as const;

/**
 * Fills one account with entries of ten years, as SQL: booking them one by one would take an hour. The checks of the
 * sums are off meanwhile.
 */
export function fillAccount({
  accountId,
  bankId,
  count,
}: {
  readonly accountId: string;
  readonly bankId: string;
  readonly count: number;
}): string {
  const entryId = '00000000-0000-7000-8000-ffffffffffff';
  return `begin; set local session_replication_role = replica;
    insert into ledger.posting (bank_id, posting_no, entry_id, booking_date, account_id, currency, slot, amount,
      balance_after, value_date, details)
    select '${bankId}', nextval('ledger.posting_no'), '${entryId}', date '2016-11-16' + (n * 3650 / ${count})::int,
           '${accountId}', 'EUR', 0, case n % 2 when 0 then 1 else -1 end, n % 2,
           date '2016-11-16' + (n * 3650 / ${count})::int,
           '{"code": "PMNT-CCRD-POSD", "name": "Shop", "remittance": "Card payment"}'
      from generate_series(1::bigint, ${count}) n;
    commit; analyze ledger.posting;`;
}

/** Measures how long a page of the newest entries takes on an account with many of them. */
export async function measurePages(
  bank: CoreHarness & { readonly deps: { readonly bankId: string } },
  database: TestDatabase,
  isShort: boolean,
): Promise<readonly Figure[]> {
  const count = isShort ? 100_000 : 1_000_000;
  const accountId = await bank.openAccount({ owner: 'busy' });
  await database.query(fillAccount({ accountId, bankId: bank.deps.bankId, count }));
  const first: number[] = [];
  const deep: number[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < reads; read += 1) {
    first.push(await timed(() => bank.core.transactionsOf(accountId, { status: 'both', max: pageMax })));
    deep.push(
      await timed(async () => {
        const query = cursor === undefined ? {} : { cursor };
        const page = await bank.core.transactionsOf(accountId, { status: 'booked', max: pageMax, ...query });
        cursor = page.cursor;
      }),
    );
  }
  return [
    latencyFigure(`newest ${pageMax} of ${count} entries, p95`, first, limits),
    latencyFigure(`further pages of ${pageMax}, p95`, deep, limits),
  ];
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}
