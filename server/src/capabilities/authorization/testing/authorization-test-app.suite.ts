import { randomBytes } from 'node:crypto';
import { publishTemplate } from '#capabilities/correspondence/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createLocalWrapping } from '#platform/crypto/local-wrapping.ts';
import { createVault } from '#platform/crypto/vault.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { createTestApp, type TestApp, type TestResponse } from '#platform/testing/test-app.ts';
import type { TestDeps } from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import type { Context } from '#platform/work/context.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { groupStatements } from '#platform/work/trail-statements.ts';
import { noCoreAccounts } from '../ports/accounts.ts';
import { classifiedValues } from '../ports/added-values.ts';
import { noOtherMethods } from '../ports/approval-methods.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { noDeviceKeys } from '../ports/device-keys.ts';
import { noDevicePairings } from '../ports/device-pairings.ts';
import { authorizationRoutes } from '../routes.ts';
import { createAuthorizationVault } from '../store/authorization-vault.ts';
import { createSeedVault } from '../store/seed-vault.ts';
import { createRememberedUsers, type InMemoryUsers } from './in-memory-users.suite.ts';
import { testMessagePorts } from './test-messages.suite.ts';

export const base = '/v1/authorization';

export type Fields = Readonly<Record<string, unknown>>;

/** The authorization interface on a database of its own. */
export interface AuthorizationTestApp extends TestApp {
  readonly ports: AuthorizationPorts;
  readonly users: InMemoryUsers;
  get(path: string, as: TokenRequest): Promise<TestResponse>;
  post(path: string, body: unknown, as: TokenRequest): Promise<TestResponse>;
  /** Returns the code of a verification that was not dispatched yet. */
  codeOf(verificationId: string): Promise<string>;
  eventsOf(aggregateKind: string, aggregateId: string): Promise<readonly EmittedEvent[]>;
  auditOf(aggregateKind: string, aggregateId: string): Promise<readonly unknown[]>;
  /** Returns the context of a job of Portico. */
  context(bankId?: string): Context & AuthorizationPorts;
}

export interface EmittedEvent {
  readonly name: string;
  readonly data: unknown;
}

const allScopes = ['otp', 'otp.unregistered', 'oath', 'ocra', 'sign', 'levels'];

/** An application with these scopes of the authorization interface; by default all but user lookup. */
export const app = (
  scopes: readonly string[] = allScopes,
  more: Partial<TokenRequest> = {},
): TokenRequest => {
  const { kind: _, ...details } = more;
  return {
    kind: 'application',
    id: 'channel-app',
    banks: ['01'],
    scope: scopes.map((scope) => `authorization.${scope}`).join(' '),
    ...details,
  };
};

/** An application that may also learn whether a user exists. */
export const trustedApp = app([...allScopes, 'user-lookup']);

/** Returns status and literal of a problem: `440 bad-otp`. */
export function refusalOf({ body, status }: TestResponse): string {
  const problem = at(body, 'problem');
  return typeof problem === 'string' ? `${status} ${problem}` : String(status);
}

/** Returns every field error of a request as `status field code`. */
export function errorsOf({ body, status }: TestResponse): readonly string[] {
  return listAt(body, 'errors').map(
    (error) => `${status} ${String(at(error, 'field'))} ${String(at(error, 'code'))}`,
  );
}

/** Ports with their own keys, and only the users that the test adds. */
export function testAuthorizationPorts(
  { app: database, clock }: Pick<TestDeps, 'app' | 'clock'>,
  more: Partial<AuthorizationPorts> = {},
): AuthorizationPorts {
  const masterKey = randomBytes(32);
  const keys = createLocalKeys([masterKey]);
  return {
    authorizationVault: createAuthorizationVault(keys),
    seedVault: createSeedVault({ database, clock, wrapping: createLocalWrapping([masterKey]) }),
    authorizationFacts: {
      of: () => ({
        bankName: 'Example Bank',
        codeDomain: 'bank.example',
        country: 'DE',
        referenceCurrency: 'EUR',
      }),
    },
    commandGroups: createCommandGroups({ database, ...groupStatements }),
    users: createRememberedUsers(),
    accounts: noCoreAccounts,
    deviceKeys: noDeviceKeys,
    devicePairings: noDevicePairings,
    paymentFiles: { ordersIn: async () => undefined },
    addedValues: classifiedValues,
    approvalMethods: noOtherMethods,
    openedFirst: new Set(),
    correspondence: testMessagePorts(keys),
    ...more,
  };
}

const plenty = { perMinute: 10_000_000 };

export async function createAuthorizationTestApp(
  options: { readonly ports?: Partial<AuthorizationPorts>; readonly poolSize?: number } = {},
): Promise<AuthorizationTestApp> {
  const users = createRememberedUsers();
  let made: AuthorizationPorts | undefined;
  const testApp = await createTestApp<AuthorizationPorts>({
    routes: authorizationRoutes,
    ports: (deps) => {
      made = testAuthorizationPorts(deps, { users, ...options.ports });
      return made;
    },
    dialectFor: () => channel,
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    services: {
      rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      responseVault: createVault(createLocalKeys([randomBytes(32)]), 'answers'),
    },
  });
  if (made === undefined) throw new Error('no ports were asked for');
  const ports = made;
  const context = (bankId = '01'): Context & AuthorizationPorts => ({
    ...jobContext(testApp, bankId),
    ...ports,
  });
  return {
    ...testApp,
    ports,
    users,
    context,
    get: (path, as) => testApp.call({ method: 'GET', path: `${base}${path}`, as }),
    post: (path, body, as) => testApp.call({ method: 'POST', path: `${base}${path}`, as, body }),
    codeOf: async (verificationId) => {
      const [row] = await testApp.database.query<{ sealed_text: Buffer }>(
        `select sealed_text from "authorization".otp_verification where verification_id = $1`,
        [verificationId],
      );
      if (row === undefined) throw new Error('no such verification');
      const { code } = ports.authorizationVault.openText('01', verificationId, row.sealed_text);
      if (code === undefined) throw new Error('the code was already dispatched');
      return code;
    },
    eventsOf: async (kind, id) => {
      const rows = await testApp.database.query<{ name: string; data: string }>(
        `select name, data from platform.outbox_event
          where aggregate_kind = $1 and aggregate_id = $2 order by position`,
        [kind, id],
      );
      return rows.map(({ data, name }) => ({ name, data: JSON.parse(data) }));
    },
    auditOf: async (kind, id) => {
      const rows = await testApp.database.query<{ record: string }>(
        `select record from platform.audit_entry
          where aggregate_kind = $1 and aggregate_id = $2 order by occurred_at, audit_id`,
        [kind, id],
      );
      return rows.map(({ record }): unknown => JSON.parse(record));
    },
  };
}

function jobContext({ clock, services }: TestApp, bankId: string): Context {
  const log = createLogger({ level: 'fatal' });
  return systemContext(
    { app: services.database, clock, ids: systemIds(clock), log },
    { job: 'test', bankId, requestId: 'test' },
  );
}

/** Publishes the template of messages with codes. */
export async function publishCodeTemplate(testApp: AuthorizationTestApp): Promise<void> {
  const texts = {
    title: 'Your code',
    text: '{{ code }} {{ action }} {{ bank }} {{ domain }}',
    short: '{{ code }} {{ action }} {{ bank }} @{{ domain }} #{{ code }}',
  };
  const context = testApp.context();
  await publishTemplate(
    { ...context, ...context.correspondence },
    {
      template: {
        templateId: 'one-time-password',
        name: 'One-time password',
        description: 'A code.',
        messageKind: 'one-time-password',
        messageCategory: 'security',
        schema: { type: 'object' },
        locales: [{ locale: 'de', texts, pdf: undefined, docx: undefined }],
      },
      sample: { code: '123456', action: 'login', bank: 'Bank', domain: 'bank.example' },
    },
  );
}
