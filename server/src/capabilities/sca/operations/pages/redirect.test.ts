import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { otpResendWaitSeconds } from '#capabilities/authorization/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { PageForm } from '../../domain/page-form.ts';
import { codeResendAfterSeconds } from '../../domain/policy.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../../testing/sca-test-app.suite.ts';
import { changeOrder, outcomeOf } from '../../testing/test-subjects.suite.ts';
import { expireAuthorisations } from '../expire-authorisations.ts';
import { type OpenedApproval, openApproval } from './open-approval.ts';
import { type SubmittedApproval, submitApproval } from './submit-approval.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['REDIRECT'] }));

type Customer = Awaited<ReturnType<ScaTestApp['customer']>>;

const back = 'https://a.tpp.test/back';
const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };
const page = (): ReturnType<ScaTestApp['context']> => app.context();

/** A browser at the page of an authorisation. */
interface Visit {
  readonly customer: Customer;
  readonly subject: SubjectRef;
  readonly id: string;
  readonly handle: string;
  open(): Promise<OpenedApproval>;
  submit(form: PageForm): Promise<SubmittedApproval>;
  status(): Promise<unknown>;
}

async function visit(
  more: { isNamed?: boolean; headers?: Record<string, string>; state?: string; customer?: Customer } = {},
): Promise<Visit> {
  const customer = more.customer ?? (await app.customer());
  const subject = await app.payment(customer.customerNumber);
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: {
      'tpp-redirect-uri': back,
      ...(more.isNamed === false ? {} : { 'psu-id': customer.username }),
      ...more.headers,
    },
  });
  expect(started.status).toBe(201);
  const id = String(at(started.body, 'authorisationId'));
  const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  let browserSecret: string | undefined;
  let csrf = '';
  return {
    customer,
    subject,
    id,
    handle,
    async open() {
      const opened = await openApproval(page(), { handle, browserSecret, state: more.state });
      browserSecret ??= opened.browserSecret;
      csrf = opened.frame?.csrf ?? '';
      return opened;
    },
    submit: (form) => submitApproval(page(), { handle, browserSecret, csrf, form, browserInfo }),
    status: async () =>
      at((await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` })).body, 'scaStatus'),
  };
}

const password = (one: Visit, typed = one.customer.password): PageForm => ({
  do: 'password',
  password: new Secret(typed),
});
const kindOf = async (one: Visit): Promise<string> => (await one.open()).view.kind;
const codeOf = async (one: Visit): Promise<string> =>
  (await app.identity.newestCode(one.customer.userId)).code;
const wrong = (code: string): string => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;

async function atReview(more: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const one = await visit(more);
  await one.open();
  await one.submit(password(one));
  expect(await kindOf(one)).toBe('review');
  return one;
}

describe('the page of an approval', () => {
  test('needs two forms of a known customer with one method, and leads back', async () => {
    const one = await visit({ state: 'x-1' });
    expect(await one.open()).toMatchObject({
      view: { kind: 'password', name: one.customer.username, canChangeName: false },
      frame: { thirdPartyName: 'Acme Pay', purpose: 'payment', canExtend: true },
    });
    expect(await one.status()).toBe('started');
    expect(await one.submit(password(one))).toEqual({ kind: 'page' });
    expect((await one.open()).view).toMatchObject({
      kind: 'review',
      order: { kind: 'payment', transfer: { creditorName: 'Acme GmbH' } },
      confirmation: { kind: 'code' },
      hasOtherMethods: false,
    });
    const code = await codeOf(one);
    expect(await one.submit({ do: 'code', code: `${code.slice(0, 4)} ${code.slice(4)}` })).toEqual({
      kind: 'leave',
      url: `${back}?state=x-1`,
    });
    expect(await one.status()).toBe('finalised');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'done', moves: 1 });
    expect((await one.open()).view).toEqual({ kind: 'done', returnUrl: `${back}?state=x-1` });
  });

  test('asks for the name if nobody gave one', async () => {
    const one = await visit({ isNamed: false });
    expect(await kindOf(one)).toBe('identify');
    await one.submit({ do: 'identify', name: ' ' });
    expect((await one.open()).view).toEqual({ kind: 'identify', error: { kind: 'name-missing' } });
    await one.submit({ do: 'identify', name: 'somebody.else' });
    expect((await one.open()).view).toMatchObject({
      kind: 'password',
      name: 'somebody.else',
      canChangeName: true,
    });
    await one.submit({ do: 'other-name' });
    await one.submit({ do: 'identify', name: one.customer.username });
    await one.submit(password(one));
    expect(await kindOf(one)).toBe('review');
  });

  test('says so when a code was sent a moment ago elsewhere, and sends one later', async () => {
    const one = await visit();
    await one.open();
    const elsewhere = await visit({ customer: one.customer });
    await elsewhere.open();
    await elsewhere.submit(password(elsewhere));
    expect(await kindOf(elsewhere)).toBe('review');
    await one.submit(password(one));
    const { view } = await one.open();
    expect(view).toMatchObject({ kind: 'method', error: { kind: 'code-too-soon' } });
    app.identity.clock.advance({ seconds: codeResendAfterSeconds[1] });
    const [method] = view.kind === 'method' ? view.methods : [];
    await one.submit({ do: 'method', methodId: method?.methodId ?? '' });
    expect(await kindOf(one)).toBe('review');
  });

  test('never promises a code earlier than authorization sends one', () => {
    expect(codeResendAfterSeconds).toEqual(otpResendWaitSeconds.slice(0, 2));
  });

  test('belongs to the first browser', async () => {
    const one = await atReview();
    const other = await openApproval(page(), {
      handle: one.handle,
      browserSecret: undefined,
      state: undefined,
    });
    expect(other).toMatchObject({ view: { kind: 'unknown-link' }, frame: undefined });
    const stolen = { handle: one.handle, browserSecret: 'guess', csrf: 'x', browserInfo };
    expect(await submitApproval(page(), { ...stolen, form: { do: 'cancel' } })).toEqual({ kind: 'page' });
    expect(await one.status()).toBe('started');
    const unknown = await openApproval(page(), {
      handle: '01.nothing',
      browserSecret: undefined,
      state: undefined,
    });
    expect(unknown).toEqual(other);
  });

  test('opens once in a race of twenty browsers', async () => {
    const one = await visit();
    const opened = await Promise.all(
      Array.from({ length: 20 }, () =>
        openApproval(page(), { handle: one.handle, browserSecret: undefined, state: undefined }),
      ),
    );
    expect(opened.filter(({ view }) => view.kind === 'password')).toHaveLength(1);
    expect(opened.filter(({ view }) => view.kind === 'unknown-link')).toHaveLength(19);
  });

  test('refuses a form without its token', async () => {
    const one = await visit();
    const { browserSecret } = await openApproval(page(), {
      handle: one.handle,
      browserSecret: undefined,
      state: undefined,
    });
    const forged = { handle: one.handle, browserSecret, csrf: 'forged', browserInfo };
    await expect(submitApproval(page(), { ...forged, form: { do: 'cancel' } })).rejects.toThrow('may not');
  });

  test.each<[string, Record<string, string>, string]>([
    ['the same address', {}, `${back}?error=access_denied&state=s`],
    [
      'its own address',
      { 'tpp-nok-redirect-uri': 'https://a.tpp.test/nok?x=1' },
      'https://a.tpp.test/nok?x=1&error=access_denied&state=s',
    ],
  ])('leads a customer who cancels to %s', async (_, headers, url) => {
    const one = await atReview({ headers, state: 's' });
    expect(await one.submit({ do: 'cancel' })).toEqual({ kind: 'leave', url });
    expect([await one.status(), (await outcomeOf(app.identity.database, one.subject)).state]).toEqual([
      'failed',
      'open',
    ]);
    // The back button shows how it ended, and sending the form again leads away again.
    expect((await one.open()).view).toMatchObject({ kind: 'ended', failure: 'cancelled', returnUrl: url });
    expect(await one.submit({ do: 'code', code: '12345678' })).toEqual({ kind: 'leave', url });
  });

  test('shows wrong passwords, the tries that are left from the second on, and leaves at the fifth', async () => {
    const one = await visit();
    await one.open();
    const shown = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await one.submit(password(one, 'not the password'));
      shown.push(at((await one.open()).view, 'error', 'attemptsLeft'));
    }
    expect(shown).toEqual([undefined, 3, 2, 1]);
    expect(await one.submit(password(one, 'not the password'))).toEqual({
      kind: 'leave',
      url: `${back}?error=authentication_failed`,
    });
    expect(await one.status()).toBe('failed');
  });

  test('shows wrong codes, and leaves at the fifth', async () => {
    const one = await atReview();
    const code = wrong(await codeOf(one));
    for (let left = 4; left >= 1; left -= 1) {
      expect(await one.submit({ do: 'code', code })).toEqual({ kind: 'page' });
      expect((await one.open()).view).toMatchObject({ error: { kind: 'code-wrong', attemptsLeft: left } });
    }
    expect(await one.submit({ do: 'code', code })).toMatchObject({ kind: 'leave' });
    expect(await one.status()).toBe('failed');
  });

  test('ends after five minutes without a form, and goes on with more time', async () => {
    const one = await atReview();
    app.identity.clock.advance({ minutes: 4, seconds: 59 });
    expect(await one.submit({ do: 'extend' })).toEqual({ kind: 'page' });
    app.identity.clock.advance({ minutes: 4, seconds: 59 });
    expect(await kindOf(one)).toBe('review');
    app.identity.clock.advance({ seconds: 1 });
    expect(await one.status()).toBe('failed');
    expect((await one.open()).view).toMatchObject({
      kind: 'ended',
      failure: 'timed-out',
      returnUrl: `${back}?error=timed_out`,
    });
    expect(await one.submit({ do: 'extend' })).toEqual({ kind: 'leave', url: `${back}?error=timed_out` });
  });

  test('ends after fifteen minutes, whatever the customer does', async () => {
    const one = await atReview();
    for (let minutes = 4; minutes < 15; minutes += 4) {
      app.identity.clock.advance({ minutes: 4 });
      await one.submit({ do: 'extend' });
    }
    app.identity.clock.advance({ minutes: 3 });
    expect(await kindOf(one)).toBe('ended');
  });

  test('is ended by the clock where nobody looks', async () => {
    const one = await visit();
    app.identity.clock.advance({ minutes: 10 });
    expect(await expireAuthorisations(page())).toBeGreaterThanOrEqual(1);
    const [row] = await app.identity.database.query<{ status: string; failure: string }>(
      'select status, failure from sca.authorisation where authorisation_id = $1',
      [one.id],
    );
    expect(row).toEqual({ status: 'failed', failure: 'timed-out' });
    expect((await one.open()).view).toMatchObject({ kind: 'ended', failure: 'timed-out' });
  });

  test('sends another code, a few times and not at once', async () => {
    const one = await atReview();
    const first = await codeOf(one);
    await one.submit({ do: 'resend' });
    expect(await codeOf(one)).toBe(first);
    app.identity.clock.advance({ seconds: 61 });
    await one.submit({ do: 'resend' });
    const second = await codeOf(one);
    expect(second).not.toBe(first);
    await one.submit({ do: 'code', code: first });
    expect((await one.open()).view).toMatchObject({ error: { kind: 'code-wrong' } });
    expect(await one.submit({ do: 'code', code: second })).toMatchObject({ kind: 'leave' });
    expect(await one.status()).toBe('finalised');
  });

  test('signs nothing that changed after it was shown', async () => {
    const one = await atReview();
    const { view } = await one.open();
    if (view.kind !== 'review' || view.order.kind !== 'payment') throw new Error('no payment is shown');
    const transfer = { ...view.order.transfer, amount: { minor: 1n, currency: 'EUR' as const } };
    await changeOrder(app.identity.database, one.subject, { ...view.order, transfer });
    expect(await one.submit({ do: 'code', code: await codeOf(one) })).toEqual({
      kind: 'leave',
      url: `${back}?error=resource_changed`,
    });
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'open', moves: 0 });
  });
});

describe('an approval that the third party confirms', () => {
  beforeEach(() => app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true }));

  const confirm = (one: Visit, confirmationCode: string) =>
    app.send({ method: 'PUT', path: `${pathOf(one.subject)}/${one.id}`, body: { confirmationCode } });

  async function approved(): Promise<{ one: Visit; code: string }> {
    const one = await atReview();
    const left = await one.submit({ do: 'code', code: await codeOf(one) });
    if (left.kind !== 'leave') throw new Error('stays on the page');
    return { one, code: new URL(left.url).searchParams.get('confirmationCode') ?? '' };
  }

  test('moves nothing before it is confirmed, and once afterwards', async () => {
    const { code, one } = await approved();
    expect([await one.status(), (await outcomeOf(app.identity.database, one.subject)).moves]).toEqual([
      'unconfirmed',
      0,
    ]);
    expect(shortly(await confirm(one, code))).toBe('200 finalised');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'done', moves: 1 });
    expect(shortly(await confirm(one, code))).toBe('409 STATUS_INVALID');
  });

  test('ends with a wrong code', async () => {
    const { code, one } = await approved();
    expect(shortly(await confirm(one, `${code}x`))).toBe('200 failed');
    expect(shortly(await confirm(one, code))).toBe('400 SCA_INVALID');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'open', moves: 0 });
  });

  test('is confirmed once by fifty requests', async () => {
    const { code, one } = await approved();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(one, code)));
    expect(answers.map(shortly).toSorted()).toEqual([
      '200 finalised',
      ...Array.from({ length: 49 }, () => '409 STATUS_INVALID'),
    ]);
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: 1 });
  });

  test('is not confirmed by another third party, or for another resource', async () => {
    const { code, one } = await approved();
    const path = `${pathOf(one.subject)}/${one.id}`;
    const foreign = await app.send({ method: 'PUT', path, as: '_B', body: { confirmationCode: code } });
    expect(shortly(foreign)).toBe('403 RESOURCE_UNKNOWN');
    expect(await one.status()).toBe('unconfirmed');
  });
});

test.each(['http://a.tpp.test/x', 'https://u:p@a.tpp.test/', 'https://a.tpp.test/#x', 'javascript:alert(1)'])(
  'an authorisation cannot lead back to %s',
  async (uri) => {
    const customer = await app.customer();
    const subject = await app.payment(customer.customerNumber);
    const response = await app.send({
      method: 'POST',
      path: pathOf(subject),
      headers: { 'tpp-redirect-uri': uri },
    });
    expect(shortly(response)).toBe('400 FORMAT_ERROR');
  },
);
