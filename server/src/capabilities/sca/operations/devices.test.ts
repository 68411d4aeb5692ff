import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { deviceRequestsPerHour } from '../domain/policy.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { scaEventHandlers } from '../event-handlers.ts';
import type { DeviceRequest } from '../ports/devices.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import type { TestDevice } from '../testing/test-devices.suite.ts';
import { changeOrder, outcomeOf } from '../testing/test-subjects.suite.ts';
import { answerDeviceRequest, type DeviceAnswer } from './answer-device-request.ts';
import { expireAuthorisations } from './expire-authorisations.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({ approaches: ['DECOUPLED'] });
  app.devices.breakDown(false);
});

type Customer = Awaited<ReturnType<ScaTestApp['customer']>>;

const idIn = (response: TestServerResponse): string => String(at(response.body, 'authorisationId'));
const start = (subject: SubjectRef, name?: string, more: { headers?: Record<string, string> } = {}) =>
  app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { ...(name === undefined ? {} : { 'psu-id': name }), ...more.headers },
  });
const put = (subject: SubjectRef, id: string, body: unknown, headers: Record<string, string> = {}) =>
  app.send({ method: 'PUT', path: `${pathOf(subject)}/${id}`, body, headers });
const read = (subject: SubjectRef, id: string) =>
  app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` });
const statusOf = async (subject: SubjectRef, id: string): Promise<unknown> =>
  at((await read(subject, id)).body, 'scaStatus');
const answer = async (one: DeviceAnswer, bankId?: string): Promise<string> =>
  (await answerDeviceRequest(app.context(bankId), one)).kind;
const other = (number: string): string => String((Number(number) + 1) % 100).padStart(2, '0');

/** Runs the event handlers that the worker would run for the end of an authorisation. */
async function runHandlers(id: string): Promise<void> {
  const rows = await app.identity.database.query<{ name: string; data: string }>(
    `select name, data from platform.outbox_event where aggregate_id = $1 and name = 'authorisation-ended'`,
    [id],
  );
  for (const { data, name } of rows)
    for (const handler of scaEventHandlers(app.ports).filter(({ events }) => events.includes(name)))
      await handler.handle(app.context(), {
        id: 'e',
        name,
        version: 1,
        occurredAt: '2026-11-15T10:00:00+00:00',
        aggregateKind: 'authorisation',
        aggregateId: id,
        sequence: 1,
        data: typeof data === 'string' ? JSON.parse(data) : data,
      });
}

interface Asked {
  readonly customer: Customer;
  readonly device: TestDevice;
  readonly subject: SubjectRef;
  readonly id: string;
  readonly request: DeviceRequest;
}

/** A customer whose device was asked when a third party named the customer. */
async function decoupled(): Promise<Asked> {
  const customer = await app.customer();
  const device = app.devices.pair(customer.userId, 'Pixel 8');
  const subject = await app.payment(customer.customerNumber);
  const started = await start(subject, customer.username);
  expect(shortly(started)).toBe('201 started');
  return { customer, device, subject, id: idIn(started), request: device.shown() };
}

/** A customer who gave the password to a third party and chose the device. */
async function embedded(): Promise<Asked> {
  app.choose({ approaches: ['EMBEDDED'] });
  const customer = await app.customer();
  const device = app.devices.pair(customer.userId, 'Pixel 8');
  const subject = await app.payment(customer.customerNumber);
  const id = idIn(await start(subject, customer.username));
  const known = await put(subject, id, { psuData: { password: customer.password } });
  expect(known.body).toMatchObject({
    scaStatus: 'psuAuthenticated',
    scaMethods: [
      { authenticationType: 'PUSH_OTP', name: 'App of the bank Pixel 8' },
      { authenticationType: 'SMS_OTP' },
    ],
    _links: { selectAuthenticationMethod: { href: `${pathOf(subject)}/${id}` } },
  });
  const authenticationMethodId = String(at(known.body, 'scaMethods', 0, 'authenticationMethodId'));
  const selected = await put(subject, id, { authenticationMethodId });
  expect([shortly(selected), selected.headers['aspsp-sca-approach']]).toEqual([
    '200 scaMethodSelected',
    'DECOUPLED',
  ]);
  expect(Object.keys(Object(at(selected.body, '_links')))).toEqual(['scaStatus']);
  return { customer, device, subject, id, request: device.shown() };
}

describe('the decoupled approach', () => {
  test('asks at the start, shows what is signed, and moves the subject once', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    const subject = await app.payment(customer.customerNumber);
    const started = await start(subject, customer.username, { headers: { 'psu-accept-language': 'de' } });
    const request = device.shown();
    expect(started.headers['aspsp-sca-approach']).toBe('DECOUPLED');
    expect(started.body).toMatchObject({
      scaStatus: 'started',
      _links: { scaStatus: { href: `${pathOf(subject)}/${idIn(started)}` } },
      psuMessage: `Öffnen Sie die App Ihrer Bank, prüfen Sie die Anzeige und geben Sie dort die Zahl ${request.number} ein.`,
    });
    expect(started.body).not.toHaveProperty('chosenScaMethod');
    expect(request).toMatchObject({
      text: 'EUR 1249.50 DE89370400440532013000',
      thirdPartyName: 'Acme Pay',
      number: expect.stringMatching(/^\d\d$/v),
    });
    expect(request.expiresAt.since(app.identity.clock.now()).total('minutes')).toBe(5);
    expect(await answer(device.approve(request))).toBe('approved');
    expect((await read(subject, idIn(started))).body).toEqual({
      scaStatus: 'finalised',
      psuMessage: 'Freigegeben.',
    });
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'done', moves: 1 });
  });

  test('asks as soon as the customer is named', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    const subject = await app.payment(customer.customerNumber);
    const started = await start(subject);
    expect(shortly(started)).toBe('201 received');
    expect(Object.keys(Object(at(started.body, '_links')))).toEqual(['updatePsuIdentification', 'scaStatus']);
    const id = idIn(started);
    expect(shortly(await put(subject, id, {}, { 'psu-id': customer.username }))).toBe('200 started');
    expect(shortly(await put(subject, id, {}, { 'psu-id': customer.username }))).toBe('400 SERVICE_INVALID');
    expect(device.counts()).toEqual({ shown: 1, received: 1 });
    expect(await answer(device.approve(device.shown()))).toBe('approved');
  });

  test('asks the preferred one of several devices', async () => {
    const customer = await app.customer();
    const [first, second] = [app.devices.pair(customer.userId), app.devices.pair(customer.userId)];
    const subject = await app.payment(customer.customerNumber);
    await start(subject, customer.username);
    expect([first.counts().shown, second.counts().shown]).toEqual([1, 0]);
    const stolen = { ...first.approve(first.shown()), deviceId: second.deviceId };
    expect(await answer(stolen)).toBe('over');
    expect(await answer({ ...second.approve(first.shown()) })).toBe('over');
  });

  test('tells nobody whether a customer exists or has a device', async () => {
    const [silent, without, newcomer] = [await app.customer(), await app.customer(), await app.newcomer()];
    app.devices.pair(silent.userId);
    app.devices.pair(newcomer.userId);
    const subject = await app.payment(silent.customerNumber);
    const seen: string[] = [];
    for (const name of [silent.username, without.username, newcomer.username, 'nobody.at.all']) {
      const started = await start(subject, name);
      const id = idIn(started);
      const again = await start(subject, name.toUpperCase());
      const texts = [started.text, (await read(subject, id)).text, `${again.status}${again.text}`];
      app.identity.clock.advance({ minutes: 4, seconds: 59 });
      texts.push(String(await statusOf(subject, id)));
      app.identity.clock.advance({ seconds: 1 });
      texts.push(String(await statusOf(subject, id)));
      seen.push(
        texts
          .join('\n')
          .replaceAll(/[0-9a-f\-]{36}/gv, 'ID')
          .replaceAll(/number \d\d/gv, 'number NN'),
      );
    }
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toMatch(/429.*SERVICE_BLOCKED[^]*started\nfailed$/v);
  });

  test('repeats the response to a repeated start, and asks once', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    const subject = await app.payment(customer.customerNumber);
    const headers = { 'x-request-id': '99391c7e-ad88-49ec-a2ad-99ddcb1f7722' };
    const first = await start(subject, customer.username, { headers });
    const second = await start(subject, customer.username, { headers });
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect(device.counts().received).toBe(1);
    expect((await app.send({ method: 'GET', path: pathOf(subject) })).body).toEqual({
      authorisationIds: [idIn(first)],
    });
  });

  test('treats a request that got lost like one without an answer', async () => {
    app.devices.breakDown(true);
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    const subject = await app.payment(customer.customerNumber);
    const started = await start(subject, customer.username);
    expect([shortly(started), device.counts().received]).toEqual(['201 started', 0]);
    app.identity.clock.advance({ minutes: 5 });
    expect(await statusOf(subject, idIn(started))).toBe('failed');
  });
});

describe('a customer is asked once at a time', () => {
  test('by one third party, for any resource, also in a race', async () => {
    const { customer, device, request } = await decoupled();
    const subjects = await Promise.all(
      Array.from({ length: 15 }, () => app.payment(customer.customerNumber)),
    );
    const answers = await Promise.all(subjects.map((subject) => start(subject, customer.username)));
    expect(new Set(answers.map(shortly))).toEqual(new Set(['429 SERVICE_BLOCKED']));
    expect(answers[0]?.headers['retry-after']).toBe('300');
    expect(answers[0]?.text).toContain('being asked on a device already');
    expect(device.counts().received).toBe(1);
    expect(await answer(device.approve(request))).toBe('approved');
    const ids = await Promise.all(subjects.map(async (subject) => idIn(await start(subject))));
    const after = await Promise.all(
      subjects.map((subject, index) => put(subject, ids[index] ?? '', {}, { 'psu-id': customer.username })),
    );
    expect(after.map(shortly).filter((one) => one === '200 started')).toHaveLength(1);
    expect(device.counts().received).toBe(2);
  });

  test('and another method stays possible at the third party', async () => {
    const { customer, device } = await decoupled();
    app.choose({ approaches: ['EMBEDDED'] });
    const subject = await app.payment(customer.customerNumber);
    const id = idIn(await start(subject, customer.username));
    const known = await put(subject, id, { psuData: { password: customer.password } });
    const select = (index: number) =>
      put(subject, id, {
        authenticationMethodId: at(known.body, 'scaMethods', index, 'authenticationMethodId'),
      });
    expect([shortly(await select(0)), await statusOf(subject, id)]).toEqual([
      '429 SERVICE_BLOCKED',
      'psuAuthenticated',
    ]);
    expect([shortly(await select(1)), device.counts().received]).toEqual(['200 scaMethodSelected', 1]);
  });

  test('and refused authorisations can be continued later', async () => {
    const { customer, device, request } = await decoupled();
    const subject = await app.payment(customer.customerNumber);
    const id = idIn(await start(subject));
    const name = () => put(subject, id, {}, { 'psu-id': customer.username });
    const refused = await name();
    expect([shortly(refused), at(refused.body, '_links', 'updatePsuIdentification', 'href')]).toEqual([
      '429 SERVICE_BLOCKED',
      `${pathOf(subject)}/${id}`,
    ]);
    expect(await statusOf(subject, id)).toBe('received');
    await answer(device.approve(request));
    expect(shortly(await name())).toBe('200 started');
  });

  test('and not again and again by the same third party', async () => {
    const { customer, device, request } = await decoupled();
    await answer(device.decline(request));
    const refusedAtOnce = await start(await app.payment(customer.customerNumber), customer.username);
    expect([shortly(refusedAtOnce), refusedAtOnce.headers['retry-after']]).toEqual([
      '429 SERVICE_BLOCKED',
      '600',
    ]);
    for (let count = 2; count <= deviceRequestsPerHour; count += 1) {
      app.identity.clock.advance({ minutes: 10 });
      await start(await app.payment(customer.customerNumber), customer.username);
      expect(await answer(device.decline(device.shown()))).toBe('declined');
    }
    app.identity.clock.advance({ minutes: 10 });
    const subject = await app.payment(customer.customerNumber);
    const refused = await start(subject, customer.username);
    expect([shortly(refused), refused.headers['retry-after']]).toEqual(['429 SERVICE_BLOCKED', '600']);
    app.identity.clock.advance({ minutes: 10 });
    expect(shortly(await start(subject, customer.username))).toBe('201 started');
  });
});

describe.each([
  ['decoupled', decoupled],
  ['embedded, with a device', embedded],
])('an answer to a request (%s)', (_, asked) => {
  const untouched = async ({ id, subject }: Asked): Promise<unknown> => [
    ['started', 'scaMethodSelected'].includes(String(await statusOf(subject, id))),
    (await outcomeOf(app.identity.database, subject)).moves,
  ];

  test('approves', async () => {
    const one = await asked();
    expect(await answer(one.device.approve(one.request))).toBe('approved');
    expect(await statusOf(one.subject, one.id)).toBe('finalised');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'done', moves: 1 });
    await runHandlers(one.id);
    expect(one.device.counts().shown).toBe(1);
  });

  test('declines', async () => {
    const one = await asked();
    expect(await answer(one.device.decline(one.request))).toBe('declined');
    expect(await statusOf(one.subject, one.id)).toBe('failed');
    const [row] = await app.identity.database.query<{ failure: string }>(
      'select failure from sca.authorisation where authorisation_id = $1',
      [one.id],
    );
    expect(row?.failure).toBe('declined');
    expect(await answer(one.device.approve(one.request))).toBe('over');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'open', moves: 0 });
  });

  test('comes too late, and the device forgets the request', async () => {
    const one = await asked();
    app.identity.clock.advance({ minutes: 5 });
    expect(await answer(one.device.approve(one.request))).toBe('over');
    expect(await answer(one.device.decline(one.request))).toBe('over');
    expect(await statusOf(one.subject, one.id)).toBe('failed');
    expect(await expireAuthorisations(app.context())).toBeGreaterThanOrEqual(1);
    await runHandlers(one.id);
    expect(one.device.counts()).toEqual({ shown: 0, received: 1 });
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: 0 });
  });

  test('has a wrong number, five times', async () => {
    const one = await asked();
    const left: unknown[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const wrong = one.device.approve(one.request, { number: other(one.request.number) });
      const outcome = await answerDeviceRequest(app.context(), wrong);
      left.push(outcome.kind === 'wrong-number' ? outcome.attemptsLeft : outcome.kind);
    }
    expect(left).toEqual([4, 3, 2, 1, 0, 'over']);
    expect(await answer(one.device.approve(one.request))).toBe('over');
    expect(await statusOf(one.subject, one.id)).toBe('failed');
  });

  test('is right after a wrong number', async () => {
    const one = await asked();
    await answer(one.device.approve(one.request, { number: other(one.request.number) }));
    expect(await answer(one.device.approve(one.request))).toBe('approved');
  });

  test('changes nothing if it is signed for something else, or by something else', async () => {
    const one = await asked();
    const own = one.device.approve(one.request);
    const stranger = app.devices.pair((await app.newcomer()).userId);
    const right = own.decision.kind === 'approved' ? own.decision : undefined;
    const answers: DeviceAnswer[] = [
      one.device.approve(one.request, { digest: `sha-256:${'0'.repeat(64)}` }),
      one.device.approve(one.request, { requestId: '01890000-0000-7000-8000-000000000000' }),
      { ...own, decision: { kind: 'approved', number: right?.number ?? '', signature: 'AAAA' } },
      // The signature covers the number.
      {
        ...own,
        decision: {
          kind: 'approved',
          number: other(one.request.number),
          signature: right?.signature ?? '',
        },
      },
      { ...own, requestId: 'nonsense' },
      { ...own, requestId: '01890000-0000-7000-8000-000000000000' },
      { ...own, userId: stranger.userId },
      stranger.approve(one.request),
      stranger.decline(one.request),
    ];
    for (const wrong of answers) expect(await answer(wrong)).toBe('over');
    expect(await answer(own, '02')).toBe('over');
    expect(await untouched(one)).toEqual([true, 0]);
    expect(await answer(own)).toBe('approved');
  });

  test('counts once of twenty in parallel', async () => {
    const one = await asked();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (__, index) =>
        answer(index % 2 === 0 ? one.device.approve(one.request) : one.device.decline(one.request)),
      ),
    );
    expect(answers.filter((kind) => kind !== 'over')).toHaveLength(1);
    const isApproved = answers.includes('approved');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: isApproved ? 1 : 0 });
    expect(await statusOf(one.subject, one.id)).toBe(isApproved ? 'finalised' : 'failed');
  });

  test('evaluates five of thirty parallel wrong numbers', async () => {
    const one = await asked();
    const wrong = one.device.approve(one.request, { number: other(one.request.number) });
    const answers = await Promise.all(Array.from({ length: 30 }, () => answer(wrong)));
    expect(answers.filter((kind) => kind === 'wrong-number')).toHaveLength(5);
  });

  test('approves nothing that changed after it was shown', async () => {
    const one = await asked();
    await changeOrder(app.identity.database, one.subject, {
      kind: 'payment',
      id: one.subject.id,
      product: 'sepa-credit-transfers',
      debtorAccount: { scheme: 'iban', id: 'DE40100100103307118608' },
      documentHash: 'ab'.repeat(32),
      transfer: {
        amount: { minor: 999_999n, currency: 'EUR' },
        creditorName: 'Acme GmbH',
        creditorAccount: { scheme: 'iban', id: 'DE89370400440532013000' },
      },
    });
    expect(await answer(one.device.approve(one.request))).toBe('over');
    expect(await statusOf(one.subject, one.id)).toBe('failed');
    await runHandlers(one.id);
    expect(one.device.counts().shown).toBe(0);
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'open', moves: 0 });
  });

  test('ends if the subject was closed meanwhile', async () => {
    const one = await asked();
    await app.identity.database.query(`update test_subject.subject set state = 'done' where id = $1`, [
      one.subject.id,
    ]);
    expect(await answer(one.device.approve(one.request))).toBe('over');
    expect(await statusOf(one.subject, one.id)).toBe('failed');
    expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: 0 });
  });
});
