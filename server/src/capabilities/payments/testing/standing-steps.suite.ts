import { expect } from 'vitest';
import type { AuthorisedResources } from '#capabilities/sca/testing/resource-authorisations.suite.ts';
import { followExecution } from '../operations/follow-execution.ts';
import { type DatedOrder, knownPayers } from './cancellation-steps.suite.ts';
import { idOf } from './payment-steps.suite.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
  shortly,
  type TestPayer,
} from './payments-test-app.suite.ts';

export const standingPath = '/v1/periodic-payments/sepa-credit-transfers';

/** An execution as its row has it. */
export interface ExecutionRow {
  readonly planned: string;
  readonly executed: string;
  readonly status: string;
}

/** Steps of tests about standing orders. */
export interface StandingSteps {
  /** A day of the bank, this many days ahead. */
  dayIn(days: number): string;
  /** A standing order that waits for its approval. */
  initiated(payer: TestPayer, schedule: Readonly<Record<string, unknown>>): Promise<string>;
  /** One that is approved and taken up. */
  approvedOrder(payer: TestPayer, schedule: Readonly<Record<string, unknown>>): Promise<string>;
  /** Moves the clock day by day, and runs the worker and the core on each. */
  live(days: number): Promise<void>;
  executionsOf(path: string): Promise<readonly ExecutionRow[]>;
}

export function standingSteps(app: PaymentsTestApp): StandingSteps {
  const { clock, database } = app.identity;
  const today = () => clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
  let followed = 0;
  /** Delivers the events that came since the last time, as the worker does. */
  const followExecutions = async (): Promise<void> => {
    const events = await database.query<{ aggregate_id: string; position: string }>(
      `select aggregate_id, position from platform.outbox_event
        where name = 'payment-changed' and position > $1 order by position`,
      [followed],
    );
    for (const { aggregate_id: aggregateId, position } of events) {
      followed = Number(position);
      await followExecution(app.context(), {
        id: aggregateId,
        name: 'payment-changed',
        version: 1,
        occurredAt: '',
        aggregateKind: 'payment',
        aggregateId,
        sequence: 1,
        data: {},
      });
    }
  };
  const initiated: StandingSteps['initiated'] = async (payer, schedule) =>
    pathIn(await app.initiate(payer, { path: standingPath, body: paymentFrom(payer.iban, schedule) }));
  return {
    dayIn: (days) => today().add({ days }).toString(),
    initiated,
    async approvedOrder(payer, schedule) {
      const path = await initiated(payer, schedule);
      expect(await app.approve(path, payer)).toBe('finalised');
      await app.runOrders();
      return path;
    },
    async live(days) {
      for (let day = 0; day < days; day += 1) {
        clock.advance({ hours: 24 });
        await app.runOrders();
        await app.settle();
        await followExecutions();
      }
    },
    async executionsOf(path) {
      return database.query<{ planned: string; executed: string; status: string }>(
        `select planned_date::text as planned, execution_date::text as executed, status
           from payments.payment where standing_order_id = $1 order by planned_date`,
        [idOf(path)],
      );
    },
  };
}

/** Standing orders, as the tests of authorisations need them. */
export async function openStandingOrders(): Promise<AuthorisedResources> {
  const app = await createPaymentsTestApp();
  app.choose({ isDebtorAccountOptional: true });
  const steps = standingSteps(app);
  const { find, payer } = knownPayers(app);
  const initiate = async (one: TestPayer, headers = {}, without: readonly string[] = []): Promise<string> => {
    const order = paymentFrom(one.iban, { frequency: 'Monthly', startDate: steps.dayIn(3) });
    const body = Object.fromEntries(Object.entries(order).filter(([name]) => !without.includes(name)));
    return pathIn(await app.initiate(one, { path: standingPath, body, headers }));
  };
  return {
    app,
    customer: payer,
    create: ({ userId }, headers = {}) => initiate(find(userId), headers),
    createOpen: async () => initiate(await payer(), {}, ['debtorAccount']),
    withoutPage: '400 SERVICE_INVALID',
    async end(path) {
      expect(shortly(await app.send({ method: 'DELETE', path }))).toBe('202 CANC');
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Sets up and approves a standing order whose first day is this one. */
export const laterStandingOrder: DatedOrder = (app, payer, day) =>
  standingSteps(app).approvedOrder(payer, { frequency: 'Monthly', startDate: day });
