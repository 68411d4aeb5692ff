import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApproval, submitApproval } from '#capabilities/sca/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  paymentFrom,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
  app.choose({ isDebtorAccountOptional: true });
});
afterAll(() => app[Symbol.asyncDispose]());

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

test('a payment without an account is paid from the one that the payer chooses on the page', async () => {
  const payer = await app.payer();
  const second = 'DE87200500001234567890';
  await app.core.openAccount({ iban: second, owner: payer.customerNumber });
  const { debtorAccount: _, ...body } = paymentFrom('');
  const initiated = await app.send({
    method: 'POST',
    path: '/v1/payments/sepa-credit-transfers',
    headers: { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': 'https://a.tpp.test/back' },
    body,
  });
  const path = pathIn(initiated);
  const url = String(at(initiated.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  const first = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  const { browserSecret } = first;
  const csrf = first.frame?.csrf ?? '';
  const submit = (form: Parameters<typeof submitApproval>[1]['form']) =>
    submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
  await submit({ do: 'identify', name: payer.username });
  await submit({ do: 'password', password: new Secret(payer.password) });
  const { view } = await openApproval(app.context(), { handle, browserSecret, state: undefined });
  expect(view.kind === 'accounts' && view.accounts.map(({ iban }) => iban)).toEqual([payer.iban, second]);
  await submit({ do: 'accounts', accountIds: [payer.accountId] });
  await submit({ do: 'method', methodId: '' });
  const { code } = await app.identity.newestCode(payer.userId);
  await submit({ do: 'code', code });
  expect(await app.statusOf(path)).toBe('ACTC');
  await app.work();
  expect(await app.statusOf(path)).toBe('ACSP');
  const read = await app.send({ method: 'GET', path });
  expect(read.body).toEqual({ ...paymentFrom(payer.iban), transactionStatus: 'ACSP' });
});
