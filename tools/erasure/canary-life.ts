import {
  cleanUpAuthorization,
  decideSigningChange,
  dispatchCodes,
  proposeSigningChange,
  sendOtp,
  verifyOtp,
} from '../../server/src/capabilities/authorization/index.ts';
import { clientCapability } from '../../server/src/capabilities/client/index.ts';
import { testClientPorts } from '../../server/src/capabilities/client/testing/client-test-ports.suite.ts';
import {
  publishRestrictionTemplate,
  writeAboutFraud,
} from '../../server/src/capabilities/client/testing/restriction-steps.suite.ts';
import {
  cleanUpCorrespondence,
  correspondenceRoutes,
  purgeCodes,
} from '../../server/src/capabilities/correspondence/index.ts';
import { cleanUpIdentity } from '../../server/src/capabilities/identity/index.ts';
import { beginPasskey } from '../../server/src/capabilities/identity/operations/account/begin-passkey.ts';
import { findSignedInUser } from '../../server/src/capabilities/identity/operations/account/find-signed-in-user.ts';
import { savePasskey } from '../../server/src/capabilities/identity/operations/account/save-passkey.ts';
import {
  createIdentityTestApp,
  customer,
  goodPassword,
  type IdentityTestApp,
  type TestUser,
  testOrigin,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import {
  createPartyTestServer,
  type PartyTestServer,
} from '../../server/src/capabilities/identity/testing/party-test-server.suite.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { createScriptedLoginProvider } from '../../server/src/capabilities/identity/testing/scripted-login-provider.suite.ts';
import {
  signInBySms,
  walkToFactor,
} from '../../server/src/capabilities/identity/testing/sign-in-steps.suite.ts';
import { registry, signUpSteps } from '../../server/src/capabilities/identity/testing/sign-up-steps.suite.ts';
import { createTestAuthenticator } from '../../server/src/capabilities/identity/testing/test-authenticator.suite.ts';
import { proposeScreening, setOpenProduct } from '../../server/src/capabilities/party/index.ts';
import { channel } from '../../server/src/dialects/channel/channel.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createTestServer, type TestServer } from '../../server/src/platform/testing/test-server.ts';
import { housekeeping } from '../../server/src/platform/work/housekeeping.ts';
import { createInbox } from './inbox.ts';

/** Texts that identify one person and occur nowhere else. */
export const canaries = {
  'given name': 'Quillonia',
  surname: 'Zwanenveld',
  'later surname': 'Ibsenhorst',
  'birth date': '1971-03-09',
  'birth place': 'Federhausen',
  passport: 'XK47110815',
  street: 'Kanarienweg',
  'e-mail address': 'quill.zw@canary.example',
  'later e-mail address': 'quill.ibs@canary.example',
  'typed e-mail address': 'typed.in@canary.example',
  phone: '+4915155501234',
  'later phone': '+4915155505678',
  username: 'quillonia.nest',
  'later username': 'quillonia.later',
  'first name': 'Quillfirst',
  'last name': 'Zwanlast',
  message: 'feathered private text',
  'file name': 'canary-statement.pdf',
  file: 'canary inside a file',
  'message with a code': 'canary code text',
  'linked login': 'quill@login.example',
  'subject of a login': 'canary-subject-77',
  passkey: 'Quill her phone',
  picture: 'canary picture bytes',
  'reason of a screening': 'canary screening reason',
  'note of a restriction': 'canary restriction note',
  'fraud report': 'canary fraud description',
  'reason of an absence': 'canary absence reason',
} as const;

/** A customer whose data in the product consists of canaries. */
export interface CanaryLife {
  readonly database: TestDatabase;
  /** Creates data in every capability through its operations. */
  live(): Promise<void>;
  erase(): Promise<void>;
  letTimePass(time: { readonly hours: number }): Promise<void>;
  /** Returns the sign-ins that still get beyond the password. */
  tryToSignIn(): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const pictureUrl = 'https://content.example/01/canary.png';
const provider = createScriptedLoginProvider('google');

export async function createCanaryLife(masterKey: Buffer): Promise<CanaryLife> {
  const app = await createIdentityTestApp({
    masterKey,
    ports: {
      loginProviders: { of: () => provider, offered: () => [provider] },
      pictureSource: { read: async () => Buffer.from('raw') },
      pictureEncoder: {
        reencode: async () => ({ bytes: Buffer.from(canaries.picture), contentType: 'image/png' }),
        close: async () => undefined,
      },
    },
  });
  const recovery = await recoverySteps(app);
  const server = await createPartyTestServer(app);
  const correspondence = await createTestServer(
    {
      routes: correspondenceRoutes,
      ports: () => app.ports.authorization.correspondence,
      dialectFor: () => channel,
    },
    app.services.database,
  );
  const clientPorts = testClientPorts({
    app: app.services.database,
    clock: app.clock,
    identity: app.ports,
    masterKey,
  });
  const inbox = createInbox(app, clientCapability.handlers(clientPorts));
  await publishRestrictionTemplate({ ...app.context(), ...clientPorts });
  let created: { readonly customerNumber: string; readonly user: TestUser } | undefined;
  return {
    database: app.database,
    async live() {
      const customerNumber = await registerParty(server);
      const user = await signUp(app, customerNumber);
      await inbox.drain();
      await useAccount(app, user);
      await sendMessage(correspondence, customerNumber);
      await recovery.reset(canaries['later username']);
      await recovery.recover(canaries['later e-mail address']);
      await screenAgain(app, customerNumber);
      await recordAbsence(app, customerNumber, user);
      await writeAboutFraud({ ...app.context(), ...clientPorts }, customerNumber, {
        note: canaries['note of a restriction'],
        description: canaries['fraud report'],
      });
      await inbox.drain();
      created = { customerNumber, user };
    },
    async erase() {
      await server.erase(created?.customerNumber ?? '');
      await inbox.drain();
    },
    letTimePass: (time) => letTimePass(app, time),
    async tryToSignIn() {
      if (created === undefined) throw new Error('no customer was created');
      const names = [canaries.username, canaries['later username']];
      const pages = [];
      for (const username of names) {
        const walk = await walkToFactor(app, { ...created.user, username });
        pages.push(`${username} ${await walk.page()}`);
      }
      return pages.filter((page) => !/ (?:password|identify|locked)\b/v.test(page));
    },
    async [Symbol.asyncDispose]() {
      await correspondence[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function registerParty(server: PartyTestServer): Promise<string> {
  const home = { 'street-name': canaries.street, 'post-code': '10115', 'town-name': 'Berlin', country: 'DE' };
  const { customerNumber } = await server.person({
    'registration-profile': 'customer',
    'given-name': canaries['given name'],
    surname: canaries.surname,
    'mobile-phone': { number: canaries.phone },
    'email-address': { value: canaries['e-mail address'] },
    'birth-date': canaries['birth date'],
    'birth-place': canaries['birth place'],
    'birth-country': 'DE',
    'country-of-residence': 'DE',
    'contact-address': home,
    'legal-address': home,
    'delivery-address': home,
    'employment-status': 'employed',
    'id-number': canaries.passport,
    'id-kind': 'passport-number',
  });
  await server.send('PATCH', `/parties/individuals/${customerNumber}/surname`, {
    surname: canaries['later surname'],
    reason: 'marriage',
    'effective-date': '2026-01-01',
  });
  const typed = { method: 'email', address: { value: canaries['typed e-mail address'] } };
  await server.addContact(customerNumber, typed);
  await server.verify(customerNumber, [{ method: 'mobile', value: canaries.phone }]);
  return customerNumber;
}

/** Closes the last product and opens another one: the surname differs from the screened one, so staff screen again. */
async function screenAgain(app: IdentityTestApp, partyNumber: string): Promise<void> {
  const ctx = { ...app.context(), ...app.ports.authorization.correspondence.party };
  for (const hasOpenProduct of [false, true]) await setOpenProduct(ctx, { partyNumber, hasOpenProduct });
  const reason = canaries['reason of a screening'];
  await proposeScreening(ctx, { partyNumber, outcome: 'clear', employeeId: 'e-1', reason });
}

/** Records why the customer does not sign, by two employees. */
async function recordAbsence(app: IdentityTestApp, owner: string, { userId }: TestUser): Promise<void> {
  const ctx = { ...app.context(), ...app.ports.authorization };
  const from = app.clock.now();
  const proposed = await proposeSigningChange(ctx, {
    owner,
    content: { kind: 'absence', userId, delegateId: undefined, from, until: from.add({ hours: 1 }) },
    reason: canaries['reason of an absence'],
    employeeId: 'e-1',
    knownStaff: [],
  });
  if (proposed.kind !== 'proposed') throw new Error(proposed.kind);
  await decideSigningChange(ctx, { changeId: proposed.changeId, verdict: 'approve', employeeId: 'e-2' });
}

/** Signs up with codes that the product dispatched. */
async function signUp(app: IdentityTestApp, customerNumber: string): Promise<TestUser> {
  const steps = signUpSteps(app);
  const [email, phone] = [canaries['e-mail address'], canaries.phone];
  const ids = [await verifyContact(app, 'email', email), await verifyContact(app, 'sms', phone)];
  const response = await steps.register(
    {
      username: canaries.username,
      password: goodPassword,
      email,
      'phone-number': phone,
      'customer-number': customerNumber,
      'first-name': canaries['first name'],
      'last-name': canaries['last name'],
      'hint-picture-url': pictureUrl,
      'terms-version': '1',
      'verification-ids': ids,
    },
    { as: registry },
  );
  if (response.status !== 201) throw new Error(`user not registered: ${response.text}`);
  const userId = String(at(response.body, 'user-id'));
  return { userId, username: canaries.username, password: goodPassword, email, phone };
}

async function verifyContact(
  app: IdentityTestApp,
  medium: 'sms' | 'email',
  contact: string,
): Promise<string> {
  const scopes = new Set(['authorization.otp', 'authorization.otp.unregistered']);
  const caller = {
    kind: 'application',
    clientId: 'channel-app',
    bankId: '01',
    scopes,
    binding: 'none',
  } as const;
  const ctx = app.contextAs(caller);
  const codes = { ...ctx, ...ctx.authorization };
  const verificationId = await sendOtp(codes, {
    channel: medium,
    action: 'registration',
    message: canaries['message with a code'],
    contact,
    userName: undefined,
  });
  const otp = await app.codeOf(verificationId);
  await dispatchCodes({ ...app.context(), ...ctx.authorization });
  await verifyOtp(codes, { channel: medium, verificationId, otp });
  return verificationId;
}

/** Makes every change that a user can make to the account. */
async function useAccount(app: IdentityTestApp, user: TestUser): Promise<void> {
  const { outcome } = await signInBySms(app, user);
  const request = await findSignedInUser(
    app.context(),
    outcome.kind === 'finished' ? outcome.sessionSecret : '',
  );
  if (request === undefined) throw new Error('no customer is signed in');
  const device = createTestAuthenticator({ rpId: 'portico.test', origin: testOrigin });
  const response = device.create(await beginPasskey(app.context(), request));
  await savePasskey(app.context(), request, { response, name: canaries.passkey, browserName: 'Firefox' });
  const as = customer(user);
  const put = async (path: string, body: unknown): Promise<void> => {
    const method = path === '/me/logins' ? 'POST' : 'PUT';
    const response = await app.send(method, path, { as, body });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  };
  await put('/me/username', { username: canaries['later username'] });
  for (const [path, contact] of [
    ['email', canaries['later e-mail address']],
    ['phone-number', canaries['later phone']],
  ] as const) {
    app.clock.advance({ minutes: 5 });
    await put(`/me/${path}`, { [path]: contact });
    const { code } = await app.newestCode(user.userId);
    await dispatchCodes({ ...app.context(), ...app.ports.authorization });
    await put(`/me/${path}/confirm`, { [path]: contact, otp: code });
  }
  await put('/me/answers', {
    answers: [
      { 'question-id': 'first-dish', answer: 'Burnt porridge' },
      { 'question-id': 'hiding-place', answer: 'Under the third stair' },
      { 'question-id': 'first-teacher', answer: 'Kwiatkowska' },
    ],
  });
  const loginRequest = { codeVerifier: 'v'.repeat(43), nonce: 'n-1', redirectUri: provider.redirectUris[0] };
  const login = { subject: canaries['subject of a login'], login: canaries['linked login'] };
  await put('/me/logins', {
    provider: 'google',
    code: provider.signIn(login, loginRequest),
    'code-verifier': loginRequest.codeVerifier,
    nonce: loginRequest.nonce,
  });
}

/** Sends a message with an attachment to the customer. */
async function sendMessage(server: TestServer, customerNumber: string): Promise<void> {
  const response = await server.call({
    method: 'POST',
    path: '/v1/correspondence/communications',
    as: { kind: 'application', id: 'writer', banks: ['01'], scope: 'correspondence.send' },
    headers: { 'idempotency-key': 'canary-message-0001' },
    body: {
      'customer-number': customerNumber,
      'message-kind': 'notice',
      message: {
        title: canaries.message,
        body: { 'content-type': 'text/plain', content: canaries.message },
        attachments: [
          {
            name: canaries['file name'],
            'content-type': 'application/pdf',
            content: Buffer.from(`%PDF-1.7\n${canaries.file}\n%%EOF`).toString('base64'),
          },
        ],
      },
    },
  });
  if (response.status !== 201) throw new Error(`message not sent: ${response.status} ${response.text}`);
}

/** Advances the clock and runs the scheduled clean-up jobs. */
async function letTimePass(app: IdentityTestApp, time: { readonly hours: number }): Promise<void> {
  app.clock.advance(time);
  await cleanUpIdentity(app.context());
  await cleanUpAuthorization(app.context());
  await cleanUpCorrespondence(app.context());
  await purgeCodes(app.context());
  const worker = openDatabase({ url: app.database.workerUrl, poolSize: 1 });
  try {
    const cleanUp = housekeeping(worker, app.clock).find(({ name }) => name === 'delete-idempotency-records');
    await cleanUp?.run();
  } finally {
    await worker.close();
  }
}
