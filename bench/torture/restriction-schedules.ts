import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { chanceFrom } from '../harness/chance.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import { progress } from '../harness/report.ts';
import { peopleBank } from '../harness/sign-in-people.ts';

/** What a report meets: the approval of a payment, or the execution of an approved one. */
export type ScheduleKind = 'signing' | 'execution';

/** One payer, one payment, one report. */
export interface Schedule {
  readonly payer: Payer;
  readonly paymentId: string;
  /** Status and first word of the response to the approval. */
  readonly approval: string;
  readonly reportStatus: number;
  /** When the response to the report had arrived: its transaction is committed by then. */
  readonly reportedMs: number;
}

export interface SchedulesWanted {
  readonly kind: ScheduleKind;
  readonly payers: readonly Payer[];
  readonly seed: number;
}

const lanes = 3;
const path = '/v1/payments/sepa-credit-transfers';
const releasedWithinMs = 60_000;

/** Runs the schedules, a few at a time. */
export async function runSchedules(
  bank: PaymentBank,
  { kind, payers, seed }: SchedulesWanted,
): Promise<readonly Schedule[]> {
  const chance = chanceFrom(seed);
  const show = progress(kind, payers.length);
  const done: Schedule[] = [];
  const waiting = [...payers];
  // Reports come around the moment at which the others of the run are done; how long that takes depends on the machine.
  let usualMs = firstGuessMs;
  let turn = 0;
  const observe = (ms: number): void => void (usualMs = (usualMs * 3 + ms) / 4);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let payer = waiting.shift(); payer !== undefined; payer = waiting.shift()) {
        turn += 1;
        const isAfter = turn % turns === 0;
        const delayMs = turn % turns === 1 ? 0 : chance.integer(0, Math.round(usualMs * 2));
        done.push(await runSchedule(bank, { kind, payer, delayMs, isAfter, observe }));
        show(done.length);
      }
    }),
  );
  return done;
}

const firstGuessMs = 200;
/** Of so many reports one comes at once, and one after what it races against, so that both orders occur. */
const turns = 4;

interface Timing {
  readonly kind: ScheduleKind;
  readonly payer: Payer;
  readonly delayMs: number;
  readonly isAfter: boolean;
  readonly observe: (ms: number) => void;
}

async function runSchedule(
  bank: PaymentBank,
  { delayMs, isAfter, kind, observe, payer }: Timing,
): Promise<Schedule> {
  const paymentId = await initiate(bank, payer);
  const startedAt = performance.now();
  const approving = approve(bank, payer, paymentId);
  if (kind === 'execution') await approving;
  const releasing = kind === 'execution' && isAfter ? released(bank, paymentId) : undefined;
  await (isAfter ? (releasing ?? approving) : wait(delayMs));
  const [approval, reported] = await Promise.all([approving, report(bank, payer)]);
  observe(performance.now() - startedAt - (isAfter ? 0 : delayMs));
  return { payer, paymentId, approval, ...reported };
}

/** Waits until the worker has released a payment for the core. */
async function released({ instance: { database } }: PaymentBank, paymentId: string): Promise<void> {
  await until(
    async () => {
      const rows = await database.query<{ payment_id: string }>(
        'select payment_id from payments.payment where payment_id = $1 and released_at is not null',
        [paymentId],
      );
      return rows.length === 1;
    },
    'the release of a payment',
    releasedWithinMs,
  );
}

/** An account at another bank. */
const creditor = 'DE02100100109307118603';

async function initiate(bank: PaymentBank, { from }: Payer): Promise<string> {
  const response = await bank.send({
    method: 'POST',
    path,
    headers: {
      'PSU-IP-Address': '192.0.2.7',
      'TPP-Explicit-Authorisation-Preferred': 'true',
    },
    body: {
      debtorAccount: { iban: from.iban },
      creditorAccount: { iban: creditor },
      creditorName: 'Acme GmbH',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
    },
  });
  if (response.status !== 201) throw new Error(`initiation: ${JSON.stringify(response)}`);
  return String(at(response.body, 'paymentId'));
}

/** Small payments need the password alone. */
async function approve(bank: PaymentBank, { password, username }: Payer, paymentId: string): Promise<string> {
  const { body, status } = await bank.send({
    method: 'POST',
    path: `${path}/${paymentId}/authorisations`,
    headers: { 'PSU-ID': username },
    body: { psuData: { password } },
  });
  return `${status} ${String(at(body, 'scaStatus') ?? at(body, 'tppMessages', 0, 'code'))}`;
}

/** Reports as a call centre does. Rates count per application, so each report comes from another one. */
async function report(
  { api, instance }: PaymentBank,
  { customerNumber: clientNumber }: Payer,
): Promise<Pick<Schedule, 'reportStatus' | 'reportedMs'>> {
  const token = await instance.mint.mint({
    kind: 'application',
    id: `call-centre-${randomUUID()}`,
    banks: [peopleBank],
    scope: 'fraud.report',
  });
  const response = await fetch(`http://127.0.0.1:${api.port}/api/v1/restrictions/report-suspected-fraud`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ category: 'account-takeover', clientNumber }),
  });
  await response.arrayBuffer();
  return { reportStatus: response.status, reportedMs: Date.now() };
}
