import { randomBytes } from 'node:crypto';
import {
  type AuthorizationPorts,
  classifiedValues,
  createAuthorizationVault,
  createSeedVault,
  isContactProven,
  noCoreAccounts,
  noDeviceKeys,
  noDevicePairings,
  noOtherMethods,
  sendOtp,
  verifyOtp,
} from '#capabilities/authorization/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import type { Caller } from '#platform/auth/caller.ts';
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
import { createPasskeyCeremonies } from '../engine/passkeys/ceremonies.ts';
import { openBlocklist } from '../engine/passwords/blocklist.ts';
import { createPasswordHasher } from '../engine/passwords/password-hasher.ts';
import { registerUser } from '../operations/registration/register-user.ts';
import { noPictureSource } from '../ports/content-store.ts';
import { noDeviceCodes } from '../ports/device-codes.ts';
import { noHumanCheck } from '../ports/human-check.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { noLoginProviders } from '../ports/login-providers.ts';
import { noRestrictions, type Restrictions } from '../ports/restrictions.ts';
import { noSessions } from '../ports/sessions.ts';
import { identityRoutes } from '../routes.ts';
import { createIdentityVault } from '../store/identity-vault.ts';
import { createUsers, type Mandates, noMandates } from '../store/users.read.ts';
import { testMessagePorts } from './test-messages.suite.ts';

export const base = '/v1/identity';
export const testOrigin = 'https://portico.test';
export const goodPassword = 'violet harbour 47 lanterns';

/** A user created for a test. */
export interface TestUser {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly phone: string;
}

interface EmittedEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The identity interface with its own database. */
export interface IdentityTestApp extends TestApp {
  readonly ports: IdentityPorts;
  /** Registers an active user with both contacts verified, unless `more` says otherwise. */
  register(more?: Partial<TestUser> & { readonly customerNumber?: string }): Promise<TestUser>;
  get(path: string, as: TokenRequest): Promise<TestResponse>;
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, request: SentRequest): Promise<TestResponse>;
  eventsOf(userId: string): Promise<readonly EmittedEvent[]>;
  /** A context of the system caller, as in a job. */
  context(bankId?: string): Context & IdentityPorts;
  /** A context of another caller. */
  contextAs(caller: Caller): Context & IdentityPorts;
  /** The code of a verification that has not been dispatched yet. */
  codeOf(verificationId: string): Promise<string>;
  /** The newest code for a user, with the id of its verification. */
  newestCode(userId: string): Promise<{ readonly verificationId: string; readonly code: string }>;
}

interface SentRequest {
  readonly as: TokenRequest;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An application with these scopes of the identity interface. */
export function app(scopes: readonly string[], more: Partial<TokenRequest> = {}): TokenRequest {
  const { kind: _, ...details } = more;
  const scope = scopes.map((word) => `identity.${word}`).join(' ');
  return { kind: 'application', id: 'channel-app', banks: ['01'], scope, ...details };
}

export const human = { 'x-human-check': 'a person' } as const;

/** A signed-in customer with a recent second factor. */
export function customer(
  { userId }: Pick<TestUser, 'userId'>,
  more: Partial<TokenRequest> = {},
): TokenRequest {
  const { kind: _, ...details } = more;
  return {
    kind: 'customer',
    id: userId,
    banks: ['01'],
    scope: 'identity.me identity.policy',
    assurance: 'sca',
    ...details,
  };
}

export function staff(roles: readonly string[], more: Partial<TokenRequest> = {}): TokenRequest {
  const { kind: _, ...details } = more;
  return { kind: 'employee', id: 'employee-1', banks: ['01'], roles: [...roles], ...details };
}

/** Status and literal of a problem: `440 answers-not-valid`. */
export function refusalOf({ body, status }: TestResponse): string {
  const problem = at(body, 'problem');
  return typeof problem === 'string' ? `${status} ${problem}` : String(status);
}

/** Every field error of a response as `status field code`. */
export function errorsOf({ body, status }: TestResponse): readonly string[] {
  return listAt(body, 'errors').map(
    (error) => `${status} ${String(at(error, 'field'))} ${String(at(error, 'code'))}`,
  );
}

const blocklist = await openBlocklist();

interface TestKeysAndMandates {
  readonly mandates?: Mandates;
  /** Restrictions that another capability records; none by default. */
  readonly restrictions?: (deps: Pick<TestDeps, 'clock'>) => Restrictions;
  /** The master key, for tests that decrypt rows themselves. */
  readonly masterKey?: Buffer;
}

/** Ports with their own keys, cheap hashes, and no remote servers. */
export function testIdentityPorts(
  { app: database, clock }: Pick<TestDeps, 'app' | 'clock'>,
  more: Partial<IdentityPorts> = {},
  {
    mandates = noMandates,
    masterKey = randomBytes(32),
    restrictions: restrictionsOf = () => noRestrictions,
  }: TestKeysAndMandates = {},
): IdentityPorts {
  const restrictions = restrictionsOf({ clock });
  const keys = createLocalKeys([masterKey]);
  const identityVault = createIdentityVault(keys);
  const authorization: AuthorizationPorts = {
    authorizationVault: createAuthorizationVault(keys),
    seedVault: createSeedVault({ database, clock, wrapping: createLocalWrapping([masterKey]) }),
    authorizationFacts: {
      of: () => ({
        bankName: 'Example Bank',
        codeDomain: 'portico.test',
        country: 'DE',
        referenceCurrency: 'EUR',
      }),
    },
    commandGroups: createCommandGroups({ database, ...groupStatements }),
    users: createUsers({ identityVault, clock, mandates, restrictions }),
    accounts: noCoreAccounts,
    deviceKeys: noDeviceKeys,
    devicePairings: noDevicePairings,
    paymentFiles: { ordersIn: async () => undefined },
    approvalMethods: noOtherMethods,
    addedValues: classifiedValues,
    openedFirst: new Set(),
    correspondence: testMessagePorts(keys, {
      isProven: (context, db, { method, value: contact }) =>
        isContactProven({ ...context, ...authorization }, db, {
          channel: method === 'email' ? 'email' : 'sms',
          contact,
        }),
    }),
  };
  return {
    identityVault,
    identityFacts: {
      baseUrl: testOrigin,
      of: () => ({
        bankName: 'Example Bank',
        timeZone: 'Europe/Berlin',
        defaultLanguage: 'de',
      }),
    },
    passwordHasher: createPasswordHasher({
      keys,
      parameters: { memoryKib: 64, iterations: 1, parallelism: 1 },
    }),
    passwordBlocklist: blocklist,
    passkeys: createPasskeyCeremonies({ rpId: 'portico.test', origin: testOrigin, rpName: 'Example Bank' }),
    humanCheck: noHumanCheck,
    loginProviders: noLoginProviders,
    pictureSource: noPictureSource,
    pictureEncoder: { reencode: async () => undefined, close: async () => undefined },
    sessions: noSessions,
    restrictions,
    deviceCodes: noDeviceCodes,
    authorization,
    ...more,
  };
}

const plenty = { perMinute: 10_000_000 };

export async function createIdentityTestApp(
  options: TestKeysAndMandates & {
    readonly ports?: Partial<IdentityPorts>;
    readonly poolSize?: number;
  } = {},
): Promise<IdentityTestApp> {
  let made: IdentityPorts | undefined;
  const { masterKey = randomBytes(32) } = options;
  const testApp = await createTestApp<IdentityPorts>({
    routes: identityRoutes,
    ports: (deps) => {
      made = testIdentityPorts(deps, options.ports, { ...options, masterKey });
      return made;
    },
    dialectFor: () => channel,
    ...(options.poolSize === undefined ? {} : { poolSize: options.poolSize }),
    services: {
      rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      responseVault: createVault(createLocalKeys([masterKey]), 'answers'),
    },
  });
  if (made === undefined) throw new Error('no ports were requested');
  return identityTestAppOf(testApp, made);
}

/** Adds what tests of identity need to a test app with these ports. */
export function identityTestAppOf(testApp: TestApp, ports: IdentityPorts): IdentityTestApp {
  const contextAs = (caller: Caller): Context & IdentityPorts => ({
    ...jobContext(testApp, '01'),
    caller,
    ...ports,
  });
  const codeOf = async (verificationId: string): Promise<string> => {
    const [row] = await testApp.database.query<{ sealed_text: Buffer }>(
      `select sealed_text from "authorization".otp_verification where verification_id = $1`,
      [verificationId],
    );
    if (row === undefined) throw new Error('no such verification');
    const vault = ports.authorization.authorizationVault;
    const { code } = vault.openText('01', verificationId, row.sealed_text);
    if (code === undefined) throw new Error('the code was already dispatched');
    return code;
  };
  return {
    ...testApp,
    ports,
    contextAs,
    codeOf,
    context: (bankId = '01') => ({ ...jobContext(testApp, bankId), ...ports }),
    register: (more = {}) => registerForTest(contextAs(signUpApp), more, codeOf),
    get: (path, as) => testApp.call({ method: 'GET', path: `${base}${path}`, as }),
    send: (method, path, { as, body, headers }) =>
      testApp.call({
        method,
        path: `${base}${path}`,
        as,
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
      }),
    newestCode: async (userId) => {
      const [row] = await testApp.database.query<{ verification_id: string }>(
        `select verification_id from "authorization".otp_verification
          where user_id = $1 and superseded_at is null order by created_at desc, verification_id limit 1`,
        [userId],
      );
      const verificationId = row?.verification_id ?? '';
      return { verificationId, code: await codeOf(verificationId) };
    },
    eventsOf: async (userId) => {
      const rows = await testApp.database.query<{ name: string; data: string }>(
        `select name, data from platform.outbox_event
          where aggregate_kind = 'user' and aggregate_id = $1 order by position`,
        [userId],
      );
      return rows.map(({ data, name }) => ({ name, data: JSON.parse(data) }));
    },
  };
}

const signUpApp: Caller = {
  kind: 'application',
  clientId: 'sign-up',
  bankId: '01',
  scopes: new Set(['identity.users.register', 'authorization.otp', 'authorization.otp.unregistered']),
  binding: 'none',
};

let registered = 0;

async function registerForTest(
  ctx: Context & IdentityPorts,
  more: Partial<TestUser> & { readonly customerNumber?: string },
  codeOf: (verificationId: string) => Promise<string>,
): Promise<TestUser> {
  registered += 1;
  const { customerNumber, ...given } = more;
  const number = String(registered).padStart(7, '0');
  const user = {
    username: `person.${number}`,
    password: goodPassword,
    email: `person.${number}@example.com`,
    phone: `+49151${number}1`,
    ...given,
  };
  const codes = { ...ctx, ...ctx.authorization };
  const proofOf = async (channel: 'sms' | 'email', contact: string): Promise<string> => {
    const verificationId = await sendOtp(codes, {
      channel,
      action: 'registration',
      message: undefined,
      contact,
      userName: undefined,
    });
    const otp = await codeOf(verificationId);
    await verifyOtp(codes, { channel, verificationId, otp });
    return verificationId;
  };
  const { userId } = await registerUser(ctx, {
    username: user.username,
    password: user.password,
    email: user.email,
    phone: user.phone,
    customerNumber,
    firstName: undefined,
    lastName: undefined,
    hintPictureUrl: undefined,
    termsVersion: '2026-01',
    verificationIds: [await proofOf('email', user.email), await proofOf('sms', user.phone)],
  });
  return { ...user, userId };
}

/** One logger for all: each has its own timer, and tests create thousands of contexts. */
const log = createLogger({ level: 'fatal' });

function jobContext({ clock, services }: TestApp, bankId: string): Context {
  return systemContext(
    { app: services.database, clock, ids: systemIds(clock), log },
    { job: 'identity', bankId, requestId: 'test' },
  );
}
