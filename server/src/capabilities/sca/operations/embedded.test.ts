import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { enrolToken, readerAnswer } from '../testing/card-reader.suite.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import { changeOrder, outcomeOf } from '../testing/test-subjects.suite.ts';
import { listSigners } from './list-signers.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

type Customer = Awaited<ReturnType<ScaTestApp['customer']>>;

const start = (
  subject: SubjectRef,
  more: { body?: unknown; headers?: Record<string, string>; as?: '_A' | '_B' } = {},
) => app.send({ method: 'POST', path: pathOf(subject), ...more });
const idIn = (response: TestServerResponse): string => String(at(response.body, 'authorisationId'));
const put = (
  subject: SubjectRef,
  id: string,
  body: unknown,
  more: { headers?: Record<string, string>; as?: '_A' | '_B' } = {},
) => app.send({ method: 'PUT', path: `${pathOf(subject)}/${id}`, body, ...more });
const statusOf = async (subject: SubjectRef, id: string): Promise<unknown> =>
  at((await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` })).body, 'scaStatus');

/** A payment whose customer has passed the first factor; the code is on its way. */
async function atCode(): Promise<{ customer: Customer; subject: SubjectRef; id: string; code: string }> {
  const customer = await app.customer();
  const subject = await app.payment(customer.customerNumber);
  const started = await start(subject, { headers: { 'psu-id': customer.username } });
  const id = idIn(started);
  const answered = await put(subject, id, { psuData: { password: customer.password } });
  expect(shortly(answered)).toBe('200 scaMethodSelected');
  const { code } = await app.identity.newestCode(customer.userId);
  return { customer, subject, id, code };
}

const wrong = (code: string): string => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;

test('a customer with a card reader types its answer to the challenge at the third party', async () => {
  const customer = await app.customer();
  const { authorization } = app.identity.ports;
  const token = await enrolToken(
    { ...app.identity.context(), ...authorization },
    { userId: customer.userId, deviceId: undefined, kind: 'ocra' },
  );
  const subject = await app.payment(customer.customerNumber);
  const id = idIn(await start(subject, { headers: { 'psu-id': customer.username } }));
  const { body } = await put(subject, id, { psuData: { password: customer.password } });
  const methods = listAt(body, 'scaMethods');
  const reader = methods.find((method) => at(method, 'authenticationType') === 'CHIP_OTP');
  const authenticationMethodId = String(at(reader, 'authenticationMethodId'));
  const selected = await put(subject, id, { authenticationMethodId });
  expect(selected.body).toMatchObject({
    scaStatus: 'scaMethodSelected',
    chosenScaMethod: { authenticationType: 'CHIP_OTP', name: 'Card reader' },
    challengeData: { otpFormat: 'integer' },
  });
  const challenge = String(at(selected.body, 'challengeData', 'data', 0));
  const scaAuthenticationData = readerAnswer(token, challenge, app.identity.clock.now());
  expect(shortly(await put(subject, id, { scaAuthenticationData }))).toBe('200 finalised');
  expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'done', moves: 1 });
});

describe('embedded approach', () => {
  test('walks from the start to the signed payment, with the links of the standard', async () => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const started = await start(subject);
    expect([shortly(started), started.headers['aspsp-sca-approach']]).toEqual(['201 received', 'EMBEDDED']);
    const id = idIn(started);
    const own = `${pathOf(subject)}/${id}`;
    expect(started.headers['location']).toBe(`https://bank.test${own}`);
    expect(Object.keys(Object(at(started.body, '_links')))).toEqual([
      'updatePsuIdentification',
      'updatePsuAuthentication',
      'scaStatus',
    ]);
    const identified = await put(subject, id, {}, { headers: { 'psu-id': customer.username } });
    expect(identified.body).toMatchObject({
      scaStatus: 'psuIdentified',
      scatransactionStatus: 'psuIdentified',
      _links: { updatePsuAuthentication: { href: own }, scaStatus: { href: own } },
    });
    const known = await put(subject, id, { psuData: { password: customer.password } });
    expect(known.body).toMatchObject({
      scaStatus: 'scaMethodSelected',
      chosenScaMethod: { authenticationType: 'SMS_OTP' },
      challengeData: { otpMaxLength: 8, otpFormat: 'integer' },
      _links: { authoriseTransaction: { href: own } },
    });
    const { code } = await app.identity.newestCode(customer.userId);
    expect(code).toHaveLength(8);
    const approved = await put(subject, id, { scaAuthenticationData: code });
    expect(shortly(approved)).toBe('200 finalised');
    expect(await statusOf(subject, id)).toBe('finalised');
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'done', moves: 1 });
    expect((await app.send({ method: 'GET', path: pathOf(subject) })).body).toEqual({
      authorisationIds: [id],
    });
  });

  test('has a signer once the code was right, and not before', async () => {
    const { code, customer, id, subject } = await atCode();
    const signers = (): Promise<readonly string[]> => listSigners(app.identity.context(), subject);
    await put(subject, id, { scaAuthenticationData: wrong(code) });
    expect(await signers()).toEqual([]);
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('200 finalised');
    expect(await signers()).toEqual([customer.userId]);
  });

  test('starts with the password at once', async () => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const started = await start(subject, {
      headers: { 'psu-id': customer.username },
      body: { psuData: { password: customer.password } },
    });
    expect(shortly(started)).toBe('201 scaMethodSelected');
  });

  test('keeps a wrong password from going on, and ends at the fifth', async () => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const id = idIn(await start(subject, { headers: { 'psu-id': customer.username } }));
    const answers = [];
    for (let attempt = 1; attempt <= 6; attempt += 1)
      answers.push(await put(subject, id, { psuData: { password: 'not the password' } }));
    expect(answers.map(shortly)).toEqual([
      ...Array(5).fill('401 PSU_CREDENTIALS_INVALID'),
      '409 STATUS_INVALID',
    ]);
    expect(at(answers[0]?.body, '_links')).toEqual({
      updatePsuAuthentication: { href: `${pathOf(subject)}/${id}` },
    });
    expect(at(answers[4]?.body, '_links')).toEqual({ startAuthorisation: { href: pathOf(subject) } });
    expect(await statusOf(subject, id)).toBe('failed');
  });

  test('leaves a wrong code open until the fifth', async () => {
    const { code, id, subject } = await atCode();
    const answers = [];
    for (let attempt = 1; attempt <= 5; attempt += 1)
      answers.push(await put(subject, id, { scaAuthenticationData: wrong(code) }));
    expect(answers.map(shortly)).toEqual(Array(5).fill('401 PSU_CREDENTIALS_INVALID'));
    expect(at(answers[0]?.body, '_links')).toEqual({
      authoriseTransaction: { href: `${pathOf(subject)}/${id}` },
    });
    expect(await statusOf(subject, id)).toBe('failed');
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'open', moves: 0 });
  });

  test('signs after a wrong code too', async () => {
    const { code, id, subject } = await atCode();
    await put(subject, id, { scaAuthenticationData: wrong(code) });
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('200 finalised');
  });

  test('signs nothing that changed after it was shown', async () => {
    const { code, customer, id, subject } = await atCode();
    const other = await app.payment(customer.customerNumber);
    const { executed: _, ...before } = await outcomeOf(app.identity.database, other);
    expect(before.state).toBe('open');
    await changeOrder(app.identity.database, subject, {
      kind: 'payment',
      id: subject.id,
      product: 'sepa-credit-transfers',
      debtorAccount: { scheme: 'iban', id: 'DE40100100103307118608' },
      documentHash: 'ab'.repeat(32),
      transfer: {
        amount: { minor: 999_999n, currency: 'EUR' },
        creditorName: 'Acme GmbH',
        creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      },
    });
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'open', moves: 0 });
    expect(await statusOf(subject, id)).toBe('failed');
  });

  test('answers a foreign, misplaced and unknown authorisation with the same bytes', async () => {
    const { customer, id, subject } = await atCode();
    const elsewhere = await app.payment(customer.customerNumber);
    const unknown = '01890000-0000-7000-8000-000000000000';
    const bodies = [
      await put(subject, id, { scaAuthenticationData: '12345678' }, { as: '_B' }),
      await put(elsewhere, id, { scaAuthenticationData: '12345678' }),
      await put(subject, unknown, { scaAuthenticationData: '12345678' }),
      await put(subject, 'nonsense', { scaAuthenticationData: '12345678' }),
      await put({ kind: 'payment', id: 'nothing' }, id, { scaAuthenticationData: '12345678' }),
      await start(subject, { as: '_B' }),
    ].map(({ status, text }) => `${status} ${text}`);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('403 ');
  });

  test('knows nothing of an unknown customer', async () => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const answers = [];
    for (const name of [customer.username, 'nobody.at.all']) {
      const id = idIn(await start(subject, { headers: { 'psu-id': name } }));
      const answer = await put(subject, id, { psuData: { password: 'not the password' } });
      answers.push(`${answer.status} ${answer.text.replaceAll(id, 'ID')}`);
    }
    expect(answers[0]).toBe(answers[1]);
  });

  test('ends by itself, at once when its time is over', async () => {
    app.choose({ authorisationLifeMs: 600_000 });
    const { code, id, subject } = await atCode();
    app.identity.clock.advance({ minutes: 10 });
    expect(await statusOf(subject, id)).toBe('failed');
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
  });

  test.each<[string, unknown, string]>([
    ['two things at once', { authenticationMethodId: 'x', scaAuthenticationData: '1' }, '400 FORMAT_ERROR'],
    ['an encrypted password', { psuData: { encryptedPassword: 'x' } }, '400 FORMAT_ERROR'],
    ['nothing', {}, '400 FORMAT_ERROR'],
    ['a code before its time', { scaAuthenticationData: '12345678' }, '400 SERVICE_INVALID'],
    ['a confirmation', { confirmationCode: 'x' }, '403 SERVICE_BLOCKED'],
  ])('refuses %s', async (_, body, refusal) => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const id = idIn(await start(subject));
    expect(shortly(await put(subject, id, body))).toBe(refusal);
    expect(await statusOf(subject, id)).toBe('received');
  });

  test('refuses another customer in the middle', async () => {
    const { customer, id, subject } = await atCode();
    const other = await app.payment(customer.customerNumber);
    const second = idIn(await start(other, { headers: { 'psu-id': customer.username } }));
    const answer = await put(
      other,
      second,
      { psuData: { password: 'x' } },
      { headers: { 'psu-id': 'somebody.else' } },
    );
    expect(shortly(answer)).toBe('401 PSU_CREDENTIALS_INVALID');
    expect(await statusOf(subject, id)).toBe('scaMethodSelected');
  });

  test('lets one customer approve once', async () => {
    const { code, customer, id, subject } = await atCode();
    expect(shortly(await put(subject, id, { scaAuthenticationData: code }))).toBe('200 finalised');
    expect(shortly(await start(subject, { headers: { 'psu-id': customer.username } }))).toBe(
      '409 STATUS_INVALID',
    );
  });

  test('repeats the response to a repeated request', async () => {
    const { code, id, subject } = await atCode();
    const headers = { 'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7721' };
    const first = await put(subject, id, { scaAuthenticationData: code }, { headers });
    const second = await put(subject, id, { scaAuthenticationData: code }, { headers });
    expect([first.status, second.text]).toEqual([200, first.text]);
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ moves: 1 });
  });

  test('evaluates five of fifty parallel guesses', async () => {
    const { code, id, subject } = await atCode();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => put(subject, id, { scaAuthenticationData: wrong(code) })),
    );
    const counts = Map.groupBy(answers.map(shortly), (answer) => answer);
    expect(counts.get('401 PSU_CREDENTIALS_INVALID')).toHaveLength(5);
    expect(counts.get('409 STATUS_INVALID')).toHaveLength(45);
    expect(await statusOf(subject, id)).toBe('failed');
  });
});
