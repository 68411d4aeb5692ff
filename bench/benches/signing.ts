import { join } from 'node:path';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { closedLoop, type Sample } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, type Row, table } from '../harness/report.ts';
import { insertCollections, insertRules, largeOwner, paymentOf } from './signing-rules.ts';

const sizes = {
  long: { rules: 10_000, collections: 500, requests: 4_000 },
  short: { rules: 10_000, collections: 50, requests: 400 },
} as const;
const goalP99Ms = 5;
/** Limit for a shared machine: fails only on a real regression. */
const guardP99Ms = 100;
const busyConnections = 8;
/** Number of callers; the rate limit of each is 600 requests per minute. */
const callers = 1_000;
const path = '/v1/authorization/evaluate-signatures';

interface Manner {
  readonly name: string;
  bodyOf(index: number): string;
}

interface SigningFixture {
  readonly port: number;
  readonly pid: number;
  readonly tokens: readonly string[];
  readonly requests: number;
}

/**
 * Measures evaluate-signatures through the whole product, with ten thousand rules of one owner or of as many owners;
 * for payloads with signatures, and for new ones.
 */
export async function benchSigning(isShort: boolean): Promise<readonly Figure[]> {
  const { collections, requests, rules } = isShort ? sizes.short : sizes.long;
  await using instance = await createInstance({ env: { PORTICO_LOG_LEVEL: 'warn' } });
  const manners = await prepare(instance, { rules, collections });
  const port = await freePort();
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: {
      ...instance.env,
      PORTICO_OAUTH_SERVER: 'off',
      PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
    },
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    return await measureAll({ port, pid: api.pid, tokens: await tokensOf(instance), requests }, manners);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

function tokensOf({ mint }: Instance): Promise<readonly string[]> {
  const one = (id: number): Promise<string> =>
    mint.mint({
      kind: 'application',
      id: `asker-${id}`,
      scope: 'authorization.sign',
      validForSeconds: 7_200,
    });
  return Promise.all(Array.from({ length: callers }, (_, id) => one(id)));
}

async function prepare(
  instance: Instance,
  { collections, rules }: { readonly rules: number; readonly collections: number },
): Promise<readonly Manner[]> {
  await insertRules(instance.database, rules);
  const owners = [
    { name: `one owner with ${rules} rules`, ownerOf: () => largeOwner },
    { name: `${rules} owners with a rule each`, ownerOf: (index: number) => `S${(index * 31) % rules}` },
  ];
  const manners: Manner[] = [];
  for (const { name, ownerOf } of owners) {
    const payments = Array.from({ length: collections }, (_, index) => {
      const owner = ownerOf(index);
      return { owner, resourceId: `${owner}-${index}`, payload: paymentOf(owner, index, rules) };
    });
    await insertCollections(instance, payments);
    const paymentAt = (index: number) =>
      payments[index % payments.length] ?? { owner: '', resourceId: '', payload: '' };
    manners.push(
      {
        name: `${name}, being signed`,
        bodyOf: (index) => bodyOf({ ...paymentAt(index), payload: undefined }),
      },
      { name: `${name}, being signed, with payload`, bodyOf: (index) => bodyOf(paymentAt(index)) },
      {
        name: `${name}, new, with payload`,
        bodyOf: (index) => {
          const owner = ownerOf(index);
          return bodyOf({ owner, resourceId: `new-${index}`, payload: paymentOf(owner, index, rules) });
        },
      },
    );
  }
  return manners;
}

function bodyOf(payment: {
  readonly owner: string;
  readonly resourceId: string;
  readonly payload: string | undefined;
}): string {
  return JSON.stringify({
    'resource-id': payment.resourceId,
    'resource-kind': 'payment',
    ...(payment.payload === undefined ? {} : { payload: payment.payload }),
    'calling-context': JSON.stringify({ 'customer-number': payment.owner }),
  });
}

async function askAll(
  context: SigningFixture,
  manner: Manner,
  connections: number,
): Promise<readonly Sample[]> {
  const { port, requests, tokens } = context;
  let next = 0;
  const nextRequest = (): string => {
    next += 1;
    const body = manner.bodyOf(next);
    return [
      `POST ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${tokens[next % tokens.length]}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  };
  const { broken, samples } = await closedLoop({
    port,
    connections,
    seconds: 600,
    count: requests,
    nextRequest,
  });
  const wrong = samples.filter(({ status }) => status !== 200);
  if (broken > 0 || wrong.length > 0) {
    throw new Error(`${manner.name}: ${broken + wrong.length} failed: ${wrong[0]?.status}`);
  }
  return samples;
}

async function measureAll(context: SigningFixture, manners: readonly Manner[]): Promise<readonly Figure[]> {
  for (const manner of manners) await askAll(context, manner, busyConnections);
  const rows: Row[] = [];
  const figures: Figure[] = [];
  const show = progress('signing', manners.length);
  for (const manner of manners) {
    const alone = latenciesOf(await askAll(context, manner, 1));
    const before = cpuSecondsOf(context.pid);
    const busy = latenciesOf(await askAll(context, manner, busyConnections));
    const cpuMs = ((cpuSecondsOf(context.pid) - before) * 1_000) / context.requests;
    const ms = [alone(0.5), alone(0.99), busy(0.5), busy(0.99), cpuMs].map((one) => one.toFixed(2));
    rows.push([manner.name, ...ms]);
    figures.push({
      name: `${manner.name}, p99`,
      figure: `${alone(0.99).toFixed(2)} ms`,
      goal: `< ${goalP99Ms} ms`,
      isReached: alone(0.99) < goalP99Ms,
      holdsGuard: alone(0.99) < guardP99Ms,
    });
    show(rows.length);
  }
  const head = [
    'asked about',
    'p50 ms',
    'p99 ms',
    `p50 of ${busyConnections}`,
    `p99 of ${busyConnections}`,
    'CPU ms',
  ];
  console.log(table(head, rows));
  return figures;
}

function latenciesOf(samples: readonly Sample[]): (share: number) => number {
  const ordered = samples.map(({ latencyMs }) => latencyMs).toSorted((left, right) => left - right);
  return (share) => ordered[Math.floor(share * (ordered.length - 1))] ?? 0;
}
