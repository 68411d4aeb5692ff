import type { Temporal } from 'temporal-polyfill';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { enterStandingOrder, standingOrdersOf } from '#adapters/ledger/standing-orders.ts';
import { demoDays } from './demo-day.ts';
import { accountIdOf } from './demo-ledger.ts';
import type { Habit } from './habit.ts';
import { personaAccounts } from './personas.ts';
import { payeeOf } from './plan-habit.ts';
import { stableUuid } from './stable-uuid.ts';

type StandingOrder = Extract<Habit, { readonly kind: 'standing-order' }>;

const orders = personaAccounts
  .filter(({ account }) => account.status === undefined)
  .flatMap(({ account }) =>
    account.habits
      .filter((habit) => habit.kind === 'standing-order')
      .map((habit, index) => ({ account, habit, orderId: stableUuid(`order ${account.key} ${index}`) })),
  );

/** Returns whether the ledger executes the standing orders of the personas itself. */
export async function hasStandingOrders(ledger: LedgerDeps): Promise<boolean> {
  const last = orders.at(-1);
  if (last === undefined) return true;
  const entered = await standingOrdersOf(ledger, accountIdOf(last.account.key));
  return entered.some(({ orderId }) => orderId === last.orderId);
}

/** Enters the standing orders. The history has executed them up to yesterday, so the next ones are due from today on. */
export async function enterStandingOrders(ledger: LedgerDeps, firstDay: Temporal.PlainDate): Promise<void> {
  const today = ledger.clock.today(ledger.rules.zone);
  for (const { account, habit, orderId } of orders) {
    const { iban, name } = payeeOf(habit.to);
    const firstOn = firstDate(habit.on, firstDay);
    await enterStandingOrder(ledger, {
      orderId,
      accountId: accountIdOf(account.key),
      amount: { minor: habit.amount, currency: account.currencies[0] ?? 'EUR' },
      creditor: { account: { scheme: 'iban', id: iban }, name },
      remittance: habit.text,
      frequency: 'weekly' in habit.on ? 'weekly' : 'monthly',
      firstOn,
      nextOn: nextDate(habit.on, { firstOn, unexecuted: firstUnexecuted(ledger, today) }),
    });
  }
}

function firstDate(on: StandingOrder['on'], from: Temporal.PlainDate): Temporal.PlainDate {
  if ('weekly' in on) return from.add({ days: (on.weekly - from.dayOfWeek + 7) % 7 });
  const inMonth = from.with({ day: on.monthly });
  return from.until(inMonth).sign >= 0 ? inMonth : from.add({ months: 1 }).with({ day: on.monthly });
}

/** Closed days before today were not executed yet; orders of those days are still due. */
function firstUnexecuted({ rules }: LedgerDeps, today: Temporal.PlainDate): Temporal.PlainDate {
  const executed = demoDays(rules, today.subtract({ days: 14 }), today.subtract({ days: 1 }));
  const last = executed.findLast(({ executes }) => executes.length > 0);
  return last === undefined ? today : last.date.add({ days: 1 });
}

function nextDate(
  on: StandingOrder['on'],
  { firstOn, unexecuted }: { readonly firstOn: Temporal.PlainDate; readonly unexecuted: Temporal.PlainDate },
): Temporal.PlainDate {
  for (let times = 0; ; times += 1) {
    const date = firstOn.add('weekly' in on ? { weeks: times } : { months: times });
    if (unexecuted.until(date).sign >= 0) return date;
  }
}
