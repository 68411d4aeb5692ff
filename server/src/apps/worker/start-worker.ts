import { createNatsPublisher } from '#adapters/nats/nats-publisher.ts';
import { accountsCapability } from '#capabilities/accounts/index.ts';
import { authorizationCapability } from '#capabilities/authorization/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { monitoringCapability } from '#capabilities/monitoring/index.ts';
import { payeeVerificationsCapability } from '#capabilities/payee-verifications/index.ts';
import { paymentsCapability } from '#capabilities/payments/index.ts';
import { noClientCertificates } from '#platform/auth/client-certificates.ts';
import { everyProofReplayed } from '#platform/auth/proof-replays.ts';
import { noSealsAccepted } from '#platform/auth/seal-certificates.ts';
import { noThirdParties } from '#platform/auth/third-party-checks.ts';
import { noTokensAccepted } from '#platform/auth/token-verifier.ts';
import { cleanUpStatuses } from '#platform/certificate-status/refresh-statuses.ts';
import { checkDatabase, checkMigrations } from '#platform/db/boot-checks.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { waitForDatabase } from '#platform/db/wait-for-database.ts';
import { createApi } from '#platform/http/api-server.ts';
import { openListener } from '#platform/http/listeners.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import { createEventProcessor } from '#platform/work/event-processor.ts';
import type { EventPublisher } from '#platform/work/event-publisher.ts';
import { createFanOut } from '#platform/work/fan-out.ts';
import { housekeeping } from '#platform/work/housekeeping.ts';
import { startJobs } from '#platform/work/jobs.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { createOutboxRelay } from '#platform/work/outbox-relay.ts';
import { maintainPartitions } from '#platform/work/partitions.ts';
import { buildPorts, type ProductPorts } from '../compose/build-ports.ts';
import { coreChecks } from '../core-checks.ts';
import { demoBankJobs } from '../demo/demo-bank-jobs.ts';
import {
  bankKeysCheck,
  type Check,
  databaseCheck,
  partitionCheck,
  restoreLedgerCheck,
  setAsideCheck,
  startHealthCache,
  workChecks,
} from '../health-checks.ts';
import { httpServices } from '../http-services.ts';
import { operationsNetwork } from '../operations-network.ts';
import { openProductKeys, type ProductKeys } from '../product-keys.ts';
import { version } from '../release.ts';
import { ledgerEventHandlers } from '../restore-ledger.ts';
import type { Running } from '../running.ts';
import type { Runtime } from '../runtime.ts';
import { compositions } from '../wiring.ts';
import { bankCronJobs } from './bank-jobs.ts';
import { startBulks } from './start-bulks.ts';
import { startCertificateStatuses } from './start-certificate-statuses.ts';
import { startDispatchingCodes } from './start-dispatching-codes.ts';
import { startFollowingCores } from './start-following-cores.ts';
import { startSealing } from './start-sealing.ts';
import { startSending } from './start-sending.ts';
import { startStandingOrders } from './start-standing-orders.ts';
import { startStatements } from './start-statements.ts';
import { startSubmittingPayments } from './start-submitting-payments.ts';
import { startVerifyingPayees } from './start-verifying-payees.ts';

export interface WorkerOptions {
  /** Additional event handlers; torture runs pass their own. */
  readonly eventHandlers?: readonly EventHandler[];
}

export interface RunningWorker extends Running {
  readonly port: number;
}

const relayIdleMs = 100;
const fanOutIdleMs = 100;
const partitionsEveryMs = 600_000;
/** Longest pause between attempts while a backup has locks. */
const partitionsRetryMsMax = 300_000;
/** Relay, fan-out, sealer and housekeeping need few connections; jobs have a separate pool. */
const workerPoolSize = 5;

/**
 * Starts the worker, which processes events and timed work. Several may run; they share the work through the database.
 */
export async function startWorker(runtime: Runtime, options: WorkerOptions = {}): Promise<RunningWorker> {
  const { clock, config, ids, log, metrics } = runtime;
  const { app, worker, workerUrl } = await openPools(runtime);
  const publisher = publisherFrom(runtime);
  const productKeys = await openProductKeys(runtime, app);
  const ports = productKeys && (await buildPorts(runtime, { database: app, productKeys }));
  const ofProduct = [...eventHandlersOf(ports), ...ledgerEventHandlers(config, log)];
  const allEventHandlers = [...ofProduct, ...(options.eventHandlers ?? [])];
  const sealing = startSealing(runtime, worker);
  const loops = [
    ...(sealing === undefined ? [] : [sealing.loop]),
    ...startLoops({ runtime, worker, publisher, eventHandlers: allEventHandlers }),
    startCertificateStatuses(runtime, worker),
    ...(productKeys === undefined ? [] : [productKeys.follow()]),
    ...(ports === undefined ? [] : startCapabilityLoops(runtime, app, ports)),
  ];
  const sending = ports && (await startSending(runtime, { app, worker, ports }));
  const jobs = await startJobs({
    workerUrl,
    concurrency: config.workerConcurrency,
    eventProcessor: createEventProcessor({ app, worker, clock, ids, log, eventHandlers: allEventHandlers }),
    crons: [
      ...housekeeping(worker, clock),
      cleanUpStatuses({ database: worker, clock }),
      ...bankCronJobs(runtime, app, ports),
      ...(await demoBankJobs(runtime, app)),
    ],
    log,
    metrics,
  });
  const checks = checksOf(runtime, { app, worker, publisher, productKeys });
  const probes = await serveProbes(runtime, app, [
    ...checks,
    ...(sealing === undefined ? [] : [sealing.check]),
  ]);
  log.info({ port: probes.port, state: 'worker' }, 'listening');
  return {
    port: probes.port,
    async stop() {
      await sending?.stop();
      await jobs.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await ports?.close();
      await productKeys?.close();
      await publisher?.close();
      await probes.stop();
      await Promise.all([app.close(), worker.close()]);
    },
  };
}

/** Starts what capabilities do all the time; it needs their ports. */
function startCapabilityLoops(runtime: Runtime, app: Database, ports: ProductPorts): readonly Loop[] {
  return [
    startDispatchingCodes(runtime, { app, ports: ports.of(authorizationCapability) }),
    ...startFollowingCores(runtime, { app, ports: ports.of(coreBankingCapability) }),
    ...startSubmittingPayments(runtime, { app, ports: ports.of(paymentsCapability) }),
    ...startBulks(runtime, { app, ports: ports.of(paymentsCapability) }),
    ...startStandingOrders(runtime, { app, ports: ports.of(paymentsCapability) }),
    ...startStatements(runtime, { app, ports: ports.of(accountsCapability) }),
    ...startVerifyingPayees(runtime, { app, ports: ports.of(payeeVerificationsCapability) }),
  ];
}

interface CheckedParts extends Pick<WorkerPools, 'app' | 'worker'> {
  readonly publisher: EventPublisher | undefined;
  readonly productKeys: ProductKeys | undefined;
}

function checksOf(
  { clock, config, metrics }: Runtime,
  { app, productKeys, publisher, worker }: CheckedParts,
): readonly Check[] {
  const publisherState = mapDefined(publisher, (one) => () => one.state());
  return [
    databaseCheck(app),
    ...workChecks({ database: worker, clock, metrics, ...omitUndefined({ publisherState }) }),
    partitionCheck(worker, clock, metrics),
    setAsideCheck(worker, metrics),
    ...(productKeys === undefined ? [] : [bankKeysCheck(() => productKeys.ageMs())]),
    restoreLedgerCheck(config),
    ...coreChecks(config, { database: app, clock }),
  ];
}

interface WorkerPools {
  readonly app: Database;
  readonly worker: Database;
  readonly workerUrl: string;
}

/** Opens a pool for each role, once the database responds and is valid. */
async function openPools({ config, log }: Runtime): Promise<WorkerPools> {
  if (config.databaseWorkerUrl === undefined) throw new Error('the worker needs PORTICO_DATABASE_WORKER_URL');
  const workerUrl = config.databaseWorkerUrl.reveal();
  const app = openDatabase({
    url: config.databaseUrl.reveal(),
    poolSize: config.databasePoolSize,
    applicationName: 'portico-worker',
  });
  const worker = openDatabase({ url: workerUrl, poolSize: workerPoolSize, applicationName: 'portico-relay' });
  await Promise.all(
    [app, worker].map(async (database) => {
      await waitForDatabase(database, { log });
      await checkDatabase(database, { checksums: config.databaseChecksums });
    }),
  );
  await checkMigrations(app, await readMigrations());
  return { app, worker, workerUrl };
}

function publisherFrom({ config, log }: Runtime): EventPublisher | undefined {
  if (config.natsServers.length === 0) return undefined;
  return createNatsPublisher({
    servers: config.natsServers,
    stream: config.natsStream,
    subjectPrefix: config.natsSubjectPrefix,
    replicas: config.natsReplicas,
    log,
  });
}

interface LoopParts {
  readonly runtime: Runtime;
  readonly worker: Database;
  readonly publisher: EventPublisher | undefined;
  readonly eventHandlers: readonly EventHandler[];
}

function startLoops({ runtime, worker, publisher, eventHandlers: all }: LoopParts): readonly Loop[] {
  const { clock, log } = runtime;
  const relay = createOutboxRelay({
    database: worker,
    clock,
    subscriptions: subscriptionsOf(all),
    fanOut: publisher === undefined ? 'off' : 'on',
  });
  const loops = [
    startLoop({ name: 'relay', idleMs: relayIdleMs, log, step: () => relay.relayOnce() }),
    startLoop({
      name: 'partitions',
      idleMs: partitionsEveryMs,
      failedMsMax: partitionsRetryMsMax,
      log,
      step: () => maintainPartitions(worker, clock),
    }),
  ];
  if (publisher !== undefined) {
    const fanOut = createFanOut({ database: worker, clock, publisher, log });
    loops.push(startLoop({ name: 'fan-out', idleMs: fanOutIdleMs, log, step: () => fanOut.publishOnce() }));
  }
  return loops;
}

function subscriptionsOf(all: readonly EventHandler[]): ReadonlyMap<string, readonly string[]> {
  const pairs = all.flatMap(({ consumer, events }) => events.map((event) => ({ event, consumer })));
  return new Map(
    [...Map.groupBy(pairs, ({ event }) => event)].map(([event, its]) => [
      event,
      its.map(({ consumer }) => consumer),
    ]),
  );
}

/** The handlers of all capabilities; those that need ports are absent where no master key is configured. */
function eventHandlersOf(ports: ProductPorts | undefined): readonly EventHandler[] {
  return compositions.flatMap(({ capability }) => capability.handlers(ports?.find(capability)));
}

/** Serves probes, the only endpoints of the worker. */
async function serveProbes(
  runtime: Runtime,
  database: Database,
  checks: readonly Check[],
): Promise<RunningWorker> {
  const { clock, config, log, metrics } = runtime;
  const health = startHealthCache({ checks, clock, log });
  const api = createApi({
    ...httpServices(runtime, database),
    tokens: noTokensAccepted,
    proofReplays: everyProofReplayed,
    certificates: noClientCertificates,
    seals: noSealsAccepted,
    thirdParties: noThirdParties,
    maintenance: { activeMaintenanceOf: () => undefined },
    plainHttp: 'probes',
  });
  api.mount(monitoringCapability.routes, {
    health,
    operationsNetwork: operationsNetwork(config.operationsNetworks),
    version,
    measurements: metrics,
  });
  const { host, port } = config.workerListen;
  const listener = await openListener({ kind: 'plain', listen: { host, port } }, await api.ready());
  return {
    port: listener.address().port,
    async stop() {
      health.drain();
      await listener.close(config.drainSeconds * 1_000);
      await health.stop();
      await api.close();
    },
  };
}
