import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { median } from '../../server/src/platform/testing/median.ts';
import { barChart } from '../harness/chart.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../harness/cpu.ts';
import { closedLoop } from '../harness/http-load.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import { signaturesPerSecond } from '../harness/machine-speed.ts';
import {
  createHarnessClient,
  formPost,
  type HarnessClient,
  newClientId,
  registerHarnessClient,
} from '../harness/oauth-client.ts';
import { noUpkeep, startPostgres } from '../harness/postgres-server.ts';
import { freePort, isReady, startProgram, until } from '../harness/processes.ts';
import { profilingArgs } from '../harness/profiling-args.ts';
import { type Figure, progress, table } from '../harness/report.ts';

const goalPerCore = 600;
/** Share of the signatures that the machine makes in the same time: 0.045 and 0.08 were measured. */
const guardShare = 0.02;
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
  /** Signatures made and verified in a second of processor time, beside the round. */
  readonly signaturesPerSecond: number;
}

/** Bindings of tokens to clients: both that FAPI 2.0 allows. */
const bindings = ['certificate', 'proof'] as const;
type Binding = (typeof bindings)[number];

/**
 * Measures client-credentials grants with `private_key_jwt`: the server verifies and stores the assertion, signs the
 * token and binds it to the client's certificate or DPoP key; a DPoP proof is one more signature to verify and one
 * more row. The requests are signed beforehand, so that signing is not measured.
 */
export async function benchGrants(isShort: boolean): Promise<readonly Figure[]> {
  const rounds = isShort ? 2 : 8;
  const perRound = isShort ? 800 : 4_000;
  using authority = await createTestAuthority();
  const certificate = await authority.issue({ commonName: 'harness.test' });
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
  const clients = await openClients(instance, {
    baseUrl,
    ports: { certificate: proxyPort, proof: port },
    certificate: certificate.der,
  });
  const api = startProgram({
    args: ['server/src/main.ts', 'api'],
    nodeArgs: profilingArgs(outFolder),
    env: instance.env,
    logFile: join(instance.folder, 'api.log'),
  });
  try {
    await until(() => isReady(port), 'api');
    const processes = { pid: api.pid, databasePid: await postgres.pid() };
    const measures = await runRounds(clients, { rounds, perRound, processes });
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

/** Registers a client for each binding. */
async function openClients(
  instance: Instance,
  { baseUrl, certificate, ports }: GrantState,
): Promise<ReadonlyMap<Binding, BoundClient>> {
  const clients = new Map<Binding, BoundClient>();
  for (const binding of bindings) {
    const client = createHarnessClient(newClientId(), `${baseUrl}/oauth/${bankId}`);
    await registerHarnessClient(client, {
      databaseUrl: instance.database.appUrl,
      bankId,
      kind: 'application',
      scopes: ['party.read'],
      binding,
    });
    const headers: BoundClient['headers'] =
      binding === 'certificate'
        ? () => ({ 'client-cert': `:${certificate.toString('base64')}:` })
        : () => ({ dpop: client.proof('POST', `${baseUrl}${path}`) });
    clients.set(binding, { client, headers, port: ports[binding] });
  }
  return clients;
}

interface Plan {
  readonly rounds: number;
  readonly perRound: number;
  readonly processes: { readonly databasePid: number; readonly pid: number };
}

/** Runs a warm-up round of each; then the bindings alternate, because the load of the machine varies. */
async function runRounds(
  clients: ReadonlyMap<Binding, BoundClient>,
  { perRound, processes, rounds }: Plan,
): Promise<Readonly<Record<Binding, readonly Measure[]>>> {
  const measures: Record<Binding, Measure[]> = { certificate: [], proof: [] };
  const show = progress('grants', rounds);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [binding, client] of clients) {
      const measure = await runRound(client, perRound, processes);
      if (round > 0) measures[binding].push(measure);
    }
    show(round);
  }
  return measures;
}

interface BoundClient {
  readonly client: HarnessClient;
  readonly port: number;
  readonly headers: () => Readonly<Record<string, string>>;
}

async function runRound(
  { client, headers, port }: BoundClient,
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
      `${refused.length} responses were not 200 (first ${refused[0]?.status}), ${result.broken} broken`,
    );
  return {
    grants: result.samples.length,
    seconds: result.seconds,
    apiCpuSeconds: cpuSecondsOf(pid) - apiBefore,
    databaseCpuSeconds: (await cpuSecondsOfFamily(databasePid)) - databaseBefore,
    signaturesPerSecond: signaturesPerSecond(),
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
      `bound to a ${binding}`,
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
    const speed = median(measures[binding].map((measure) => measure.signaturesPerSecond));
    return {
      name: `grants per second per core, bound to a ${binding}`,
      figure: `${Math.round(perCore)}, on a machine of ${Math.round(speed)} signatures per second`,
      goal: `≥ ${goalPerCore}`,
      isReached: perCore >= goalPerCore,
      holdsGuard: perCore >= guardShare * speed,
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
