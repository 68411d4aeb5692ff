import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { runCommand } from '#platform/work/command.ts';
import { actionNamed, sensitiveActions } from '../../domain/literals.ts';
import { addValue, endValue } from '../../testing/added-values.suite.ts';
import {
  type AuthorizationTestApp,
  app,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  publishCodeTemplate,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { idIn, type OtpSteps, otpSteps } from '../../testing/otp-steps.suite.ts';
import { smsProof } from '../../testing/signing-steps.suite.ts';
import { consumeFactor } from '../factors/consume-factor.ts';
import { dispatchCodes } from './dispatch-codes.ts';

let testApp: AuthorizationTestApp;
let steps: OtpSteps;
beforeAll(async () => {
  testApp = await createAuthorizationTestApp({ poolSize: 10 });
  steps = otpSteps(testApp);
  await publishCodeTemplate(testApp);
  await addValue(testApp, { list: 'sensitive-actions', literal: 'vault-access' });
  await addValue(testApp, { list: 'sensitive-actions', literal: 'other' });
  await addValue(testApp, { list: 'sensitive-actions', literal: 'gold-purchase', bankId: '02' });
  await addValue(testApp, { list: 'resource-kinds', literal: 'loan-application' });
});
afterAll(() => testApp[Symbol.asyncDispose]());

const sms = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/sms/send', body, as);
const email = (body: Fields, as = app()): Promise<TestResponse> => testApp.post('/otp/email/send', body, as);

async function textOf(verificationId: string): Promise<string> {
  const [row] = await testApp.database.query<{ content_id: string; sealed: Buffer }>(
    `select c.content_id, c.sealed from "authorization".otp_verification v
       join correspondence.communication m on m.bank_id = v.bank_id and m.communication_id = v.communication_id
       join correspondence.content c on c.bank_id = m.bank_id and c.content_id = m.content_id
      where v.verification_id = $1`,
    [verificationId],
  );
  if (row === undefined) throw new Error('no message');
  const vault = testApp.ports.correspondence.correspondenceVault;
  return JSON.stringify(vault.openContent('01', row.content_id, row.sealed));
}

describe('a code for an action that the bank added', () => {
  test('is sent, verified, and named in its event', async () => {
    const { userId } = testApp.users.add();
    const id = await smsProof(testApp, { ...testApp.users.add(), userId }, { action: 'vault-access' });
    const [event] = (await testApp.eventsOf('verification', id)).filter(
      ({ name }) => name === 'otp-verified',
    );
    expect(event?.data).toMatchObject({ action: 'vault-access', channel: 'sms' });
  });

  test('is named in no message, which has the words for no action', async () => {
    await testApp.database.query(`update "authorization".otp_verification set dispatch_at = null`);
    const { userId } = testApp.users.add();
    const message = 'Safe 7 in Berlin';
    const id = idIn(await sms({ 'user-id': userId, action: 'vault-access', message }));
    await dispatchCodes(testApp.context());
    const text = await textOf(id);
    // The test template writes the action as it gets it; the one of the product says `confirmation`.
    expect(text).toContain(' other Example Bank');
    expect(text).not.toContain('vault-access');
    expect(text).not.toContain('"showsAccounts":true');
  });

  test('supersedes one for the same action only', async () => {
    const { userId } = testApp.users.add();
    const first = idIn(await sms({ 'user-id': userId, action: 'vault-access' }));
    const login = idIn(await email({ 'user-id': userId, action: 'login' }));
    testApp.clock.advance({ minutes: 2 });
    await sms({ 'user-id': userId, action: 'vault-access' });
    expect((await steps.row(first)).superseded).toBe(true);
    expect((await steps.row(login)).superseded).toBe(false);
  });

  test('proves no built-in action', async () => {
    const user = testApp.users.add();
    const verificationId = await smsProof(testApp, user, { action: 'vault-access' });
    const use = (action: string): Promise<boolean> => {
      const ctx = testApp.context();
      const named = actionNamed(action);
      return runCommand(ctx, async (work) => {
        work.audit({ aggregateKind: 'user', aggregateId: user.userId, changes: [] });
        return consumeFactor(ctx, work, {
          factor: { kind: 'sms', verificationId },
          userId: user.userId,
          actions: named === undefined ? [] : [named],
          usedFor: action,
        });
      });
    };
    for (const action of sensitiveActions) expect([action, await use(action)]).toEqual([action, false]);
    expect(await use('gold-purchase')).toBe(false);
    expect(await use('vault-access')).toBe(true);
    expect(await use('vault-access')).toBe(false);
  });

  test('goes to no number of an unknown user', async () => {
    const request = { 'phone-number': '+4915190000066', action: 'vault-access' };
    expect(errorsOf(await sms(request))).toEqual(['400 action combination-not-allowed']);
  });

  test('gets the same response for an unknown user', async () => {
    const known = await sms({ 'user-id': testApp.users.add().userId, action: 'vault-access' });
    const unknown = await sms({ 'user-id': 'usr_00000000000000000000000000', action: 'vault-access' });
    expect([refusalOf(known), refusalOf(unknown)]).toEqual(['202', '202']);
    expect(unknown.text).toHaveLength(known.text.length);
  });

  test('is refused from the end of the action on; a code that was sent before stays valid', async () => {
    await addValue(testApp, { list: 'sensitive-actions', literal: 'cheque-order' });
    const { userId } = testApp.users.add();
    const id = idIn(await sms({ 'user-id': userId, action: 'cheque-order' }));
    await endValue(testApp, { list: 'sensitive-actions', literal: 'cheque-order' });
    testApp.clock.advance({ minutes: 2 });
    expect(errorsOf(await sms({ 'user-id': userId, action: 'cheque-order' }))).toEqual(['400 action enum']);
    const verified = await testApp.post(
      '/otp/sms/verify',
      { 'verification-id': id, otp: await testApp.codeOf(id) },
      app(),
    );
    expect(verified.status).toBe(204);
  });
});

describe('an action is refused', () => {
  test.each([
    ['that no bank has', 'sudo', 'enum'],
    ['of another bank', 'gold-purchase', 'enum'],
    ['of another list', 'loan-application', 'enum'],
    ['that stands for no action, although the bank added it', 'other', 'enum'],
    ['of every object', 'constructor', 'enum'],
    ['in capitals', 'Login', 'pattern'],
    ['with a space', 'vault access', 'pattern'],
    ['with a space at its end', 'login ', 'pattern'],
    ['with a line break', 'login\n', 'pattern'],
    ['with a control character', 'vault\u0007access', 'pattern'],
    ['with an invisible character', 'login\u200B', 'pattern'],
    ['with letters that look the same', 'l\u043Egin', 'pattern'],
    ['with a hyphen at its end', 'login-', 'pattern'],
    ['without a sign', '', 'too-short'],
    ['of 51 characters', 'x'.repeat(51), 'too-long'],
  ])('%s', async (_, action, code) => {
    const request = { 'user-id': testApp.users.add().userId, action };
    expect(errorsOf(await sms(request))).toContain(`400 action ${code}`);
    expect(errorsOf(await email(request))).toContain(`400 action ${code}`);
  });

  test('before anything is stored or sent', async () => {
    const user = testApp.users.add();
    await sms({ 'user-id': user.userId, action: 'gold-purchase' });
    expect(
      await testApp.database.query('select 1 from "authorization".otp_verification where user_id = $1', [
        user.userId,
      ]),
    ).toEqual([]);
  });

  test('that has 50 characters is a value like any other', async () => {
    const action = 'x'.repeat(50);
    await addValue(testApp, { list: 'sensitive-actions', literal: action });
    expect((await sms({ 'user-id': testApp.users.add().userId, action })).status).toBe(202);
  });
});
