import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { back, type PageVisit, visitPage } from '../../testing/page-visit.suite.ts';
import { createScaTestApp, pathOf, type ScaTestApp } from '../../testing/sca-test-app.suite.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['REDIRECT'] }));

const foreign = 'https://pay.evil.example:8443/back';
const foreignHost = 'pay.evil.example';

async function visit(headers: Readonly<Record<string, string>>): Promise<PageVisit> {
  const customer = await app.customer();
  return visitPage(app, { customer, subject: await app.payment(customer.customerNumber), headers });
}

async function approved(headers: Readonly<Record<string, string>>) {
  const one = await visit(headers);
  await one.signIn();
  return { one, left: await one.submit({ do: 'code', code: await one.newestCode() }) };
}

describe('an address that is not of the third party', () => {
  test('is named with its host before the browser goes there', async () => {
    const { left, one } = await approved({ 'tpp-redirect-uri': foreign });
    expect(left).toEqual({ kind: 'page' });
    expect(await one.status()).toBe('finalised');
    expect(await one.view()).toEqual({ kind: 'done', returnUrl: foreign, foreignHost });
    // The form again leads there no more than the first time.
    expect(await one.submit({ do: 'refresh' })).toEqual({ kind: 'page' });
  });

  test('is named after a failure alone, if only the other address is foreign', async () => {
    const headers = { 'tpp-nok-redirect-uri': foreign };
    expect((await approved(headers)).left).toEqual({ kind: 'leave', url: back });
    const one = await visit(headers);
    expect(await one.submit({ do: 'cancel' })).toEqual({ kind: 'page' });
    expect(await one.view()).toMatchObject({
      kind: 'ended',
      failure: 'cancelled',
      returnUrl: `${foreign}?error=access_denied`,
      foreignHost,
    });
  });

  test('gets the code to confirm with by the link', async () => {
    app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
    const { left, one } = await approved({ 'tpp-redirect-uri': foreign });
    expect(left).toEqual({ kind: 'page' });
    const view = await one.view();
    expect(view).toMatchObject({ kind: 'done', foreignHost });
    const url = new URL(view.kind === 'done' ? (view.returnUrl ?? '') : '');
    const confirmed = await app.send({
      method: 'PUT',
      path: `${pathOf(one.subject)}/${one.id}`,
      body: { confirmationCode: url.searchParams.get('confirmationCode') },
    });
    expect(at(confirmed.body, 'scaStatus')).toBe('finalised');
  });

  test('is not named where the bank compares no addresses', async () => {
    app.choose({ approaches: ['REDIRECT'], areAddressesCompared: false });
    expect((await approved({ 'tpp-redirect-uri': foreign })).left).toEqual({ kind: 'leave', url: foreign });
  });
});

test.each([back, 'https://shop.a.tpp.test/back', 'http://localhost:8700/back'])(
  'to %s the browser returns at once',
  async (uri) => {
    expect((await approved({ 'tpp-redirect-uri': uri })).left).toEqual({ kind: 'leave', url: uri });
  },
);
