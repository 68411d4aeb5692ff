import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { chanceFrom } from '../harness/chance.ts';
import { newestCodeOf } from '../harness/newest-code.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import { progress } from '../harness/report.ts';
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

const lanes = 3;
const path = '/v1/payments/sepa-credit-transfers';
const firstGuessMs = 300;
/** Of so many cancellations one comes before the day of the payment, and one after the release, so that both orders occur. */
const turns = 4;
const orders: Readonly<Record<number, 'before' | 'after'>> = { 1: 'before', 0: 'after' };
const releasedWithinMs = 60_000;

/** Runs the schedules, a few at a time. */
export async function runCancellations(
  bank: PaymentBank,
  { kind, payers, seed }: CancellationsWanted,
): Promise<readonly CancellationSchedule[]> {
  const chance = chanceFrom(seed);
  const show = progress(kind, payers.length);
  const done: CancellationSchedule[] = [];
  const waiting = [...payers];
  // Cancellations come around the moment of the release; how long that takes depends on the machine.
  let usualMs = firstGuessMs;
  let turn = 0;
  const observe = (ms: number): void => void (usualMs = (usualMs * 3 + ms) / 4);
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let payer = waiting.shift(); payer !== undefined; payer = waiting.shift()) {
        turn += 1;
        const order = orders[turn % turns] ?? 'around';
        const delayMs = chance.integer(0, Math.round(usualMs * 2));
        done.push(await runOne(bank, { kind, payer, delayMs, order, observe }));
        show(done.length);
      }
    }),
  );
  return done;
}

interface Timing {
  readonly kind: CancellationKind;
  readonly payer: Payer;
  readonly delayMs: number;
  readonly order: 'before' | 'around' | 'after';
  readonly observe: (ms: number) => void;
}

async function runOne(
  bank: PaymentBank,
  { delayMs, kind, observe, order, payer }: Timing,
): Promise<CancellationSchedule> {
  const paymentId = await approvedPayment(bank, payer);
  const cancel = kind === 'at once' ? remove(bank, paymentId) : await beginApproval(bank, payer, paymentId);
  if (order === 'before') {
    const response = shortly(await cancel());
    await makeDue(bank, paymentId);
    return { paymentId, response };
  }
  await makeDue(bank, paymentId);
  const startedAt = performance.now();
  const releasing = released(bank, paymentId).then(() => observe(performance.now() - startedAt));
  await (order === 'after' ? releasing : wait(delayMs));
  const response = shortly(await cancel());
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

/** Waits until the worker has released a payment for the core, or until it is cancelled. */
async function released({ instance: { database } }: PaymentBank, paymentId: string): Promise<void> {
  await until(
    async () => {
      const rows = await database.query<{ payment_id: string }>(
        `select payment_id from payments.payment
          where payment_id = $1 and (released_at is not null or ended_at is not null)`,
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
const dayMs = 86_400_000;
const daysAhead = 20;

/** A dated payment that the payer has approved: small ones need the password alone. */
async function approvedPayment(bank: PaymentBank, { from, password, username }: Payer): Promise<string> {
  const initiated = await bank.send({
    method: 'POST',
    path,
    headers: { 'PSU-IP-Address': '192.0.2.7', 'TPP-Explicit-Authorisation-Preferred': 'true' },
    body: {
      debtorAccount: { iban: from.iban },
      creditorAccount: { iban: creditor },
      creditorName: 'Acme GmbH',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      requestedExecutionDate: new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10),
    },
  });
  if (initiated.status !== 201) throw new Error(`initiation: ${JSON.stringify(initiated)}`);
  const paymentId = String(at(initiated.body, 'paymentId'));
  const approved = await bank.send({
    method: 'POST',
    path: `${path}/${paymentId}/authorisations`,
    headers: { 'PSU-ID': username },
    body: { psuData: { password } },
  });
  if (at(approved.body, 'scaStatus') !== 'exempted') throw new Error(`approval: ${JSON.stringify(approved)}`);
  return paymentId;
}

type Cancel = () => Promise<BankResponse>;

function remove(bank: PaymentBank, paymentId: string): Cancel {
  return () => bank.send({ method: 'DELETE', path: `${path}/${paymentId}` });
}

/** Asks for a cancellation; only the code of the payer is missing then. */
async function beginApproval(
  bank: PaymentBank,
  { password, userId, username }: Payer,
  paymentId: string,
): Promise<Cancel> {
  const asked = await remove(bank, paymentId)();
  const list = String(at(asked.body, '_links', 'startAuthorisation', 'href'));
  const started = await bank.send({
    method: 'POST',
    path: list,
    headers: { 'PSU-ID': username },
    body: { psuData: { password } },
  });
  if (at(started.body, 'scaStatus') !== 'scaMethodSelected')
    throw new Error(`start: ${JSON.stringify([asked, started])}`);
  const scaAuthenticationData = await newestCodeOf(bank.instance, userId);
  const own = `${list}/${String(at(started.body, 'authorisationId'))}`;
  return () => bank.send({ method: 'PUT', path: own, body: { scaAuthenticationData } });
}

function shortly({ body, status }: BankResponse): string {
  const said = at(body, 'tppMessages', 0, 'code') ?? at(body, 'scaStatus') ?? at(body, 'transactionStatus');
  return `${status} ${String(said)}`;
}
