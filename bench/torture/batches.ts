import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ApiProcess, apiProcess } from '../harness/api-process.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../harness/delivery-harness.ts';
import { freePort } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type TortureOptions } from '../harness/scale.ts';
import {
  codeTimes,
  countArrivals,
  deliveryFigures,
  runSizes,
  sendCodes,
  settled,
  startCrew,
  timed,
  type Workers,
} from './delivery-run.ts';
import { verifyCodes, verifyMails } from './delivery-verdict.ts';

const batchId = 'statements 2026-11';
const perRequest = 100;
const instances = 2;
const sendersMax = 4;
const retryMs = 250;
const acceptedMsMax = 300_000;
const transactionMsMax = 2_000;
const lookMs = 100;

/**
 * Sends a statement run to the api in batches, with codes in between, and kills one of two apis, or a worker, without
 * warning. A sender repeats a request that got no response under the same key: every message must arrive exactly once.
 */
export async function tortureBatches({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const size = runSizes[scale];
  await using harness = await createDeliveryHarness();
  const apis = await Promise.all(Array.from({ length: instances }, () => startApi(harness)));
  const pool = await startCrew(harness);
  const random = randomFrom(seed);
  const arrivals = countArrivals(harness, size.messages);
  const isOver = new AbortController();
  const watching = longestTransaction(harness, isOver.signal);
  const [accepted, codes] = await Promise.all([
    sendBatches(harness, apis, size.messages),
    sendCodes(harness, { arrivals, codes: size.codes, random }),
    killInTurn({ apis, pool }, size.kills, (share) => arrivals.reached(share)),
  ]);
  await settled(harness, size);
  isOver.abort();
  const longest = await watching;
  const counted = await countedByApi(harness, apis[0]);
  await Promise.all([pool.stop(), ...apis.map((api) => api.stop())]);
  const mails = await verifyMails(harness, accepted.ids);
  const verdict = await verifyCodes(harness, codes);
  console.log(
    table(
      ['batches', 'figure'],
      [
        ['messages accepted per second', Math.round(size.messages / (accepted.milliseconds / 1_000))],
        ['accepted after (s)', (accepted.milliseconds / 1_000).toFixed(1)],
        ['requests, repeated', `${size.messages / perRequest}, ${accepted.repeated}`],
        ['longest transaction (ms)', Math.round(longest.milliseconds)],
        ['its statement', longest.statement],
        ['apis and workers killed', size.kills],
        ['sent again as the same message', mails.repeated],
        codeTimes(verdict),
      ],
    ),
  );
  return [
    ...deliveryFigures(mails, verdict),
    exactly('messages accepted, each with its own id', new Set(accepted.ids).size, size.messages),
    exactly('messages that the batch counts', counted, size.messages),
    timed(`${size.messages} messages accepted`, accepted.milliseconds, acceptedMsMax),
    timed('longest transaction', longest.milliseconds, transactionMsMax),
  ];
}

function exactly(name: string, figure: number, goal: number): Figure {
  return { name, figure: String(figure), goal: String(goal), isReached: figure === goal };
}

async function startApi({ instance }: DeliveryHarness): Promise<ApiProcess> {
  const api = apiProcess({
    port: await freePort(),
    env: { ...instance.env, PORTICO_LOG_LEVEL: 'error' },
    logFile: join(instance.folder, 'api.log'),
  });
  await api.start();
  return api;
}

interface Accepted {
  readonly ids: readonly string[];
  readonly milliseconds: number;
  readonly repeated: number;
}

async function sendBatches(
  harness: DeliveryHarness,
  apis: readonly ApiProcess[],
  messages: number,
): Promise<Accepted> {
  const startedAt = performance.now();
  const show = progress('accepting', messages);
  const ids: string[] = [];
  let repeated = 0;
  let next = 0;
  const send = async (): Promise<void> => {
    while (next * perRequest < messages) {
      const serial = next;
      next += 1;
      for (let attempt = serial; ; attempt += 1) {
        // After a failure the sender turns to the other instance, as a load balancer would.
        const accepted = await post(harness, apis[attempt % apis.length], serial);
        ids.push(...(accepted ?? []));
        if (accepted !== undefined) break;
        repeated += 1;
        await setTimeout(retryMs);
      }
      show(ids.length);
    }
  };
  await Promise.all(Array.from({ length: sendersMax }, send));
  return { ids, milliseconds: performance.now() - startedAt, repeated };
}

const sender = {
  kind: 'application',
  id: 'statements',
  banks: ['01'],
  scope: 'correspondence.send',
} as const;

/** Returns the ids of one request; undefined if it has to be repeated. */
async function post(
  { instance }: DeliveryHarness,
  api: ApiProcess | undefined,
  serial: number,
): Promise<readonly string[] | undefined> {
  const items = Array.from({ length: perRequest }, (_, index) =>
    statementFields(serial * perRequest + index),
  );
  const response = await fetch(`http://127.0.0.1:${api?.port}/v1/correspondence/communications/batches`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await instance.mint.mint(sender)}`,
      'idempotency-key': `statements-${String(serial).padStart(8, '0')}`,
    },
    body: JSON.stringify({ 'batch-id': batchId, items }),
  }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (response === undefined || text === undefined || response.status === 429 || response.status === 503)
    return undefined;
  const ids = [...text.matchAll(/"id":"([^"]+)"/g)].flatMap(([, id]) => id ?? []);
  if (response.status !== 200 || ids.length !== perRequest)
    throw new Error(`batch ${serial}: ${response.status} ${text.slice(0, 500)}`);
  return ids;
}

function statementFields(serial: number): unknown {
  return {
    contact: { kind: 'email', details: `customer.${serial}@example.org` },
    'message-kind': 'statement',
    message: {
      title: `Your statement ${serial}`,
      body: {
        'content-type': 'text/plain',
        content: `Dear customer ${serial},\n\nyour statement for October is ready. Sign in to read it.\n\nYour bank\n`,
      },
    },
  };
}

/** Kills the api and a worker in turn, spread over the run. */
async function killInTurn(
  { apis, pool }: { readonly apis: readonly ApiProcess[]; readonly pool: Workers },
  kills: number,
  reached: (share: number) => Promise<void>,
): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    // The api is killed early in the run, while it accepts.
    await reached((kill + 0.2) / (kills * 2));
    if (kill % 2 === 0) {
      const victim = apis[(kill / 2) % apis.length];
      await victim?.kill();
      await victim?.start();
    } else await pool.killOne();
  }
}

async function countedByApi({ instance }: DeliveryHarness, api: ApiProcess | undefined): Promise<number> {
  const path = `/v1/correspondence/communications/batches/${encodeURIComponent(batchId)}`;
  const response = await fetch(`http://127.0.0.1:${api?.port}${path}`, {
    headers: { authorization: `Bearer ${await instance.mint.mint(sender)}` },
  });
  const text = await response.text();
  return Number(/"total-count":(\d+)/.exec(text)?.[1] ?? Number.NaN);
}

interface Longest {
  readonly milliseconds: number;
  /** The statement that it was last seen with. */
  readonly statement: string;
}

/** Looks for the oldest open transaction of the product again and again; returns the longest. */
async function longestTransaction({ instance }: DeliveryHarness, isOver: AbortSignal): Promise<Longest> {
  let longest: Longest = { milliseconds: 0, statement: '' };
  while (!isOver.aborted) {
    const [row] = await instance.database.query<Longest>(
      `select (extract(epoch from clock_timestamp() - xact_start) * 1000)::float as milliseconds,
              left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as statement
         from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
          and xact_start is not null
        order by xact_start limit 1`,
    );
    if (row !== undefined && row.milliseconds > longest.milliseconds) longest = row;
    await setTimeout(lookMs);
  }
  return longest;
}
