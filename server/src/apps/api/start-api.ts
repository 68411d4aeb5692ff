import { createMaintenanceCache } from '#capabilities/configuration/index.ts';
import { consentsCapability } from '#capabilities/consents/index.ts';
import { correspondenceCapability } from '#capabilities/correspondence/index.ts';
import { fundsConfirmationsCapability } from '#capabilities/funds-confirmations/index.ts';
import { identityCapability } from '#capabilities/identity/index.ts';
import {
  createProofReplays,
  createTokenRevocationCache,
  oauthCapability,
  type TokenRevocationCache,
} from '#capabilities/oauth/index.ts';
import { partyCapability } from '#capabilities/party/index.ts';
import { paymentsCapability } from '#capabilities/payments/index.ts';
import { type ScaPorts, scaCapability } from '#capabilities/sca/index.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { ListenAddress } from '#platform/config/address-settings.ts';
import { checkDatabase, checkMigrations } from '#platform/db/boot-checks.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { readMigrations } from '#platform/db/migration-files.ts';
import { waitForDatabase } from '#platform/db/wait-for-database.ts';
import { createEgress, type Egress } from '#platform/egress/egress.ts';
import { type Api, createApi } from '#platform/http/api-server.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { type Listener, type ListenerOptions, openListener } from '#platform/http/listeners.ts';
import { tlsOptions } from '#platform/http/tls-options.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { buildPorts, type ProductPorts } from '../compose/build-ports.ts';
import type { ApprovalParts } from '../compose/composition.ts';
import { contentPurposes } from '../compose/content-store.ts';
import { scannerChecks } from '../compose/malware-scanner.ts';
import { coreChecks } from '../core-checks.ts';
import {
  bankKeysCheck,
  databaseCheck,
  type RunningHealthCache,
  startHealthCache,
  workChecks,
} from '../health-checks.ts';
import { httpServices } from '../http-services.ts';
import { loginProviderPurposes, openLoginProviders } from '../login-providers.ts';
import { clientKeysPurpose } from '../oauth-server.ts';
import { type Brands, loadBrands } from '../pages/customer/brands.ts';
import { type CustomerPageRenderer, customerPages } from '../pages/customer/customer-pages.ts';
import { oauthPages } from '../pages/oauth-pages.ts';
import { type ProductKeys, requireProductKeys } from '../product-keys.ts';
import type { Running } from '../running.ts';
import type { Runtime } from '../runtime.ts';
import { staffProviderPurposes } from '../staff-providers.ts';
import { keySetPurpose, tokenVerifierFrom } from '../token-issuers.ts';
import { responseVaultFrom } from '../vaults.ts';
import { compositions, dialectFor, pageRoutes } from '../wiring.ts';
import { createClientLimits } from './client-limits.ts';
import { withLoadShedding } from './load-shedding.ts';
import { authorityList, openThirdParties, type ThirdParties } from './third-parties.ts';

export interface RunningApi extends Running {
  readonly listeners: readonly Listener[];
}

const ownBranding = new URL('../../../branding/', import.meta.url).pathname;
const maintenanceEveryMs = 1_000;
/** Every process refuses a revoked token within five seconds; two leave time for a slow query. */
const tokenRevocationsEveryMs = 2_000;
/** A new signing key is announced a minute before it signs. */
const signingKeysEveryMs = 2_000;
/** Time for load balancers to notice that this instance is stopping. */
const noticeMs = 1_500;

/**
 * Starts the API. Any number of instances may run side by side. Torture and browser runs mount routes of their own,
 * which third parties may call, and add subjects whose approval these routes ask for, and devices of customers.
 */
export async function startApi(
  runtime: Runtime,
  furtherRoutes: readonly Endpoint<ScaPorts>[] = [],
  approvalParts: ApprovalParts = {},
): Promise<RunningApi> {
  const { config, log, metrics } = runtime;
  const parts = await gatherParts(runtime, approvalParts);
  const { cache, database, egress, health, ports, productKeys, thirdParties, tokenRevocations } = parts;
  const server = ports.find(oauthCapability)?.server;
  await Promise.all([cache.refresh(), thirdParties.load(), tokenRevocations.refresh()]);
  const loops = [
    productKeys.follow(),
    refreshing('maintenance-cache', maintenanceEveryMs, () => refreshCache(cache, runtime), runtime),
    ...thirdParties.repeated.map(({ everyMs, name, run }) => refreshing(name, everyMs, run, runtime)),
    refreshing('token-revocations', tokenRevocationsEveryMs, () => tokenRevocations.refresh(), runtime),
    ...(server === undefined
      ? []
      : [refreshing('signing-keys', signingKeysEveryMs, () => server.refresh(), runtime)]),
  ];
  const api = buildApi(runtime, parts);
  api.mount(furtherRoutes, ports.of(scaCapability));
  const limits = createClientLimits(runtime);
  const shedder = withLoadShedding({ handler: await api.ready(), ...limits, metrics, dialectFor, busyPage });
  const listeners = await Promise.all(
    listenersFrom(config).map((options) =>
      openListener({ ...options, guard: limits.guard, earlyRefusal: shedder.refuseEarly }, shedder.handle),
    ),
  );
  for (const listener of listeners) {
    log.info(
      { address: listener.address().host, port: listener.address().port, state: listener.kind },
      'listening',
    );
  }
  const drainMs = config.drainSeconds * 1_000;
  return {
    listeners,
    async stop() {
      health.drain();
      shedder.drain();
      await new Promise((resolve) => setTimeout(resolve, Math.min(noticeMs, drainMs)));
      await Promise.all(listeners.map((listener) => listener.close(drainMs)));
      limits.openRequests.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await thirdParties.saveSightings();
      await health.stop();
      await api.close();
      await egress.close();
      await ports.close();
      await productKeys.close();
      await database.close();
    },
  };
}

interface Parts {
  readonly database: Database;
  readonly productKeys: ProductKeys;
  readonly egress: Egress;
  readonly tokenRevocations: TokenRevocationCache;
  readonly thirdParties: ThirdParties;
  readonly tokens: TokenVerifier;
  readonly cache: ReturnType<typeof createMaintenanceCache>;
  readonly ports: ProductPorts;
  readonly brands: Brands;
  readonly pages: CustomerPageRenderer;
  readonly health: RunningHealthCache;
}

/** Opens everything that must be closed again, after checking the database. */
async function gatherParts(runtime: Runtime, approvalParts: ApprovalParts): Promise<Parts> {
  const { clock, config, log, metrics, tppBanks } = runtime;
  const database = openDatabase({
    url: config.databaseUrl.reveal(),
    poolSize: config.databasePoolSize,
    applicationName: 'portico-api',
    isShared: true,
    onPoolWait: (waitedMs) => metrics.poolWait(waitedMs / 1_000),
  });
  await waitForDatabase(database, { log });
  await checkDatabase(database, { checksums: config.databaseChecksums });
  await checkMigrations(database, await readMigrations());
  reportPool(database, metrics);
  const egress = await openEgress(config);
  const productKeys = await requireProductKeys(runtime, database);
  const { ring: keys } = productKeys;
  const tokenRevocations = createTokenRevocationCache({ database, clock, banks: config.banks });
  const tokens = tokenVerifierFrom(runtime, { database, egress, keys, revocations: tokenRevocations });
  const brands = await loadBrands(config.branding ?? ownBranding, config.banks);
  const pages = customerPages(brands);
  const cache = createMaintenanceCache({ database, clock, banks: config.banks });
  const health = startHealthCache({
    checks: [
      databaseCheck(database),
      bankKeysCheck(() => productKeys.ageMs()),
      ...workChecks({ database, clock, metrics }),
      ...coreChecks(config, { database, clock }),
      ...scannerChecks(config, log),
    ],
    clock,
    log,
  });
  const loginProviders = await openLoginProviders(config, { egress, log });
  const thirdParties = openThirdParties(runtime, database);
  const checks = thirdParties.services.thirdParties;
  const own = { egress, loginProviders, tokens, pages, health, metrics, tppBanks, approvalParts };
  const api = { ...own, thirdParties: checks, maintenance: cache };
  const ports = await buildPorts(runtime, { database, productKeys, api });
  return {
    database,
    productKeys,
    egress,
    tokenRevocations,
    tokens,
    thirdParties,
    ports,
    brands,
    pages,
    cache,
    health,
  };
}

function reportPool(database: Database, metrics: Runtime['metrics']): void {
  metrics.onRender(() => {
    const { total, idle, waiting } = database.poolState();
    metrics.poolConnections({ busy: total - idle, idle, waiting });
  });
}

async function openEgress(config: Runtime['config']): Promise<Egress> {
  return createEgress({
    purposes: {
      [keySetPurpose]: { hosts: issuerHosts(config.tokenIssuers) },
      [clientKeysPurpose]: { hosts: ['*'] },
      ...(await staffProviderPurposes(config)),
      ...(await loginProviderPurposes(config)),
      ...contentPurposes(config),
    },
  });
}

function buildApi(runtime: Runtime, parts: Parts): Api {
  const { brands, cache, database, pages, ports, productKeys, thirdParties, tokens } = parts;
  const { banks, baseUrl, httpServes } = runtime.config;
  const api = createApi({
    ...httpServices(runtime, database),
    tokens,
    proofReplays: createProofReplays(database),
    ...thirdParties.services,
    maintenance: cache,
    responseVault: responseVaultFrom(productKeys.ring),
    plainHttp: httpServes,
  });
  for (const { capability } of compositions) {
    const own = ports.find(capability);
    if (own !== undefined) api.mount(capability.routes, own);
  }
  api.mount(pageRoutes, {
    account: {
      baseUrl,
      banks,
      ports: ports.of(identityCapability),
      consents: ports.of(consentsCapability),
      funds: ports.of(fundsConfirmationsCapability),
      payments: ports.of(paymentsCapability),
      correspondence: ports.of(correspondenceCapability),
      party: ports.of(partyCapability),
      pages,
      failurePage: (facts) => oauthPages.signInFailure({ ...facts, reason: 'sign-in-over' }),
    },
    approval: { baseUrl, banks, ports: ports.of(scaCapability), brands, maintenance: cache },
  });
  return api;
}

/** In English: the server refuses before it reads the preferred language. */
function busyPage(): ReturnType<typeof oauthPages.failure> {
  return oauthPages.failure({ error: 'temporarily_unavailable', description: '', requestId: '' });
}

async function refreshCache(cache: Parts['cache'], { config, metrics }: Runtime): Promise<void> {
  await cache.refresh();
  for (const bankId of config.banks)
    metrics.maintenance(bankId, cache.activeMaintenanceOf(bankId) === undefined ? 'off' : 'on');
}

function refreshing(name: string, idleMs: number, refresh: () => Promise<void>, { log }: Runtime): Loop {
  return startLoop({
    name,
    idleMs,
    log,
    step: async () => {
      await refresh();
      return 0;
    },
  });
}

function issuerHosts(issuers: Runtime['config']['tokenIssuers']): readonly string[] {
  return issuers.filter(({ jwks }) => jwks.startsWith('https:')).map(({ jwks }) => new URL(jwks).hostname);
}

function listenersFrom(config: Runtime['config']): readonly ListenerOptions[] {
  const { tlsKey, tlsCertificate, tlsClientAuthorities, tlsListen, proxyListen } = config;
  const listeners: ListenerOptions[] = [{ kind: 'plain', listen: listenAt(config.httpListen) }];
  if (tlsListen !== undefined && tlsKey !== undefined && tlsCertificate !== undefined) {
    const tls = tlsOptions({
      keyPem: tlsKey.reveal(),
      certificatePem: tlsCertificate,
      clientAuthoritiesPem: authorityList(tlsClientAuthorities),
    });
    listeners.push({ kind: 'tls', listen: listenAt(tlsListen), tls });
  }
  if (proxyListen !== undefined) listeners.push({ kind: 'proxy', listen: listenAt(proxyListen) });
  return listeners;
}

function listenAt(address: ListenAddress): ListenerOptions['listen'] {
  return 'path' in address ? { path: address.path } : { host: address.host, port: address.port };
}
