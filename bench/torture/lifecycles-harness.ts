import { sendOtp, verifyOtp } from '../../server/src/capabilities/authorization/index.ts';
import { clientEventHandlers } from '../../server/src/capabilities/client/event-handlers.ts';
import type { ClientPorts } from '../../server/src/capabilities/client/ports/client-ports.ts';
import { testClientPorts } from '../../server/src/capabilities/client/testing/client-test-ports.suite.ts';
import { insertPairedDevice } from '../../server/src/capabilities/client/testing/paired-device.suite.ts';
import {
  publishRestrictionTemplate,
  writeAboutFraud,
} from '../../server/src/capabilities/client/testing/restriction-steps.suite.ts';
import {
  app,
  customer,
  goodPassword,
  type IdentityTestApp,
  refusalOf,
  staff,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { PartyTestServer } from '../../server/src/capabilities/identity/testing/party-test-server.suite.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import {
  createScaTestApp,
  type ScaTestApp,
} from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';
import type { ModelPerson, ModelUser } from './lifecycles-people.ts';

/** The part of the product that the histories use. */
export interface LifecycleHarness {
  readonly testApp: IdentityTestApp;
  readonly approvals: ScaTestApp;
  readonly server: PartyTestServer;
  readonly inbox: Inbox;
  person(index: number): Promise<ModelPerson>;
  /** Registers a user with verified contacts; returns the response, and the user on success. */
  register(
    registration: Registration,
  ): Promise<{ readonly response: string; readonly user: ModelUser | undefined }>;
  /** Changes a contact of a user; returns whether it was confirmed. */
  changeContact(user: ModelUser, kind: 'email' | 'phone', more: ChangedContact): Promise<boolean>;
  /** Pairs a device with a user; its name contains the text of the party. */
  pair(user: ModelUser): Promise<void>;
  /** Restricts a client and reports fraud, with texts about the party. */
  restrict(person: ModelPerson): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Registration {
  readonly person: ModelPerson;
  readonly email: string;
  readonly phone: string;
  readonly by: 'application' | 'staff';
}

export interface ChangedContact {
  readonly value: string;
  readonly isCodeRight: boolean;
}

const callers = {
  application: { as: app(['users.register']), clientId: 'channel-app' },
  staff: { as: staff(['identity.users.register', 'party.all-units']), clientId: 'console-1' },
} as const;

let made = 0;

export async function createLifecycleHarness(masterKey: Buffer): Promise<LifecycleHarness> {
  const approvals = await createScaTestApp({ masterKey });
  const { identity: testApp, parties: server } = approvals;
  await recoverySteps(testApp);
  const clientPorts: ClientPorts = testClientPorts({
    app: testApp.services.database,
    clock: testApp.clock,
    identity: testApp.ports,
    masterKey,
  });
  const clientContext = { ...testApp.context(), ...clientPorts };
  await publishRestrictionTemplate(clientContext);
  return {
    testApp,
    approvals,
    server,
    inbox: createInbox(testApp, [
      ...scaCapability.handlers(approvals.ports),
      ...clientEventHandlers(clientPorts),
    ]),
    async pair({ person: { canary }, userId }) {
      const vault = clientPorts.clientVault;
      await insertPairedDevice({ database: testApp.database, vault }, { userId, name: `Phone of ${canary}` });
    },
    restrict: ({ canary, customerNumber }) =>
      writeAboutFraud({ ...testApp.context(), ...clientPorts }, customerNumber, {
        note: `${canary} called`,
        description: `${canary} lost the card`,
      }),
    person: (index) => registerPerson(server, index),
    register: (registration) => register(testApp, registration),
    changeContact: (user, kind, more) => changeContact(testApp, user, { ...more, kind }),
    [Symbol.asyncDispose]: () => approvals[Symbol.asyncDispose](),
  };
}

async function registerPerson(server: PartyTestServer, index: number): Promise<ModelPerson> {
  const canary = canaryOf(index);
  const words = {
    email: `${canary}@example.org`,
    phone: phoneOf('51', index),
    typedEmail: `typed.${canary}@example.org`,
  };
  const { customerNumber } = await server.person({
    'given-name': `Given${canary}`,
    surname: `Sur${canary}`,
    'mobile-phone': { number: words.phone },
    'email-address': { value: words.email },
  });
  await server.addContact(customerNumber, { method: 'email', address: { value: words.typedEmail } });
  return {
    index,
    canary,
    customerNumber,
    ...words,
    state: 'living',
    isVerified: false,
    mergedInto: undefined,
  };
}

/** Returns a unique text of letters only, as names are, that occurs nowhere else. */
function canaryOf(index: number): string {
  const letters = String(index)
    .padStart(7, '0')
    .replaceAll(/\d/gv, (digit) => 'abcdefghij'.charAt(Number(digit)));
  return `cnry${letters}x`;
}

/** Returns a unique mobile number for each index and number range. */
export function phoneOf(block: '51' | '60' | '70', index: number): string {
  return `+491${block}${10_000_000 + index}`;
}

async function register(
  testApp: IdentityTestApp,
  { by, email, person, phone }: Registration,
): ReturnType<LifecycleHarness['register']> {
  made += 1;
  const { as, clientId } = callers[by];
  const username = `user.${made}.${person.canary}`;
  // The product limits the codes to one contact.
  testApp.clock.advance({ minutes: 61 });
  const ids = [await proof(testApp, clientId, email), await proof(testApp, clientId, phone)];
  const response = await testApp.send('POST', '/users', {
    as,
    headers: { 'idempotency-key': `lifecycle-${String(made).padStart(12, '0')}` },
    body: {
      username,
      password: goodPassword,
      email,
      'phone-number': phone,
      'customer-number': person.customerNumber,
      'first-name': `First${person.canary}`,
      'terms-version': '1',
      'verification-ids': ids,
    },
  });
  if (response.status !== 201) return { response: refusalOf(response), user: undefined };
  const userId = String(at(response.body, 'user-id'));
  const proven = new Set([email, phone]);
  return { response: '201', user: { userId, username, person, proven, email, phone, isDead: false } };
}

async function proof(testApp: IdentityTestApp, clientId: string, contact: string): Promise<string> {
  const channel = contact.includes('@') ? 'email' : 'sms';
  const scopes = new Set(['authorization.otp', 'authorization.otp.unregistered']);
  const caller = { kind: 'application', clientId, bankId: '01', scopes, binding: 'none' } as const;
  const ctx = testApp.contextAs(caller);
  const codes = { ...ctx, ...ctx.authorization };
  const wish = { channel, action: 'registration', message: undefined, contact, userName: undefined } as const;
  const verificationId = await sendOtp(codes, wish);
  await verifyOtp(codes, { channel, verificationId, otp: await testApp.codeOf(verificationId) });
  return verificationId;
}

async function changeContact(
  testApp: IdentityTestApp,
  user: ModelUser,
  { isCodeRight, kind, value }: ChangedContact & { readonly kind: 'email' | 'phone' },
): Promise<boolean> {
  const field = kind === 'email' ? 'email' : 'phone-number';
  const as = customer(user);
  testApp.clock.advance({ minutes: 61 });
  const started = await testApp.send('PUT', `/me/${field}`, { as, body: { [field]: value } });
  if (started.status !== 202) return false;
  const { code } = await testApp.newestCode(user.userId);
  const wrong = code.replace(/\d/v, (digit) => String((Number(digit) + 1) % 10));
  const body = { [field]: value, otp: isCodeRight ? code : wrong };
  return (await testApp.send('PUT', `/me/${field}/confirm`, { as, body })).status === 204;
}
