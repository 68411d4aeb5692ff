import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../examples/tpp/account-client.ts';
import { dailyBalances } from '../examples/tpp/balance-history.ts';
import { balancePage } from '../examples/tpp/balance-pages.ts';
import { connectionOutcome, outcomeOf } from '../examples/tpp/outcomes.ts';
import { signMessage } from '../examples/tpp/sign-message.ts';
import {
  openSignatureHarness,
  type SignatureHarness,
} from '../server/src/dialects/xs2a/signature/signature-harness.suite.ts';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '../server/src/platform/testing/certificates.ts';

let authority: TestAuthority;
let harness: SignatureHarness;
let qwac: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  qwac = await authority.issue({ commonName: 'tpp.test' });
  const startAt = qwac.validFrom.add({ minutes: 2 }).toString();
  harness = await openSignatureHarness({ authority, startAt, isObserved: false });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

describe('the example third party signs', () => {
  const headers = {
    'X-Request-ID': 'a8fcbbba-f5c9-4a2e-8dc2-6a6b2a0cf3f1',
    'PSU-IP-Address': '192.0.2.1',
    'TPP-Redirect-URI': 'http://localhost:8700/orders/1/approved',
    'Content-Type': 'application/json',
  };
  const body = '{"creditorName":"Zoë"}';

  it.each(['rsa', 'ec'] as const)('what the bank accepts, with a key %s', async (key) => {
    const seal = await authority.issue({ commonName: 'seal.test', use: 'signatures', key });
    const credential = { cert: seal.certificatePem, key: seal.keyPem };
    const signed = Object.entries(signMessage(headers, body, credential));
    expect(await harness.send({ method: 'POST', headers: signed, body, as: qwac })).toMatchObject({
      status: 200,
    });
    const moved = signed.map(([name, value]): readonly [string, string] =>
      name === 'TPP-Redirect-URI' ? [name, 'https://evil.example/'] : [name, value],
    );
    expect(await harness.send({ method: 'POST', headers: moved, body, as: qwac })).toMatchObject({
      status: 401,
      code: 'SIGNATURE_INVALID',
    });
  });
});

describe('the example third party tells the customer', () => {
  it.each([
    ['ACSC', null, 'done', 'Paid'],
    // Anyone can write an address: the status decides.
    ['ACSC', 'access_denied', 'done', 'Paid'],
    ['RCVD', null, 'waiting', 'Waiting'],
    ['RCVD', 'access_denied', 'failed', 'Not approved'],
    ['RJCT', null, 'failed', 'Not paid'],
    ['PDNG', null, 'waiting', 'In progress'],
  ] as const)('about %s with error %s', (status, error, mark, title) => {
    expect(outcomeOf({ status, reasons: ['AM04'] }, error)).toMatchObject({
      mark,
      title,
      reasons: ['AM04'],
    });
  });
});

describe('the example third party tells the customer of a connection', () => {
  it.each([
    ['valid', null, 'done', 'Connected'],
    ['received', null, 'waiting', 'Waiting'],
    ['partiallyAuthorised', null, 'waiting', 'Partly approved'],
    ['received', 'access_denied', 'failed', 'Not approved'],
    ['rejected', null, 'failed', 'Not connected'],
    ['revokedByPsu', null, 'failed', 'Disconnected'],
    ['terminatedByTpp', 'access_denied', 'failed', 'Disconnected'],
  ] as const)('about %s with error %s', (status, error, mark, title) => {
    expect(connectionOutcome(status, error)).toMatchObject({ mark, title, status });
  });
});

describe('the example third party draws', () => {
  const eur = (amount: string): Account['balance'] => ({ amount, currency: 'EUR' });
  const account: Account = {
    name: 'Daily',
    number: 'DE40100100103307118608',
    balance: eur('70.10'),
    entries: undefined,
  };
  const entries = [
    { day: '2026-03-02', amount: eur('-30.00') },
    { day: '2026-02-27', amount: eur('100.10') },
    { day: '2026-03-02', amount: eur('10.00') },
  ];

  it('the balance at the end of each day, from the first entry to today, so that the last one is that of now', () => {
    expect(dailyBalances({ ...account, entries }, '2026-03-03')).toEqual([
      { day: '2026-02-27', balance: 90.1 },
      { day: '2026-02-28', balance: 90.1 },
      { day: '2026-03-01', balance: 90.1 },
      { day: '2026-03-02', balance: 70.1 },
      { day: '2026-03-03', balance: 70.1 },
    ]);
    const tomorrow = [{ day: '2026-03-04', amount: eur('-1.00') }];
    expect(dailyBalances({ ...account, entries: tomorrow }, '2026-03-03')).toEqual([
      { day: '2026-03-04', balance: 70.1 },
    ]);
    expect(dailyBalances(account, '2026-03-03')).toEqual([]);
    const undated = [...entries, { day: '', amount: eur('-1.00') }];
    expect(dailyBalances({ ...account, entries: undated }, '2026-03-03')).toEqual([]);
    const old = [{ day: '0001-01-01', amount: eur('-1.00') }];
    expect(dailyBalances({ ...account, entries: old }, '2026-03-03')).toHaveLength(400);
  });

  it('a curve where the bank gives entries, and otherwise a bar beside the accounts in the same currency', () => {
    const { html } = balancePage(
      [
        { ...account, entries },
        { ...account, balance: eur('-1234567.50') },
        { ...account, balance: { amount: '5000', currency: 'JPY' } },
      ],
      '2026-03-03',
    );
    expect(html).toContain('Balance from 27 Feb to 3 Mar: lowest €70.10, highest €90.10');
    expect(html).toContain('−€1,234,567.50');
    expect(html).toContain('JPY 5,000');
    expect(html.match(/class="(?:owed|held)" width="100.0"/g)).toHaveLength(2);
  });

  it('nothing that the bank sends as markup', () => {
    const text = '"><script>alert(1)</script>';
    const { html } = balancePage(
      [
        {
          name: text,
          number: text,
          balance: { amount: text, currency: text },
          entries: [{ day: text, amount: eur('1') }],
        },
      ],
      '2026-03-03',
    );
    expect(html).not.toContain('<script>');
  });
});
