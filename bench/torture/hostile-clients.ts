import {
  attackedSettings,
  type HostileDeps,
  type HostileSize,
  startAttacked,
  warmUp,
} from '../harness/attacked-api.ts';
import { bystanderFigures, runBystanders } from '../harness/bystanders.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { planRequests } from '../harness/plan-requests.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { anonymousRequests } from './hostile-anonymous.ts';
import { hostileConsents } from './hostile-consents.ts';
import { floodWithInvalidTokens } from './hostile-floods.ts';
import { hostilePayments } from './hostile-payments.ts';
import { hostilePictures } from './hostile-pictures.ts';
import { hostileQuotas } from './hostile-quotas.ts';
import { hostileSearches } from './hostile-searches.ts';
import { openSlowReaders, openSlowSenders, readerSeconds, slowFigures, slowSeconds } from './hostile-slow.ts';
import { hostileThirdParties } from './hostile-third-parties.ts';

const sizes: Readonly<Record<Scale, HostileSize>> = {
  ci: {
    slowSockets: 200,
    slowReaders: 2,
    floodSeconds: 2,
    anonymousRequests: 1_500,
    parties: 1_000,
    searchSeconds: 3,
    pictureSeconds: 4,
    thirdPartySockets: 20,
    refusedCertificates: 120,
    quotaSeconds: 12,
    quotaMebibytes: 1,
  },
  night: {
    slowSockets: 200,
    slowReaders: 30,
    floodSeconds: 20,
    anonymousRequests: 100_000,
    parties: 50_000,
    searchSeconds: 30,
    pictureSeconds: 20,
    thirdPartySockets: 100,
    refusedCertificates: 5_000,
    quotaSeconds: 60,
    quotaMebibytes: 8,
  },
  full: {
    slowSockets: 200,
    slowReaders: 60,
    floodSeconds: 60,
    anonymousRequests: 1_000_000,
    parties: 200_000,
    searchSeconds: 60,
    pictureSeconds: 60,
    thirdPartySockets: 200,
    refusedCertificates: 20_000,
    quotaSeconds: 300,
    quotaMebibytes: 32,
  },
};

const bystandersPerSecond = 30;
const employees = 100;

type Scenario = (deps: HostileDeps) => Promise<readonly Figure[]>;

/** Scenarios that share one api process. */
const shared: Readonly<Record<string, Scenario>> = {
  slow: async (deps) => {
    const [bystanders, closings] = await Promise.all([
      runBystanders({ ...deps, seconds: slowSeconds, perSecond: bystandersPerSecond }),
      openSlowSenders(deps),
    ]);
    return [...bystanderFigures('slow senders', bystanders), ...slowFigures('slow senders', closings)];
  },
  readers: async (deps) => {
    const seconds = readerSeconds(deps.size);
    const [bystanders, closings] = await Promise.all([
      runBystanders({ ...deps, seconds, perSecond: bystandersPerSecond }),
      openSlowReaders(deps),
    ]);
    return [...bystanderFigures('slow readers', bystanders), ...slowFigures('slow readers', closings)];
  },
  refused: async (deps) => {
    const seconds = deps.size.floodSeconds;
    const [bystanders, flood] = await Promise.all([
      runBystanders({ ...deps, seconds, perSecond: bystandersPerSecond }),
      floodWithInvalidTokens(deps),
    ]);
    return [...bystanderFigures('invalid tokens', bystanders), flood];
  },
  rows: anonymousRequests,
};

const slowNames: ReadonlySet<string> = new Set(['slow', 'readers']);

/** Scenarios that need their own process or database. */
const apart: Readonly<Record<string, (size: HostileSize) => Promise<readonly Figure[]>>> = {
  searches: hostileSearches,
  pictures: hostilePictures,
  'third-parties': hostileThirdParties,
  payments: hostilePayments,
  consents: hostileConsents,
  quotas: hostileQuotas,
};

/** Scenarios that the checks leave to the nightly runs, because they take a minute: the name must be given. */
const named: ReadonlySet<string> = new Set(['payments', 'consents', 'quotas']);

/**
 * Attacks a running api process while honest clients continue: slow clients of all kinds, floods of refused requests,
 * anonymous requests that write rows, and requests that cost far more than usual.
 */
export async function tortureHostileClients({ scale }: TortureOptions): Promise<readonly Figure[]> {
  const chosen = process.argv.slice(3);
  const known = [...Object.keys(shared), ...Object.keys(apart)];
  if (!chosen.every((name) => known.includes(name)))
    throw new Error(`usage: npm run torture -- hostile-clients [${known.join(' | ')}]`);
  const isChosen = ([name]: readonly [string, unknown]): boolean =>
    chosen.length === 0 ? !named.has(name) : chosen.includes(name);
  const figures: Figure[] = [];
  const together = Object.entries(shared).filter(isChosen);
  if (together.length > 0) figures.push(...(await runShared(together, scale)));
  figures.push(
    ...(await inSequenceOrParallel(Object.entries(apart).filter(isChosen), scale, ([, scenario]) =>
      scenario(sizes[scale]),
    )),
  );
  return figures;
}

/**
 * Runs scenarios in parallel in the checks, where limits are wide and time is short; otherwise one after the other.
 */
async function inSequenceOrParallel<Item>(
  items: readonly Item[],
  scale: Scale,
  run: (item: Item) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  if (scale === 'ci') return (await Promise.all(items.map(run))).flat();
  const figures: Figure[] = [];
  for (const item of items) figures.push(...(await run(item)));
  return figures;
}

async function runShared(
  scenarios: readonly (readonly [string, Scenario])[],
  scale: Scale,
): Promise<readonly Figure[]> {
  await using instance = await createInstance({ env: attackedSettings });
  const { port, program } = await startAttacked(instance);
  try {
    const nextRequest = await mixedRequests(instance);
    await warmUp(port, nextRequest);
    const run = ([name, scenario]: readonly [string, Scenario]): Promise<readonly Figure[]> => {
      console.error(`hostile-clients: ${name}`);
      return scenario({ instance, port, size: sizes[scale], nextRequest });
    };
    // Slow clients mostly wait. Floods run alone, and rows are counted while no other scenario writes.
    const slow = scenarios.filter(([name]) => slowNames.has(name));
    const floods = scenarios.filter(([name]) => !slowNames.has(name));
    const figures = [...(await inSequenceOrParallel(slow, scale, run))];
    for (const flood of floods) figures.push(...(await run(flood)));
    return figures;
  } finally {
    program.kill('SIGKILL');
    await program.ended;
  }
}

async function mixedRequests({ mint }: Instance): Promise<() => string> {
  const plan = await planRequests(mint, employees);
  // Pages have no Content-Length, so the server closes their connection at the end.
  const page = 'GET /account/01 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n';
  let count = 0;
  return () => {
    count += 1;
    return count % 3 === 0 ? page : plan();
  };
}
