import { join } from 'node:path';
import { median } from '../../server/src/platform/testing/median.ts';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance } from '../harness/instance.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, type Row, table } from '../harness/report.ts';
import { identifications } from './token-identifications.ts';
import { type TokenTraffic, tokenTraffic } from './token-traffic.ts';

const clients = 8;
const goalMicroseconds = 50;
/** Limit for a shared machine without warm-up: fails only on a real regression. */
const guardMicroseconds = 150;

/**
 * Measures the cost of authentication: in this process, and per request in a running api. Uses processor time,
 * because elapsed times are not comparable on a shared machine.
 */
export async function benchTokens(isShort: boolean): Promise<readonly Figure[]> {
  const inProcess = await identifications(isShort);
  console.log(
    table(
      ['CPU per identification', 'median µs', 'lowest µs'],
      inProcess.map(
        ({ name, microseconds }): Row => [
          name,
          median(microseconds).toFixed(1),
          Math.min(...microseconds).toFixed(1),
        ],
      ),
    ),
  );
  const overHttp = await requests(isShort);
  console.log(
    table(['one api process, over HTTP', 'CPU µs per request', 'requests per core-second'], overHttp),
  );
  const remembered = median(inProcess[0]?.microseconds ?? []);
  return [
    {
      name: 'caller from a cached token, CPU',
      figure: `${remembered.toFixed(1)} µs`,
      goal: `< ${goalMicroseconds} µs`,
      isReached: remembered < goalMicroseconds,
      holdsGuard: remembered < guardMicroseconds,
    },
  ];
}

async function requests(isShort: boolean): Promise<readonly Row[]> {
  const rounds = isShort ? 2 : 5;
  const seconds = isShort ? 1 : 4;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  await using instance = await createInstance({ env: { PORTICO_BASE_URL: baseUrl } });
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    env: { ...instance.env, PORTICO_HTTP_LISTEN: `127.0.0.1:${port}` },
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    const kinds = await tokenTraffic(instance.mint, { baseUrl, requestsPerTurn: isShort ? 1_500 : 8_000 });
    const measured = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
    const runRound = (kind: TokenTraffic): Promise<number> =>
      cpuPerRequest(kind, { port, pid: api.pid, seconds });
    for (const kind of kinds) await runRound(kind);
    const show = progress('tokens', rounds);
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of kinds) measured.get(kind.name)?.push(await runRound(kind));
      show(round + 1);
    }
    return kinds.map(({ name }): Row => {
      const microseconds = median(measured.get(name) ?? []);
      return [name, Math.round(microseconds), Math.round(1e6 / microseconds)];
    });
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

interface TokenRound {
  readonly port: number;
  readonly pid: number;
  readonly seconds: number;
}

async function cpuPerRequest(
  { prepare, status }: TokenTraffic,
  { port, pid, seconds }: TokenRound,
): Promise<number> {
  const { next, count } = await prepare();
  const before = cpuSecondsOf(pid);
  const { samples, broken } = await closedLoop({
    port,
    connections: clients,
    seconds,
    count,
    nextRequest: next,
  });
  const used = cpuSecondsOf(pid) - before;
  const others = samples.filter((sample) => sample.status !== status);
  if (others.length > 0 || broken > 0)
    throw new Error(
      `${others.length} responses were not ${status} (first ${others[0]?.status}), ${broken} broken`,
    );
  return (used / samples.length) * 1e6;
}
