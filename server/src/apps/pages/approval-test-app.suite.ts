import { expect } from 'vitest';
import type { Subjects } from '#capabilities/sca/index.ts';
import { createScaTestApp, pathOf, type ScaTestApp } from '#capabilities/sca/testing/sca-test-app.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { openDatabase } from '#platform/db/database.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { createRateLimits, ratePolicies } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { createPageBrowser, honest, pageOrigin } from './account-test-app.suite.ts';
import { type ApprovalPorts, approvalRoutes } from './approval-routes.ts';
import { loadBrands } from './customer/brands.ts';

const brands = await loadBrands(new URL('../../../branding/', import.meta.url).pathname, []);
const plenty = { perMinute: 1_000_000 };

/** Address of the third party to which browsers return. */
export const backAt = 'https://a.tpp.test/back';

/** The approval pages over HTTP, on the database and clock of the third parties' requests. */
export interface ApprovalTestApp {
  readonly sca: ScaTestApp;
  readonly server: TestServer;
  /** Whether the bank is in maintenance. */
  setMaintenance(isOn: boolean): void;
  /** Lets the capability that owns the subjects fail this many times. */
  fail(times: number, error: Error): void;
  /** Starts an authorisation as a third party does, and returns a browser at its link. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface VisitorOptions {
  readonly isNamed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser of a customer at the link of an authorisation. */
export interface Visitor {
  readonly path: string;
  readonly customer: Awaited<ReturnType<ScaTestApp['customer']>>;
  readonly browser: ReturnType<typeof createPageBrowser>;
  get(headers?: Readonly<Record<string, string>>, query?: string): Promise<TestServerResponse>;
  /** Sends a form of the page that was shown last. */
  send(wanted: string, fields?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  /** Sends a form that leads to the page again, and opens it. */
  step(wanted: string, fields?: Readonly<Record<string, string>>): Promise<TestServerResponse>;
  code(): Promise<string>;
  status(): Promise<unknown>;
}

export async function createApprovalTestApp(): Promise<ApprovalTestApp> {
  const sca = await createScaTestApp();
  sca.choose({ approaches: ['REDIRECT'], pageUrl: pageOrigin });
  let isClosed = false;
  let failing: { times: number; readonly error: Error } | undefined;
  const payments = sca.ports.subjects.payment;
  if (payments === undefined) throw new Error('no payments');
  const payment: Subjects = {
    ...payments,
    async describe(...subject) {
      if (failing === undefined || failing.times === 0) return payments.describe(...subject);
      failing.times -= 1;
      throw failing.error;
    },
  };
  const ports = { ...sca.ports, subjects: { ...sca.ports.subjects, payment } };
  const maintenance: MaintenanceGate = {
    activeMaintenanceOf: () => (isClosed ? { retryAfterSeconds: 60, message: () => '' } : undefined),
  };
  const server = await createTestServer<ApprovalPorts>(
    {
      routes: approvalRoutes,
      dialectFor: () => plain,
      startAt: sca.identity.clock.now().toString(),
      ports: () => ({
        approval: { baseUrl: pageOrigin, banks: ['01', '02'], ports, brands, maintenance },
      }),
      services: {
        rateLimits: createRateLimits(
          Object.fromEntries(Object.keys(ratePolicies).map((name) => [name, plenty])),
        ),
      },
    },
    openDatabase({ url: sca.identity.database.appUrl, poolSize: 8 }),
  );
  const call: TestServer['call'] = (request) => {
    server.clock.set(sca.identity.clock.now().toString());
    return server.call(request);
  };
  return {
    sca,
    server,
    setMaintenance: (isOn) => void (isClosed = isOn),
    fail: (times, error) => void (failing = { times, error }),
    visitor: (options) => createVisitor(sca, call, options),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await sca[Symbol.asyncDispose]();
    },
  };
}

async function createVisitor(
  sca: ScaTestApp,
  call: TestServer['call'],
  { headers = {}, isNamed = true }: VisitorOptions = {},
): Promise<Visitor> {
  const customer = await sca.customer();
  const subject = await sca.payment(customer.customerNumber);
  const named = isNamed ? { 'psu-id': customer.username } : {};
  const started = await sca.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'tpp-redirect-uri': backAt, ...named, ...headers },
  });
  expect(started.status).toBe(201);
  const path = new URL(String(at(started.body, '_links', 'scaRedirect', 'href'))).pathname;
  const browser = createPageBrowser(call, path);
  const send: Visitor['send'] = (wanted, fields = {}) =>
    browser.post(new URLSearchParams({ csrf: browser.csrf(), do: wanted, ...fields }).toString(), {
      ...honest,
      'accept-language': 'en',
    });
  const get: Visitor['get'] = (more, query = '') =>
    browser.get(`${path}${query}`, { 'accept-language': 'en', ...more });
  return {
    path,
    customer,
    browser,
    get,
    send,
    async step(wanted, fields) {
      const sent = await send(wanted, fields);
      expect([sent.status, sent.headers['location']]).toEqual([303, path]);
      return get();
    },
    code: async () => (await sca.identity.newestCode(customer.userId)).code,
    async status() {
      const own = `${pathOf(subject)}/${String(at(started.body, 'authorisationId'))}`;
      return at((await sca.send({ method: 'GET', path: own })).body, 'scaStatus');
    },
  };
}
