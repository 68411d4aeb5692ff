import { randomUUID } from 'node:crypto';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { closedLoop, type LoadResult, openLoop, percentile } from '../harness/http-load.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { initiationOf, requestBytes } from '../harness/payment-requests.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { sendAs } from '../harness/test-third-party.ts';

const seconds: Readonly<Record<Scale, number>> = { ci: 4, night: 30, full: 60 };
const payers = 8;
/** Payments come at a fifth of the rate at which they could be served alone, reads at three times theirs. */
const paymentFactor = 0.2;
const readFactor = 3;
const busyConnections = 64;
const stormConnections = 256;
const dayMs = 86_400_000;
const refusedGoal = 0.01;
const refusedGuard = 0.2;

/**
 * Sends more reads than the server can serve beside payments that it can: reads are refused, payments are not. One third
 * party reads, another one pays, as on a day on which a program asks in a loop.
 */
export async function torturePriorities({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using bank = await createPaymentBank();
  const people = await bank.payers(payers, 1_000_000_000n);
  await bank.api.start();
  const nextPayment = paymentsOf(bank, people);
  const nextRead = await readsOf(bank, people);
  const port = bank.proxyPort;
  const capacityOf = async (nextRequest: () => string): Promise<number> => {
    await closedLoop({ port, connections: busyConnections, seconds: 1, nextRequest });
    const calm = await closedLoop({ port, connections: busyConnections, seconds: 2, nextRequest });
    return servedIn(calm).length / calm.seconds;
  };
  const [paymentsPerSecond, readsPerSecond] = [await capacityOf(nextPayment), await capacityOf(nextRead)];
  const storm = { port, connections: stormConnections, seconds: seconds[scale] };
  const [payments, reads] = await Promise.all([
    openLoop({ ...storm, perSecond: paymentsPerSecond * paymentFactor, nextRequest: nextPayment }),
    openLoop({ ...storm, perSecond: readsPerSecond * readFactor, nextRequest: nextRead }),
  ]);
  await bank.api.stop();
  return conclusion(payments, reads);
}

function paymentsOf(bank: PaymentBank, people: readonly Payer[]): () => string {
  let count = 0;
  return () => {
    count += 1;
    const payer = people[count % people.length];
    if (payer === undefined) throw new Error('a customer expected');
    const { headers, ...request } = initiationOf(payer);
    return requestBytes(bank.certificates.honest, {
      ...request,
      headers: { 'X-Request-ID': randomUUID(), ...headers },
    });
  };
}

/** Returns reads of the status of a consent, by the other third party. */
async function readsOf(
  { certificates: { attacker }, proxyPort }: PaymentBank,
  people: readonly Payer[],
): Promise<() => string> {
  const accounts = people.slice(0, 1).map(({ from: { iban } }) => ({ iban }));
  const { body } = await sendAs(attacker, proxyPort, {
    method: 'POST',
    path: '/v1/consents',
    body: {
      access: { accounts },
      recurringIndicator: false,
      validUntil: new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10),
      frequencyPerDay: 1,
    },
  });
  const consentId: unknown = at(body, 'consentId');
  if (typeof consentId !== 'string') throw new Error(`no consent: ${JSON.stringify(body)}`);
  const path = `/v1/consents/${consentId}/status`;
  // Written once: the load must cost little compared to what serves it.
  const [head = '', tail = ''] = requestBytes(attacker, {
    method: 'GET',
    path,
    headers: { 'X-Request-ID': 'id' },
  }).split('X-Request-ID: id');
  return () => `${head}X-Request-ID: ${randomUUID()}${tail}`;
}

function servedIn({ samples }: LoadResult): readonly number[] {
  return samples.filter(({ status }) => status < 300).map(({ latencyMs }) => latencyMs);
}

function conclusion(payments: LoadResult, reads: LoadResult): readonly Figure[] {
  const refusedOf = ({ samples }: LoadResult): number =>
    samples.filter(({ status }) => status === 503).length / Math.max(1, samples.length);
  const [ofPayments, ofReads] = [refusedOf(payments), refusedOf(reads)];
  const [all, served] = [payments.samples.length + payments.broken, servedIn(payments)];
  const p99 = percentile(served, 0.99);
  return [
    {
      name: 'payments refused beside three times the reads that can be served; reads refused',
      figure: `${(ofPayments * 100).toFixed(1)} %; ${(ofReads * 100).toFixed(1)} %`,
      goal: '≤ 1 %; more',
      isReached: ofPayments <= refusedGoal && ofReads > ofPayments,
      holdsGuard: ofPayments <= refusedGuard,
    },
    {
      name: 'payments beside them, neither served nor refused; p99 of the served',
      figure: `${all - served.length - Math.round(ofPayments * payments.samples.length)} of ${all}; ${Math.round(p99)} ms`,
      goal: '0; ≤ 1000 ms',
      isReached: all === served.length + Math.round(ofPayments * payments.samples.length) && p99 <= 1_000,
      holdsGuard: all === served.length + Math.round(ofPayments * payments.samples.length) && p99 <= 10_000,
    },
  ];
}
