import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { urlFor } from '../../server/src/platform/testing/database.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { createTokenMint } from '../../server/src/platform/testing/token-mint.ts';
import { chanceFrom } from '../harness/chance.ts';
import { cpuSecondsOf } from '../harness/cpu.ts';
import { closedLoop, type Sample } from '../harness/http-load.ts';
import { mintAsSetting } from '../harness/instance.ts';
import {
  dropRegistry,
  openRegistry,
  type PartyRegistry,
  registryMasterKey,
} from '../harness/party-registry.ts';
import { freePort, isReady, type Program, startProgram, until } from '../harness/processes.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { type Figure, progress, type Row, table } from '../harness/report.ts';
import { bareRound } from './party-search-bare.ts';
import { type SearchKind, type SearchSample, searchKinds, searchSamples } from './party-search-queries.ts';

const sizes = {
  long: { parties: 1_000_000, searches: 1_500, checked: 1_000, rounds: 5 },
  short: { parties: 10_000, searches: 120, checked: 100, rounds: 2 },
} as const;
const goalsMs: Readonly<Record<SearchKind, number>> = { exact: 15, prefix: 15, typo: 60 };
const searchers = 8;
const foundShare = 0.99;
const foundGuard = 0.9;
const ratioGoal = 0.5;
const ratioGuard = 0.15;
/** Latencies depend on the load of a shared machine; beyond this factor the search itself is broken. */
const latencyGuardFactor = 50;
/** Number of callers; the rate limit of each is 60 searches per minute. */
const callers = 400;
const seed = 20_261_115;
const outFolder = new URL('../../out/', import.meta.url);

interface Api {
  readonly port: number;
  readonly program: Program;
  nextToken(): string;
}

/**
 * Measures searches among a million parties through the whole product: exact, by prefix and with a typo; sequentially
 * and eight in parallel. Then counts how often the expected party is among the first ten, and compares the cost with
 * the bare statements.
 */
export async function benchPartySearch(isShort: boolean): Promise<readonly Figure[]> {
  const size = isShort ? sizes.short : sizes.long;
  const registry = await openRegistry(size.parties);
  await using api = await startSearching(registry);
  const chance = chanceFrom(seed);
  const samplesOf = (manner: SearchKind): readonly SearchSample[] =>
    searchSamples(registry, chance, { manner, count: size.searches });
  const samples = new Map(searchKinds.map((manner) => [manner, samplesOf(manner)]));
  await warmUp(api, [...samples.values()].flat());
  const latencies = await measureAll(api, samples);
  const found = await countFound(
    api,
    searchSamples(registry, chance, { manner: 'typo', count: size.checked }),
  );
  const ratio = await compare(api, registry, { samples: [...samples.values()].flat(), rounds: size.rounds });
  if (isShort) await dropRegistry(registry);
  return [
    ...latencies,
    {
      name: `expected party among the first ten, one typo, of ${size.checked}`,
      figure: String(found),
      goal: `≥ ${size.checked * foundShare}`,
      isReached: found >= size.checked * foundShare,
      holdsGuard: found >= size.checked * foundGuard,
    },
    ratio,
  ];
}

async function startSearching(registry: PartyRegistry): Promise<Api & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-search-'));
  const mint = await createTokenMint(systemClock);
  const keySet = join(folder, 'keys.json');
  await writeFile(keySet, mint.keySet);
  const port = await freePort();
  const program = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs: profilingArgs(outFolder),
    env: {
      PORTICO_DATABASE_URL: urlFor(registry.name, 'portico_app'),
      PORTICO_DATABASE_CHECKSUMS: 'optional',
      PORTICO_DATABASE_POOL_SIZE: String(searchers),
      PORTICO_TOKEN_ISSUERS: mintAsSetting(keySet),
      PORTICO_MASTER_KEYS: registryMasterKey.toString('base64'),
      PORTICO_OAUTH_SERVER: 'off',
      PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
      PORTICO_LOG_LEVEL: 'warn',
    },
    logFile: join(folder, 'api.log'),
  });
  const token = (id: number): Promise<string> =>
    mint.mint({ kind: 'application', id: `searcher-${id}`, scope: 'party.search', validForSeconds: 7_200 });
  const tokens = await Promise.all(Array.from({ length: callers }, (_, id) => token(id)));
  let used = 0;
  await until(() => isReady(port), 'api');
  return {
    port,
    program,
    nextToken() {
      used += 1;
      return tokens[used % tokens.length] ?? '';
    },
    async [Symbol.asyncDispose]() {
      program.kill('SIGTERM');
      await program.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the request for a search, as bytes. */
function requestFor({ nextToken }: Api, { q }: SearchSample): string {
  return [
    `GET /v1/party/parties/search?q=${encodeURIComponent(q)} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${nextToken()}`,
    '',
    '',
  ].join('\r\n');
}

async function searchAll(
  api: Api,
  samples: readonly SearchSample[],
  connections: number,
): Promise<readonly Sample[]> {
  let next = 0;
  const nextRequest = (): string => {
    const sample = samples[next % samples.length];
    next += 1;
    if (sample === undefined) throw new Error('nothing to search for');
    return requestFor(api, sample);
  };
  const load = { port: api.port, connections, seconds: 600, count: samples.length, nextRequest };
  const { broken, samples: responses } = await closedLoop(load);
  const wrong = responses.filter(({ status }) => status !== 200);
  if (broken > 0 || wrong.length > 0)
    throw new Error(`${broken + wrong.length} searches failed: ${wrong[0]?.status}`);
  return responses;
}

async function warmUp(api: Api, samples: readonly SearchSample[]): Promise<void> {
  await searchAll(
    api,
    samples.filter((_, index) => index % 4 === 0),
    searchers,
  );
}

async function measureAll(
  api: Api,
  samples: ReadonlyMap<SearchKind, readonly SearchSample[]>,
): Promise<readonly Figure[]> {
  const rows: Row[] = [];
  const figures: Figure[] = [];
  for (const [manner, its] of samples) {
    for (const connections of [1, searchers]) {
      const responses = await searchAll(api, its, connections);
      const ordered = responses.map(({ latencyMs }) => latencyMs).toSorted((left, right) => left - right);
      const at = (share: number): number => ordered[Math.floor(share * (ordered.length - 1))] ?? 0;
      rows.push([manner, connections, at(0.5).toFixed(1), at(0.95).toFixed(1), at(0.99).toFixed(1)]);
      const goal = goalsMs[manner];
      figures.push({
        name: `${manner}, ${connections === 1 ? 'alone' : `${connections} side by side`}, p95`,
        figure: `${at(0.95).toFixed(1)} ms`,
        goal: `< ${goal} ms`,
        isReached: at(0.95) < goal,
        holdsGuard: at(0.95) < goal * latencyGuardFactor,
      });
    }
  }
  console.log(table(['searched', 'searchers', 'p50 ms', 'p95 ms', 'p99 ms'], rows));
  return figures;
}

/** Counts the searches with the expected party on the first page. */
async function countFound(api: Api, samples: readonly SearchSample[]): Promise<number> {
  let found = 0;
  const show = progress('found', samples.length);
  for (const [index, { partyNumber, q }] of samples.entries()) {
    const url = `http://127.0.0.1:${api.port}/v1/party/parties/search?q=${encodeURIComponent(q)}&trim=*`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${api.nextToken()}` } });
    if ((await response.text()).includes(`"party-number":"${partyNumber}"`)) found += 1;
    else if (process.env['SHOW'] !== undefined) console.log(`not found: ${q} (${partyNumber})`);
    show(index + 1);
  }
  return found;
}

interface Compared {
  readonly samples: readonly SearchSample[];
  readonly rounds: number;
}

/** Compares the processor time per search of the statements alone and of the whole product, alternating. */
async function compare(api: Api, registry: PartyRegistry, { rounds, samples }: Compared): Promise<Figure> {
  const url = urlFor(registry.name, 'portico_app');
  const watcher = new pg.Client({ connectionString: urlFor(registry.name, 'postgres') });
  await watcher.connect();
  const ratios: number[] = [];
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const chosen = samples.filter((_, index) => index % rounds === round);
    const bareMs = await bareRound(
      url,
      chosen.map(({ q }) => q),
    );
    const before = await cpuOfProduct(api, watcher);
    await searchAll(api, chosen, searchers);
    const productMs = (((await cpuOfProduct(api, watcher)) - before) * 1_000) / chosen.length;
    ratios.push(bareMs / productMs);
    rows.push([round + 1, bareMs.toFixed(2), productMs.toFixed(2), (bareMs / productMs).toFixed(2)]);
  }
  await watcher.end();
  console.log(table(['round', 'bare, CPU ms per search', 'product, CPU ms per search', 'ratio'], rows));
  const ratio = median(ratios);
  return {
    name: 'processor time of the bare statements to that of the product',
    figure: ratio.toFixed(2),
    goal: `≥ ${ratioGoal}`,
    isReached: ratio >= ratioGoal,
    holdsGuard: ratio >= ratioGuard,
  };
}

/** Returns the processor time of the api and its database sessions. */
async function cpuOfProduct({ program }: Api, watcher: pg.Client): Promise<number> {
  const { rows } = await watcher.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'portico-api' and datname = current_database()",
  );
  return [program.pid, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}
