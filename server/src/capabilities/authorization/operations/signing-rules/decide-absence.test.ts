import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import { changeSigning, saveAbsence } from '../../testing/signing-changes.suite.ts';
import {
  type Company,
  countsOf,
  dataOf,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signerToken,
  type TestSigner,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { enrolled } from '../../testing/token-steps.suite.ts';
import { listSigningAbsences } from './list-signing-absences.ts';

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
    expect(await app.auditOf('signing-change', absenceId)).toHaveLength(2);
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
    await saveAbsence(app.context(), {
      owner: '1000000062',
      userId,
      delegateId: delegate.user.userId,
      ...span,
    });
    expect(reasonsOf(await signed(delegate, 'no-delegate'))).toEqual(['user-cannot-sign']);
  });

  test('is refused when it ends before it starts, or when the delegate is the absent person', async () => {
    const now = app.clock.now();
    const { userId } = company.signer('A2').user;
    const absence = { owner, userId, delegateId: undefined, from: now, until: now };
    const refused = { literal: 'absence-not-possible' };
    await expect(saveAbsence(app.context(), absence)).rejects.toMatchObject(refused);
    const self = { ...absence, delegateId: userId, until: now.add({ hours: 1 }) };
    await expect(saveAbsence(app.context(), self)).rejects.toMatchObject(refused);
  });

  test('is refused for an unknown user or delegate', async () => {
    const now = app.clock.now();
    const { userId } = company.signer('A2').user;
    const span = { from: now, until: now.add({ hours: 1 }) };
    const refused = { literal: 'unknown-signer' };
    const absent = { owner, userId: 'unknown', delegateId: undefined, ...span };
    await expect(saveAbsence(app.context(), absent)).rejects.toMatchObject(refused);
    const delegated = { owner, userId, delegateId: 'unknown', ...span };
    await expect(saveAbsence(app.context(), delegated)).rejects.toMatchObject(refused);
  });

  test('ends early by two employees; what the delegate signed before still counts', async () => {
    const delegate = await newDelegate();
    const from = app.clock.now();
    const absenceId = await saveAbsence(app.context(), {
      owner,
      userId: company.signer('A3').user.userId,
      delegateId: delegate.user.userId,
      from,
      until: from.add({ hours: 10 }),
    });
    expect(reasonsOf(await signed(delegate, 'before-end'))).toEqual(['signature-accepted']);
    app.clock.advance({ hours: 1 });
    const end = { kind: 'absence-end', absenceId } as const;
    await expect(changeSigning(app.context(), '1000000062', end)).rejects.toMatchObject({
      literal: 'absence-over',
    });
    expect((await changeSigning(app.context(), owner, end)).kind).toBe('approved');
    expect(reasonsOf(await signed(delegate, 'after-end'))).toEqual(['user-cannot-sign']);
    const as = signerToken(company.signer('A1').user);
    expect(countsOf(await requestSignatures(app, as, { owner, resourceId: 'before-end' }))).toEqual([
      'furfilled customer-group:A 1/1',
    ]);
    await expect(changeSigning(app.context(), owner, end)).rejects.toMatchObject({ literal: 'absence-over' });
    const ids = async (selection: 'all' | 'open'): Promise<readonly string[]> =>
      (await listSigningAbsences(app.context(), { owner, selection })).map((one) => one.absenceId);
    expect(await ids('open')).not.toContain(absenceId);
    expect(await ids('all')).toContain(absenceId);
  });

  test('that has not begun ends without ever having been one', async () => {
    const delegate = await newDelegate();
    const from = app.clock.now().add({ hours: 1 });
    const absenceId = await saveAbsence(app.context(), {
      owner,
      userId: company.signer('B1').user.userId,
      delegateId: delegate.user.userId,
      from,
      until: from.add({ hours: 10 }),
    });
    await changeSigning(app.context(), owner, { kind: 'absence-end', absenceId });
    app.clock.advance({ hours: 2 });
    expect(reasonsOf(await signed(delegate, 'never-absent'))).toEqual(['user-cannot-sign']);
  });
});
