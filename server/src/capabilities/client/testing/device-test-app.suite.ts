import { randomBytes } from 'node:crypto';
import { type AuthorizationPorts, authorizationRoutes } from '#capabilities/authorization/index.ts';
import type { IdentityPorts, Sessions } from '#capabilities/identity/index.ts';
import {
  customer,
  type IdentityTestApp,
  identityTestAppOf,
  type TestUser,
  testIdentityPorts,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TestDeps } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import type { RestrictionKind } from '../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { clientRoutes } from '../routes.ts';
import { testClientPorts } from './client-test-ports.suite.ts';
import { restrictUser } from './restriction-steps.suite.ts';
import { createTestDevice, type TestDevice } from './test-device.suite.ts';

export { deviceCodesSuite } from '#capabilities/identity/testing/device-codes.suite.ts';
export type { TestUser } from '#capabilities/identity/testing/identity-test-app.suite.ts';

export const base = '/api/v1';

/** The device operations with their own database, and the codes of authorization. */
export interface DeviceTestApp extends Omit<IdentityTestApp, 'context' | 'ports'> {
  readonly ports: ClientPorts;
  context(bankId?: string): Context & ClientPorts;
  /** Gives the user a client with a restriction; returns what ends it. */
  restrict(user: TestUser, kind: RestrictionKind): Promise<() => Promise<void>>;
  /** Pairs a device of the user and confirms it with its first code. */
  paired(user: TestUser, device?: TestDevice): Promise<TestDevice>;
  newDevice(): Promise<TestDevice>;
  issueCode(user: TestUser): Promise<string>;
  pair(body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  confirm(user: TestUser, otp: string): Promise<TestResponse>;
  unpair(as: TokenRequest, body: unknown): Promise<TestResponse>;
  deviceRows(userId: string): Promise<readonly DeviceRow[]>;
  deviceEvents(): Promise<readonly string[]>;
}

interface DeviceRow {
  readonly status: string;
  readonly unpair_reason: string | null;
  readonly device_id: string;
  readonly has_push: boolean;
}

/** A signed-in customer with the scope of devices and a recent second factor. */
export function owner(user: Pick<TestUser, 'userId'>, more: Partial<TokenRequest> = {}): TokenRequest {
  return customer(user, { scope: 'device', ...more });
}

/** The problem of a response: `422 last-factor`. */
export function refusalOf({ body, status }: TestResponse): string {
  return `${status} ${String(at(body, 'code'))}`;
}

const tokenApp: TokenRequest = {
  kind: 'application',
  id: 'login-app',
  banks: ['01'],
  scope: 'authorization.oath',
};
const plenty = { perMinute: 10_000_000 };

type Ports = ClientPorts & AuthorizationPorts;

interface DeviceTestOptions {
  readonly ports?: Partial<ClientPorts>;
  readonly sessions?: Sessions;
  /** By default with keys of its own. */
  readonly identity?: IdentityPorts;
  readonly poolSize?: number;
}

export async function createDeviceTestApp(options: DeviceTestOptions = {}): Promise<DeviceTestApp> {
  let made: ClientPorts | undefined;
  const testApp = await createTestApp<Ports>({
    routes: [...clientRoutes, ...authorizationRoutes],
    ports: (deps) => {
      made = devicePorts(deps, options);
      return { ...made, ...made.identity.authorization };
    },
    dialectFor: (path) => (path.startsWith(base) ? plain : channel),
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    services: {
      rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
    },
  });
  if (made === undefined) throw new Error('no ports were requested');
  const ports = made;
  const identityApp = identityTestAppOf(testApp, ports.identity);
  const pair: DeviceTestApp['pair'] = (body, headers = { 'x-bank-id': '01' }) =>
    testApp.call({ method: 'POST', path: `${base}/device/pair-device`, body, headers });
  const confirm: DeviceTestApp['confirm'] = (user, otp) =>
    testApp.call({
      method: 'POST',
      path: '/v1/authorization/otp/oath/verify',
      as: tokenApp,
      body: { 'user-id': user.userId, otp },
    });
  const issueCode: DeviceTestApp['issueCode'] = async (user) => {
    const response = await testApp.call({
      method: 'GET',
      path: `${base}/device/generate-activation-code`,
      as: owner(user),
    });
    if (response.status !== 200) throw new Error(`no code: ${refusalOf(response)}`);
    return String(at(response.body, 'activationCode'));
  };
  const newDevice = (): Promise<TestDevice> => createTestDevice(testApp.clock);
  return {
    ...identityApp,
    ports,
    context: (bankId) => ({ ...identityApp.context(bankId), ...ports }),
    restrict: (user, kind) =>
      restrictUser({ ...identityApp.context(), ...ports, rows: testApp.database }, user, kind),
    newDevice,
    issueCode,
    pair,
    confirm,
    async paired(user, device) {
      const phone = device ?? (await newDevice());
      const response = await pair(await phone.pairingBody(await issueCode(user)));
      if (response.status !== 201) throw new Error(`not paired: ${refusalOf(response)}`);
      await phone.accept(response.body);
      const { status } = await confirm(user, phone.code());
      if (status !== 204) throw new Error(`not confirmed: ${status}`);
      return phone;
    },
    unpair: (as, body) => testApp.call({ method: 'PUT', path: `${base}/device/unpair-device`, as, body }),
    deviceRows: (userId) =>
      testApp.database.query<DeviceRow>(
        `select status, unpair_reason, device_id, sealed_push is not null as has_push
           from client.device where user_id = $1 order by created_at, pairing_id`,
        [userId],
      ),
    async deviceEvents() {
      const rows = await testApp.database.query<{ name: string }>(
        `select name from platform.outbox_event where aggregate_kind in ('device', 'client') order by position`,
      );
      return rows.map(({ name }) => name);
    },
  };
}

/** Ports with their own keys. */
function devicePorts(
  deps: Pick<TestDeps, 'app' | 'clock'>,
  { ports = {}, identity: given, sessions }: DeviceTestOptions,
): ClientPorts {
  const identity = given ?? testIdentityPorts(deps, sessions === undefined ? {} : { sessions });
  return {
    ...testClientPorts({ ...deps, identity, masterKey: randomBytes(32) }),
    ...ports,
  };
}
