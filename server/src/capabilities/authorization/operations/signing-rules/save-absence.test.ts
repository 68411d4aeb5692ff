import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  dataOf,
  payment,
  reasonsOf,
  sign,
  type TestSigner,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';
import { saveAbsence } from './save-absence.ts';

const owner = '1000000061';
let app: AuthorizationTestApp;
let company: Company;
beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const newDelegate = async (): Promise<TestSigner> => {
  const user = app.users.add();
  app.users.mandate(user.userId, owner);
  return { user, token: await enrolled(app, 'ocra', user) };
};
const signed = (signer: TestSigner, resourceId: string) =>
  sign(app, signer, { owner, resourceId, payload: payment('50'), data: dataOf('50.00') });

describe('an absence', () => {
  test('lets the delegate sign from its start until its end', async () => {
    const delegate = await newDelegate();
    const from = app.clock.now().add({ hours: 1 });
    const absenceId = await saveAbsence(app.context(), {
      owner,
      userId: company.signer('A1').user.userId,
      delegateId: delegate.user.userId,
      from,
      until: from.add({ hours: 1 }),
    });
    expect(await app.auditOf('signing-absence', absenceId)).toHaveLength(1);
    expect(reasonsOf(await signed(delegate, 'before'))).toEqual(['user-cannot-sign']);
    app.clock.advance({ hours: 1 });
    expect(reasonsOf(await signed(delegate, 'during'))).toEqual(['signature-accepted']);
    app.clock.advance({ hours: 1 });
    expect(reasonsOf(await signed(delegate, 'after'))).toEqual(['user-cannot-sign']);
  });

  test('without a delegate, or for another owner, lets no one sign', async () => {
    const delegate = await newDelegate();
    const span = { from: app.clock.now(), until: app.clock.now().add({ hours: 1 }) };
    const { userId } = company.signer('A2').user;
    await saveAbsence(app.context(), { owner, userId, delegateId: undefined, ...span });
    await saveAbsence(app.context(), { owner: 'other', userId, delegateId: delegate.user.userId, ...span });
    expect(reasonsOf(await signed(delegate, 'no-delegate'))).toEqual(['user-cannot-sign']);
  });

  test('is refused when it ends before it starts, or when the delegate is the absent person', async () => {
    const now = app.clock.now();
    const { userId } = company.signer('A2').user;
    const absence = { owner, userId, delegateId: undefined, from: now, until: now };
    await expect(saveAbsence(app.context(), absence)).rejects.toThrow('signing_absence_time');
    const self = { ...absence, delegateId: userId, until: now.add({ hours: 1 }) };
    await expect(saveAbsence(app.context(), self)).rejects.toThrow('signing_absence_delegate');
  });
});
