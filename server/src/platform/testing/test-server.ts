import { createClientCertificates, type RevocationList } from '#platform/auth/client-certificates.ts';
import { createJwtVerifier } from '#platform/auth/jwt-verifier.ts';
import { createKeySet } from '#platform/auth/key-set.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
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
import { type FakeClock, fakeClock } from './movable-clock.ts';
import { testBaseUrl } from './proof-maker.ts';
import { rememberedProofs } from './remembered-proofs.ts';
import { type RevokedTokens, revokedTokens } from './revoked-tokens.ts';
import {
  createTokenMint,
  type TokenMint,
  type TokenRequest,
  testBanks,
  testTokenIssuer,
} from './token-mint.ts';

/** The HTTP side as a caller meets it: real routes, real tokens; only the clock is ours. */
export interface TestServer {
  readonly api: Api;
  /** What a listener would hand its requests to. */
  readonly handler: Handler;
  readonly services: Services;
  readonly clock: FakeClock;
  readonly mint: TokenMint;
  /** Where tests take tokens back. */
  readonly revoked: RevokedTokens;
  /** Log lines so far, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  call(request: TestRequest): Promise<TestServerResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  readonly path: string;
  /** Its token is minted for this call; where it is bound to a key, a proof is sent along. */
  readonly as?: TokenRequest;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
}

export interface TestServerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined when there is none. */
  readonly body: unknown;
}

/** What ports and gates of a capability may be made of. */
export interface TestDeps {
  readonly app: Database;
  readonly clock: FakeClock;
}

/** What a capability brings to its tests. */
export interface TestServerOptions<Ports> {
  readonly routes: readonly Endpoint<Ports>[];
  readonly ports: (deps: TestDeps) => Ports;
  readonly dialectFor: (path: string) => Dialect;
  readonly maintenance?: (deps: TestDeps) => MaintenanceGate;
  readonly revocations?: RevocationList;
  readonly acceptedAuthorities?: readonly string[];
  readonly startAt?: string;
  readonly services?: Partial<Services>;
}

const startAtDefault = '2026-11-15T10:00:00Z';
const nothingRevoked: RevocationList = { isRevoked: () => false, isBlocked: () => false };

/** A database that is not there: whoever asks it learns of trouble, whoever does not never notices. */
export function absentDatabase(): Database {
  return openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1 });
}

/** Builds the HTTP side on the given database; without one, on a database that is away. */
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
  return {
    api,
    handler,
    services,
    clock,
    mint,
    revoked,
    lines,
    call: (request) => callApi(api, mint, request),
    async [Symbol.asyncDispose]() {
      await api.close();
      services.metrics.close();
      await app.close();
    },
  };
}

async function servicesFor<Ports>(
  options: TestServerOptions<Ports>,
  given: {
    deps: TestDeps;
    mint: TokenMint;
    revoked: RevokedTokens;
    lines: Readonly<Record<string, unknown>>[];
  },
): Promise<Services> {
  const { deps: ground, lines, mint, revoked } = given;
  const { app, clock } = ground;
  const keys = createKeySet({ load: async () => mint.keySet, nowMs: () => performance.now() });
  return {
    database: app,
    clock,
    ids: systemIds(clock),
    log: createLogger({
      level: 'debug',
      destination: { write: (line: string) => void lines.push(parseLine(line)) },
    }),
    metrics: createMetrics({
      operationIds: options.routes.map(({ contract }) => contract.operationId),
      jobKinds: [],
      bankIds: testBanks,
    }),
    tracing: await startTracing({ exporterUrl: undefined, serviceName: 'test', version: 'test' }),
    tokens: createJwtVerifier({
      clock,
      revocations: revoked,
      issuers: [testTokenIssuer(keys)],
    }),
    proofReplays: rememberedProofs(),
    certificates: createClientCertificates({
      clock,
      revocations: options.revocations ?? nothingRevoked,
      acceptedAuthorities: options.acceptedAuthorities ?? [],
    }),
    maintenance: options.maintenance?.(ground) ?? { closureOf: () => undefined },
    rateLimits: createRateLimits(),
    responseGuard: 'refuse',
    plainHttp: 'everything',
    baseUrl: testBaseUrl,
    listenerBank: '01',
    dialectFor: options.dialectFor,
    ...options.services,
  };
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own logger writes objects
  return value as Readonly<Record<string, unknown>>;
}

async function callApi(api: Api, mint: TokenMint, request: TestRequest): Promise<TestServerResponse> {
  const { as, body, headers = {}, method, path } = request;
  const credentials = as === undefined ? {} : await mint.headersFor(as, { method, path });
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await api.inject({
    method,
    url: path,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...credentials,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: jsonOf(answer.body) };
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
    // Not every answer is JSON; the text is there for the others.
  } catch {
    return undefined;
  }
}
