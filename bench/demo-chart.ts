import { writeFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { ledgerDeps } from '../server/src/adapters/ledger/ledger.ts';
import { accountIdOf } from '../server/src/apps/demo/demo-ledger.ts';
import { bringUpToDate } from '../server/src/apps/demo/seed-demo-bank.ts';
import { defaultCalendarRules } from '../server/src/capabilities/core-banking/index.ts';
import { systemIds } from '../server/src/platform/kernel/ids.ts';
import { createTestDatabase } from '../server/src/platform/testing/database.ts';
import { fakeClock } from '../server/src/platform/testing/fake-clock.ts';
import { lineChart } from './harness/line-chart.ts';

/** `node bench/demo-chart.ts`: draws the balance of one account of the demo bank over two years, from the ledger. */
const account = 'salary/current';
const file = new URL('../docs/figures/demo-bank-balance.svg', import.meta.url);

await using database = await createTestDatabase({ poolSize: 4 });
const clock = fakeClock('2026-11-16T09:00:00Z');
const rules = defaultCalendarRules('Europe/Berlin');
const bankId = '01';
const ledger = ledgerDeps({ database: database.app, bankId, clock, ids: systemIds(clock), rules });
await bringUpToDate(ledger);
const rows = await database.query<{ day: string; booked: string }>(
  'select day::text, booked::text from ledger.day_balance where bank_id = $1 and account_id = $2 order by day',
  [bankId, accountIdOf(account)],
);
const points = rows.map(({ booked, day }) => ({
  day: Temporal.PlainDate.from(day),
  value: Number(booked) / 100,
}));
await writeFile(
  file,
  lineChart({
    title: 'Balance of a customer of the demo bank',
    subtitle: 'Account of the persona “salary”, at the end of each day, in EUR',
    points,
  }),
);
console.log(`${points.length} days: ${file.pathname}`);
