import { createClientCertificates, type RevocationList } from '#platform/auth/client-certificates.ts';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { createKeySet } from '#platform/auth/key-set.ts';
import { createSealCertificates } from '#platform/auth/seal-certificates.ts';
import {
  nothingBlocked,
  strictThirdPartyPolicy,
  type ThirdPartyChecks,
} from '#platform/auth/third-party-checks.ts';
import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import { type Api, createApi } from '#platform/http/api-server.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { Handler } from '#platform/http/listeners.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import type { Services } from '#platform/http/services.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createMetrics } from '#platform/log/metrics.ts';
import { startTracing } from '#platform/log/tracing.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { memoryProofReplays } from './memory-proof-replays.ts';
import { requirePublishedError } from './observed-errors.ts';
import { recordResponse } from './observed-responses.ts';
import { testBaseUrl } from './proof-maker.ts';
import { createProxiedCalls, type ProxiedCalls, type ThirdPartyRequest } from './proxied-calls.ts';
import { type RevokedTokens, revokedTokens } from './revoked-tokens.ts';
import type { ThirdParties } from './third-parties.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
  testBanks,
  testTokenIssuer,
} from './token-mint.ts';

/** The HTTP server as a client sees it: real routes, real tokens; only the clock is fake. */
export interface TestServer {
  readonly api: Api;
  /** The handler that a listener passes its requests to. */
  readonly handler: Handler;
  readonly services: Services;
  readonly clock: FakeClock;
  readonly mint: TokenMint;
  /** Where tests revoke tokens. */
  readonly revoked: RevokedTokens;
  /** Log lines so far, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  call(request: TestRequest): Promise<TestServerResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly path: string;
  /**
   * A token is minted for this call; if it is bound to a key, a proof is sent along. A third party calls through a proxy
   * with its certificate, and with a new `X-Request-ID` unless the headers have one.
   */
  readonly as?: TokenRequest | ThirdPartyRequest;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string or bytes are sent unchanged. */
  readonly body?: unknown;
}

export interface TestServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined if there is none. */
  readonly body: unknown;
}

/** The dependencies for ports and gates of a capability. */
export interface TestDeps {
  readonly app: Database;
  readonly clock: FakeClock;
}

/** What a capability supplies to its tests. */
export interface TestServerOptions<Ports> {
  readonly routes: readonly Endpoint<Ports>[];
  readonly ports: (deps: TestDeps) => Ports;
  readonly dialectFor: (path: string) => Dialect;
  readonly maintenance?: (deps: TestDeps) => MaintenanceGate;
  readonly revocations?: RevocationList;
  readonly acceptedAuthorities?: readonly string[];
  /** Whose certificates are accepted. */
  readonly thirdParties?: ThirdParties;
  /** By default every certificate but that of `_REV` is good, nothing is blocked and the policy is strict. */
  readonly thirdPartyChecks?: ThirdPartyChecks;
  readonly startAt?: string;
  /** False where requests are random: such a response proves no rule. */
  readonly isObserved?: boolean;
  readonly services?: Partial<Services>;
}

const startAtDefault = '2026-11-15T10:00:00Z';

/** A database that is unavailable: every statement fails. */
export function absentDatabase(): Database {
  return openDatabase({ url: 'postgres://unavailable@127.0.0.1:1/none', poolSize: 1 });
}

/** Creates the HTTP server on the given database; without one, on an unavailable database. */
export async function createTestServer<Ports>(
  options: TestServerOptions<Ports>,
  app: Database = absentDatabase(),
): Promise<TestServer> {
  const clock = fakeClock(options.startAt ?? startAtDefault);
  const mint = await createTokenMint(clock);
  const lines: Readonly<Record<string, unknown>>[] = [];
  const revoked = revokedTokens();
  const deps = { app, clock };
  const services = await servicesFor(options, { deps: deps, mint, revoked, lines });
  const api = createApi(services);
  api.mount(options.routes, options.ports(deps));
  const handler = await api.ready();
  const proxied = createProxiedCalls(handler, options.thirdParties);
  const contracts = options.routes.map(({ contract }) => contract);
  return {
    api,
    handler,
    services,
    clock,
    mint,
    revoked,
    lines,
    async call(request) {
      const response = await callApi({ api, mint, proxied }, request);
      requirePublishedError(contracts, request, response);
      return response;
    },
    async [Symbol.asyncDispose]() {
      await proxied[Symbol.asyncDispose]();
      await api.close();
      services.metrics.close();
      await services.documents.close();
      await app.close();
    },
  };
}

async function servicesFor<Ports>(
  options: TestServerOptions<Ports>,
  parts: {
    deps: TestDeps;
    mint: TokenMint;
    revoked: RevokedTokens;
    lines: Readonly<Record<string, unknown>>[];
  },
): Promise<Services> {
  const { deps: testDeps, lines, mint, revoked } = parts;
  const { app, clock } = testDeps;
  const keys = createKeySet({ load: async () => mint.keySet, nowMs: () => performance.now() });
  const certificates = createClientCertificates({
    clock,
    revocations: options.revocations ?? nothingRevoked,
    acceptedAuthorities: options.acceptedAuthorities ?? authoritiesOf(options.thirdParties),
  });
  const thirdParties = options.thirdPartyChecks ?? checksOf(options.thirdParties);
  return {
    database: app,
    clock,
    ids: systemIds(clock),
    log: createLogger({
      level: 'debug',
      destination: {
        write(text: string) {
          const line = parseLine(text);
          lines.push(line);
          if (options.isObserved ?? true) recordResponse(line);
        },
      },
    }),
    metrics: createMetrics({
      operationIds: options.routes.map(({ contract }) => contract.operationId),
      jobKinds: [],
      bankIds: testBanks,
    }),
    tracing: await startTracing({ exporterUrl: undefined, serviceName: 'test', version: 'test' }),
    documents: createDocuments(),
    tokens: createJwtVerifier({
      clock,
      revocations: revoked,
      issuers: [testTokenIssuer(keys)],
    }),
    proofReplays: memoryProofReplays(),
    certificates,
    seals: createSealCertificates({ certificates, clock, thirdParties }),
    thirdParties,
    maintenance: options.maintenance?.(testDeps) ?? { activeMaintenanceOf: () => undefined },
    rateLimits: createRateLimits(),
    responseGuard: 'refuse',
    plainHttp: 'everything',
    baseUrl: testBaseUrl,
    tppBanks: createTppBanks({ banks: testBanks, xs2aBank: '01', xs2aProfiles: [] }),
    dialectFor: options.dialectFor,
    ...options.services,
  };
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own logger writes objects
  return value as Readonly<Record<string, unknown>>;
}

const nothingRevoked: RevocationList = { isRevoked: () => false };

function checksOf(thirdParties: ThirdParties | undefined): ThirdPartyChecks {
  const isRevoked = (serialNumber: string): boolean => thirdParties?.isRevoked(serialNumber) ?? false;
  return {
    policyOf: () => strictThirdPartyPolicy,
    statuses: { statusOf: ({ serialNumber }) => ({ kind: isRevoked(serialNumber) ? 'revoked' : 'good' }) },
    blocks: nothingBlocked,
  };
}

function authoritiesOf(thirdParties: ThirdParties | undefined): readonly string[] {
  return thirdParties === undefined ? [] : [thirdParties.caPem];
}

interface Ways {
  readonly api: Api;
  readonly mint: TokenMint;
  readonly proxied: ProxiedCalls;
}

async function callApi({ api, mint, proxied }: Ways, request: TestRequest): Promise<TestServerResponse> {
  const { as, body, method, path } = request;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const payload = body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) };
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(as === undefined || as.kind === 'tpp' ? {} : await mint.headersFor(as, { method, path })),
    ...request.headers,
  };
  if (as?.kind === 'tpp') {
    const response = await proxied.call(as, { method, path, headers, ...payload });
    return { ...response, body: jsonOf(response.text) };
  }
  const response = await api.inject({ method, url: path, headers, ...payload });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: jsonOf(response.body),
  };
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
    // Not every response is JSON; for the others there is the text.
  } catch {
    return undefined;
  }
}
