import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { User } from '../ports/users.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
} from '../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps } from '../testing/otp-steps.suite.ts';
import {
  type Company,
  countsOf,
  dataOf,
  payment,
  reasonsOf,
  workedExample,
} from '../testing/signing-steps.suite.ts';

const owner = '1000000071';
const stranger = '1000000072';
const serviceId = 'service-1';
const scope = 'authorization.otp authorization.ocra authorization.sign authorization.levels';
let testApp: AuthorizationTestApp;
let steps: OtpSteps;
let company: Company;

beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
  company = await workedExample(testApp, owner);
  await workedExample(testApp, stranger);
});
afterAll(() => testApp[Symbol.asyncDispose]());

/** A service that acts for a user. */
const serviceFor = ({ customerNumber, userId }: User, more: Fields = {}): TokenRequest => ({
  kind: 'delegate',
  id: userId,
  clientId: serviceId,
  banks: ['01'],
  scope,
  assurance: 'sca',
  claims: { 'customer-number': customerNumber, act: { sub: serviceId }, ...more },
});
/** The same service on its own behalf. */
const service = (): TokenRequest => ({ ...app(), clientId: serviceId });

function signing(resourceId: string, more: Fields = {}, context: Fields = {}): Fields {
  const payload = { 'resource-kind': 'payment', payload: payment('50000') };
  return { 'resource-id': resourceId, ...payload, ...more, 'calling-context': JSON.stringify(context) };
}

describe('a service for a customer', () => {
  test('SPEC 7.2.1 sends codes to its customer alone, by user id', async () => {
    const user = testApp.users.add();
    const other = testApp.users.add();
    for (const [path, contact] of [
      ['/otp/sms/send', { 'phone-number': other.mobileNumber }],
      ['/otp/email/send', { email: other.email }],
    ] as const) {
      const send = (body: Fields): Promise<TestResponse> => testApp.post(path, body, serviceFor(user));
      const sent = await send({ 'user-id': user.userId, action: 'login' });
      expect(await steps.row(idIn(sent))).toMatchObject({ user_id: user.userId });
      expect(errorsOf(await send({ 'user-id': other.userId, action: 'login' }))).toEqual([
        '400 user-id mismatch',
      ]);
      expect(errorsOf(await send({ 'user-id': other.username, action: 'login' }))).toEqual([
        '400 user-id mismatch',
      ]);
      expect(errorsOf(await send({ ...contact, action: 'registration' }))).toEqual(['400 user-id required']);
    }
  });

  test('verifies the code with its own token, as the client that sent', async () => {
    const user = testApp.users.add();
    const id = idIn(await testApp.post('/otp/sms/send', { 'user-id': user.userId }, serviceFor(user)));
    const body = { 'verification-id': id, otp: await testApp.codeOf(id) };
    expect((await testApp.post('/otp/sms/verify', body, serviceFor(user))).status).toBe(403);
    expect(refusalOf(await testApp.post('/otp/sms/verify', body, app()))).toBe('440 no-such-verification');
    expect((await testApp.post('/otp/sms/verify', body, service())).status).toBe(204);
  });

  test('SPEC 7.2.5 asks for challenges to its customer alone', async () => {
    const { user } = company.signer('A1');
    const other = company.signer('A2').user;
    const ask = (userId: string): Promise<TestResponse> =>
      testApp.post('/ocra/challenge', { 'challenge-mode': 'random', 'user-id': userId }, serviceFor(user));
    expect((await ask(user.userId)).status).toBe(200);
    expect(errorsOf(await ask(other.userId))).toEqual(['400 user-id mismatch']);
  });

  test('SPEC 7.2.7 signs as its customer, with a proof of the customer', async () => {
    const { token, user } = company.signer('A1');
    const as = serviceFor(user);
    const challenge = { 'challenge-mode': 'signature', 'signature-data': dataOf('50000.00') };
    const made = await testApp.post('/ocra/challenge', { ...challenge, 'user-id': user.userId }, as);
    const id = String(at(made.body, 'challenge-id'));
    const code = token.answerTo(String(at(made.body, 'challenge-code')));
    const answer = { 'challenge-id': id, 'response-code': code };
    expect((await testApp.post('/ocra/verify', answer, service())).status).toBe(204);
    const context = { 'acting-for': owner, proof: { kind: 'ocra', id } };
    const response = await testApp.post('/evaluate-user', signing('by service', {}, context), as);
    expect(reasonsOf(response)).toEqual(['signature-accepted', 'signature-accepted']);
    const rows = await testApp.database.query(
      `select record from platform.audit_entry where operation = 'Authorization_EvaluateUser'`,
    );
    const actors = rows.map((row): unknown => {
      const record: unknown = JSON.parse(String(at(row, 'record')));
      return at(record, 'actor');
    });
    // SPEC 1.15: the trail names the customer and the service.
    expect(actors).toContainEqual({
      kind: 'delegate',
      id: user.userId,
      clientId: serviceId,
    });
    const counted = await testApp.post(
      '/evaluate-signatures',
      signing('by service', {}, { 'acting-for': owner }),
      as,
    );
    expect(countsOf(counted).join()).toContain('customer-group:A 1/');
  });

  test('has no more rights than its customer: other owners look like none', async () => {
    const as = serviceFor(company.signer('A1').user);
    const foreign = signing('foreign', {}, { 'acting-for': stranger });
    expect((await testApp.post('/evaluate-user', foreign, as)).status).toBe(404);
    expect((await testApp.post('/evaluate-signatures', foreign, as)).status).toBe(404);
    // The same request of the service itself is answered: it sees every owner.
    expect((await testApp.post('/evaluate-signatures', foreign, service())).status).toBe(200);
    const levels = (identifier: string, of: TokenRequest): Promise<TestResponse> =>
      testApp.get(`/authorization-levels?identifier=${identifier}&bankId=01`, of);
    expect((await levels(stranger, as)).status).toBe(404);
    expect((await levels(owner, as)).status).toBe(200);
    expect((await levels(stranger, service())).status).toBe(200);
  });

  test('acts for the organization of the token of the customer', async () => {
    const user = testApp.users.add();
    const levels = (of: TokenRequest): Promise<TestResponse> =>
      testApp.get(`/authorization-levels?identifier=${owner}&bankId=01`, of);
    expect((await levels(serviceFor(user))).status).toBe(404);
    expect((await levels(serviceFor(user, { 'acting-for': owner }))).status).toBe(200);
  });
});
