import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { decidePolicy, proposePolicy } from '#capabilities/configuration/index.ts';
import { isCoolingDown } from '#capabilities/identity/index.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import { emailCodesPerDay } from '../../domain/policy.ts';
import {
  createOwnDataTestApp,
  type OwnDataTestApp,
  refusalOf,
  signedIn,
  type TestClient,
} from '../../testing/own-data-test-app.suite.ts';
import { setRestriction } from '../../testing/restriction-steps.suite.ts';
import { expireChangeRequests } from './expire-change-requests.ts';
import { listReviews } from './list-reviews.ts';
import { reviewChangeRequest } from './review-change-request.ts';
import { showReview } from './show-review.ts';

let app: OwnDataTestApp;
beforeAll(async () => {
  app = await createOwnDataTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.identity.clock.advance({ hours: 25 });
});

const ask = (client: TestClient, newEmail: string) =>
  app.call('POST', '/client/generate-email-update-code', { as: signedIn(client), body: { newEmail } });
const act = (client: TestClient, body: object, more: object = {}) =>
  app.call('PATCH', '/client/action-change-request', { as: signedIn(client, more), body });
const requestId = (response: { readonly body: unknown }): string =>
  String(at(response.body, 'changeRequestId'));
const wrongOf = (code: string): string => (code === '000000' ? '111111' : '000000');
const statusOf = async (client: TestClient, id: string): Promise<unknown> => {
  const { body } = await app.call('GET', '/client', { as: signedIn(client) });
  return at(
    listAt(body, 'changeRequests').find((one) => at(one, 'changeRequestId') === id),
    'status',
  );
};
let made = 0;
const newAddress = (): string => `new.${(made += 1)}@example.net`;
/** A request for a review. */
const review = async (client: TestClient): Promise<string> => {
  const body = { legalAddress: { streetName: 'Weg', postCode: '10115', townName: 'Berlin', country: 'DE' } };
  const response = await app.call('PATCH', '/client/secure-update', { as: signedIn(client), body });
  return String(at(listAt(response.body, 'changeRequests')[0], 'changeRequestId'));
};

test('Client_ActionChangeRequest: a new e-mail address is confirmed with its code; user, party and events agree', async () => {
  const client = await app.client();
  const email = newAddress();
  const asked = await ask(client, email);
  expect(asked.status).toBe(202);
  expect(await statusOf(client, requestId(asked))).toBe('created');
  await app.deliver();
  expect(await statusOf(client, requestId(asked))).toBe('code-sent');
  const { code } = await app.identity.newestCode(client.userId);
  const confirm = { changeRequestId: requestId(asked), action: 'confirm' };
  const wrong = await act(client, { ...confirm, code: wrongOf(code) });
  expect(refusalOf(wrong)).toBe('422 code-not-valid');
  expect(at(wrong.body, 'attemptsLeft')).toBe(4);
  const missing = await act(client, confirm);
  expect(listAt(missing.body, 'errors')).toMatchObject([{ field: 'code', code: 'required' }]);
  expect(refusalOf(await act(client, { ...confirm, code }, { assurance: '1fa' }))).toBe(
    '401 step-up-required',
  );
  const confirmed = await act(client, { ...confirm, code });
  expect(confirmed.body).toEqual({ changeRequestId: requestId(asked), kind: 'email', status: 'applied' });
  const shown = await app.call('GET', '/client', { as: signedIn(client) });
  expect(at(shown.body, 'email')).toEqual({ value: email, verified: true });
  expect(await app.parties.verifiedOf(client.customerNumber)).toEqual(['email', 'mobile']);
  expect(await app.eventsOf(requestId(asked))).toEqual([
    'change-request-created',
    'change-request-code-sent',
    'change-request-applied',
  ]);
  expect(await app.eventsOf(client.userId)).toEqual(
    expect.arrayContaining(['email-verification-started', 'email-verified']),
  );
  // The old address is kept, so that it is notified and the cooling-off period counts.
  const now = app.identity.clock.now();
  const key = { bankId: '01', userId: client.userId };
  expect(await isCoolingDown(app.context().db, { ...key, now })).toBe(true);
  expect(await isCoolingDown(app.context().db, { ...key, now: now.add({ hours: 25 }) })).toBe(false);
  expect(refusalOf(await act(client, { ...confirm, action: 'cancel' }))).toBe('422 change-request-closed');
});

test('the code can be sent with the secure update instead', async () => {
  const client = await app.client();
  const email = newAddress();
  const changeRequestId = requestId(await ask(client, email));
  await app.deliver();
  const { code } = await app.identity.newestCode(client.userId);
  const update = (body: object) => app.call('PATCH', '/client/secure-update', { as: signedIn(client), body });
  const incomplete = await update({ email });
  expect(listAt(incomplete.body, 'errors').map((error) => at(error, 'code'))).toEqual([
    'combination-required',
    'combination-required',
  ]);
  expect(refusalOf(await update({ email: newAddress(), changeRequestId, code }))).toBe('422 code-not-valid');
  expect(refusalOf(await update({ email, changeRequestId, code: wrongOf(code) }))).toBe('422 code-not-valid');
  const done = await update({ email, changeRequestId, code });
  expect(done.status).toBe(200);
  expect(at(done.body, 'email')).toEqual({ value: email, verified: true });
  const { body, headers } = await app.call('GET', '/client', { as: signedIn(client) });
  expect(body).toEqual(done.body);
  expect(headers['etag']).toBe(done.headers['etag']);
});

test('Client_GenerateEmailUpdateCode: an address of another user gets the same response, no code, and its owner a notice', async () => {
  await app.publishNotices();
  const [client, owner] = [await app.client(), await app.client()];
  const free = await ask(client, newAddress());
  const taken = await ask(client, owner.email);
  expect(Object.keys(Object(taken.body))).toEqual(Object.keys(Object(free.body)));
  expect(taken.text.length).toBe(free.text.length);
  expect(taken.status).toBe(free.status);
  await app.deliver();
  expect(await statusOf(client, requestId(taken))).toBe('code-sent');
  expect(await statusOf(client, requestId(free))).toBe('cancelled');
  const [row] = await app.identity.database.query<{ is_dummy: boolean; communication_id: string | null }>(
    `select is_dummy, communication_id from "authorization".otp_verification where user_id = $1 order by created_at desc limit 1`,
    [client.userId],
  );
  expect(row).toMatchObject({ is_dummy: true });
  const notices = await app.identity.database.query(
    `select 1 from correspondence.communication where customer_number = $1`,
    [owner.customerNumber],
  );
  expect(notices.length).toBeGreaterThan(0);
  const { code } = await app.identity.newestCode(client.userId);
  const confirm = { changeRequestId: requestId(taken), action: 'confirm', code };
  const left: unknown[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1)
    left.push(at((await act(client, confirm)).body, 'attemptsLeft'));
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect(await statusOf(client, requestId(taken))).toBe('failed');
  expect(refusalOf(await act(client, confirm))).toBe('422 change-request-closed');
});

test('an address that another user proves first is refused at the end', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const email = newAddress();
  const mine = await ask(client, email);
  await app.deliver();
  // The address gets no two codes within a short time.
  app.identity.clock.advance({ minutes: 3 });
  const theirs = await ask(other, email);
  await app.deliver();
  const confirm = async (who: TestClient, response: { readonly body: unknown }) =>
    act(who, {
      changeRequestId: requestId(response),
      action: 'confirm',
      code: (await app.identity.newestCode(who.userId)).code,
    });
  const both = await Promise.all([confirm(client, mine), confirm(other, theirs)]);
  expect(both.map(refusalOf).toSorted()).toEqual(['200 undefined', '422 email-already-used']);
});

test('an address that another user has meanwhile is refused in a secure update, too', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const email = newAddress();
  const mine = await ask(client, email);
  await app.deliver();
  const { code } = await app.identity.newestCode(client.userId);
  app.identity.clock.advance({ minutes: 3 });
  expect(await app.confirmEmail(other, email)).toBe(204);
  const response = await app.call('PATCH', '/client/secure-update', {
    as: signedIn(client),
    body: { email, changeRequestId: requestId(mine), code },
  });
  expect(refusalOf(response)).toBe('422 email-already-used');
});

test('a number that another user proves first is refused at the end', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const mobilePhone = '+4915117766554';
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (const who of [client, other]) {
    asked.push(
      await app.call('PATCH', '/client/secure-update', { as: signedIn(who), body: { mobilePhone } }),
    );
    await app.deliver();
    app.identity.clock.advance({ minutes: 3 });
  }
  const ids = asked.map(({ body }) => String(at(listAt(body, 'changeRequests')[0], 'changeRequestId')));
  const results: string[] = [];
  for (const [index, who] of [client, other].entries()) {
    const { code } = await app.identity.newestCode(who.userId);
    results.push(refusalOf(await act(who, { changeRequestId: ids[index], action: 'confirm', code })));
  }
  expect(results).toEqual(['200 undefined', '422 phone-number-already-used']);
});

test('the same address sends another code after a while, another address cancels, and the day has a limit', async () => {
  const client = await app.client();
  const email = newAddress();
  const first = await ask(client, email);
  expect(requestId(await ask(client, email))).toBe(requestId(first));
  await app.deliver();
  app.identity.clock.advance({ minutes: 3 });
  const again = await ask(client, email.toUpperCase());
  expect(requestId(again)).toBe(requestId(first));
  expect(await statusOf(client, requestId(first))).toBe('created');
  await app.deliver();
  expect(await statusOf(client, requestId(first))).toBe('code-sent');
  const other = await ask(client, newAddress());
  expect(requestId(other)).not.toBe(requestId(first));
  expect(await statusOf(client, requestId(first))).toBe('cancelled');
  expect((await ask(client, newAddress())).status).toBe(429);
});

test('a bank changes the limit of a day, and the next request knows it', async () => {
  const client = await app.client();
  const change = { policy: emailCodesPerDay, reason: 'fewer messages', effectiveFrom: undefined };
  const choose = async (value: number | undefined): Promise<void> => {
    app.identity.clock.advance({ seconds: 1 });
    const changeId = await proposePolicy(app.context(), { ...change, value, employeeId: 'e-1' });
    const approval = { policy: emailCodesPerDay, changeId, verdict: 'approve', employeeId: 'e-2' } as const;
    await decidePolicy(app.context(), approval);
  };
  expect((await ask(client, newAddress())).status).toBe(202);
  await choose(1);
  expect((await ask(client, newAddress())).status).toBe(429);
  await choose(undefined);
  expect((await ask(client, newAddress())).status).toBe(202);
});

test('the client cancels with one factor; a repeated cancel changes nothing; a foreign request does not exist', async () => {
  const [client, other] = [await app.client(), await app.client()];
  const changeRequestId = requestId(await ask(client, newAddress()));
  expect(refusalOf(await act(other, { changeRequestId, action: 'cancel' }))).toBe('404 not-found');
  const cancelled = await act(client, { changeRequestId, action: 'cancel' }, { assurance: '1fa' });
  expect(at(cancelled.body, 'status')).toBe('cancelled');
  expect((await act(client, { changeRequestId, action: 'cancel' })).status).toBe(200);
  expect(refusalOf(await act(client, { changeRequestId, action: 'confirm', code: '123456' }))).toBe(
    '422 change-request-closed',
  );
});

test('a request expires by its time; the job records it; another can follow', async () => {
  const client = await app.client();
  const changeRequestId = requestId(await ask(client, newAddress()));
  await app.deliver();
  app.identity.clock.advance({ minutes: 61 });
  expect(await statusOf(client, changeRequestId)).toBe('expired');
  expect(refusalOf(await act(client, { changeRequestId, action: 'confirm', code: '123456' }))).toBe(
    '410 gone',
  );
  expect(await app.eventsOf(changeRequestId)).not.toContain('change-request-expired');
  expect(await expireChangeRequests(app.context())).toBeGreaterThan(0);
  expect(await app.eventsOf(changeRequestId)).toContain('change-request-expired');
  expect(await expireChangeRequests(app.context())).toBe(0);
  expect((await ask(client, newAddress())).status).toBe(202);
});

test('staff see what is asked for, and reject it', async () => {
  const client = await app.client();
  const changeRequestId = await review(client);
  expect((await listReviews(app.context())).map((one) => one.change_request_id)).toContain(changeRequestId);
  const shown = await showReview(app.context(), { changeRequestId, employeeId: 'e-17' });
  expect(shown).toMatchObject({ kind: 'legal-address', change: { kind: 'address', usage: 'legal' } });
  // The customer cannot confirm a review.
  expect(at((await act(client, { changeRequestId, action: 'confirm' })).body, 'status')).toBe('in-review');
  const decide = (decision: 'approve' | 'reject') =>
    reviewChangeRequest(app.context(), {
      changeRequestId,
      employeeId: 'e-17',
      decision,
      reason: 'not readable',
    });
  await decide('reject');
  expect(await statusOf(client, changeRequestId)).toBe('rejected');
  await expect(decide('approve')).rejects.toMatchObject({ literal: 'change-request-closed' });
  await expect(showReview(app.context(), { changeRequestId, employeeId: 'e-17' })).rejects.toMatchObject({
    literal: 'not-found',
  });
});

test('a restricted client requests and confirms no code; an invalid address is a field error', async () => {
  const client = await app.client();
  const invalid = await ask(client, 'not an address');
  expect(listAt(invalid.body, 'errors')).toMatchObject([{ field: 'newEmail', code: 'format' }]);
  const requested = await ask(client, newAddress());
  await app.deliver();
  const { code } = await app.identity.newestCode(client.userId);
  await setRestriction(app.context(), client.customerNumber, { kind: 'login-block' });
  expect(refusalOf(await ask(client, newAddress()))).toBe('422 client-restricted');
  const confirm = { changeRequestId: requestId(requested), action: 'confirm', code };
  expect(refusalOf(await act(client, confirm))).toBe('422 client-restricted');
});

test('own data follows its owner: merged, dead, erased, closed', async () => {
  const [merged, survivor, dead, erased] = [
    await app.client(),
    await app.client(),
    await app.client(),
    await app.client(),
  ];
  const ids = await Promise.all([merged, dead, erased].map(review));
  for (const client of [merged, dead, erased])
    await app.call('PATCH', '/client/update', { as: signedIn(client), body: { displayName: 'Own Name' } });
  await app.parties.merge(merged.customerNumber, survivor.customerNumber);
  await app.parties.reportDeath(dead.customerNumber);
  await app.parties.erase(erased.customerNumber);
  await app.deliver();
  const rows = await app.identity.database.query<{
    change_request_id: string;
    customer_number: string;
    state: string;
    sealed_value: Buffer | null;
  }>(
    'select change_request_id, customer_number, state, sealed_value from client.change_request where change_request_id = any($1::uuid[])',
    [ids],
  );
  const found = new Map(
    rows.map((row) => [
      row.change_request_id,
      `${row.customer_number} ${row.state} ${row.sealed_value === null}`,
    ]),
  );
  expect(found.get(ids[0] ?? '')).toBe(`${survivor.customerNumber} cancelled true`);
  expect(found.get(ids[1] ?? '')).toBe(`${dead.customerNumber} cancelled true`);
  expect(found.has(ids[2] ?? '')).toBe(false);
  const settings = await app.identity.database.query<{ user_id: string; customer_number: string }>(
    'select user_id, customer_number from client.client_preference where user_id = any($1)',
    [[merged.userId, erased.userId]],
  );
  expect(settings).toEqual([{ user_id: merged.userId, customer_number: survivor.customerNumber }]);
});
