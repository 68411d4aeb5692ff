import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MandatedUser } from '../../ports/users.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
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

const owner = '1000000048';
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;

/** A person with a mandate for the company, and none of its groups. */
async function proxy(terms: Partial<Omit<MandatedUser, 'user'>>): Promise<TestSigner> {
  const user = app.users.add();
  app.users.mandate(user.userId, owner, terms);
  return { user, token: await enrolled(app, 'ocra', user) };
}

const signed = async (signer: TestSigner, resourceId: string): Promise<readonly string[]> =>
  reasonsOf(
    await sign(app, signer, { owner, resourceId, payload: payment('50000'), data: dataOf('50000.00') }),
  );

const resource = (): string => {
  made += 1;
  return `mandated-${made}`;
};

describe('a mandate', () => {
  test('brings the membership in its signing group along', async () => {
    const inGroup = await proxy({ scope: ['payment'], signingGroup: 'A' });
    expect(await signed(inGroup, resource())).toEqual(['signature-accepted', 'signature-accepted']);
    const outside = await proxy({ scope: ['payment'] });
    expect(await signed(outside, resource())).toEqual(['user-cannot-sign', 'user-cannot-sign']);
  });

  test('for documents signs no payment, in whichever group', async () => {
    const clerk = await proxy({ scope: ['document'], signingGroup: 'A' });
    const response = await sign(app, clerk, {
      owner,
      resourceId: resource(),
      payload: payment('50000'),
      data: dataOf('50000.00'),
    });
    // To this person the payments of the company do not exist.
    expect(refusalOf(response)).toBe('404 not-found');
  });

  test('for documents shows no payment', async () => {
    const resourceId = resource();
    await signed(company.signer('A1'), resourceId);
    const clerk = await proxy({ scope: ['document'] });
    expect(refusalOf(await requestSignatures(app, signerToken(clerk.user), { owner, resourceId }))).toBe(
      '404 not-found',
    );
  });

  test('that has ended, or has not begun, shows nothing of the company, and opens no collection in its name', async () => {
    const resourceId = resource();
    await signed(company.signer('A1'), resourceId);
    const now = app.clock.now();
    for (const terms of [
      { validUntil: now.subtract({ seconds: 1 }) },
      { validFrom: now.add({ seconds: 1 }) },
    ]) {
      const stranger = await proxy({ signingGroup: 'A', ...terms });
      const as = signerToken(stranger.user);
      expect(refusalOf(await requestSignatures(app, as, { owner, resourceId }))).toBe('404 not-found');
      const levels = await app.get(`/authorization-levels?identifier=${owner}&bankId=01`, {
        ...as,
        scope: 'authorization.levels',
      });
      expect(refusalOf(levels)).toBe('404 not-found');
      expect(await signed(stranger, resource())).toEqual(['404 not-found']);
    }
  });

  test('that became narrower takes its signatures along', async () => {
    const resourceId = resource();
    const signer = await proxy({ scope: ['payment', 'document'], signingGroup: 'A' });
    expect(await signed(signer, resourceId)).toEqual(['signature-accepted', 'signature-accepted']);
    await signed(company.signer('A2'), resourceId);
    const as = signerToken(company.signer('A2').user);
    const isFulfilled = async (): Promise<boolean> =>
      JSON.stringify((await requestSignatures(app, as, { owner, resourceId })).body).includes('furfilled');
    expect(await isFulfilled()).toBe(true);
    app.users.mandate(signer.user.userId, owner, { scope: ['document'], signingGroup: 'A' });
    expect(await isFulfilled()).toBe(false);
  });
});
