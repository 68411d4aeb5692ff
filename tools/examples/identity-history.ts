import {
  identityTestAppOf,
  type TestUser,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { verifyContacts } from '../../server/src/capabilities/party/index.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';

const registry: TokenRequest = {
  kind: 'application',
  id: 'registry',
  banks: ['01'],
  scope: 'identity.users.register identity.users.read identity.signup identity.recovery identity.policy',
};
const human = { 'x-human-check': 'token-of-the-bot-check' };

const signedIn = ({ userId }: TestUser): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'identity.me identity.policy',
  assurance: 'sca',
});

const answers = [
  { 'question-id': 'first-dish', answer: 'Burnt porridge' },
  { 'question-id': 'hiding-place', answer: 'Under the third stair' },
  { 'question-id': 'old-phone', answer: '471193' },
];

/** Registers a user for the person, who changes contacts and credentials and recovers them. */
export async function identityHistory(recorder: Recorder, person: string): Promise<TestUser> {
  const { app, call } = recorder;
  await call('Identity_Policy_PasswordRequirements', { as: registry });
  await call('Identity_Users_Available', { as: registry, headers: human, path: { username: 'maria.weber' } });
  await call('Identity_Users_Register', {
    as: registry,
    body: { username: 'otto.neumann', email: 'otto.neumann@example.org', 'phone-number': '+4915187654321' },
  });
  await call('Identity_Users_Register', {
    as: registry,
    body: { username: 'otto.neumann', email: 'otto@example.org', 'phone-number': '+4915187654322' },
    fails: 440,
  });
  const { party } = app.identity.authorization.correspondence;
  await verifyContacts(
    { ...app.contextFor('01'), ...party },
    {
      partyNumber: person,
      contacts: [
        { method: 'email', value: 'maria.schmidt@example.org' },
        { method: 'mobile', value: '+4915123456789' },
      ],
    },
  );
  const user = await identityTestAppOf(app, app.identity).register({
    username: 'maria.weber',
    email: 'maria.schmidt@example.org',
    phone: '+4915123456789',
    customerNumber: person,
  });
  const path = { username: user.username };
  await call('Identity_Users_Get', { as: registry, path });
  await call('Identity_Users_Find', { as: registry, query: { email: user.email } });
  const as = signedIn(user);
  await call('Identity_Me_Get', { as });
  await contacts(recorder, user);
  await call('Identity_Me_SetAnswers', { as, body: { answers } });
  await call('Identity_Users_Questions', { as: registry, path });
  await call('Identity_Users_ValidateAnswers', {
    as: registry,
    path,
    body: { answers: [{ 'question-id': 'first-dish', answer: 'Apple pie' }] },
    fails: 440,
  });
  await call('Identity_Users_ValidateAnswers', { as: registry, path, body: { answers } });
  const password = 'amber window 12 bicycles';
  await call('Identity_Me_ChangePassword', {
    as,
    body: { 'current-password': user.password, 'new-password': password },
  });
  await call('Identity_Users_RecoverUsername', {
    as: registry,
    headers: human,
    path: { username: user.email },
    body: { channel: 'email' },
  });
  await call('Identity_Users_ResetPassword', {
    as: registry,
    headers: human,
    path,
    body: { channel: 'sms' },
  });
  const username = 'maria.w';
  await call('Identity_Me_ChangeUsername', { as, body: { username } });
  await states(recorder);
  return { ...user, username, password };
}

const agent: TokenRequest = {
  kind: 'employee',
  id: 'e-1',
  roles: ['identity.users.register'],
  banks: ['01'],
};

async function states({ app, call }: Recorder): Promise<void> {
  const { username } = await identityTestAppOf(app, app.identity).register({ username: 'karl.braun' });
  const path = { username };
  await call('Identity_Users_Suspend', { as: agent, path, body: { reason: 'fraud' } });
  await call('Identity_Users_Suspend', { as: agent, path, body: { reason: 'fraud' }, fails: 409 });
  await call('Identity_Users_Reinstate', { as: agent, path, body: { reason: 'identity-proven' } });
  await call('Identity_Users_Unlock', { as: agent, path, body: { reason: 'identity-proven' } });
}

async function contacts({ app, call }: Recorder, user: TestUser): Promise<void> {
  const as = signedIn(user);
  const codes = identityTestAppOf(app, app.identity);
  const email = { email: 'maria.weber@example.org' };
  await call('Identity_Me_ChangeEmail', { as, body: email });
  const { code: byMail } = await codes.newestCode(user.userId);
  await call('Identity_Me_ConfirmEmail', { as, body: { ...email, otp: byMail } });
  const phone = { 'phone-number': '+4915198765432' };
  app.clock.advance({ minutes: 1 });
  await call('Identity_Me_ChangePhoneNumber', { as, body: phone });
  const { code: bySms } = await codes.newestCode(user.userId);
  await call('Identity_Me_ConfirmPhoneNumber', { as, body: { ...phone, otp: bySms } });
}
