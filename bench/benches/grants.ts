import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { barChart } from '../harness/chart.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../harness/cpu.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import {
  createRigClient,
  formPost,
  newClientId,
  type RigClient,
  registerRigClient,
} from '../harness/oauth-client.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';

const goalPerCore = 600;
const guardPerCore = 200;
/** Published by Keycloak for client-credentials grants, per vCPU. */
const keycloakPerCore = 120;
const connections = 8;
const bankId = '01';
const path = `/oauth/${bankId}/token`;
const outFolder = new URL('../../out/', import.meta.url);

interface Measure {
  readonly grants: number;
  readonly seconds: number;
  readonly apiCpuSeconds: number;
  readonly databaseCpuSeconds: number;
}

/** How tokens are tied to their client: both ways FAPI 2.0 knows. */
const bindings = ['certificate', 'proof'] as const;
type Binding = (typeof bindings)[number];

/**
 * Client-credentials grants with `private_key_jwt`: the assertion is verified and remembered, the token signed and
 * tied to the client's certificate, or to the key of a DPoP proof, which is one more signature to verify and one more
 * thing to remember. The requests are made beforehand, so that the rig does not sign while it measures.
 */
export async function benchGrants(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 2 : 8;
  const perRound = isShort ? 800 : 4_000;
  using authority = await createTestAuthority();
  const certificate = await authority.issue({ commonName: 'rig.test' });
  await using postgres = await startPostgres(noUpkeep);
  const [port, proxyPort] = [await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${port}`;
  await using instance = await createInstance({
    server: postgres.url,
    banks: [bankId],
    env: {
      PORTICO_DATABASE_CHECKSUMS: 'required',
      PORTICO_BASE_URL: baseUrl,
      PORTICO_HTTP_LISTEN: `127.0.0.1:${port}`,
      PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      PORTICO_TLS_CLIENT_AUTHORITIES: authority.caPem,
    },
  });
  const ways = await openWays(instance, {
    baseUrl,
    ports: { certificate: proxyPort, proof: port },
    certificate: certificate.der,
  });
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs:
      process.env['PROFILE'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${outFolder.pathname}`],
    env: instance.env,
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    const processes = { pid: api.pid, databasePid: await postgres.pid() };
    const measures = await takeTurns(ways, { rounds, perRound, processes });
    return await conclusion(measures);
  } finally {
    api.kill('SIGTERM');
    await api.ended;
  }
}

interface GrantState {
  readonly baseUrl: string;
  readonly ports: Readonly<Record<Binding, number>>;
  readonly certificate: Buffer;
}

/** A client for each way of binding. */
async function openWays(
  instance: Instance,
  { baseUrl, certificate, ports }: GrantState,
): Promise<ReadonlyMap<Binding, Way>> {
  const ways = new Map<Binding, Way>();
  for (const binding of bindings) {
    const client = createRigClient(newClientId(), `${baseUrl}/oauth/${bankId}`);
    await registerRigClient(client, {
      databaseUrl: instance.database.appUrl,
      bankId,
      kind: 'application',
      scopes: ['party.read'],
      binding,
    });
    const headers: Way['headers'] =
      binding === 'certificate'
        ? () => ({ 'client-cert': `:${certificate.toString('base64')}:` })
        : () => ({ dpop: client.proof('POST', `${baseUrl}${path}`) });
    ways.set(binding, { client, headers, port: ports[binding] });
  }
  return ways;
}

interface Plan {
  readonly rounds: number;
  readonly perRound: number;
  readonly processes: { readonly databasePid: number; readonly pid: number };
}

/** The first round of each only warms up; after that they take turns, because the machine's mood changes. */
async function takeTurns(
  ways: ReadonlyMap<Binding, Way>,
  { perRound, processes, rounds }: Plan,
): Promise<Readonly<Record<Binding, readonly Measure[]>>> {
  const measures: Record<Binding, Measure[]> = { certificate: [], proof: [] };
  const show = progress('grants', rounds);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [binding, way] of ways) {
      const measure = await turn(way, perRound, processes);
      if (round > 0) measures[binding].push(measure);
    }
    show(round);
  }
  return measures;
}

interface Way {
  readonly client: RigClient;
  readonly port: number;
  readonly headers: () => Readonly<Record<string, string>>;
}

async function turn(
  { client, headers, port }: Way,
  count: number,
  { databasePid, pid }: { readonly databasePid: number; readonly pid: number },
): Promise<Measure> {
  const requests = Array.from({ length: count }, () =>
    formPost(
      path,
      { grant_type: 'client_credentials', scope: 'party.read', ...client.proofOfClient() },
      headers(),
    ),
  );
  let next = 0;
  const nextRequest = (): string => {
    next += 1;
    return requests[next - 1] ?? '';
  };
  const [apiBefore, databaseBefore] = [cpuSecondsOf(pid), await cpuSecondsOfFamily(databasePid)];
  const result = await closedLoop({ port, connections, seconds: 600, count, nextRequest });
  const refused = result.samples.filter(({ status }) => status !== 200);
  if (refused.length > 0 || result.broken > 0)
    throw new Error(
      `${refused.length} answers were not 200 (first ${refused[0]?.status}), ${result.broken} broken`,
    );
  return {
    grants: result.samples.length,
    seconds: result.seconds,
    apiCpuSeconds: cpuSecondsOf(pid) - apiBefore,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
  };
}

function perCoreOf(measures: readonly Measure[]): number {
  return median(measures.map(({ apiCpuSeconds, grants }) => grants / apiCpuSeconds));
}

async function conclusion(
  measures: Readonly<Record<Binding, readonly Measure[]>>,
): Promise<readonly Figure[]> {
  const rows = bindings.map((binding) => {
    const its = measures[binding];
    const all = its.map(
      ({ apiCpuSeconds, databaseCpuSeconds, grants }) => grants / (apiCpuSeconds + databaseCpuSeconds),
    );
    return [
      `tied to a ${binding}`,
      Math.round(median(its.map(({ grants, seconds }) => grants / seconds))),
      Math.round(perCoreOf(its)),
      Math.round(median(all)),
    ];
  });
  console.log(
    table(
      ['client-credentials grants', 'per second', 'per core of the api', 'per core, PostgreSQL too'],
      [...rows, ['Keycloak, published, per vCPU', '', keycloakPerCore, '']],
    ),
  );
  await draw(measures);
  return bindings.map((binding) => {
    const perCore = perCoreOf(measures[binding]);
    return {
      name: `grants per second per core, tied to a ${binding}`,
      figure: String(Math.round(perCore)),
      goal: `≥ ${goalPerCore}`,
      isReached: perCore >= goalPerCore,
      holdsGuard: perCore >= guardPerCore,
    };
  });
}

async function draw(measures: Readonly<Record<Binding, readonly Measure[]>>): Promise<void> {
  const bar = (name: string, value: number): Parameters<typeof barChart>[0]['bars'][number] => ({
    name,
    parts: [{ name: 'grants', value: Math.round(value) }],
  });
  const chart = barChart({
    title: 'Grants per second and core (Keycloak: as published)',
    unit: '',
    bars: [
      ...bindings.map((binding) => bar(binding, perCoreOf(measures[binding]))),
      bar('Keycloak', keycloakPerCore),
    ],
  });
  await mkdir(outFolder, { recursive: true });
  await writeFile(new URL('bench-grants.svg', outFolder), chart);
  console.log('chart: out/bench-grants.svg');
}
