import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import { eraseParty, reportDeath, setNameSecrecy } from '#capabilities/party/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { createPayeeTestApp, type PayeeAccount, type PayeeTestApp } from '../testing/payee-test-app.suite.ts';

let app: PayeeTestApp;
let anna: PayeeAccount;
beforeAll(async () => {
  app = await createPayeeTestApp();
  anna = await app.account({ 'given-name': 'Anna', surname: 'Schmidt' });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.useCore(app.core.core);
  app.useBanks({});
  app.advance(3_601);
});

describe('a name', () => {
  test('that matches, is close, or does not match', async () => {
    const close = await app.verify(anna.iban, { name: 'Anna Schmitt' });
    expect([close.status, close.body]).toEqual([
      200,
      { partyNameMatch: 'CMTC', matchedName: 'Anna Schmidt' },
    ]);
    expect(close.headers['x-reference-api-version']).toBe('1.3.16');
    expect((await app.verify(anna.iban, { name: 'SCHMIDT, Anna' })).body).toEqual({ partyNameMatch: 'MTCH' });
    expect((await app.verify(anna.iban, { name: 'Carl Roth' })).body).toEqual({ partyNameMatch: 'NMTC' });
  });

  test('of a firm, by its commercial name and by its identifier', async () => {
    const firm = await app.accountOf(
      await app.party.organization({ 'commercial-name': 'Fietsland', 'registered-name': 'Kramer BV' }),
    );
    expect(await app.codeOf(firm.iban, 'Fietsland')).toBe('MTCH');
    expect(await app.codeOf(firm.iban, 'Kramer')).toBe('MTCH');
    expect(await app.codeOf(firm.iban, 'Kramer NV')).toBe('CMTC');
  });

  test('that was that of the holder before is close', async () => {
    const account = await app.account({ 'given-name': 'Eva', surname: 'Roth' });
    await app.party.patch(`/parties/individuals/${account.holder}/surname`, {
      reason: 'marriage',
      'effective-date': '2026-11-15',
      surname: 'Lang',
    });
    const response = await app.verify(account.iban, { name: 'Eva Roth' });
    expect(response.body).toEqual({ partyNameMatch: 'CMTC', matchedName: 'Eva Lang' });
  });

  test('of one of several holders', async () => {
    const ben = await app.party.person({ 'given-name': 'Ben', surname: 'Weber' });
    const joint = await app.accountOf(anna.holder, ben);
    expect(await app.codeOf(joint.iban, 'Ben Weber')).toBe('MTCH');
    expect(await app.codeOf(joint.iban, 'Anna Schmidt & Ben Weber')).toBe('MTCH');
    const response = await app.verify(joint.iban, { name: 'Ben Weber und Carl Roth' });
    expect(response.body).toEqual({ partyNameMatch: 'CMTC', matchedName: 'Ben Weber' });
  });
});

test('accounts that are unknown, closed, blocked, protected or not for payments are answered with the same bytes', async () => {
  const [closed, blocked, dead, erased, secret] = [
    await app.account(),
    await app.account(),
    await app.account(),
    await app.account(),
    await app.account(),
  ];
  const savings = await app.account({}, { kind: 'savings' });
  await app.core.changeStatus(closed.accountId, 'closed');
  await app.core.changeStatus(blocked.accountId, 'blocked');
  await reportDead(dead.holder);
  await eraseHolder(erased.holder);
  expect(await app.codeOf(secret.iban, 'Maria Schmidt')).toBe('MTCH');
  await setNameSecrecy(
    { ...app.party.context(), ...app.party.ports },
    { partyNumber: secret.holder, employeeId: 'e-1' },
  );
  const ibans = [closed, blocked, dead, erased, secret, savings].map(({ iban }) => iban);
  const answers = await Promise.all(
    [app.newIban(), ...ibans].map((iban) => app.verify(iban, { name: 'Maria Schmidt' })),
  );
  const shown = answers.map(({ headers, status, text }) => [
    status,
    text,
    Object.keys(headers).toSorted(),
    headers['content-length'],
  ]);
  expect(shown).toHaveLength(7);
  expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]?.body).toEqual({
    partyNameMatch: 'NOAP',
    additionalInformation: 'The payee could not be verified.',
  });
});

async function reportDead(partyNumber: string): Promise<void> {
  await reportDeath(
    { ...app.party.context(), ...app.party.ports },
    {
      target: { partyNumber },
      report: {
        date: '2026-11-01',
        source: 'certificate',
        certificateNumber: 'S 1/2026',
        issuingAuthority: 'Standesamt',
      },
    },
  );
}

async function eraseHolder(partyNumber: string): Promise<void> {
  const erasureLedger = { append: async () => undefined, list: async () => [] };
  await eraseParty({ ...app.party.context(), erasureLedger }, { partyNumber });
}

describe('identifiers', () => {
  const lei = '529900T8BM49AURSDO55';

  test('of an organisation are equal or not; what the bank does not keep is not compared', async () => {
    const firm = await app.accountOf(await app.party.organization({ lei }));
    const ask = async (organisationId: unknown): Promise<unknown> =>
      (await app.verify(firm.iban, { identification: { organisationId } })).body;
    expect(await ask({ lei })).toEqual({ partyIdMatch: 'MTCH' });
    expect(await ask({ lei: '529900T8BM49AURSDO99' })).toEqual({ partyIdMatch: 'NMTC' });
    expect(await ask({ others: [{ identification: '552 100 554', schemeNameCode: 'SREN' }] })).toEqual({
      partyIdMatch: 'NOAP',
      additionalInformation: 'The payee could not be verified.',
    });
    const both = await app.verify(firm.iban, { name: 'Other', identification: { organisationId: { lei } } });
    expect(both.body).toEqual({ partyNameMatch: 'NMTC', partyIdMatch: 'MTCH' });
  });
});

describe('a request that cannot be answered', () => {
  test('names every fault, under both names of the standard', async () => {
    const response = await app.verify('DE40100100103307118609', {});
    expect(response.status).toBe(400);
    expect(at(response.body, 'apiClientMessages')).toEqual(at(response.body, 'tppMessages'));
    expect(at(response.body, 'tppMessages')).toMatchObject([
      { code: 'FORMAT_ERROR', path: '/partyAccount/iban' },
      { code: 'FORMAT_ERROR', path: '/party' },
    ]);
    const problem = await app.verify(anna.iban, {}, { headers: { accept: 'application/problem+json' } });
    expect(problem.body).toMatchObject({
      status: 400,
      instance: '/v1/payee-verifications',
      code: 'FORMAT_ERROR',
    });
  });

  test('with parameters that are not offered', async () => {
    const sent = [
      await app.verify(anna.iban, { name: 'Anna', identification: { privateId: {} } }),
      await app.verify(anna.iban, { name: 'Anna' }, { headers: { 'body-sig-profile': 'x' } }),
    ];
    expect(sent.map(({ body, status }) => [status, at(body, 'tppMessages', 0, 'code')])).toEqual([
      [400, 'PARAMETER_NOT_SUPPORTED'],
      [400, 'PARAMETER_NOT_SUPPORTED'],
    ]);
  });

  test('by a third party without a role for it', async () => {
    expect(await app.codeOf(anna.iban, 'Anna Schmidt', { as: '_AI' })).toBe('401 ROLE_INVALID');
    expect(await app.codeOf(anna.iban, 'Anna Schmidt', { as: '_PI' })).toBe('MTCH');
  });

  test('because the core or another bank is away is NOAP', async () => {
    app.useCore({
      ...app.core.core,
      findAccounts: () => Promise.reject(new CoreFailure('not-sent', 'away')),
    });
    expect(await app.codeOf(anna.iban, 'Anna Schmidt')).toBe('NOAP');
    app.useCore(undefined);
    expect(await app.codeOf(anna.iban, 'Anna Schmidt')).toBe('NOAP');
    app.useBanks({ DE: { verifyPayee: () => Promise.reject(new Error('broken')) } });
    expect(await app.codeOf(anna.iban, 'Anna Schmidt')).toBe('NOAP');
  });
});

test('another bank is asked about its accounts', async () => {
  app.useBanks({
    DE: {
      verifyPayee: async () => ({ code: 'CMTC', rule: 'other-bank', reason: 'compared', matchedName: 'A' }),
    },
  });
  expect((await app.verify(anna.iban, { name: 'Anna Schmidt' })).body).toEqual({
    partyNameMatch: 'CMTC',
    matchedName: 'A',
  });
});

test('the log has the code and the rule, and neither the account nor the name', async () => {
  await app.codeOf(anna.iban, 'Anna Schmitt');
  const [row] = await app.party.database.query<Record<string, unknown>>(
    'select * from payee_verifications.verification order by asked_at desc limit 1',
  );
  expect(row).toMatchObject({ subject: 'name', code: 'CMTC', rule: '4' });
  expect(JSON.stringify(row)).not.toMatch(/Schmi|DE\d\d/u);
});
