import { Temporal } from 'temporal-polyfill';
import { entryIdOf } from '../../server/src/capabilities/payments/domain/bulk-entries.ts';
import { partIdOf } from '../../server/src/platform/kernel/ids.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { OutsideCore } from '../harness/outside-core.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { until } from '../harness/processes.ts';
import type { BankRequest } from '../harness/test-third-party.ts';

/** A payment with what must become of it. */
export interface RunPayment {
  readonly paymentId: string;
  readonly path: string;
  readonly payer: Payer;
  /** The request that made it. */
  readonly initiation: BankRequest;
  /** What the core may have of it: a bulk has one instruction for each transfer. */
  readonly instructionIds: readonly string[];
  expected: Expected;
}

/** Status with its reason, and the number of instructions at the core. */
interface Expected {
  /** Several are possible where the core decides by its calendar. */
  readonly states: readonly string[];
  readonly executed: number;
}

/** One transfer more than a chunk has. */
const bulkEntries = 101;

const kinds = {
  /** With the core, before it settles. */
  sepa: { product: 'sepa-credit-transfers', states: ['ACCP', 'ACSP', 'ACSC'], executed: 1 },
  instant: { product: 'instant-sepa-credit-transfers', states: ['RJCT TM01'], executed: 0 },
  /** In a month. */
  dated: { product: 'sepa-credit-transfers', states: ['ACTC', 'ACWC'], executed: 0 },
  /** Approved only after the backup. */
  later: { product: 'instant-sepa-credit-transfers', states: ['ACCC'], executed: 1 },
  bulk: { product: 'sepa-credit-transfers', states: ['ACSP', 'ACSC'], executed: bulkEntries },
  /** With the core until fraud is reported, which is after the backup. */
  stopped: { product: 'sepa-credit-transfers', states: ['CANC CUST'], executed: 0 },
  /** A standing order that pays today, which is after the backup, and in a month. */
  standing: { product: 'instant-sepa-credit-transfers', states: ['ACTC'], executed: 1 },
  /** One that pays in a month, until it is ended after the backup. */
  ended: { product: 'instant-sepa-credit-transfers', states: ['ACTC'], executed: 0 },
} as const;

const standingKinds: ReadonlySet<Kind> = new Set(['standing', 'ended']);

type Kind = keyof typeof kinds;

export interface PaymentRun {
  readonly bank: PaymentBank;
  readonly core: OutsideCore;
  readonly payments: Readonly<Record<Kind, readonly RunPayment[]>>;
  readonly errors: string[];
  compared: number;
}

const datedDays = 30;

/** Initiates a payment of each kind for each customer, a bulk of one of them, and one that its payer will report. */
export async function initiateKinds(
  bank: PaymentBank,
  payers: readonly Payer[],
  reporter: Payer,
): Promise<PaymentRun['payments']> {
  const each = async (kind: Kind): Promise<readonly RunPayment[]> => {
    const made: RunPayment[] = [];
    for (const payer of payers) made.push(await initiate(bank, payer, kind));
    return made;
  };
  return {
    sepa: await each('sepa'),
    instant: await each('instant'),
    dated: await each('dated'),
    later: await each('later'),
    bulk: await Promise.all(payers.slice(0, 1).map((payer) => initiate(bank, payer, 'bulk'))),
    stopped: [await initiate(bank, reporter, 'stopped')],
    standing: await Promise.all(payers.slice(0, 1).map((payer) => initiate(bank, payer, 'standing'))),
    ended: await Promise.all(payers.slice(0, 1).map((payer) => initiate(bank, payer, 'ended'))),
  };
}

/** An account at another bank: what is paid to it waits at the core, where it can be cancelled. */
const elsewhere = 'DE02100100109307118603';

async function initiate(bank: PaymentBank, payer: Payer, kind: Kind): Promise<RunPayment> {
  const { executed, product, states } = kinds[kind];
  const isBulk = kind === 'bulk' || kind === 'stopped';
  const transfer = {
    creditorAccount: { iban: kind === 'stopped' ? elsewhere : payer.to.iban },
    creditorName: 'Own account',
    instructedAmount: { currency: 'EUR', amount: '1.00' },
  };
  const ordered = isBulk ? { payments: Array.from({ length: bulkEntries }, () => transfer) } : transfer;
  const initiation: BankRequest = {
    method: 'POST',
    path: `/v1/${serviceOf(kind)}/${product}`,
    headers: { 'psu-ip-address': '192.0.2.7', 'tpp-explicit-authorisation-preferred': 'true' },
    body: {
      debtorAccount: { iban: payer.from.iban },
      ...ordered,
      ...(kind === 'dated' ? { requestedExecutionDate: dayIn(datedDays) } : {}),
      ...(standingKinds.has(kind)
        ? { frequency: 'Monthly', startDate: dayIn(kind === 'ended' ? datedDays : 0) }
        : {}),
    },
  };
  const { body, status } = await bank.send(initiation);
  if (status !== 201) throw new Error(`initiation: ${status} ${JSON.stringify(body)}`);
  const paymentId = String(at(body, 'paymentId'));
  return {
    paymentId,
    path: String(at(body, '_links', 'self', 'href')),
    payer,
    initiation,
    instructionIds: instructionsOf(kind, paymentId),
    expected: { states, executed },
  };
}

function serviceOf(kind: Kind): string {
  if (standingKinds.has(kind)) return 'periodic-payments';
  return kind === 'bulk' || kind === 'stopped' ? 'bulk-payments' : 'payments';
}

/** What the core may have: of a bulk each transfer, of a standing order the execution of today. */
function instructionsOf(kind: Kind, paymentId: string): readonly string[] {
  if (standingKinds.has(kind)) return [partIdOf(paymentId, dayIn(0))];
  return kind === 'bulk' || kind === 'stopped'
    ? Array.from({ length: bulkEntries }, (_, entryNo) => entryIdOf(paymentId, entryNo))
    : [paymentId];
}

/** Returns a day at the bank. */
function dayIn(days: number): string {
  return Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString();
}

/** Has the worker take up standing orders now: while the core was away, each waits for a minute. */
export async function hurryStandingOrders({
  bank,
  payments: { ended, standing },
}: PaymentRun): Promise<void> {
  await bank.instance.database.query(
    `update payments.standing_order set due_at = now() where due_at is not null and payment_id = any($1::uuid[])`,
    [[...standing, ...ended].map(({ paymentId }) => paymentId)],
  );
}

/** Waits until today is executed of each standing order that pays today. */
export async function awaitExecutions(
  { bank, payments: { standing } }: PaymentRun,
  when: string,
): Promise<void> {
  await until(async () => {
    const rows = await bank.instance.database.query(
      `select from payments.payment where standing_order_id = any($1::uuid[]) and status = 'ACCC'`,
      [standing.map(({ paymentId }) => paymentId)],
    );
    return rows.length === standing.length;
  }, `executions ${when}`);
}

/** Approves with the password alone, as the bank exempts payments between own accounts. */
export async function approve({ bank, errors }: PaymentRun, { path, payer }: RunPayment): Promise<void> {
  const { body } = await bank.send({
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'psu-id': payer.username },
    body: { psuData: { password: payer.password } },
  });
  if (at(body, 'scaStatus') !== 'exempted') errors.push(`approval: ${JSON.stringify(body)}`);
}

export async function cancel({ bank, errors }: PaymentRun, payment: RunPayment): Promise<void> {
  const { status } = await bank.send({ method: 'DELETE', path: payment.path });
  if (status !== 202 && status !== 204) errors.push(`cancellation: ${status}`);
  payment.expected = { states: ['CANC CUST'], executed: 0 };
}

/** Returns the states that are stored. */
export async function statusesOf(
  { bank }: PaymentRun,
  payments: readonly RunPayment[],
): Promise<readonly string[]> {
  const rows = await bank.instance.database.query<{ status: string }>(
    'select status from payments.payment where payment_id = any($1::uuid[])',
    [payments.map(({ paymentId }) => paymentId)],
  );
  return rows.map(({ status }) => status);
}

/** Reads a payment as its third party does, and compares its state. */
export async function compareState(
  run: PaymentRun,
  { path }: Pick<RunPayment, 'path'>,
  states: readonly string[],
): Promise<void> {
  const { body, status } = await run.bank.send({ method: 'GET', path: `${path}/status` });
  const text = at(body, 'tppMessages', 0, 'text');
  const reason = typeof text === 'string' ? /^[A-Z0-9]{4}(?=:)/v.exec(text)?.[0] : undefined;
  const state = [String(at(body, 'transactionStatus')), ...(reason === undefined ? [] : [reason])].join(' ');
  run.compared += 1;
  if (status !== 200 || !states.includes(state))
    run.errors.push(`${status} ${state} instead of ${states.join(' or ')}`);
}

/** Compares every payment with what its third party reads, and with the instructions that the core has. */
export async function compareAll(run: PaymentRun, when: string): Promise<void> {
  const before = run.errors.length;
  for (const [kind, payments] of Object.entries(run.payments))
    for (const payment of payments) {
      const { executed, states } = payment.expected;
      await compareState(run, payment, states);
      const found = await run.core.database.query(
        `select from ledger.instruction where instruction_id = any($1::uuid[]) and state <> 'cancelled'`,
        [payment.instructionIds],
      );
      if (found.length !== executed) run.errors.push(`${kind}: ${found.length} instructions at the core`);
    }
  await compareTotal(run);
  for (let index = before; index < run.errors.length; index += 1)
    run.errors[index] = `${when}: ${run.errors[index]}`;
}

/** The core has no instruction beside those of the payments. */
async function compareTotal({ core, errors, payments }: PaymentRun): Promise<void> {
  const found = await core.database.query(`select from ledger.instruction where state <> 'cancelled'`);
  const all = Object.values(payments).flat();
  const expected = all.reduce((sum, payment) => sum + payment.expected.executed, 0);
  if (found.length !== expected)
    errors.push(`${found.length} instructions at the core instead of ${expected}`);
}
