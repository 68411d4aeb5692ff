import { plain } from '#dialects/plain/plain.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TestServerOptions } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { MaintenanceCache } from '../ports/maintenance-cache.ts';
import { type ConfigurationPorts, configurationRoutes } from '../routes.ts';
import { createMaintenanceCache } from '../store/maintenance-cache.read.ts';

/** The configuration interface on a database of its own, with the words its tests are written in. */
export interface MaintenanceTestApp extends TestApp {
  readonly cache: MaintenanceCache & MaintenanceGate;
  plan(plan?: PlanBody, as?: TokenRequest): Promise<TestResponse>;
  step(id: string, step: 'approve' | 'start' | 'end' | 'cancel', as?: TokenRequest): Promise<TestResponse>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** The id of a window that has been brought to this state. */
  windowIn(
    state: 'planned' | 'approved' | 'started' | 'ended' | 'cancelled',
    plan?: PlanBody,
  ): Promise<string>;
  /** Every window back to nothing. */
  clear(): Promise<void>;
}

export interface PlanBody {
  readonly startsAt?: unknown;
  readonly endsAt?: unknown;
  readonly messages?: unknown;
  readonly bankId?: string;
}

export const windowsPath = '/api/configuration/maintenance-windows';

/** A member of staff who may deal with maintenance, in bank 01 unless said otherwise. */
export const staff = (id: string, bank = '01'): TokenRequest => ({
  kind: 'employee',
  id,
  roles: ['maintenance'],
  banks: [bank],
});

const manyPerMinute = { perMinute: 1_000_000 };
let keys = 0;

/** A key nobody has used before. */
export function newKey(): string {
  keys += 1;
  return `key-${String(keys).padStart(16, '0')}`;
}

export interface MaintenanceWorldOptions
  extends Pick<TestServerOptions<ConfigurationPorts>, 'acceptedAuthorities' | 'dialectFor' | 'startAt'> {
  /** Further endpoints beside the interface's own. */
  readonly routes: readonly Endpoint<object>[];
}

export async function createMaintenanceTestApp(
  options: MaintenanceWorldOptions = { routes: [], dialectFor: () => plain },
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
  if (cache === undefined) throw new Error('the gate was never asked for');
  return { ...testApp, ...wordsOf(testApp), cache: cache };
}

type Words = Omit<MaintenanceTestApp, keyof TestApp | 'cache'>;

function wordsOf(testApp: TestApp): Words {
  const plan: Words['plan'] = ({ bankId = '01', ...body } = {}, as = staff('e-1', bankId)) =>
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
  const step: Words['step'] = (id, name, as = staff('e-2')) =>
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
      await testApp.database.query(
        `truncate configuration.maintenance_window, platform.idempotency_record, platform.audit_entry,
                  platform.outbox_event`,
      );
    },
  };
}

/** The id in an answer about one window. */
export function windowIdIn({ body, status, text }: TestResponse): string {
  const id = at(body, 'windowId');
  if (typeof id !== 'string') throw new Error(`no window in ${status} ${text}`);
  return id;
}
