import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { type Chance, chanceFrom } from '../harness/chance.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres-server.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress } from '../harness/report.ts';
import type { BankRequest, BankResponse } from '../harness/test-third-party.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const lanes = 4;
const payersCount = 24;
const centsPerPayer = 100_000_000n;
const amountCents = 100;
/** Pause of a third party whose request failed. */
const retryMs = 100;
const pauseMinMs = 300;
const pauseMaxMs = 1_200;
const settledWithinMs = 120_000;

interface Tally {
  /** Payments whose approval the bank acknowledged. */
  readonly approved: Set<string>;
  /** Requests without a response, or with 503. */
  cut: number;
  readonly unexpected: string[];
}

/**
 * Kills the api, the worker and PostgreSQL in turn while third parties initiate and customers approve. Every request that
 * fails is repeated under its id. Afterwards every acknowledged payment is executed once, and no other one.
 */
export async function killWhilePaying(kills: number, seed: number): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ wal_level: 'logical' });
  await using bank = await createPaymentBank({ server: postgres.url });
  const payers = await bank.payers(payersCount, centsPerPayer);
  await Promise.all([bank.api.start(), bank.worker.start()]);
  const chance = chanceFrom(seed);
  const tally: Tally = { approved: new Set(), cut: 0, unexpected: [] };
  let isOver = false;
  const load = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = lane; !isOver; turn += lanes) {
        const payer = payers[turn % payers.length];
        if (payer !== undefined) await pay(bank, payer, tally);
      }
    }),
  );
  const show = progress('kills', kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(chance.integer(pauseMinMs, pauseMaxMs));
    await killOne(kill, { bank, postgres, chance });
    show(kill + 1);
  }
  await wait(pauseMaxMs);
  isOver = true;
  await load;
  // The bank must not be disposed before the verdict.
  return await judge(bank, payers, tally, kills);
}

interface Victims {
  readonly bank: PaymentBank;
  readonly postgres: PostgresServer;
  readonly chance: Chance;
}

async function killOne(turn: number, { bank, chance, postgres }: Victims): Promise<void> {
  switch (turn % 3) {
    case 0:
      await bank.worker.kill();
      await wait(chance.integer(0, retryMs));
      return bank.worker.start();
    case 1:
      await bank.api.kill();
      return bank.api.start();
    default: {
      const pid = await postgres.pid();
      process.kill(pid, 'SIGKILL');
      await until(async () => !isRunning(pid), 'the end of PostgreSQL');
      return postgres.start();
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Initiates a payment and approves it; every request is repeated until the bank answers it. */
async function pay(bank: PaymentBank, payer: Payer, tally: Tally): Promise<void> {
  const initiated = await insist(bank, tally, {
    method: 'POST',
    path: '/v1/payments/instant-sepa-credit-transfers',
    headers: { 'psu-ip-address': '192.0.2.7', 'tpp-explicit-authorisation-preferred': 'true' },
    body: {
      debtorAccount: { iban: payer.from.iban },
      creditorAccount: { iban: payer.to.iban },
      creditorName: 'Own account',
      instructedAmount: { currency: 'EUR', amount: '1.00' },
    },
  });
  if (initiated.status !== 201) return void tally.unexpected.push(`initiation: ${JSON.stringify(initiated)}`);
  const path = String(at(initiated.body, '_links', 'self', 'href'));
  const approved = await insist(bank, tally, {
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': payer.username },
    body: { psuData: { password: payer.password } },
  });
  const isApproved =
    at(approved.body, 'scaStatus') === 'exempted' ||
    // The approval was saved and its response lost: a repeated request finds a payment that takes no more.
    (approved.status === 409 && (await isBeyondApproval(bank, tally, path)));
  if (isApproved) tally.approved.add(String(at(initiated.body, 'paymentId')));
  else tally.unexpected.push(`approval: ${JSON.stringify(approved)}`);
}

async function isBeyondApproval(bank: PaymentBank, tally: Tally, path: string): Promise<boolean> {
  const { body } = await insist(bank, tally, { method: 'GET', path: `${path}/status` });
  return at(body, 'transactionStatus') !== 'RCVD';
}

async function insist(bank: PaymentBank, tally: Tally, request: BankRequest): Promise<BankResponse> {
  const headers = { ...request.headers, 'x-request-id': randomUUID() };
  for (;;) {
    const response = await bank.send({ ...request, headers }).catch(() => undefined);
    if (response !== undefined && response.status < 500) return response;
    tally.cut += 1;
    await wait(retryMs);
  }
}

interface Outcome {
  readonly payment_id: string;
  readonly status: string;
  readonly settled: number;
}

async function judge(
  bank: PaymentBank,
  payers: readonly Payer[],
  tally: Tally,
  kills: number,
): Promise<readonly Figure[]> {
  const { database } = bank.instance;
  await until(
    async () => {
      const [row] = await database.query<{ open: number }>(
        `select count(*)::int as open from payments.payment where ended_at is null and approved_at is not null`,
      );
      return row?.open === 0;
    },
    'the end of all approved payments',
    settledWithinMs,
  );
  const outcomes = await database.query<Outcome>(
    `select p.payment_id, p.status,
       (select count(*)::int from ledger.instruction i
         where i.bank_id = p.bank_id and i.instruction_id = p.payment_id and i.state = 'settled') as settled
       from payments.payment p`,
  );
  const byId = new Map(outcomes.map((outcome) => [outcome.payment_id, outcome]));
  const lost = [...tally.approved].filter((id) => byId.get(id) === undefined);
  const wrong = outcomes.filter(({ settled, status }) => (status === 'ACCC' ? 1 : 0) !== settled);
  const [row] = await database.query<{ instructions: number }>(
    'select count(*)::int as instructions from ledger.instruction',
  );
  const executed = outcomes.filter(({ status }) => status === 'ACCC').length;
  const rejected = outcomes.filter(({ status }) => status === 'RJCT').length;
  const received = await totalOf(bank, payers);
  const errors = await countLedgerErrors(database);
  for (const line of tally.unexpected.slice(0, 5)) console.log(line);
  return [
    {
      name: `acknowledged payments that are lost, or executed otherwise than once, after ${kills} kills`,
      figure: `${lost.length}; ${wrong.length}`,
      goal: '0; 0',
      isReached: lost.length === 0 && wrong.length === 0,
    },
    {
      name: 'cents that arrived, beyond those of executed payments; instructions without a payment; errors of the ledger',
      figure: `${received - BigInt(executed * amountCents)}; ${(row?.instructions ?? 0) - executed}; ${errors}`,
      goal: '0; 0; 0',
      isReached:
        received === BigInt(executed * amountCents) && row?.instructions === executed && errors === 0,
    },
    {
      name: 'approved and acknowledged; executed; rejected because their ten seconds were over; repeated requests; unexpected responses',
      figure: `${tally.approved.size}; ${executed}; ${rejected}; ${tally.cut}; ${tally.unexpected.length}`,
      goal: 'approved and repeated more than 0, unexpected 0',
      isReached: tally.approved.size > 0 && tally.cut > 0 && tally.unexpected.length === 0,
    },
  ];
}

/** Sums up what arrived on the second accounts. */
async function totalOf({ core }: PaymentBank, payers: readonly Payer[]): Promise<bigint> {
  const balances = await Promise.all(payers.map(({ to }) => core.balancesOf(to.accountId)));
  return balances.flat().reduce((total, { booked }) => total + booked.minor, 0n);
}
