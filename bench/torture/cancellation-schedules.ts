import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { newestCodeOf } from '../harness/newest-code.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import {
  approvedByPassword,
  approveRaced,
  initiateRaced,
  inShort,
  type RacedPayment,
  type RaceTiming,
  racedPath,
  runRaces,
  sendRaced,
  startRaced,
  untilReleased,
} from '../harness/payment-races.ts';
import { until } from '../harness/processes.ts';
import type { BankResponse } from '../harness/test-third-party.ts';

/** What races against the execution: a cancellation that is done at once, or the approval of one by the payer. */
export type CancellationKind = 'at once' | 'approved';

/** One payer, one dated payment, one cancellation. */
export interface CancellationSchedule {
  readonly paymentId: string;
  /** Status and first word of the response to the cancellation, or to its approval. */
  readonly response: string;
}

export interface CancellationsWanted {
  readonly kind: CancellationKind;
  readonly payers: readonly Payer[];
  readonly seed: number;
}

/** Runs the schedules, a few at a time. Cancellations come around the moment of the release. */
export async function runCancellations(
  bank: PaymentBank,
  { kind, payers, seed }: CancellationsWanted,
): Promise<readonly CancellationSchedule[]> {
  return runRaces({ name: kind, payers, seed, race: (timing) => runOne(bank, kind, timing) });
}

async function runOne(
  bank: PaymentBank,
  kind: CancellationKind,
  { delayMs, observe, order, payer, round }: RaceTiming,
): Promise<CancellationSchedule> {
  const isInside = round % 2 === 0;
  const paymentId = await approvedPayment(bank, payer, { isInside });
  const cancel = kind === 'at once' ? remove(bank, paymentId) : await beginApproval(bank, payer, paymentId);
  if (order === 'before') {
    const response = inShort(await cancel());
    await makeDue(bank, paymentId);
    return { paymentId, response };
  }
  await makeDue(bank, paymentId);
  const startedAt = performance.now();
  const releasing = untilReleased(bank, paymentId).then(() => observe(performance.now() - startedAt));
  await (order === 'after' ? releasing : wait(delayMs));
  if (order === 'after' && isInside) await untilSettled(bank, paymentId);
  const response = inShort(await cancel());
  // Not awaited: a payment that was cancelled is never released.
  releasing.catch(() => undefined);
  return { paymentId, response };
}

/** Lets the day of a payment come, unless the payment has ended. */
async function makeDue({ instance: { database } }: PaymentBank, paymentId: string): Promise<void> {
  await database.query(
    'update payments.payment set due_at = now() where payment_id = $1 and ended_at is null',
    [paymentId],
  );
}

/**
 * Waits until the core has moved the money of a transfer inside the bank. After its cut-off the core would wait for the next
 * day, so its day comes now: otherwise no payment would be executed in a run in the evening. The ledger is run at once instead
 * of at the next minute.
 */
async function untilSettled({ instance: { database } }: PaymentBank, paymentId: string): Promise<void> {
  await until(async () => {
    await database.query(
      `update ledger.instruction set due_at = now(), execution_date = current_date
        where instruction_id = $1 and state = 'pending' and execution_date > current_date`,
      [paymentId],
    );
    await database.query(`select graphile_worker.add_job('run-ledger', job_key := 'run-ledger-now')`);
    const settled = await database.query(
      `select from ledger.instruction where instruction_id = $1 and state = 'settled'`,
      [paymentId],
    );
    return settled.length === 1;
  }, 'the settlement of a payment');
}

const dayMs = 86_400_000;
const daysAhead = 20;

/** A dated payment that the payer has approved. */
async function approvedPayment(
  bank: PaymentBank,
  payer: Payer,
  payment: Pick<RacedPayment, 'isInside'>,
): Promise<string> {
  const requestedExecutionDate = new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10);
  const paymentId = await initiateRaced(bank, payer, { ...payment, requestedExecutionDate });
  const approval = await approveRaced(bank, payer, paymentId);
  if (approval !== approvedByPassword) throw new Error(`approval: ${approval}`);
  return paymentId;
}

type Cancel = () => Promise<BankResponse>;

function remove(bank: PaymentBank, paymentId: string): Cancel {
  return () => sendRaced(bank, { method: 'DELETE', path: `${racedPath}/${paymentId}` });
}

/** Asks for a cancellation; only the code of the payer is missing then. */
async function beginApproval(bank: PaymentBank, payer: Payer, paymentId: string): Promise<Cancel> {
  const asked = await remove(bank, paymentId)();
  const list = String(at(asked.body, '_links', 'startAuthorisation', 'href'));
  const started = await startRaced(bank, payer, list);
  if (at(started.body, 'scaStatus') !== 'scaMethodSelected')
    throw new Error(`start: ${JSON.stringify([asked, started])}`);
  const scaAuthenticationData = await newestCodeOf(bank.instance, payer.userId);
  const own = `${list}/${String(at(started.body, 'authorisationId'))}`;
  return () => sendRaced(bank, { method: 'PUT', path: own, body: { scaAuthenticationData } });
}
