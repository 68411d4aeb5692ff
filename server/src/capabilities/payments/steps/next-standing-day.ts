import { Temporal } from 'temporal-polyfill';
import { type CoreBank, CoreFailure } from '#capabilities/core-banking/index.ts';
import { nextPlannedDay, type Schedule, shiftDaysMax } from '#platform/kernel/schedule.ts';
import type { Context } from '#platform/work/context.ts';
import { findProduct } from '../domain/products.ts';
import { isFar, leadDays, standingStep } from '../domain/standing-order.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import type { StoredPayment } from '../store/payments.store.ts';
import { today } from './bank-day.ts';

type Ctx = Context & PaymentsPorts;

/** A planned day with what is done about it. */
export interface NextDay {
  readonly day: Temporal.PlainDate;
  readonly step: Exclude<ReturnType<typeof standingStep>, { readonly kind: 'skip' }>;
}

/** Returns the first day from a planned one on that has an execution; undefined if none is left. */
export async function nextStandingDay(
  ctx: Ctx,
  core: CoreBank,
  {
    planned,
    schedule,
    stored,
  }: {
    readonly stored: Pick<StoredPayment, 'productName'>;
    readonly schedule: Schedule;
    readonly planned: Temporal.PlainDate;
  },
): Promise<NextDay | 'away' | undefined> {
  const now = today(ctx);
  const open = isFar(planned, now) ? new Set<string>() : await businessDays(core, stored, planned);
  if (open === 'away') return open;
  const covered = planned.add({ days: leadDays });
  let day: Temporal.PlainDate | undefined = planned;
  while (day !== undefined && Temporal.PlainDate.compare(day, covered) <= 0) {
    const isBusinessDay = (one: Temporal.PlainDate): boolean => open.has(one.toString());
    const step = standingStep(schedule, day, { today: now, isBusinessDay });
    if (step.kind !== 'skip') return { day, step };
    day = nextPlannedDay(schedule, day);
  }
  // Asked about again with the calendar of its own days.
  return day && { day, step: { kind: 'wait', until: now } };
}

async function businessDays(
  core: CoreBank,
  { productName }: Pick<StoredPayment, 'productName'>,
  planned: Temporal.PlainDate,
): Promise<ReadonlySet<string> | 'away'> {
  const named = findProduct(productName);
  if (named === undefined) throw new Error(`a standing order has the unknown product ${productName}`);
  const [from, to] = [
    planned.subtract({ days: shiftDaysMax }),
    planned.add({ days: leadDays + shiftDaysMax }),
  ];
  try {
    const days = await core.calendar(named.product, from, to);
    // An answer that lacks days says nothing about them.
    if (days.length <= from.until(to).days) return 'away';
    return new Set(days.filter(({ isBusinessDay }) => isBusinessDay).map(({ date }) => date.toString()));
  } catch (error) {
    if (error instanceof CoreFailure) return 'away';
    throw error;
  }
}
