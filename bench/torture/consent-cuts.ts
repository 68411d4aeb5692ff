import { setTimeout as wait } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { type ConsentBank, giveConsent, type Holder } from '../harness/consent-bank.ts';
import { type Fault, startFaultProxy } from '../harness/fault-proxy.ts';
import type { PaymentBank } from '../harness/payment-bank.ts';
import type { PostgresServer } from '../harness/postgres-server.ts';
import { progress, table } from '../harness/report.ts';
import { randomFrom, type Scale } from '../harness/scale.ts';
import { FaultPlan } from './commit-harness.ts';
import type { ConsentVerdict } from './consent-counts.ts';

const cutsWanted: Readonly<Record<Scale, number>> = { ci: 30, night: 500, full: 2_000 };
/** Statements of a round trip that several reads share; one alone never sends so many. */
const sharedMin = 6;
/** Readers of each customer: reads that wait for the same round trip share the next one. */
const readersEach = 4;
const readsMax = 200_000;
const shares = { commit: 0, read: 0.05, readFaults: ['cut-read', 'cut-read-response'] } as const;
const delayMs = 30;
/** Wait after a 503, so that a busy process is not asked even more. */
const retryMs = 20;

interface Tally {
  answered: number;
  unavailable: number;
  /** Lists that are not those of the customer of the consent. */
  foreign: number;
  readonly unexpected: string[];
  readonly answeredBy: Map<string, number>;
  readonly unavailableBy: Map<string, number>;
}

interface Given {
  readonly consentId: string;
  readonly holder: Holder;
}

/**
 * Cuts the connections of the api to PostgreSQL in the middle of round trips, before the last message or within the
 * response, while readers of several customers share them. Every reader gets the accounts of its own customer or a 503,
 * and every list that was answered was counted.
 */
export async function cutWhileReading(
  { apis, bank }: ConsentBank,
  holders: readonly Holder[],
  {
    postgres,
    scale,
    seed,
  }: { readonly postgres: PostgresServer; readonly scale: Scale; readonly seed: number },
): Promise<ConsentVerdict> {
  const { database } = bank.instance;
  const given: Given[] = [];
  for (const holder of holders)
    given.push({ consentId: await giveConsent(apis[0], bank.instance, holder), holder });
  // More reads than any bank allows: every one of them is counted.
  await database.query(
    'update consents.consent set frequency_per_day = 1000000000 where consent_id = any($1)',
    [given.map(({ consentId }) => consentId)],
  );
  const plan = new FaultPlan(randomFrom(seed), shares);
  let shared = 0;
  const proxy = await startFaultProxy({
    target: { host: '127.0.0.1', port: postgres.port },
    faultFor: (moment) => plan.faultFor(moment),
    onFault(fault, _transaction, flushed) {
      plan.count(fault);
      if (flushed >= sharedMin) shared += 1;
    },
    delayMs,
  });
  await using opened = new AsyncDisposableStack();
  opened.defer(() => proxy.close());
  const { api } = bank.through({ api: proxy.port, worker: postgres.port });
  await api.start();
  const tally = await readUntilCut(bank, given, { plan, wanted: cutsWanted[scale], cuts: () => shared });
  await api.kill();
  const uncounted = await countsOff(bank, given, tally);
  return verdictOf(tally, { cuts: cutsOf(plan), shared, wanted: cutsWanted[scale], uncounted });
}

function cutsOf({ counts }: FaultPlan): readonly [Fault, number][] {
  return shares.readFaults.map((fault) => [fault, counts.get(fault) ?? 0]);
}

async function readUntilCut(
  bank: PaymentBank,
  given: readonly Given[],
  { cuts, plan, wanted }: { readonly plan: FaultPlan; readonly wanted: number; readonly cuts: () => number },
): Promise<Tally> {
  const tally: Tally = {
    answered: 0,
    unavailable: 0,
    foreign: 0,
    unexpected: [],
    answeredBy: new Map(),
    unavailableBy: new Map(),
  };
  const show = progress('cuts of reads', wanted);
  let reads = 0;
  plan.isOn = true;
  const readers = given.flatMap((one) =>
    Array.from({ length: readersEach }, async () => {
      while (cuts() < wanted && reads < readsMax) {
        reads += 1;
        await readOnce(bank, one, tally);
        show(Math.min(cuts(), wanted));
      }
    }),
  );
  await Promise.all(readers);
  plan.isOn = false;
  return tally;
}

async function readOnce({ send }: PaymentBank, { consentId, holder }: Given, tally: Tally): Promise<void> {
  const { body, status } = await send({
    method: 'GET',
    path: '/v1/accounts',
    headers: { 'Consent-ID': consentId },
  });
  if (status === 503) {
    tally.unavailable += 1;
    add(tally.unavailableBy, consentId);
    await wait(retryMs);
    return;
  }
  if (status !== 200) {
    tally.unexpected.push(`${status} ${JSON.stringify(body)}`);
    return;
  }
  tally.answered += 1;
  add(tally.answeredBy, consentId);
  const listed = at(body, 'accounts');
  const ibans = Array.isArray(listed) ? listed.map((account) => at(account, 'iban')) : [];
  if (ibans.length !== 1 || ibans[0] !== holder.account.iban) tally.foreign += 1;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns how many consents have fewer uses than answers, or more than answers and failures together. */
async function countsOff(
  { instance: { database } }: PaymentBank,
  given: readonly Given[],
  { answeredBy, unavailableBy }: Tally,
): Promise<number> {
  const rows = await database.query<{ consent_id: string; uses: number }>(
    'select consent_id, sum(uses)::int as uses from consents.access_use where consent_id = any($1) group by 1',
    [given.map(({ consentId }) => consentId)],
  );
  const usesOf = new Map(rows.map(({ consent_id: id, uses }) => [id, uses]));
  return given.filter(({ consentId }) => {
    const uses = usesOf.get(consentId) ?? 0;
    const answered = answeredBy.get(consentId) ?? 0;
    return uses < answered || uses > answered + (unavailableBy.get(consentId) ?? 0);
  }).length;
}

interface Cuts {
  readonly cuts: readonly [Fault, number][];
  /** Those of round trips that several reads shared. */
  readonly shared: number;
  readonly wanted: number;
  readonly uncounted: number;
}

function verdictOf(
  { answered, foreign, unavailable, unexpected }: Tally,
  { cuts, shared, uncounted, wanted }: Cuts,
): ConsentVerdict {
  console.log(table(['round trips of reads cut', 'times'], cuts));
  console.log(`${answered} reads answered, ${unavailable} with 503`);
  for (const line of unexpected.slice(0, 5)) console.log(line);
  const wrong = foreign + unexpected.length + uncounted;
  return {
    wrong,
    figures: [
      {
        name: `of ${answered + unavailable} reads while connections were cut: with accounts of another customer; neither answered nor 503; consents counted wrong`,
        figure: `${foreign}; ${unexpected.length}; ${uncounted}`,
        goal: '0; 0; 0',
        isReached: wrong === 0,
      },
      {
        name: 'round trips of several reads that were cut',
        figure: String(shared),
        goal: `≥ ${wanted}`,
        isReached: shared >= wanted,
      },
    ],
  };
}
