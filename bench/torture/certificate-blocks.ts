import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions } from 'node:https';
import { connect, type TLSSocket } from 'node:tls';
import { blockThirdParty, unblockThirdParty } from '../../server/src/capabilities/tpp/index.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { createTestAuthority, type TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { testBanks } from '../../server/src/platform/testing/token-mint.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';
import { createInstance, type Instance } from '../harness/instance.ts';
import type { Figure } from '../harness/report.ts';
import {
  asClient,
  insertGoodStatus,
  type ListenerFiles,
  listenerSettings,
  readSample,
  startThirdPartyApi,
} from '../harness/third-party-api.ts';

const goalSeconds = 5;
/** Limit for a shared machine. */
const guardSeconds = 20;
const organisation = 'PSDNL-DNB-12345';
const processCount = 2;
const pollMs = 100;
const waitMaxMs = 60_000;

/** Sends a request over one connection of the third party and returns the status. */
type Connection = () => Promise<number>;

/** Blocks a third party while its connections to two processes are open, and measures when all of them are refused. */
export async function measureBlocks(): Promise<readonly Figure[]> {
  using authority = await createTestAuthority();
  const [client, listener] = await Promise.all([
    authority.issue({ commonName: 'tpp.test', organizationIdentifier: organisation, roles: ['PSP_AI'] }),
    authority.issue({ commonName: 'localhost', server: true }),
  ]);
  await using instance = await createInstance();
  await insertGoodStatus(instance, client, authority.caPem);
  const ports = await startApis(instance, { authorityPem: authority.caPem, listener });
  const connections = (
    await Promise.all(ports.map((port) => connectionsTo(port, client, authority.caPem)))
  ).flat();
  await all(connections, 200);
  await setBlock(instance, 'block');
  const blocked = await secondsUntil(connections, 401);
  await setBlock(instance, 'unblock');
  const lifted = await secondsUntil(connections, 200);
  return [
    figureOf(`block on ${connections.length} connections of ${processCount} processes`, blocked),
    figureOf('the same, lifted', lifted),
  ];
}

function figureOf(name: string, seconds: number): Figure {
  return {
    name,
    figure: `${seconds.toFixed(1)} s`,
    goal: `<= ${goalSeconds} s`,
    isReached: seconds <= goalSeconds,
    holdsGuard: seconds <= guardSeconds,
  };
}

async function startApis(instance: Instance, files: ListenerFiles): Promise<readonly number[]> {
  const settings = await listenerSettings(instance, files);
  return Promise.all(
    Array.from({ length: processCount }, async () => (await startThirdPartyApi(instance, settings)).tlsPort),
  );
}

/** A connection that stays in use, one that is opened now and used later, and one that resumes a session. */
async function connectionsTo(
  port: number,
  client: TestCertificate,
  authorityPem: string,
): Promise<readonly Connection[]> {
  const options = asClient(port, client, authorityPem);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const open = new Agent({ keepAlive: true, maxSockets: 1 });
  await call({ ...options, agent: open });
  const session = await sessionOf(options);
  return [
    () => call({ ...options, agent: kept }),
    () => call({ ...options, agent: open }),
    () =>
      call({
        ...options,
        agent: false,
        createConnection: () => connect({ ...options, session }),
      }),
  ];
}

async function call(options: RequestOptions): Promise<number> {
  return (await readSample(options)).status;
}

/** Opens a connection only to get a session that later connections resume. */
function sessionOf(options: object): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(options);
    socket.once('error', reject);
    socket.once('session', (session) => {
      resolve(session);
      socket.destroy();
    });
  });
}

/** As `tpps block --all-banks` does, without the time that the program needs to start and to end. */
async function setBlock({ database }: Instance, change: 'block' | 'unblock'): Promise<void> {
  const subject = { kind: 'organisation', organisationId: organisation } as const;
  const log = createLogger({ level: 'error', destination: { write: () => undefined } });
  const deps = { app: database.app, clock: systemClock, ids: systemIds(systemClock), log };
  for (const bankId of testBanks) {
    const context = systemContext(deps, { job: 'torture', bankId, requestId: randomUUID() });
    if (change === 'block') await blockThirdParty(context, { subject, reason: 'torture', endsAt: undefined });
    else await unblockThirdParty(context, { subject, reason: 'torture' });
  }
}

/** Measures from the commit to the end of the first round in which all connections agree. */
async function secondsUntil(connections: readonly Connection[], status: number): Promise<number> {
  const startMs = performance.now();
  while (performance.now() - startMs < waitMaxMs) {
    const statuses = await Promise.all(connections.map((one) => one()));
    if (statuses.every((one) => one === status)) return (performance.now() - startMs) / 1_000;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return waitMaxMs / 1_000;
}

async function all(connections: readonly Connection[], status: number): Promise<void> {
  const statuses = await Promise.all(connections.map((one) => one()));
  if (statuses.some((one) => one !== status))
    throw new Error(`expected ${status}, got ${statuses.join(', ')}`);
}
