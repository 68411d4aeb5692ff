import { urlFor } from '../../server/src/platform/testing/database.ts';
import { attackedSettings, type HostileSize, startAttacked, warmUp } from '../harness/attacked-api.ts';
import { bystanderFigures, refusedFigure, runBystanders } from '../harness/bystanders.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { dropRegistry, openRegistry, registryMasterKey } from '../harness/party-registry.ts';
import type { Figure } from '../harness/report.ts';

/** Beginnings that very many words have, and any of them will do. */
const queries = ['st de la ma an', 'st de la ma an be ha sc'] as const;
/** What one caller may send in a minute, all at once. */
const searchesPerMinute = 60;
const bystandersPerSecond = 20;
const employees = 20;
/** Larger registries are kept for the next run. */
const keptFrom = 10_000;

/** One caller sends the most expensive searches, as many as it may. */
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
    // Searches that are still under way end with the process.
    program.kill('SIGKILL');
    const { samples } = await attack;
    const answered = samples.filter(({ status }) => status === 200).length;
    return [
      ...bystanderFigures('searches', bystanders),
      refusedFigure('searches', bystanders),
      {
        name: 'searches, answered meanwhile',
        figure: `${answered} of ${searchesPerMinute}`,
        goal: 'told, not judged',
        isReached: true,
      },
    ];
  } finally {
    program.kill('SIGKILL');
    await program.ended;
    if (size.parties < keptFrom) await dropRegistry(registry);
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
