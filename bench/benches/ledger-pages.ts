import type { CoreHarness } from '../../server/src/capabilities/core-banking/testing/core-harness.suite.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { Figure } from '../harness/report.ts';

const pageMax = 100;
const reads = 200;
const goalMs = 5;
const guardMs = 50;

/** Fills one account with entries of ten years, as SQL: booking them one by one would take an hour. */
const fillEntry = `
  insert into ledger.journal_entry (bank_id, entry_id, kind, booked_at) values ($1, $2, 'opening', now())`;
const fillPostings = `
  insert into ledger.posting (bank_id, posting_no, entry_id, booking_date, account_id, currency, slot, amount,
    balance_after, value_date, details)
  select $1, nextval('ledger.posting_no'), $3, date '2016-11-16' + (n * 3650 / $4)::int, $2, 'EUR', 0,
         case n % 2 when 0 then 1 else -1 end, n % 2, date '2016-11-16' + (n * 3650 / $4)::int,
         '{"code": "PMNT-CCRD-POSD", "name": "Shop", "remittance": "Card payment"}'::jsonb
    from generate_series(1::bigint, $4::bigint) n`;

/** Measures how long a page of the newest entries takes on an account with many of them. */
export async function measurePages(
  bank: CoreHarness & { readonly deps: { readonly bankId: string } },
  database: TestDatabase,
  isShort: boolean,
): Promise<readonly Figure[]> {
  const count = isShort ? 100_000 : 1_000_000;
  const accountId = await bank.openAccount({ owner: 'busy' });
  const entryId = '00000000-0000-7000-8000-ffffffffffff';
  const { bankId } = bank.deps;
  await database.query(fillEntry, [bankId, entryId]);
  await database.query(fillPostings, [bankId, accountId, entryId, count]);
  await database.query('analyze ledger.posting');
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
    figureOf(`newest ${pageMax} of ${count} entries, p95`, first),
    figureOf(`further pages of ${pageMax}, p95`, deep),
  ];
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}

function figureOf(name: string, times: readonly number[]): Figure {
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
  return {
    name,
    figure: `${p95.toFixed(1)} ms`,
    goal: `< ${goalMs} ms`,
    isReached: p95 < goalMs,
    holdsGuard: p95 < guardMs,
  };
}
