import { approveBulk } from '../harness/bulk-orders.ts';
import { backUpDatabase } from '../harness/logical-backup.ts';
import { createOutsideCore } from '../harness/outside-core.ts';
import { createPaymentBank, type Payer, type PaymentBank } from '../harness/payment-bank.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { replaceKeys } from '../harness/replace-keys.ts';
import { type Figure, progress } from '../harness/report.ts';
import { reportFraud } from '../harness/report-fraud.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { insertSealedParties, sealedPartyAt } from '../harness/sealed-parties.ts';
import { keysOf } from '../harness/sign-in-people.ts';
import { secondsUntil } from './runbook-outage-harness.ts';
import { restoreBackup } from './runbook-payments-restore.ts';
import {
  approve,
  awaitExecutions,
  cancel,
  compareAll,
  compareState,
  hurryStandingOrders,
  initiateKinds,
  type PaymentRun,
  statusesOf,
} from './runbook-payments-run.ts';

/** Customers; each has one payment of each kind. */
const customers: Readonly<Record<Scale, number>> = { ci: 3, night: 15, full: 60 };
const cents = 1_000_000n;
/** Ten seconds of the scheme, and the time of a worker that starts. */
const rejectedGoalSeconds = 20;
const drainedGoalSeconds = 15;
/** For a busy machine. */
const guardSeconds = 90;

/**
 * The core is away while approved payments and bulks wait: instant ones are rejected in time, one that cannot be read
 * delays no other, keys are replaced meanwhile, and the rest is executed once when the core is back. One bulk is stopped by
 * a fraud report. Then a backup of that time is restored: what the core has executed since, and what had ended or was
 * stopped since, stays so. Of standing orders no day is executed again, and one that was ended stays ended.
 */
export async function torturePaymentRunbooks({ scale }: TortureOptions): Promise<readonly Figure[]> {
  await using postgres = await startPostgres({ wal_level: 'logical', shared_buffers: '64MB' });
  await using core = await createOutsideCore(postgres.url);
  await using bank = await createPaymentBank({ server: postgres.url, outside: core });
  const [reporter, ...payers] = await registeredPayers(bank, customers[scale] + 1);
  if (reporter === undefined) throw new Error('a customer expected');
  await Promise.all([core.start(), bank.api.start()]);
  const show = progress('payments', 6);
  const run: PaymentRun = {
    bank,
    core,
    payments: await initiateKinds(bank, payers, reporter),
    errors: [],
    compared: 0,
  };
  const { bulk, dated, ended, instant, later, sepa, standing, stopped } = run.payments;
  const [broken, ...readable] = sepa;
  if (broken !== undefined) broken.expected = { states: ['RJCT DS0C'], executed: 0 };
  for (const payment of [...sepa, ...dated, ...instant]) await approve(run, payment);
  for (const { path, payer } of [...bulk, ...stopped, ...standing, ...ended])
    await approveBulk(bank, payer, path);
  const dump = await backUpDatabase(bank.instance);
  show(1, 'backed up with approved payments');
  await core.stop();
  await breakRow(run, broken?.paymentId);
  await bank.worker.start();
  const [rejectedSeconds] = await Promise.all([
    secondsUntil(
      async () => (await statusesOf(run, instant)).every((status) => status === 'RJCT'),
      'rejections',
    ),
    replaceAllKeys(run),
  ]);
  await compareAway(run);
  show(2, 'the core was away, and keys were replaced');
  await core.start();
  await hurryStandingOrders(run);
  const drainedSeconds = await secondsUntil(
    async () =>
      (await statusesOf(run, [...readable, ...bulk, ...stopped])).every((status) => status !== 'ACTC'),
    'the queue to drain',
  );
  show(3, 'the core is back');
  for (const payment of later) await approve(run, payment);
  await awaitExecutions(run, 'of standing orders');
  for (const payment of [...dated.slice(0, dated.length / 2), ...ended]) await cancel(run, payment);
  await stopByReport(run, reporter);
  await secondsUntil(
    async () => (await statusesOf(run, later)).every((status) => status === 'ACCC'),
    'execution',
  );
  await compareAll(run, 'before the restore');
  show(4, 'executed and cancelled');
  await restoreBackup(run, { dump, server: postgres.url });
  await awaitExecutions(run, 'after the restore');
  show(5, 'restored');
  await compareAll(run, 'after the restore');
  show(6, 'compared');
  return figuresOf(run, { rejectedSeconds, drainedSeconds });
}

/** Customers who are parties, so that fraud can be reported. */
async function registeredPayers(bank: PaymentBank, count: number): Promise<readonly Payer[]> {
  const { instance } = bank;
  await insertSealedParties(instance.database, keysOf(instance), count);
  const numbers = Array.from({ length: count }, (_, index) => sealedPartyAt(index).partyNumber);
  return bank.payers(count, cents, numbers);
}

/** Reports fraud when the core has all transfers of a bulk; it is cancelled there. */
async function stopByReport(run: PaymentRun, reporter: Payer): Promise<void> {
  const { bank, errors, payments } = run;
  const instructionIds = payments.stopped.flatMap((payment) => payment.instructionIds);
  const isSent = async (): Promise<boolean> => {
    const rows = await run.core.database.query(
      'select from ledger.instruction where instruction_id = any($1::uuid[])',
      [instructionIds],
    );
    return rows.length === instructionIds.length;
  };
  await secondsUntil(isSent, 'the transfers of a bulk');
  const { reportStatus } = await reportFraud(bank, reporter);
  if (reportStatus !== 201) errors.push(`report: ${reportStatus}`);
  await secondsUntil(
    async () => (await statusesOf(run, payments.stopped)).every((status) => status === 'CANC'),
    'the bulk to be stopped',
  );
}

/** Makes the order of one payment unreadable. */
async function breakRow({ bank }: PaymentRun, paymentId: string | undefined): Promise<void> {
  await bank.instance.database.query(
    `update payments.payment set sealed_payment = '\\xbad0' where payment_id = $1`,
    [paymentId],
  );
}

/** Initiations need the core; what is stored can be read without it. */
async function compareAway(run: PaymentRun): Promise<void> {
  const { bulk, dated, instant, sepa, stopped } = run.payments;
  const [broken, ...readable] = sepa;
  if (broken === undefined) return;
  for (const payment of instant) await compareState(run, payment, ['RJCT TM01']);
  await compareState(run, broken, ['RJCT DS0C']);
  for (const payment of [...readable, ...dated, ...bulk, ...stopped])
    await compareState(run, payment, ['ACTC', 'ACWC']);
  const { status } = await run.bank.send(broken.initiation);
  run.compared += 1;
  if (status !== 503) run.errors.push(`an initiation without the core: ${status}`);
}

async function replaceAllKeys({ bank: { instance }, errors }: PaymentRun): Promise<void> {
  const code = await replaceKeys(instance);
  // The broken row cannot be encrypted anew; all others are.
  if (code !== 1 && code !== 0) errors.push(`keys reseal ended with ${code}`);
}

function figuresOf(
  { compared, errors }: PaymentRun,
  { drainedSeconds, rejectedSeconds }: { readonly drainedSeconds: number; readonly rejectedSeconds: number },
): readonly Figure[] {
  for (const error of errors.slice(0, 10)) console.log(error);
  return [
    {
      name: 'payments, states, executions and responses other than expected',
      figure: `${errors.length} of ${compared}`,
      goal: '0',
      isReached: errors.length === 0 && compared > 0,
    },
    {
      name: 'payments, instant ones rejected while the core is away, after at most',
      figure: `${rejectedSeconds.toFixed(1)} s`,
      goal: `≤ ${rejectedGoalSeconds} s`,
      isReached: rejectedSeconds <= rejectedGoalSeconds,
      holdsGuard: rejectedSeconds <= guardSeconds,
    },
    {
      name: 'payments, with the core after its return within',
      figure: `${drainedSeconds.toFixed(1)} s`,
      goal: `≤ ${drainedGoalSeconds} s`,
      isReached: drainedSeconds <= drainedGoalSeconds,
      holdsGuard: drainedSeconds <= guardSeconds,
    },
  ];
}
