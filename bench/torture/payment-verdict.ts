import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import type { Figure } from '../harness/report.ts';
import { countLedgerErrors } from './ledger-verdict.ts';
import type { PaymentTally } from './payment-orders.ts';

const amountCents = 100;
const settledWithinMs = 120_000;
/** Executed, or rejected. */
const endStatuses: ReadonlySet<string> = new Set(['ACCC', 'RJCT']);

export interface PaymentCase {
  /** What happened while customers paid, for the names of the figures. */
  readonly after: string;
  readonly payers: readonly Payer[];
  readonly tally: PaymentTally;
}

interface Outcome {
  readonly payment_id: string;
  readonly status: string;
  readonly settled: number;
}

/** Waits until every approved payment has ended; then compares what was said with payments, instructions and balances. */
export async function judgePayments(
  bank: PaymentBank,
  { after, payers, tally }: PaymentCase,
): Promise<readonly Figure[]> {
  await until(() => areEnded(bank), 'the end of all approved payments', settledWithinMs);
  const { executed, outcomes, rejected } = await outcomesOf(bank);
  const statusOf = new Map(outcomes.map((outcome) => [outcome.payment_id, outcome.status]));
  const lost =
    [...tally.initiated].filter((id) => !statusOf.has(id)).length +
    [...tally.approved].filter((id) => !endStatuses.has(statusOf.get(id) ?? '')).length;
  const doubled = outcomes.filter((outcome) => !tally.initiated.has(outcome.payment_id)).length;
  const wrong = outcomes.filter(({ settled, status }) => (status === 'ACCC' ? 1 : 0) !== settled).length;
  for (const line of tally.unexpected.slice(0, 5)) console.log(line);
  return [
    {
      name: `acknowledged payments and approvals that are lost; payments beyond one for each X-Request-ID; payments executed otherwise than once, or not rejected, after ${after}`,
      figure: `${lost}; ${doubled}; ${wrong}`,
      goal: '0; 0; 0',
      isReached: lost === 0 && doubled === 0 && wrong === 0,
    },
    await judgeMoney(bank, payers, executed),
    {
      name: 'initiations sent again after their answer; of these with another answer',
      figure: `${tally.again}; ${tally.unequal}`,
      goal: 'more than 0; 0',
      isReached: tally.again > 0 && tally.unequal === 0,
    },
    {
      name: 'approved and acknowledged; executed; rejected because their ten seconds were over; not exempted in doubt; repeated requests; unexpected responses',
      figure: `${tally.approved.size}; ${executed}; ${rejected}; ${tally.doubtful}; ${tally.cut}; ${tally.unexpected.length}`,
      goal: 'approved and repeated more than 0, unexpected 0',
      isReached: tally.approved.size > 0 && tally.cut > 0 && tally.unexpected.length === 0,
    },
  ];
}

async function outcomesOf({ instance: { database } }: PaymentBank): Promise<{
  readonly outcomes: readonly Outcome[];
  readonly executed: number;
  readonly rejected: number;
}> {
  const outcomes = await database.query<Outcome>(
    `select p.payment_id, p.status,
       (select count(*)::int from ledger.instruction i
         where i.bank_id = p.bank_id and i.instruction_id = p.payment_id and i.state = 'settled') as settled
       from payments.payment p`,
  );
  const count = (wanted: string): number => outcomes.filter(({ status }) => status === wanted).length;
  return { outcomes, executed: count('ACCC'), rejected: count('RJCT') };
}

async function judgeMoney(bank: PaymentBank, payers: readonly Payer[], executed: number): Promise<Figure> {
  const { database } = bank.instance;
  const [row] = await database.query<{ settled: number }>(
    `select count(*)::int as settled from ledger.instruction where state = 'settled'`,
  );
  const cents = (await receivedOn(bank, payers)) - BigInt(executed * amountCents);
  const instructions = (row?.settled ?? 0) - executed;
  const errors = await countLedgerErrors(database);
  return {
    name: 'cents that arrived, beyond those of executed payments; settled instructions without a payment; errors of the ledger',
    figure: `${cents}; ${instructions}; ${errors}`,
    goal: '0; 0; 0',
    isReached: cents === 0n && instructions === 0 && errors === 0,
  };
}

async function areEnded({ instance }: PaymentBank): Promise<boolean> {
  const [row] = await instance.database.query<{ open: number }>(
    `select count(*)::int as open from payments.payment where ended_at is null and approved_at is not null`,
  );
  return row?.open === 0;
}

/** Sums up what arrived on the second accounts. */
async function receivedOn({ core }: PaymentBank, payers: readonly Payer[]): Promise<bigint> {
  const balances = await Promise.all(payers.map(({ to }) => core.balancesOf(to.accountId)));
  return balances.flat().reduce((total, { booked }) => total + booked.minor, 0n);
}
