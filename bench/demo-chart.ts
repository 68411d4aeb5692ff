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
  `select c.day::text, coalesce(p.balance_after, 0)::text as booked
     from ledger.account a join ledger.closed_day c on c.bank_id = a.bank_id and c.day >= a.opened_on
     left join lateral (
       select p.balance_after from ledger.posting p
        where p.bank_id = $1 and p.account_id = $2 and p.booking_date <= c.day
        order by p.booking_date desc, p.posting_no desc limit 1) p on true
    where a.bank_id = $1 and a.account_id = $2 order by c.day`,
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
