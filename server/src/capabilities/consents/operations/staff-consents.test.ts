import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestHolder,
} from '../testing/consents-test-app.suite.ts';
import { describeConsent } from './describe-consent.ts';
import { endConsent } from './end-consent.ts';
import { listConsentsOfOwner } from './list-consents-of-owner.ts';

let app: ConsentsTestApp;
beforeAll(async () => {
  app = await createConsentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function asked(holder: TestHolder): Promise<string> {
  return pathIn(await app.ask(allOf(holder)));
}

async function given(holder: TestHolder): Promise<string> {
  const path = await asked(holder);
  expect(await app.approve(path, holder)).toBe('finalised');
  return path;
}

const end = (consentId: string): ReturnType<typeof endConsent> =>
  endConsent(app.context(), { consentId, employeeId: 'e-1', reason: 'call of the customer' });

describe('staff', () => {
  test('see the consents of a customer as they are now, the newest first (listConsentsOfOwner)', async () => {
    const holder = await app.holder();
    const older = await given(holder);
    app.identity.clock.advance({ minutes: 1 });
    const newer = await asked(holder);
    app.identity.clock.advance({ hours: 1 });
    const { consents, hasMore } = await listConsentsOfOwner(app.context(), { owner: holder.customerNumber });
    expect(consents.map(({ consentId, status }) => [consentId, status])).toEqual([
      [idOf(newer), 'rejected'],
      [idOf(older), 'valid'],
    ]);
    expect(hasMore).toBe(false);
  });

  test('see one with masked accounts (describeConsent)', async () => {
    const holder = await app.holder();
    const path = await given(holder);
    const described = await describeConsent(app.context(), { consentId: idOf(path) });
    expect(described.owner).toBe(holder.customerNumber);
    expect(described.accounts).toEqual([
      {
        account: `${holder.iban.slice(0, 4)}${'*'.repeat(14)}${holder.iban.slice(-4)}`,
        kinds: ['accounts', 'balances', 'transactions'],
      },
    ]);
    expect(
      JSON.stringify(described, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(holder.iban);
  });

  test('end one, given or not, and what has ended stays as it is (endConsent)', async () => {
    const holder = await app.holder();
    const [used, open] = [await given(holder), await asked(holder)];
    expect(await end(idOf(used))).toEqual({ status: 'revokedByPsu', wasOver: false });
    expect(await end(idOf(used))).toEqual({ status: 'revokedByPsu', wasOver: true });
    expect(await end(idOf(open))).toEqual({ status: 'rejected', wasOver: false });
    expect([await app.statusOf(used), await app.statusOf(open)]).toEqual(['revokedByPsu', 'rejected']);
    expect(await app.approve(open, holder)).not.toBe('finalised');
  });

  test.each(['01a1dcbf-fdb1-7d5d-b669-60821bd68453', 'x'])('find no consent %s', async (consentId) => {
    await expect(describeConsent(app.context(), { consentId })).rejects.toThrow('There is no such consent.');
    await expect(end(consentId)).rejects.toThrow('There is no such consent.');
  });
});
