import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { AccountConsent, Order } from '../../domain/order.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import { createScaTestApp, pathOf, type ScaTestApp } from '../../testing/sca-test-app.suite.ts';
import { addSubject } from '../../testing/test-subjects.suite.ts';
import { openApproval } from '../pages/open-approval.ts';
import { findWaitingApproval } from './find-waiting-approval.ts';
import { linkApproval } from './link-approval.ts';
import { outcomeOfApproval } from './outcome-of-approval.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
  app.choose({ approaches: ['REDIRECT'], oauthMetadataUrl: 'https://bank.example/metadata' });
});
afterAll(() => app[Symbol.asyncDispose]());

const consent: AccountConsent = {
  kind: 'consent',
  id: randomUUID(),
  access: { accounts: [], balances: [], transactions: [], withOwnerName: false },
  isRecurring: true,
  validUntil: '2031-05-01',
  frequencyPerDay: 4,
};
const back = 'https://a.tpp.test/back';
const returnUri = 'https://bank.example/oauth/01/interaction/one';

test('an approval waits for the browser that its own third party sends, until its link is over', async () => {
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const own = { organisationId: 'PSDNL-DNB-A', subject };
  expect(await findWaitingApproval(app.context(), own)).toBeUndefined();
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'tpp-redirect-uri': back },
  });
  const authorisationId = String(at(started.body, 'authorisationId'));
  expect(Object.keys(Object(at(started.body, '_links')))).toEqual(['scaOAuth', 'scaStatus']);
  expect(await findWaitingApproval(app.context(), own)).toEqual({ authorisationId, returnUri: back });
  const foreign = { ...own, organisationId: 'PSDNL-DNB-B' };
  expect(await findWaitingApproval(app.context(), foreign)).toBeUndefined();
  const links = [
    await linkApproval(app.context(), { authorisationId, returnUri }),
    await linkApproval(app.context(), { authorisationId, returnUri }),
  ];
  expect(new Set(links.map((link) => link?.url)).size).toBe(2);
  expect(new Set(links.map((link) => link?.cookie.value)).size).toBe(2);
  // Its address stays that of the third party.
  expect(await findWaitingApproval(app.context(), own)).toEqual({ authorisationId, returnUri: back });
  expect(await outcomeOfApproval(app.context(), { authorisationId, returnUri })).toEqual({ kind: 'open' });
  const former = { authorisationId, returnUri: `${returnUri}/former` };
  expect(await outcomeOfApproval(app.context(), former)).toEqual({ kind: 'replaced' });
  app.identity.clock.advance({ minutes: 11 });
  expect(await findWaitingApproval(app.context(), own)).toBeUndefined();
  expect(await linkApproval(app.context(), { authorisationId, returnUri })).toBeUndefined();
  expect(await outcomeOfApproval(app.context(), { authorisationId, returnUri })).toEqual({
    kind: 'failed',
    failure: 'timed-out',
  });
});

test('a basket, which no scope names, has its page without the authorization server', async () => {
  const customer = await app.customer();
  const subject: SubjectRef = { kind: 'signing-basket', id: randomUUID() };
  const order: Order = { kind: 'signing-basket', id: subject.id, members: [consent] };
  const organisationId = 'PSDNL-DNB-A';
  await addSubject(app.identity.database, {
    ref: subject,
    organisationId,
    owner: customer.customerNumber,
    order,
  });
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'tpp-redirect-uri': back },
  });
  expect(Object.keys(Object(at(started.body, '_links')))).toEqual(['scaRedirect', 'scaStatus']);
  const handle = String(at(started.body, '_links', 'scaRedirect', 'href')).split('/sca/')[1] ?? '';
  const opened = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  expect(opened.view.kind).toBe('identify');
});
