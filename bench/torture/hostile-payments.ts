import { document09 } from '../../server/src/capabilities/payments/testing/pain001-documents.suite.ts';
import type { HostileSize } from '../harness/attacked-api.ts';
import {
  floodConnections,
  type SlowBodies,
  send,
  slowBodies,
  startBystander,
  statusFigure,
  statusOf,
  type ThirdPartyAnswer,
  underAttack,
} from '../harness/attacking-third-party.ts';
import { bystanderFigures, refusedFigure } from '../harness/bystanders.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import type { Figure } from '../harness/report.ts';
import { hostileBulks, manyLists } from './hostile-bulks.ts';
import { openSlowClients, type SlowKind, slowFigures, slowSeconds } from './hostile-slow.ts';

const cents = 1_000_000_000n;
/** One of so many requests of the bystander is an order, the others read its state. */
const ordersEvery = 20;
/** Above the orders of the bystander, far below a flood: what keeps one third party from filling the slots of a process. */
const changesPerMinute = 40;
const xmlPath = '/v1/payments/pain.001-sepa-credit-transfers';
const jsonPath = '/v1/payments/sepa-credit-transfers';

interface Deps {
  readonly bank: PaymentBank;
  readonly payer: Payer;
}

/**
 * Attacks the initiation of payments: documents that drip in, with a certificate and without one; huge, deep and
 * exploding documents; floods of orders, bulks, cancellations and verifications of payees by one third party. Another third
 * party initiates payments all the time.
 */
export async function hostilePayments(size: HostileSize): Promise<readonly Figure[]> {
  await using bank = await createPaymentBank({
    profile: { rates: { 'tpp-read': 1_000_000, 'tpp-change': changesPerMinute } },
  });
  const [payer] = await bank.payers(1, cents);
  if (payer === undefined) throw new Error('no payer');
  const deps = { bank, payer };
  await bank.api.start();
  // The first requests are slower: code is loaded, connections are opened.
  for (let count = 0; count < 3; count += 1) await initiate(deps, 'honest');
  return [
    ...(await manyLists(deps)),
    ...(await slowDocuments(deps, size)),
    ...(await hostileDocuments(deps, size)),
    ...(await floodOfOrders(deps, size)),
    ...(await withoutCertificate(deps, size)),
    ...(await hostileBulks({ ...deps, bystander: () => orders(deps) }, size)),
  ];
}

async function slowDocuments(deps: Deps, { thirdPartySockets }: HostileSize): Promise<readonly Figure[]> {
  const bystander = startBystander(orders(deps));
  const slow = (of: Pick<SlowBodies, 'as' | 'name'>): SlowKind =>
    slowBodies(deps.bank, {
      ...of,
      count: thirdPartySockets,
      path: xmlPath,
      contentType: 'application/xml',
      first: '<?xml',
    });
  const closings = await openSlowClients(
    deps.bank.tlsPort,
    [
      slow({ name: 'slow documents with a certificate', as: 'attacker' }),
      slow({ name: 'slow documents without a certificate', as: 'anonymous' }),
    ],
    slowSeconds,
  );
  const result = await bystander.stop();
  return [
    ...bystanderFigures('slow documents', result),
    refusedFigure('slow documents', result),
    ...slowFigures('slow documents', closings),
  ];
}

const deep = 20_000;
const many = 10_000;

/** Documents that cost a careless reader far more than an order; none is one. */
function documents(): readonly string[] {
  const transfer = /<CdtTrfTxInf>[^]*<\/CdtTrfTxInf>/v.exec(document09)?.[0] ?? '';
  const entities = Array.from(
    { length: 12 },
    (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
  ).join('');
  return [
    document09.replace(transfer, transfer.repeat(Math.floor(900_000 / transfer.length))),
    document09.replace('<GrpHdr>', `<GrpHdr>${'<X/>'.repeat(many)}`),
    document09.replace('<GrpHdr>', `<GrpHdr>${'<X>'.repeat(deep)}${'</X>'.repeat(deep)}`),
    document09.replace('<Document', `<!DOCTYPE Document [<!ENTITY e0 "x">${entities}]><Document`),
    document09.replace(
      '<GrpHdr>',
      `<GrpHdr ${Array.from({ length: many }, (_, index) => `a${index}="1"`).join(' ')}>`,
    ),
    `${document09}${' '.repeat(8_000_000)}`,
  ];
}

async function hostileDocuments(deps: Deps, { floodSeconds }: HostileSize): Promise<readonly Figure[]> {
  const all = documents();
  let sent = 0;
  const attack = await underAttack(orders(deps), floodSeconds, () => {
    sent += 1;
    return statusOf(deps.bank, 'attacker', {
      path: xmlPath,
      contentType: 'application/xml',
      body: all[sent % all.length] ?? '',
    });
  });
  return [
    ...bystanderFigures('hostile documents', attack.bystanders),
    statusFigure('hostile documents, accepted or failed', attack.statuses, [0, 400, 413, 429, 503]),
  ];
}

async function floodOfOrders(deps: Deps, { floodSeconds }: HostileSize): Promise<readonly Figure[]> {
  const flood = async (): Promise<number> => (await initiate(deps, 'attacker')).status;
  // Measured is what goes on after its limit is reached.
  for (let sent = 0; sent <= 4 * changesPerMinute; sent += floodConnections) {
    const statuses = await Promise.all(Array.from({ length: floodConnections }, flood));
    if (statuses.includes(429)) break;
  }
  const { bystanders, statuses } = await underAttack(orders(deps), floodSeconds, flood);
  return [
    ...bystanderFigures('flood of orders', bystanders),
    statusFigure('flood of orders, other responses than 201, 429 and 503', statuses, [201, 429, 503]),
  ];
}

async function withoutCertificate(deps: Deps, { floodSeconds }: HostileSize): Promise<readonly Figure[]> {
  const { bystanders, statuses } = await underAttack(orders(deps), floodSeconds, () =>
    statusOf(deps.bank, 'anonymous', { path: xmlPath, contentType: 'application/xml', body: document09 }),
  );
  return [
    ...bystanderFigures('connections without a certificate', bystanders),
    statusFigure(
      'connections without a certificate, other responses than 401, 429 and 503',
      statuses,
      [0, 401, 429, 503],
    ),
  ];
}

/** Returns the requests of the bystander: now and then an order, otherwise its state. */
export function orders(deps: Deps): () => Promise<number> {
  let [sent, path] = [0, ''];
  return async () => {
    sent += 1;
    if (path !== '' && sent % ordersEvery !== 1)
      return statusOf(deps.bank, 'honest', { method: 'GET', path: `${path}/status`, body: '' });
    const { body, status } = await initiate(deps, 'honest');
    path = /"self":\{"href":"([^"]+)"/v.exec(body)?.[1] ?? path;
    return status;
  };
}

export function initiate({ bank, payer }: Deps, as: 'attacker' | 'honest'): Promise<ThirdPartyAnswer> {
  return send(bank, as, {
    path: jsonPath,
    contentType: 'application/json',
    body: JSON.stringify({
      debtorAccount: { iban: payer.from.iban },
      creditorAccount: { iban: payer.to.iban },
      creditorName: 'Own account',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
    }),
  });
}
