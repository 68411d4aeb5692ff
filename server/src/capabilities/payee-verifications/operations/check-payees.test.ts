import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';
import { checkPayees } from './check-payees.ts';

let app: PayeeTestApp;
let anna: PayeeAccount;
beforeAll(async () => {
  app = await createPayeeTestApp();
  anna = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.advance(3_601));

const requester = { organisationId: 'PSDNL-DNB-A', requestId: 'r-1' };
const codesOf = async (payees: readonly { readonly iban: string; readonly name: string }[]) =>
  (await checkPayees(app.context(), requester, payees)).map(({ code }) => code);

describe('the payees of a bulk (checkPayees)', () => {
  test('are compared in their order, each once', async () => {
    const names = ['Anna Schmidt', 'Carl Roth', 'Anna Schmitt', 'Anna Schmidt', 'Anna Schmitt'];
    const payees = names.map((name) => ({ iban: anna.iban, name }));
    expect(await codesOf(payees)).toEqual(['MTCH', 'NMTC', 'CMTC', 'MTCH', 'CMTC']);
    expect(await codesOf([])).toEqual([]);
  });

  test('use the last close matches of the hour, and are not compared any more beyond them', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 110 }, () => app.account({ 'given-name': 'Anna', surname: 'Schmidt' })),
    );
    const close = accounts.map(({ iban }) => ({ iban, name: 'Anna Schmitt' }));
    const codes = await codesOf([...close, { iban: anna.iban, name: 'Anna Schmidt' }]);
    expect(codes.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 'CMTC'));
    expect(codes.slice(100)).toEqual(Array.from({ length: 11 }, () => 'NOAP'));
    app.advance(3_601);
    const matches = accounts.slice(0, 97).map(({ iban }) => ({ iban, name: 'Anna Schmitt' }));
    await codesOf(matches);
    const mixed = accounts.slice(0, 30).map(({ iban }) => ({ iban, name: 'Anna Schmidt' }));
    expect(await codesOf(mixed)).toEqual(Array.from({ length: 30 }, () => 'MTCH'));
  });
});
