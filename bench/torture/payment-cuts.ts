import { at } from '../../server/src/platform/testing/json-at.ts';
import { type Fault, isCommitCut, startFaultProxy } from '../harness/fault-proxy.ts';
import type { Payer } from '../harness/payment-bank.ts';
import type { PaymentProcesses } from '../harness/payment-processes.ts';
import { until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale } from '../harness/scale.ts';
import { FaultPlan } from './commit-harness.ts';
import { insist, keepPaying, newInitiation } from './payment-orders.ts';
import { judgePayments } from './payment-verdict.ts';
import type { PaymentsHarness } from './payments.ts';

const cutsWanted: Readonly<Record<Scale, number>> = { ci: 20, night: 250, full: 500 };
/** After so many cuts the worker is replaced, and takes up what its predecessor could not finish. */
const cutsPerWorker = 50;
const parallelRounds: Readonly<Record<Scale, number>> = { ci: 2, night: 10, full: 20 };
const callsAtOnce = 50;
const delayMs = 30;
const cutWithinMs = 600_000;
/** Rarer than for a single command: a payment has five commits, and an instant one that fails twice is too late. */
const shares = { commit: 0.3, read: 0.01 };

/** The commits of a payment, by what they write. */
const commitKinds: readonly (readonly [string, RegExp])[] = [
  ['initiation', /insert into "payments"\."payment"/],
  ['booking in the ledger', /insert into ledger\.instruction/],
  ['approval', /insert into "authorization"\."signature"/],
  ['release', /update "authorization"\.signature_collection/],
  ['state of the core recorded', /update "payments"\."payment"/],
];

/** Cuts connections of the api and of the worker around COMMIT while customers pay, and counts where. */
class PaymentCuts {
  readonly counts = new Map(commitKinds.map(([kind]) => [kind, 0]));
  readonly plan: FaultPlan;
  others = 0;

  constructor(seed: number) {
    this.plan = new FaultPlan(randomFrom(seed), shares);
  }

  /** Cuts around the COMMIT of a payment. */
  get sum(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  count(fault: Fault, transaction: ReadonlySet<string>): void {
    this.plan.count(fault);
    if (!isCommitCut(fault)) return;
    const kind = commitKinds.find(([, form]) => [...transaction].some((text) => form.test(text)))?.[0];
    if (kind === undefined) this.others += 1;
    else this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}

/**
 * Cuts connections around COMMIT in the api and in the worker while third parties initiate, customers approve and the
 * worker submits. Afterwards every acknowledged payment is executed once or rejected, and no request made two.
 */
export async function cutWhilePaying(harness: PaymentsHarness): Promise<readonly Figure[]> {
  const { bank, payers, postgres, scale, seed, tally } = harness;
  const wanted = cutsWanted[scale];
  const cuts = new PaymentCuts(seed);
  await using opened = new AsyncDisposableStack();
  const proxyPort = async (): Promise<number> => {
    const proxy = await startFaultProxy({
      target: { host: '127.0.0.1', port: postgres.port },
      faultFor: (moment) => cuts.plan.faultFor(moment),
      onFault: (fault, transaction) => cuts.count(fault, transaction),
      delayMs,
    });
    opened.defer(() => proxy.close());
    return proxy.port;
  };
  const processes = bank.through({ api: await proxyPort(), worker: await proxyPort() });
  await Promise.all([processes.api.start(), processes.worker.start()]);
  cuts.plan.isOn = true;
  const load = keepPaying(bank, { payers, tally });
  const show = progress('cuts', wanted);
  for (let next = cutsPerWorker; cuts.sum < wanted; next += cutsPerWorker) {
    await until(async () => cuts.sum >= Math.min(next, wanted), 'further cuts', cutWithinMs);
    show(cuts.sum, `${tally.approved.size} payments`);
    // A process that loses its connection while it starts ends, and is no subject of this run.
    cuts.plan.isOn = false;
    if (cuts.sum < wanted) await replaceWorker(harness, processes);
    cuts.plan.isOn = true;
  }
  await load.stop();
  const good = await callInParallel(harness, cuts.plan);
  cuts.plan.isOn = false;
  await replaceWorker(harness, processes);
  console.log(
    table(['connections cut at the COMMIT of', 'times'], [...cuts.counts, ['other work', cuts.others]]),
  );
  console.log(table(['fault', 'times'], [...cuts.plan.counts]));
  const isEach = [...cuts.counts.values()].every((count) => count > 0);
  const figures = await judgePayments(bank, { after: `${cuts.sum} cut commits`, payers, tally });
  await Promise.all([processes.api.kill(), processes.worker.kill()]);
  return [
    {
      name: 'connections cut around the COMMIT of a payment: initiation, booking, approval, release, record',
      figure: `${cuts.sum}: ${[...cuts.counts.values()].join(', ')}`,
      goal: `≥ ${wanted}${scale === 'ci' ? '' : ', each more than 0'}`,
      isReached: cuts.sum >= wanted && (isEach || scale === 'ci'),
    },
    ...figures,
    {
      name: `rounds of ${callsAtOnce} parallel calls with one X-Request-ID: one payment, equal answers`,
      figure: `${good} of ${parallelRounds[scale]}`,
      goal: 'all',
      isReached: good === parallelRounds[scale],
    },
  ];
}

/**
 * Kills the worker and starts another one, for which the leases and waits of payments that failed are over: a run cannot
 * wait minutes for them. They end only while no worker is there that could still have such a payment.
 */
async function replaceWorker({ bank }: PaymentsHarness, { worker }: PaymentProcesses): Promise<void> {
  const { database } = bank.instance;
  await worker.kill();
  await database.query('update payments.payment set due_at = now() where due_at > now()');
  await database.query('update platform.set_aside_row set retry_at = now() where retry_at > now()');
  await worker.start();
}

/** Sends one initiation from fifty callers at once; every second round while connections are cut. */
async function callInParallel(
  { bank, payers, scale, tally }: PaymentsHarness,
  plan: FaultPlan,
): Promise<number> {
  let good = 0;
  for (let round = 0; round < parallelRounds[scale]; round += 1) {
    plan.isOn = round % 2 === 1;
    const payer = payers[round % payers.length];
    if (payer !== undefined && (await isOnePayment(payer))) good += 1;
  }
  return good;

  async function isOnePayment(payer: Payer): Promise<boolean> {
    const initiation = newInitiation(payer);
    const responses = await Promise.all(
      Array.from({ length: callsAtOnce }, () => insist(bank, tally, initiation)),
    );
    for (const { body, status } of responses)
      if (status === 201) tally.initiated.add(String(at(body, 'paymentId')));
    const distinct = new Set(responses.map((response) => JSON.stringify(response)));
    return distinct.size === 1 && responses[0]?.status === 201;
  }
}
