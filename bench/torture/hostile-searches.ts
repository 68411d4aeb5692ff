import { urlFor } from '../../server/src/platform/testing/database.ts';
import { attackedSettings, type HostileSize, startAttacked, warmUp } from '../harness/attacked-api.ts';
import { bystanderFigures, refusedFigure, runBystanders } from '../harness/bystanders.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { dropRegistry, openRegistry, registryMasterKey } from '../harness/party-registry.ts';
import type { Figure } from '../harness/report.ts';

/** Prefixes that very many words have. */
const queries = ['st de la ma an', 'st de la ma an be ha sc'] as const;
/** The rate limit of one caller per minute, sent in parallel. */
const searchesPerMinute = 60;
const bystandersPerSecond = 20;
const employees = 20;
/** Registries from this size on are reused by the next run. */
const reusedFrom = 10_000;

/** Sends the most expensive searches as one caller, up to the rate limit. */
export async function hostileSearches(size: HostileSize): Promise<readonly Figure[]> {
  console.error(`hostile-clients: searches among ${size.parties} parties`);
  const registry = await openRegistry(size.parties);
  await using instance = await createInstance({
    env: {
      ...attackedSettings,
      PORTICO_DATABASE_URL: urlFor(registry.name, 'portico_app'),
      PORTICO_MASTER_KEYS: registryMasterKey.toString('base64'),
      PORTICO_OAUTH_SERVER: 'off',
    },
  });
  const { port, program } = await startAttacked(instance);
  try {
    const nextRequest = await readRequests(instance);
    await warmUp(port, nextRequest);
    const bystanding = runBystanders({
      port,
      seconds: size.searchSeconds,
      perSecond: bystandersPerSecond,
      nextRequest,
    });
    const attack = closedLoop({
      port,
      localAddress: '127.0.5.1',
      connections: searchesPerMinute,
      count: searchesPerMinute,
      seconds: size.searchSeconds,
      nextRequest: await searchRequests(instance),
    });
    const bystanders = await bystanding;
    // Searches in progress end with the process.
    program.kill('SIGKILL');
    const { samples } = await attack;
    const responded = samples.filter(({ status }) => status === 200).length;
    return [
      ...bystanderFigures('searches', bystanders),
      refusedFigure('searches', bystanders),
      {
        name: 'searches, responses during the attack',
        figure: `${responded} of ${searchesPerMinute}`,
        goal: 'informational',
        isReached: true,
      },
    ];
  } finally {
    program.kill('SIGKILL');
    await program.ended;
    if (size.parties < reusedFrom) await dropRegistry(registry);
  }
}

async function searchRequests({ mint }: Instance): Promise<() => string> {
  const token = await mint.mint({ kind: 'employee', id: 'searcher', roles: ['party.search'] });
  let count = 0;
  return () => {
    count += 1;
    const query = new URLSearchParams({ q: queries[count % queries.length] ?? '', 'search-mode': 'any' });
    return [
      `GET /v1/party/parties/search?${query.toString()} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      '',
      '',
    ].join('\r\n');
  };
}

async function readRequests({ mint }: Instance): Promise<() => string> {
  const tokens = await Promise.all(
    Array.from({ length: employees }, (_, index) =>
      mint.mint({ kind: 'employee', id: `reader-${index}`, roles: ['maintenance'], validForSeconds: 7_200 }),
    ),
  );
  let count = 0;
  return () => {
    count += 1;
    return [
      'GET /api/configuration/maintenance-windows?states=started HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${tokens[count % employees]}`,
      '',
      '',
    ].join('\r\n');
  };
}
