import { expect } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { type PaymentsTestApp, pathIn, type TestPayer } from './payments-test-app.suite.ts';

/** Steps of tests about approved payments. */
export interface PaymentSteps {
  /** An approved payment, not submitted yet. */
  approved(payer: TestPayer, more?: Parameters<PaymentsTestApp['initiate']>[1]): Promise<string>;
  /** How often an amount left the account: 12.50 euros by default. */
  timesPaid(payer: TestPayer, cents?: bigint): Promise<number>;
  /** The text beside the status. */
  messageOf(path: string): Promise<unknown>;
  /** Works and moves the clock, five seconds at a time. */
  workOn(seconds: number): Promise<void>;
  eventsOf(path: string): Promise<readonly string[]>;
  /** A day at the bank. */
  dayIn(days: number): string;
  /** The next day of this kind, at least two days ahead. */
  nextDay(isWanted: (dayOfWeek: number) => boolean): string;
}

export const idOf = (path: string): string => path.split('/').at(-1) ?? '';

export function paymentSteps(app: PaymentsTestApp): PaymentSteps {
  const { identity } = app;
  const today = () => identity.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
  return {
    async approved(payer, more = {}) {
      const path = pathIn(await app.initiate(payer, more));
      expect(await app.approve(path, payer)).toBe('finalised');
      return path;
    },
    async timesPaid({ accountId }, cents = 1_250n) {
      const { core } = app.core;
      const booked = await core.transactionsOf(accountId, { status: 'booked', max: 100 });
      const pending = await core.transactionsOf(accountId, { status: 'pending', max: 100 });
      return [...booked.items, ...pending.items].filter(({ amount }) => amount.minor === -cents).length;
    },
    messageOf: async (path) =>
      at((await app.send({ method: 'GET', path: `${path}/status` })).body, 'tppMessages', 0, 'text'),
    async workOn(seconds) {
      for (let passed = 0; passed < seconds; passed += 5) {
        await app.work();
        identity.clock.advance({ seconds: 5 });
      }
    },
    async eventsOf(path) {
      const rows = await identity.database.query<{ name: string }>(
        `select name from platform.outbox_event where aggregate_kind = 'payment' and aggregate_id = $1
          order by position`,
        [idOf(path)],
      );
      return rows.map(({ name }) => name);
    },
    dayIn: (days) => today().add({ days }).toString(),
    nextDay(isWanted) {
      const days = Array.from({ length: 9 }, (_, index) => index + 2);
      const found = days.find((count) => isWanted(today().add({ days: count }).dayOfWeek));
      return today()
        .add({ days: found ?? 2 })
        .toString();
    },
  };
}
