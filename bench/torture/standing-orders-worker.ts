import { Temporal } from 'temporal-polyfill';
import { runStandingOrders } from '../../server/src/capabilities/payments/operations/run-standing-orders.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  type TestPayer,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { omitUndefined } from '../../server/src/platform/kernel/members.ts';
import {
  type NaiveSchedule,
  naiveExecutions,
} from '../../server/src/platform/testing/naive-schedule.suite.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { isNaiveBusinessDay, randomScheduleFrom, zones } from './naive-calendar.ts';

/** Orders in each of the four zones. */
const ordersPerZone: Readonly<Record<Scale, number>> = { ci: 2, night: 8, full: 40 };
const years = 10;

/** An order that the worker executes, with what a naive calendar expects. */
interface RunningOrder {
  readonly path: string;
  readonly naive: NaiveSchedule;
  readonly approvedOn: string;
}

/**
 * Sets up random standing orders by the interface of third parties, and moves the clock through ten years, from one due
 * moment to the next, while two workers run at once. Every due day must be executed exactly once.
 */
export async function tortureStandingWorker({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const chance = chanceFrom(seed);
  const show = progress('standing orders of the worker', zones.length);
  let [executions, wrong] = [0, 0];
  for (const [index, timeZone] of zones.entries()) {
    await using app = await createPaymentsTestApp();
    app.choose({ timeZone });
    // Each order has a payer of its own: codes of one customer are limited by the hour. New payers move the clock.
    const payers: TestPayer[] = [];
    while (payers.length < ordersPerZone[scale]) payers.push(await app.payer());
    const today = dayOf(app, timeZone);
    const lastDay = Temporal.PlainDate.from(today).add({ years }).toString();
    const orders: RunningOrder[] = [];
    for (const payer of payers)
      orders.push(await setUp(app, payer, { draw: () => randomScheduleFrom(chance, today), timeZone }));
    await live(app, lastDay, timeZone);
    for (const order of orders) {
      const expected = naiveExecutions(order.naive, lastDay, isNaiveBusinessDay)
        .filter(({ planned }) => planned >= order.approvedOn)
        .map(({ day, planned }) => `${planned} ${day}`);
      const found = (await executionsOf(app, order.path)).filter((one) => one.slice(0, 10) <= lastDay);
      executions += expected.length;
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        wrong += 1;
        console.log(`differs: ${JSON.stringify(order.naive)}`);
      }
    }
    show(index + 1);
  }
  const orders = zones.length * ordersPerZone[scale];
  return [
    {
      name: `standing orders that two workers execute over ten years, in four zones, that differ from a naive calendar (${orders} orders, ${executions} executions)`,
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0 && executions > orders,
    },
  ];
}

function dayOf(app: PaymentsTestApp, timeZone: string): string {
  return app.identity.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

async function setUp(
  app: PaymentsTestApp,
  payer: TestPayer,
  { draw, timeZone }: { readonly draw: () => NaiveSchedule; readonly timeZone: string },
): Promise<RunningOrder> {
  const naive = draw();
  const { dayOfExecution, monthsOfExecution, ...schedule } = naive;
  const body = paymentFrom(
    payer.iban,
    omitUndefined({
      ...schedule,
      dayOfExecution: naive.frequency === 'Daily' ? undefined : dayOfExecution?.toString(),
      monthsOfExecution: monthsOfExecution?.map(String),
    }),
  );
  const initiated = await app.initiate(payer, {
    path: '/v1/periodic-payments/sepa-credit-transfers',
    body,
  });
  // Some periods have no day of the order.
  if (initiated.text.includes('PERIOD_INVALID')) return setUp(app, payer, { draw, timeZone });
  const path = pathIn(initiated);
  const outcome = await app.approve(path, payer);
  if (outcome !== 'finalised') throw new Error(`not approved: ${outcome}`);
  return { path, naive, approvedOn: dayOf(app, timeZone) };
}

/** Moves the clock from one due moment to the next until a day, with two workers at each. */
async function live(app: PaymentsTestApp, lastDay: string, timeZone: string): Promise<void> {
  const { clock, database } = app.identity;
  const end = Temporal.PlainDate.from(lastDay).add({ days: 20 }).toZonedDateTime(timeZone).toInstant();
  const work = async (): Promise<number> => {
    const counts = await Promise.all([runStandingOrders(app.context()), runStandingOrders(app.context())]);
    return counts[0] + counts[1];
  };
  for (;;) {
    while ((await work()) > 0);
    // After its last day an order only waits for its executions, which nobody submits here.
    const [row] = await database.query<{ due: string | null }>(
      `select to_char(min(due_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as due
         from payments.standing_order where due_at is not null and planned_date is not null`,
    );
    const due = row?.due === null || row === undefined ? undefined : Temporal.Instant.from(row.due);
    if (due === undefined || Temporal.Instant.compare(due, end) > 0) return;
    if (Temporal.Instant.compare(due, clock.now()) > 0) clock.set(due.toString());
    else clock.advance({ seconds: 31 });
  }
}

async function executionsOf(app: PaymentsTestApp, path: string): Promise<readonly string[]> {
  const rows = await app.identity.database.query<{ days: string }>(
    `select planned_date::text || ' ' || execution_date::text as days from payments.payment
      where standing_order_id = $1 order by planned_date`,
    [path.split('/').at(-1)],
  );
  return rows.map(({ days }) => days);
}
