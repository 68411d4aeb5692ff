import { setTimeout as wait } from 'node:timers/promises';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import {
  approveRaced,
  initiateRaced,
  type RaceTiming,
  runRaces,
  untilReleased,
} from '../harness/payment-races.ts';
import { type FraudReport, reportFraud } from '../harness/report-fraud.ts';

/** What a report meets: the approval of a payment, or the execution of an approved one. */
export type ScheduleKind = 'signing' | 'execution';

/** One payer, one payment, one report. */
export interface Schedule extends FraudReport {
  readonly payer: Payer;
  readonly paymentId: string;
  /** Status and first word of the response to the approval. */
  readonly approval: string;
}

export interface SchedulesWanted {
  readonly kind: ScheduleKind;
  readonly payers: readonly Payer[];
  readonly seed: number;
}

/** Runs the schedules, a few at a time. Reports come around the moment at which the others of the run are done. */
export async function runSchedules(
  bank: PaymentBank,
  { kind, payers, seed }: SchedulesWanted,
): Promise<readonly Schedule[]> {
  return runRaces({ name: kind, payers, seed, race: (timing) => runSchedule(bank, kind, timing) });
}

async function runSchedule(
  bank: PaymentBank,
  kind: ScheduleKind,
  { delayMs, observe, order, payer }: RaceTiming,
): Promise<Schedule> {
  const paymentId = await initiateRaced(bank, payer);
  const startedAt = performance.now();
  const approving = approveRaced(bank, payer, paymentId);
  if (kind === 'execution') await approving;
  const waitMs = order === 'around' ? delayMs : 0;
  const done = kind === 'execution' && order === 'after' ? untilReleased(bank, paymentId) : approving;
  await (order === 'after' ? done : wait(waitMs));
  const [approval, reported] = await Promise.all([approving, reportFraud(bank, payer)]);
  observe(performance.now() - startedAt - waitMs);
  return { payer, paymentId, approval, ...reported };
}
