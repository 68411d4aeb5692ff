import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { PageForm } from '../../domain/page-form.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../../testing/sca-test-app.suite.ts';
import type { TestDevice } from '../../testing/test-devices.suite.ts';
import { changeOrder, outcomeOf } from '../../testing/test-subjects.suite.ts';
import { answerDeviceRequest, type DeviceAnswer } from '../answer-device-request.ts';
import { type OpenedApproval, openApproval } from './open-approval.ts';
import { statusOfApproval } from './status-of-approval.ts';
import { type SubmittedApproval, submitApproval } from './submit-approval.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['REDIRECT'] }));

const back = 'https://a.tpp.test/back';
const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** A browser at a page whose customer has passed the first factor, and the customer's device. */
interface Visit {
  readonly device: TestDevice;
  readonly subject: SubjectRef;
  readonly id: string;
  readonly handle: string;
  readonly customer: Awaited<ReturnType<ScaTestApp['customer']>>;
  open(): Promise<OpenedApproval>;
  submit(form: PageForm): Promise<SubmittedApproval>;
  poll(): Promise<string>;
  status(): Promise<unknown>;
  methodId(kind: string): Promise<string>;
}

async function visit(same?: Pick<Visit, 'customer' | 'device'>): Promise<Visit> {
  const customer = same?.customer ?? (await app.customer());
  const device = same?.device ?? app.devices.pair(customer.userId, 'Pixel 8');
  const subject = await app.payment(customer.customerNumber);
  const headers = { 'tpp-redirect-uri': back, 'psu-id': customer.username };
  const started = await app.send({ method: 'POST', path: pathOf(subject), headers });
  const id = String(at(started.body, 'authorisationId'));
  const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  let [browserSecret, csrf]: [string | undefined, string] = [undefined, ''];
  const one: Visit = {
    device,
    subject,
    id,
    handle,
    customer,
    async open() {
      const opened = await openApproval(app.context(), { handle, browserSecret, state: undefined });
      browserSecret ??= opened.browserSecret;
      csrf = opened.frame?.csrf ?? '';
      return opened;
    },
    submit: (form) => submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo }),
    poll: () => statusOfApproval(app.context(), { handle, browserSecret }),
    status: async () =>
      at((await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` })).body, 'scaStatus'),
    async methodId(kind) {
      const { view } = await one.open();
      const methods = view.kind === 'method' ? view.methods : [];
      return methods.find((method) => method.kind === kind)?.methodId ?? 'none';
    },
  };
  await one.open();
  await one.submit({ do: 'password', password: new Secret(customer.password) });
  return one;
}

/** A third party asks the same customer at once. */
async function askElsewhere({ customer: { customerNumber, username } }: Visit): Promise<void> {
  app.choose({ approaches: ['DECOUPLED'] });
  const path = pathOf(await app.payment(customerNumber));
  const started = await app.send({ method: 'POST', path, headers: { 'psu-id': username } });
  expect(shortly(started)).toBe('201 started');
  app.choose({ approaches: ['REDIRECT'] });
}

async function atDevice(): Promise<Visit> {
  const one = await visit();
  await one.submit({ do: 'method', methodId: await one.methodId('device') });
  return one;
}

const answer = async (given: DeviceAnswer): Promise<string> =>
  (await answerDeviceRequest(app.context(), given)).kind;
const other = (number: string): string => String((Number(number) + 1) % 100).padStart(2, '0');
const moves = async ({ subject }: Visit): Promise<number> =>
  (await outcomeOf(app.identity.database, subject)).moves;

describe('a device on the page of an approval', () => {
  test('is offered first, shows the number, and leads away after the approval', async () => {
    const one = await visit();
    expect((await one.open()).view).toMatchObject({
      kind: 'method',
      methods: [{ kind: 'device', name: 'Pixel 8' }, { kind: 'sms' }],
    });
    await one.submit({ do: 'method', methodId: await one.methodId('device') });
    const request = one.device.shown();
    expect((await one.open()).view).toMatchObject({
      kind: 'review',
      confirmation: { kind: 'device', deviceName: 'Pixel 8', number: request.number, canResend: true },
      hasOtherMethods: true,
    });
    expect([await one.poll(), await one.submit({ do: 'refresh' })]).toEqual(['waiting', { kind: 'page' }]);
    expect(await answer(one.device.approve(request))).toBe('approved');
    expect(await one.poll()).toBe('approved');
    expect((await one.open()).view).toEqual({ kind: 'done', returnUrl: back });
    expect(await one.submit({ do: 'refresh' })).toEqual({ kind: 'leave', url: back });
    expect([await one.status(), await moves(one)]).toEqual(['finalised', 1]);
    expect(await answer(one.device.approve(request))).toBe('over');
  });

  test('declines', async () => {
    const one = await atDevice();
    expect(await answer(one.device.decline(one.device.shown()))).toBe('declined');
    expect(await one.poll()).toBe('changed');
    const url = `${back}?error=access_denied`;
    expect((await one.open()).view).toMatchObject({ kind: 'ended', failure: 'declined', returnUrl: url });
    expect(await one.submit({ do: 'refresh' })).toEqual({ kind: 'leave', url });
  });

  test('stays silent: looking at the page is no activity, and the page ends', async () => {
    const one = await atDevice();
    const request = one.device.shown();
    for (let minute = 1; minute < 5; minute += 1) {
      app.identity.clock.advance({ minutes: 1 });
      expect([await one.poll(), await one.submit({ do: 'refresh' })]).toEqual(['waiting', { kind: 'page' }]);
    }
    app.identity.clock.advance({ minutes: 1 });
    expect(await one.poll()).toBe('changed');
    expect((await one.open()).view).toMatchObject({ kind: 'ended', failure: 'timed-out' });
    expect(await answer(one.device.approve(request))).toBe('over');
    expect(await moves(one)).toBe(0);
  });

  test('stays silent while the customer takes more time: another method can be chosen', async () => {
    const one = await atDevice();
    const request = one.device.shown();
    app.identity.clock.advance({ minutes: 3 });
    await one.submit({ do: 'extend' });
    app.identity.clock.advance({ minutes: 2 });
    expect(await one.poll()).toBe('changed');
    expect(await answer(one.device.approve(request))).toBe('over');
    expect((await one.open()).view).toMatchObject({
      kind: 'method',
      methods: [{ kind: 'device' }, { kind: 'sms' }],
    });
    await one.submit({ do: 'method', methodId: await one.methodId('sms') });
    expect((await one.open()).view).toMatchObject({ kind: 'review', confirmation: { kind: 'code' } });
    expect(one.device.counts().shown).toBe(0);
  });

  test('is asked once more, with a new number, and not a third time', async () => {
    const one = await atDevice();
    const first = one.device.shown();
    await one.submit({ do: 'resend' });
    expect(one.device.counts().received).toBe(1);
    app.identity.clock.advance({ seconds: 31 });
    await one.submit({ do: 'resend' });
    expect(one.device.counts()).toEqual({ shown: 1, received: 2 });
    const second = one.device.shown();
    expect((await one.open()).view).toMatchObject({
      confirmation: { number: second.number, canResend: false },
    });
    expect(await answer(one.device.approve(first))).toBe('over');
    app.identity.clock.advance({ seconds: 31 });
    await one.submit({ do: 'resend' });
    expect((await one.open()).view).toMatchObject({ kind: 'review', error: { kind: 'device-not-asked' } });
    expect(one.device.counts().received).toBe(2);
    expect(await answer(one.device.approve(second))).toBe('approved');
  });

  test('is not asked any more after another method was wanted', async () => {
    const one = await atDevice();
    const request = one.device.shown();
    await one.submit({ do: 'other-method' });
    expect([one.device.counts().shown, await one.poll()]).toEqual([0, 'changed']);
    expect(await answer(one.device.approve(request))).toBe('over');
    expect(await answer(one.device.decline(request))).toBe('over');
    expect((await one.open()).view.kind).toBe('method');
    expect(await one.status()).toBe('started');
  });

  test('is asked although a third party asks', async () => {
    const one = await visit();
    await askElsewhere(one);
    await one.submit({ do: 'method', methodId: await one.methodId('device') });
    expect((await one.open()).view).toMatchObject({ kind: 'review', confirmation: { kind: 'device' } });
    expect(one.device.counts()).toEqual({ shown: 2, received: 2 });
  });

  test('is not asked for another page of the same customer meanwhile, and says so', async () => {
    const one = await visit();
    const other = await visit(one);
    await one.submit({ do: 'method', methodId: await one.methodId('device') });
    await other.submit({ do: 'method', methodId: await other.methodId('device') });
    expect((await other.open()).view).toMatchObject({ kind: 'method', error: { kind: 'device-not-asked' } });
    expect(one.device.counts().received).toBe(1);
    await answer(one.device.approve(one.device.shown()));
    await other.submit({ do: 'method', methodId: await other.methodId('device') });
    expect((await other.open()).view).toMatchObject({ kind: 'review', confirmation: { kind: 'device' } });
  });

  test('ends the page after five wrong numbers', async () => {
    const one = await atDevice();
    const request = one.device.shown();
    const wrong = one.device.approve(request, { number: other(request.number) });
    for (let attempt = 1; attempt <= 5; attempt += 1) expect(await answer(wrong)).toBe('wrong-number');
    expect(await one.submit({ do: 'refresh' })).toEqual({
      kind: 'leave',
      url: `${back}?error=authentication_failed`,
    });
    expect(await answer(one.device.approve(request))).toBe('over');
  });

  test('approves nothing that changed after it was shown', async () => {
    const one = await atDevice();
    const { view } = await one.open();
    if (view.kind !== 'review' || view.order.kind !== 'payment') throw new Error('no payment is shown');
    const transfer = { ...view.order.transfer, amount: { minor: 1n, currency: 'EUR' as const } };
    await changeOrder(app.identity.database, one.subject, { ...view.order, transfer });
    expect(await answer(one.device.approve(one.device.shown()))).toBe('over');
    expect((await one.open()).view).toMatchObject({ kind: 'ended', failure: 'subject-ended' });
    expect(await moves(one)).toBe(0);
  });

  test('approves once in a race with the customer who cancels', async () => {
    const one = await atDevice();
    const given = one.device.approve(one.device.shown());
    const [outcome] = await Promise.all([answer(given), one.submit({ do: 'cancel' })]);
    const isApproved = outcome === 'approved';
    expect([await one.status(), await moves(one)]).toEqual([
      isApproved ? 'finalised' : 'failed',
      isApproved ? 1 : 0,
    ]);
  });

  test('tells another browser nothing', async () => {
    const one = await atDevice();
    const strangers = [
      { handle: one.handle, browserSecret: undefined },
      { handle: one.handle, browserSecret: 'guess' },
      { handle: '01.nothing', browserSecret: undefined },
    ];
    for (const stranger of strangers) expect(await statusOfApproval(app.context(), stranger)).toBe('changed');
  });
});

test('a third party confirms what a device approved, with the code that the browser brings', async () => {
  app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
  const one = await atDevice();
  expect(await answer(one.device.approve(one.device.shown()))).toBe('approved');
  expect([await one.status(), await moves(one), await one.poll()]).toEqual(['unconfirmed', 0, 'approved']);
  // The request is answered: another one may be sent.
  const next = await visit(one);
  await next.submit({ do: 'method', methodId: await next.methodId('device') });
  expect((await next.open()).view).toMatchObject({ kind: 'review', confirmation: { kind: 'device' } });
  const left = await one.submit({ do: 'refresh' });
  const { view } = await one.open();
  expect(left).toEqual({ kind: 'leave', url: view.kind === 'done' ? view.returnUrl : '' });
  const code = new URL(left.kind === 'leave' ? left.url : '').searchParams.get('confirmationCode');
  const confirmed = await app.send({
    method: 'PUT',
    path: `${pathOf(one.subject)}/${one.id}`,
    body: { confirmationCode: code },
  });
  expect([shortly(confirmed), await moves(one)]).toEqual(['200 finalised', 1]);
  expect((await one.open()).view).toEqual({ kind: 'done', returnUrl: back });
});
