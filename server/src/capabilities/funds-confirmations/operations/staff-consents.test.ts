import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFundsTestApp,
  type FundsTestApp,
  idIn,
  pathIn,
  shortly,
} from '../testing/funds-test-app.suite.ts';
import { describeFundsConsent } from './describe-funds-consent.ts';
import { endFundsConsent } from './end-funds-consent.ts';
import { listFundsConsentsOfOwner } from './list-funds-consents-of-owner.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const end = (consentId: string) =>
  endFundsConsent(app.context(), { consentId, employeeId: 'e-1', reason: 'call of the customer' });

describe('staff', () => {
  test('list the consents of a customer as they are now (listFundsConsentsOfOwner)', async () => {
    const holder = await app.holder();
    const open = pathIn(await app.ask({ iban: holder.iban }));
    // Consents of one moment have no order.
    app.identity.clock.advance({ minutes: 1 });
    const path = await app.valid(holder);
    app.identity.clock.advance({ minutes: 31 });
    const { consents, hasMore } = await listFundsConsentsOfOwner(app.context(), {
      owner: holder.customerNumber,
    });
    expect(hasMore).toBe(false);
    expect(consents.map(({ consentId, status }) => `${consentId} ${status}`)).toEqual([
      `${idIn(path)} valid`,
      `${idIn(open)} rejected`,
    ]);
  });

  test('see the account masked (describeFundsConsent)', async () => {
    const { iban } = await app.holder();
    const path = pathIn(await app.ask({ iban }));
    const described = await describeFundsConsent(app.context(), { consentId: idIn(path) });
    expect(described).toMatchObject({ status: 'received', currency: 'EUR', cardNumber: undefined });
    expect(
      JSON.stringify(described, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(iban);
    await expect(describeFundsConsent(app.context(), { consentId: 'x' })).rejects.toMatchObject({
      literal: 'consent-unknown',
    });
  });

  test('end a consent, and the third party gets no answer (endFundsConsent)', async () => {
    const holder = await app.holder();
    const path = await app.valid(holder);
    expect(await end(idIn(path))).toEqual({ status: 'revokedByPsu', wasOver: false });
    expect(await end(idIn(path))).toEqual({ status: 'revokedByPsu', wasOver: true });
    expect(shortly(await app.confirm({ iban: holder.iban }, '1.00'))).toBe('400 NO_PIIS_ACTIVATION');
    const open = pathIn(await app.ask({ iban: holder.iban }));
    expect(await end(idIn(open))).toEqual({ status: 'rejected', wasOver: false });
    await expect(end('x')).rejects.toMatchObject({ literal: 'consent-unknown' });
  });
});
