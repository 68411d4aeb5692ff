import { randomUUID } from 'node:crypto';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { HostileSize } from '../harness/attacked-api.ts';
import { send, statusFigure, statusOf, underAttack } from '../harness/attacking-third-party.ts';
import { jsonBulk, xmlBulk } from '../harness/bulk-orders.ts';
import { bystanderFigures } from '../harness/bystanders.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';

/** A bank that is attacked while another third party goes on with its own requests. */
export interface AttackedBank {
  readonly bank: PaymentBank;
  readonly payer: Payer;
  readonly bystander: () => () => Promise<number>;
}

const bulkPath = '/v1/bulk-payments/sepa-credit-transfers';
const documentPath = '/v1/bulk-payments/pain.001-sepa-credit-transfers';
const listPath = '/v1/bulk-payee-verifications';
const transfers = 10_000;
const deep = 100_000;

/** Attacks bulks, cancellations and verifications of payees. */
export async function hostileBulks(attacked: AttackedBank, size: HostileSize): Promise<readonly Figure[]> {
  return [
    ...(await hostileBulkBodies(attacked, size)),
    ...(await floodOfCancellations(attacked, size)),
    ...(await floodOfVerifications(attacked, size)),
  ];
}

/** Bulks that cost a careless reader far more than an order; none is one. */
function bodies(
  payer: Payer,
): readonly { readonly contentType: string; readonly path: string; readonly body: string }[] {
  const json = { contentType: 'application/json', path: bulkPath };
  const xml = { contentType: 'application/xml', path: documentPath };
  return [
    // Each transfer has faults.
    { ...json, body: jsonBulk(payer, transfers).replaceAll('"1.00"', '"-1.000"') },
    { ...json, body: `{"debtorAccount":{"iban":"${payer.from.iban}"},"payments":${'['.repeat(deep)}` },
    { ...json, body: `{"payments":[${'{},'.repeat(deep)}{}]}` },
    { ...json, body: ' '.repeat(30_000_000) },
    { ...xml, body: xmlBulk(payer, transfers).replaceAll('Ccy="EUR">1.00', 'Ccy="XXX">x') },
    { ...xml, body: xmlBulk(payer, 1).replace('<PmtInf>', `<PmtInf>${'<X>'.repeat(deep)}`) },
  ];
}

async function hostileBulkBodies(
  { bank, bystander, payer }: AttackedBank,
  { floodSeconds }: HostileSize,
): Promise<readonly Figure[]> {
  const all = bodies(payer);
  let sent = 0;
  const { bystanders, statuses } = await underAttack(bystander(), floodSeconds, async () => {
    sent += 1;
    const next = all[sent % all.length];
    return next === undefined ? 0 : statusOf(bank, 'attacker', next);
  });
  return [
    ...bystanderFigures('hostile bulks', bystanders),
    statusFigure('hostile bulks, accepted or failed', statuses, [0, 400, 413, 429, 503]),
  ];
}

/** Cancels payments that do not exist, and asks for authorisations of such cancellations. */
async function floodOfCancellations(
  { bank, bystander }: AttackedBank,
  { floodSeconds }: HostileSize,
): Promise<readonly Figure[]> {
  let sent = 0;
  const { bystanders, statuses } = await underAttack(bystander(), floodSeconds, () => {
    sent += 1;
    const path = `${sent % 3 === 0 ? bulkPath : '/v1/payments/sepa-credit-transfers'}/${randomUUID()}`;
    return sent % 2 === 0
      ? statusOf(bank, 'attacker', { method: 'DELETE', path, body: '' })
      : statusOf(bank, 'attacker', {
          path: `${path}/cancellation-authorisations`,
          contentType: 'application/json',
          body: '{}',
        });
  });
  return [
    ...bystanderFigures('flood of cancellations', bystanders),
    statusFigure(
      'flood of cancellations, other responses than 4xx and 503',
      statuses,
      [0, 400, 403, 404, 405, 429, 503],
    ),
  ];
}

async function floodOfVerifications(
  { bank, bystander, payer }: AttackedBank,
  { floodSeconds }: HostileSize,
): Promise<readonly Figure[]> {
  let sent = 0;
  const { bystanders, statuses } = await underAttack(bystander(), floodSeconds, () => {
    sent += 1;
    return statusOf(bank, 'attacker', {
      path: '/v1/payee-verifications',
      contentType: 'application/json',
      body: JSON.stringify({ partyAccount: { iban: payer.to.iban }, party: { name: `Name ${sent}` } }),
    });
  });
  return [
    ...bystanderFigures('flood of verifications', bystanders),
    statusFigure('flood of verifications, other responses than 200, 429 and 503', statuses, [200, 429, 503]),
  ];
}

const lists = 10;
const payeesOfList = 1_000;
const answeredGoalSeconds = 10;
const answeredWithinMs = 120_000;

/** Lists of one third party wait for each other, not for those of another one. Sent while the attacker may still send some. */
export async function manyLists({
  bank,
  payer,
}: Pick<AttackedBank, 'bank' | 'payer'>): Promise<readonly Figure[]> {
  await bank.worker.start();
  const list = (count: number): string =>
    JSON.stringify({
      partyVerificationRequests: Array.from({ length: count }, () => ({
        uetr: randomUUID(),
        partyAccount: { iban: payer.to.iban },
        party: { name: 'Anna Schmidt' },
      })),
    });
  const body = list(payeesOfList);
  const contentType = 'application/json';
  const statuses: number[] = [];
  while (statuses.length < lists)
    statuses.push(await statusOf(bank, 'attacker', { path: listPath, contentType, body }));
  const startedAtMs = performance.now();
  const accepted = await send(bank, 'honest', { path: listPath, contentType, body: list(50) });
  const href = String(at(JSON.parse(accepted.body), '_links', 'status', 'href'));
  const isAnswered = async (): Promise<boolean> => {
    const { body: status } = await send(bank, 'honest', { method: 'GET', path: href, body: '' });
    return at(JSON.parse(status), 'vopBulkStatus') !== 'pending';
  };
  await until(isAnswered, 'the answers to a list', answeredWithinMs);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await bank.worker.stop();
  return [
    {
      name: `a list of 50 payees behind ${lists} lists of ${payeesOfList} of another third party, answered after`,
      figure: `${seconds.toFixed(1)} s`,
      goal: `≤ ${answeredGoalSeconds} s`,
      isReached: seconds <= answeredGoalSeconds && statuses.every((status) => status === 202),
    },
  ];
}
