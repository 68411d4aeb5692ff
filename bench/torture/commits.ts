import { join } from 'node:path';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { createVault } from '../../server/src/platform/crypto/vault.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { type FaultProxy, startFaultProxy } from '../harness/fault-proxy.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { plannerToken, planWindow } from '../harness/maintenance-client.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { type CommitHarness, FaultPlan, isServed } from './commit-harness.ts';
import {
  isAcknowledged,
  type LedgerEntry,
  type LedgerVerdict,
  type StoredWindow,
  verifyLedger,
} from './commit-ledger.ts';
import { type ParallelVerdict, tortureParallelKeys } from './parallel-keys.ts';

const cutsWanted: Readonly<Record<Scale, number>> = { ci: 500, night: 10_000, full: 100_000 };
const parallelRounds: Readonly<Record<Scale, number>> = { ci: 20, night: 100, full: 1_000 };
const clients = 12;
const apis = 2;
const banks = ['01', '02', 'nl'] as const;
/** Below the rate limit of one employee, with retries. */
const keysPerEmployee = 10;
const attemptsMax = 50;
/** Share of acknowledged keys that are sent again while faults continue. */
const repeatedShare = 0.25;
const delayMs = 30;

/** G2: connections are cut around COMMIT; no effect may happen twice, get lost or have two ids. */
export async function tortureCommits({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const random = randomFrom(seed);
  const plan = new FaultPlan(random);
  await using instance = await createInstance();
  const database = new URL(instance.database.appUrl);
  const proxy = await startFaultProxy({
    target: { host: database.hostname, port: Number(database.port || 5432) },
    faultFor: (moment) => plan.faultFor(moment),
    onFault: (fault) => plan.count(fault),
    delayMs,
  });
  const ports = await Promise.all(Array.from({ length: apis }, freePort));
  const programs = ports.map((port) => startApi(instance, proxy, port));
  try {
    await Promise.all(ports.map((port) => until(() => isReady(port), `api on ${port}`)));
    const harness: CommitHarness = { instance, plan, ports, programs, random };
    const parallel = await tortureParallelKeys(harness, parallelRounds[scale]);
    const entries = [...(await cutCommits(harness, cutsWanted[scale])), ...parallel.entries];
    const verdict = verifyLedger(entries, await storedWindows(instance));
    const ended = programs.filter(({ child }) => child.exitCode !== null || child.signalCode !== null);
    show(plan, entries, verdict);
    const unexpected = entries
      .flatMap(({ responses }) => responses)
      .filter((response) => !isExpected(response));
    return figures({
      plan,
      verdict,
      parallel,
      unexpected: unexpected.length,
      ended: ended.length,
      wanted: cutsWanted[scale],
    });
  } finally {
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
    await proxy.close();
  }
}

function startApi(instance: Instance, proxy: FaultProxy, port: number): Program {
  const throughProxy = new URL(instance.database.appUrl);
  throughProxy.port = String(proxy.port);
  return startProgram({
    args: ['server/src/main.ts', 'api'],
    env: {
      ...instance.env,
      PORTICO_DATABASE_URL: throughProxy.href,
      PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
      PORTICO_LOG_LEVEL: 'error',
    },
    logFile: join(instance.folder, `api-${port}.log`),
  });
}

/** Sends requests with new keys until enough connections were cut. */
async function cutCommits(harness: CommitHarness, wanted: number): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  const before = harness.plan.cuts;
  const cuts = (): number => harness.plan.cuts - before;
  const show = progress('cuts', wanted);
  const drive = async (client: number): Promise<void> => {
    for (let nth = 0; cuts() < wanted && isServed(harness); nth += 1) {
      const employee = `emp-${client}-${Math.floor(nth / keysPerEmployee)}`;
      const bankId = banks[nth % banks.length] ?? '01';
      const token = await plannerToken(harness.instance.mint, employee, bankId);
      const entry = newEntry(`cut-at-commit-${client}-${nth}`.padEnd(16, '-'), bankId);
      entries.push(entry);
      await sendUntilAcknowledged(harness, entry, token);
      show(Math.min(cuts(), wanted), `${entries.length} keys`);
    }
  };
  harness.plan.isOn = true;
  await Promise.all(Array.from({ length: clients }, (_, client) => drive(client)));
  harness.plan.isOn = false;
  return entries;
}

function newEntry(key: string, bankId: string): LedgerEntry {
  return { key, bankId, message: `torture ${key}`, responses: [] };
}

/** Sends a request to random instances until it is acknowledged; sometimes once more afterwards. */
async function sendUntilAcknowledged(
  { ports, random }: CommitHarness,
  entry: LedgerEntry,
  token: string,
): Promise<void> {
  const { key, message } = entry;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const port = ports[Math.floor(random() * ports.length)] ?? 0;
    const response = await planWindow({ port, token, key, message });
    if (response !== undefined) entry.responses.push(response);
    if (response?.status === 201 && random() >= repeatedShare) return;
    if (response !== undefined && !isExpected(response)) return;
  }
}

/** Tells whether the status is success or 503; any other status is a fault of the run. */
function isExpected({ status }: { readonly status: number }): boolean {
  return status === 201 || status === 503;
}

async function storedWindows(instance: Instance): Promise<readonly StoredWindow[]> {
  const keys = await keysByWindow(instance);
  const windows = await instance.database.query<Omit<StoredWindow, 'keys'> & Record<string, unknown>>(`
    with audits as (
           select aggregate_id as id, count(*)::int as many from platform.audit_entry group by 1),
         events as (
           select data::json ->> 'windowId' as id, count(*)::int as many from platform.outbox_event group by 1)
    select w.messages ->> 'en' as message, w.window_id::text as "windowId",
           coalesce(a.many, 0) as audits, coalesce(e.many, 0) as events
      from configuration.maintenance_window w
      left join audits a on a.id = w.window_id::text
      left join events e on e.id = w.window_id::text`);
  return windows.map((window) => ({ ...window, keys: keys.get(window.windowId) ?? 0 }));
}

interface KeyRow {
  readonly bank_id: string;
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  readonly response: string;
}

/** Counts the keys per window; decrypts the stored responses with the key of the product. */
async function keysByWindow({ database, env }: Instance): Promise<ReadonlyMap<string, number>> {
  const masterKey = Buffer.from(env['PORTICO_MASTER_KEYS'] ?? '', 'base64');
  const vault = createVault(createLocalKeys([masterKey]), 'answers');
  const counts = new Map<string, number>();
  const rows = await database.query<KeyRow & Record<string, unknown>>(
    'select bank_id, caller, operation, key, response from platform.idempotency_record',
  );
  for (const { response, bank_id: bankId, caller, key, operation } of rows) {
    const rowId = `${caller} ${operation} ${key}`;
    const context = { bankId, table: 'idempotency_record', column: 'answer', rowId };
    const stored: unknown = JSON.parse(vault.unseal(context, Buffer.from(response, 'base64')).toString());
    const windowId = String(at(stored, 'answer', 'body', 'windowId'));
    counts.set(windowId, (counts.get(windowId) ?? 0) + 1);
  }
  return counts;
}

function show(plan: FaultPlan, entries: readonly LedgerEntry[], verdict: LedgerVerdict): void {
  const responses = entries.flatMap((entry) => entry.responses);
  const count = (status: number): number => responses.filter((response) => response.status === status).length;
  console.log(`\n${table(['fault', 'times'], [...plan.counts])}\n`);
  console.log(
    table(
      ['outcome', 'count'],
      [
        ['keys', entries.length],
        ['acknowledged', verdict.acknowledged],
        ['never acknowledged', verdict.unknown],
        ['answers 201', count(201)],
        ['answers 503', count(503)],
        ['sent more than once', entries.filter((entry) => entry.responses.length > 1).length],
        [
          'acknowledged at the first attempt',
          entries.filter((entry) => entry.responses.findIndex(is201) === 0).length,
        ],
      ],
    ),
  );
  const odd = entries.find((entry) => !isAcknowledged(entry));
  if (odd !== undefined) console.log(`never acknowledged, for example: ${odd.key}`);
  console.log('');
}

function is201({ status }: { readonly status: number }): boolean {
  return status === 201;
}

function figures(found: {
  readonly plan: FaultPlan;
  readonly verdict: LedgerVerdict;
  readonly parallel: ParallelVerdict;
  readonly unexpected: number;
  readonly ended: number;
  readonly wanted: number;
}): readonly Figure[] {
  const { plan, verdict, parallel, unexpected, ended, wanted } = found;
  const none = (name: string, count: number): Figure => ({
    name,
    figure: String(count),
    goal: '0',
    isReached: count === 0,
  });
  return [
    {
      name: 'connections cut around COMMIT',
      figure: String(plan.cuts),
      goal: `≥ ${wanted}`,
      isReached: plan.cuts >= wanted,
    },
    none('effects that happened twice', verdict.duplicates),
    none('acknowledged effects lost', verdict.lost),
    none('keys with two responses', verdict.unequal),
    none('effects without exactly one key, audit entry and event', verdict.incomplete),
    none('effects without a request', verdict.unexpectedWindows),
    none('answers other than 201 and 503', unexpected),
    none('api processes that ended', ended),
    {
      name: 'rounds of 50 parallel calls with one key: one effect, equal answers',
      figure: `${parallel.good} of ${parallel.rounds}`,
      goal: 'all',
      isReached: parallel.good === parallel.rounds,
    },
    {
      name: 'same key, other body: 422 idempotency-key-reused',
      figure: `${parallel.refusedReuses} of ${parallel.rounds}`,
      goal: 'all',
      isReached: parallel.refusedReuses === parallel.rounds,
    },
  ];
}
