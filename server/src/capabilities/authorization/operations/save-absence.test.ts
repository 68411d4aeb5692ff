import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthorizationTestApp, createAuthorizationTestApp } from '../testing/authorization-test-app.suite.ts';
import {
  type Company,
  dataOf,
  payment,
  reasonsOf,
  sign,
  type TestSigner,
  workedExample,
} from '../testing/signing-steps.suite.ts';
import { enrolled } from '../testing/token-steps.suite.ts';
import { saveAbsence } from './save-absence.ts';

const owner = '1000000061';
let world: AuthorizationTestApp;
let company: Company;
beforeAll(async () => {
  world = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(world, owner);
});
afterAll(() => world[Symbol.asyncDispose]());

const newDelegate = async (): Promise<TestSigner> => {
  const user = world.users.add();
  world.users.mandate(user.userId, owner);
  return { user, token: await enrolled(world, 'ocra', user) };
};
const signed = (signer: TestSigner, resourceId: string) =>
  sign(world, signer, { owner, resourceId, payload: payment('50'), data: dataOf('50.00') });

describe('an absence', () => {
  test('lets the delegate sign from its beginning until its end', async () => {
    const delegate = await newDelegate();
    const from = world.clock.now().add({ hours: 1 });
    const absenceId = await saveAbsence(world.context(), {
      owner,
      userId: company.signer('A1').user.userId,
      delegateId: delegate.user.userId,
      from,
      until: from.add({ hours: 1 }),
    });
    expect(await world.auditOf('signing-absence', absenceId)).toHaveLength(1);
    expect(reasonsOf(await signed(delegate, 'before'))).toEqual(['user-cannot-sign']);
    world.clock.advance({ hours: 1 });
    expect(reasonsOf(await signed(delegate, 'during'))).toEqual(['signature-accepted']);
    world.clock.advance({ hours: 1 });
    expect(reasonsOf(await signed(delegate, 'after'))).toEqual(['user-cannot-sign']);
  });

  test('without a delegate, or for another owner, lets nobody sign', async () => {
    const delegate = await newDelegate();
    const span = { from: world.clock.now(), until: world.clock.now().add({ hours: 1 }) };
    const { userId } = company.signer('A2').user;
    await saveAbsence(world.context(), { owner, userId, delegateId: undefined, ...span });
    await saveAbsence(world.context(), { owner: 'other', userId, delegateId: delegate.user.userId, ...span });
    expect(reasonsOf(await signed(delegate, 'nobody'))).toEqual(['user-cannot-sign']);
  });

  test('is refused when it ends before it begins, or somebody stands in for themselves', async () => {
    const now = world.clock.now();
    const { userId } = company.signer('A2').user;
    const absence = { owner, userId, delegateId: undefined, from: now, until: now };
    await expect(saveAbsence(world.context(), absence)).rejects.toThrow('signing_absence_time');
    const self = { ...absence, delegateId: userId, until: now.add({ hours: 1 }) };
    await expect(saveAbsence(world.context(), self)).rejects.toThrow('signing_absence_delegate');
  });
});
