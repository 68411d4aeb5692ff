import { plain } from '#dialects/plain/plain.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TestServerOptions } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import type { MaintenanceCache } from '../ports/maintenance-cache.ts';
import { type ConfigurationPorts, configurationRoutes } from '../routes.ts';
import { createMaintenanceCache } from '../store/maintenance-cache.read.ts';

/** The configuration interface on its own database, with helpers for its tests. */
export interface MaintenanceTestApp extends TestApp {
  readonly cache: MaintenanceCache & MaintenanceGate;
  plan(plan?: PlanBody, as?: TokenRequest): Promise<TestResponse>;
  step(id: string, step: 'approve' | 'start' | 'end' | 'cancel', as?: TokenRequest): Promise<TestResponse>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Creates a window, brings it to this state and returns its id. */
  windowIn(
    state: 'planned' | 'approved' | 'started' | 'ended' | 'cancelled',
    plan?: PlanBody,
  ): Promise<string>;
  /** Deletes all windows. */
  clear(): Promise<void>;
}

export interface PlanBody {
  readonly startsAt?: unknown;
  readonly endsAt?: unknown;
  readonly messages?: unknown;
  readonly bankId?: string;
}

export const windowsPath = '/api/configuration/maintenance-windows';

/** An employee with the maintenance role, of bank 01 by default. */
export const staff = (id: string, bank = '01'): TokenRequest => ({
  kind: 'employee',
  id,
  roles: ['maintenance'],
  banks: [bank],
});

const manyPerMinute = { perMinute: 1_000_000 };
let keys = 0;

/** Returns a new idempotency key. */
export function newKey(): string {
  keys += 1;
  return `key-${String(keys).padStart(16, '0')}`;
}

export interface MaintenanceTestAppOptions
  extends Pick<TestServerOptions<ConfigurationPorts>, 'acceptedAuthorities' | 'dialectFor' | 'startAt'> {
  /** Further endpoints beside the interface's own. */
  readonly routes: readonly Endpoint<object>[];
}

export async function createMaintenanceTestApp(
  options: MaintenanceTestAppOptions = { routes: [], dialectFor: () => plain },
): Promise<MaintenanceTestApp> {
  let cache: ReturnType<typeof createMaintenanceCache> | undefined;
  const cacheOf: NonNullable<TestServerOptions<ConfigurationPorts>['maintenance']> = ({ app, clock }) => {
    cache ??= createMaintenanceCache({ database: app, clock, banks: ['01', '02', 'nl'] });
    return cache;
  };
  const { routes, ...rest } = options;
  const testApp = await createTestApp<ConfigurationPorts>({
    ...rest,
    routes: [...configurationRoutes, ...routes],
    maintenance: cacheOf,
    ports: ({ app, clock }) => ({
      cache: cache ?? createMaintenanceCache({ database: app, clock, banks: [] }),
      profiles: { of: () => undefined },
      commandGroups: createCommandGroups({ database: app, ...groupStatements }),
    }),
    services: {
      rateLimits: createRateLimits({
        read: manyPerMinute,
        change: manyPerMinute,
        search: manyPerMinute,
        anonymous: manyPerMinute,
      }),
    },
  });
  if (cache === undefined) throw new Error('the gate was never created');
  return { ...testApp, ...helpersOf(testApp), cache };
}

type Helpers = Omit<MaintenanceTestApp, keyof TestApp | 'cache'>;

function helpersOf(testApp: TestApp): Helpers {
  const plan: Helpers['plan'] = ({ bankId = '01', ...body } = {}, as = staff('e-1', bankId)) =>
    testApp.call({
      method: 'POST',
      path: windowsPath,
      as,
      headers: { 'idempotency-key': newKey() },
      body: {
        startsAt: testApp.clock.now().add({ hours: 1 }).toString(),
        messages: { en: 'Back soon.' },
        ...body,
      },
    });
  const step: Helpers['step'] = (id, name, as = staff('e-2')) =>
    testApp.call({ method: 'POST', path: `${windowsPath}/${id}/${name}`, as });
  return {
    plan,
    step,
    get: (path, headers = {}) => testApp.call({ method: 'GET', path, headers }),
    async windowIn(state, body = {}) {
      const as = staff('e-2', body.bankId);
      const id = windowIdIn(await plan(body));
      if (state === 'cancelled') await step(id, 'cancel', as);
      if (state === 'approved' || state === 'started' || state === 'ended') await step(id, 'approve', as);
      if (state === 'started' || state === 'ended') await step(id, 'start', as);
      if (state === 'ended') await step(id, 'end', as);
      return id;
    },
    async clear() {
      await testApp.database.empty(
        'configuration.maintenance_window',
        'platform.idempotency_record',
        'platform.audit_entry',
        'platform.outbox_event',
      );
    },
  };
}

/** Returns the id in a response about one window. */
export function windowIdIn({ body, status, text }: TestResponse): string {
  const id = at(body, 'windowId');
  if (typeof id !== 'string') throw new Error(`no window in ${status} ${text}`);
  return id;
}
