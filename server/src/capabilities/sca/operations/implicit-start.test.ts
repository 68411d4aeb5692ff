import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Approach } from '../domain/status.ts';
import { scaEventHandlers } from '../event-handlers.ts';
import { type NewResource, startImplicitly } from '../steps/start-implicitly.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import { thirdParty } from '../testing/third-party.suite.ts';
import { type ResourceStartParts, toResourceStart } from '../wire/authorisation.ts';
import { answerDeviceRequest } from './answer-device-request.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({}));

/** Inserted in the transaction that starts its authorisation, as a payment capability does. */
const insert = plainStatement(
  `insert into test_subject.subject (bank_id, kind, id, organisation_id, third_party_name, owner, subject_order, state,
     expires_at) values ('01', $1, $2, 'PSDNL-DNB-A', 'Acme Pay', '1000000001', '{}', 'open', '2099-01-01')`,
  'write',
);

async function create(
  more: Partial<NewResource> & { readonly failsAfter?: boolean } = {},
): Promise<ResourceStartParts & { readonly path: string }> {
  const ref = { kind: 'payment', id: randomUUID(), ...more.subject?.ref } as const;
  const subject = {
    ref,
    organisationId: 'PSDNL-DNB-A',
    thirdPartyName: 'Acme Pay',
    owner: '1000000001',
    leavesOpen: undefined,
    order: undefined,
    state: 'open',
    expiresAt: Temporal.Instant.from('2099-01-01T00:00:00Z'),
    ...more.subject,
  } as const;
  const list = pathOf(ref);
  const ctx = { ...app.context(), caller: thirdParty };
  const start = await runCommand(ctx, async (work) => {
    work.write(insert([ref.kind, ref.id]));
    work.audit({ aggregateKind: 'payment', aggregateId: ref.id, changes: [] });
    const started = startImplicitly(ctx, work, {
      claimedName: undefined,
      preference: { redirect: undefined, decoupled: undefined },
      returnTo: { uri: 'https://a.tpp.test/back' },
      language: undefined,
      isExplicitPreferred: false,
      needsSeveralSignatures: false,
      ...more,
      subject,
    });
    if (more.failsAfter === true) throw new Error('not created');
    return started;
  });
  const resource = list.slice(0, list.lastIndexOf('/'));
  return { ...toResourceStart(start, { resource, list }), path: list };
}

const namesIn = ({ body }: ResourceStartParts): string => Object.keys(body._links).join(' ');

describe('with its resource starts an authorisation', () => {
  test.each<[Approach, boolean, string, string]>([
    ['REDIRECT', false, 'received', 'scaRedirect scaStatus self status'],
    ['REDIRECT', true, 'psuIdentified', 'scaRedirect scaStatus self status'],
    ['EMBEDDED', false, 'received', 'updatePsuIdentification updatePsuAuthentication scaStatus self status'],
    ['EMBEDDED', true, 'psuIdentified', 'updatePsuAuthentication scaStatus self status'],
    ['DECOUPLED', false, 'received', 'updatePsuIdentification scaStatus self status'],
    ['DECOUPLED', true, 'psuIdentified', 'scaStatus self status'],
  ])(
    'of approach %s (identified %s), with and without baskets',
    async (approach, isIdentified, status, names) => {
      for (const areBasketsSupported of [true, false]) {
        app.choose({ approaches: [approach], areBasketsSupported });
        const created = await create({ claimedName: isIdentified ? 'anna' : undefined });
        expect(namesIn(created)).toBe(names);
        expect([created.headers['aspsp-sca-approach'], created.body.scaStatus]).toEqual([approach, status]);
        expect(created.body.psuMessage).toMatch(/\.$/v);
        // The link leads to the authorisation.
        const href = created.body._links['scaStatus']?.href ?? '';
        expect(shortly(await app.send({ method: 'GET', path: href }))).toBe(`200 ${status}`);
      }
    },
  );

  test('that the third party has to confirm', async () => {
    app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
    const created = await create();
    expect(namesIn(created)).toBe('scaRedirect confirmation scaStatus self status');
    expect(created.body._links['scaRedirect']?.href).toMatch(/^https:\/\/bank\.example\/sca\/01\./v);
    expect(created.body._links['confirmation']).toEqual(created.body._links['scaStatus']);
  });

  test('or none of both', async () => {
    const ref = { kind: 'payment', id: randomUUID() } as const;
    const subject = { ...open, ref, leavesOpen: undefined };
    await expect(create({ subject, failsAfter: true })).rejects.toThrow('not created');
    const [row] = await app.identity.database.query<{ count: number }>(
      'select count(*)::int as count from sca.authorisation where subject_id = $1',
      [ref.id],
    );
    expect(row).toEqual({ count: 0 });
  });
});

const open = {
  ref: { kind: 'payment', id: randomUUID() },
  organisationId: 'PSDNL-DNB-A',
  thirdPartyName: 'Acme Pay',
  owner: undefined,
  leavesOpen: 'one',
  order: undefined,
  state: 'open',
  expiresAt: Temporal.Instant.from('2099-01-01T00:00:00Z'),
} as const;

describe('by a request of its own starts an authorisation', () => {
  test.each<[Approach, boolean, boolean, string]>([
    ['REDIRECT', false, true, 'startAuthorisation self status'],
    ['REDIRECT', true, false, 'startAuthorisation self status'],
    ['EMBEDDED', false, true, 'startAuthorisation self status'],
    ['EMBEDDED', true, true, 'startAuthorisation self status'],
    ['EMBEDDED', false, false, 'startAuthorisationWithPsuAuthentication self status'],
    ['EMBEDDED', true, false, 'startAuthorisationWithPsuAuthentication self status'],
    [
      'DECOUPLED',
      false,
      true,
      'startAuthorisationWithPsuIdentification startAuthorisationWithPsuIdentfication self status',
    ],
    [
      'DECOUPLED',
      false,
      false,
      'startAuthorisationWithPsuIdentification startAuthorisationWithPsuIdentfication self status',
    ],
    ['DECOUPLED', true, true, 'startAuthorisation self status'],
    ['DECOUPLED', true, false, 'startAuthorisation self status'],
  ])(
    'of approach %s (identified %s, baskets %s)',
    async (approach, isIdentified, areBasketsSupported, names) => {
      app.choose({ approaches: [approach], areBasketsSupported, startMode: 'explicit' });
      const created = await create({ claimedName: isIdentified ? 'anna' : undefined, returnTo: undefined });
      expect([namesIn(created), created.headers, created.body.scaStatus]).toEqual([names, {}, undefined]);
      const [start] = Object.values(created.body._links);
      expect(start).toEqual({ href: created.path });
      const listed = await app.send({ method: 'GET', path: created.path });
      expect(listed.body).toEqual({ authorisationIds: [] });
    },
  );

  test.each<[string, Partial<NewResource>, boolean]>([
    ['the third party prefers it', { isExplicitPreferred: true }, true],
    ['several must sign', { needsSeveralSignatures: true }, false],
    [
      'it is a basket',
      { subject: { ...open, ref: { kind: 'signing-basket', id: randomUUID() }, leavesOpen: undefined } },
      true,
    ],
  ])('if %s', async (_, more, areBasketsSupported) => {
    app.choose({ approaches: ['REDIRECT'], areBasketsSupported });
    expect(namesIn(await create(more))).toBe('startAuthorisation self status');
  });

  test('only if baskets are supported, where it is a preference', async () => {
    app.choose({ approaches: ['REDIRECT'], areBasketsSupported: false });
    expect(namesIn(await create({ isExplicitPreferred: true }))).toBe('scaRedirect scaStatus self status');
  });
});

describe('a resource that leaves the account open', () => {
  test('is approved on the page of the bank', async () => {
    app.choose({ approaches: ['EMBEDDED', 'REDIRECT'] });
    const created = await create({ subject: { ...open, ref: { kind: 'payment', id: randomUUID() } } });
    expect(created.headers).toEqual({ 'aspsp-sca-approach': 'REDIRECT' });
  });

  test.each<[Approach, NewResource['returnTo'], string]>([
    ['EMBEDDED', { uri: 'https://a.tpp.test/back' }, 'accounts-open'],
    ['REDIRECT', undefined, 'redirect-uri-missing'],
  ])('is refused where only %s exists, with the return address %j', async (approach, returnTo, literal) => {
    app.choose({ approaches: [approach] });
    const refused = await create({ subject: open, returnTo }).catch((error: unknown) => error);
    expect(refused instanceof Problem && refused.literal).toBe(literal);
  });
});

describe('decoupled, together with its resource,', () => {
  async function start(claimedName: string, owner: string): Promise<string> {
    app.choose({ approaches: ['DECOUPLED'] });
    const ref = await app.payment(owner);
    const ctx = { ...app.context(), caller: thirdParty };
    const subject = await app.ports.subjects.payment?.describe(ctx.db, '01', ref);
    if (subject === undefined) throw new Error('no payment');
    await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'payment', aggregateId: ref.id, changes: [] });
      startImplicitly(ctx, work, {
        claimedName,
        preference: { redirect: undefined, decoupled: undefined },
        returnTo: undefined,
        language: undefined,
        isExplicitPreferred: false,
        needsSeveralSignatures: false,
        subject,
      });
    });
    const list = await app.send({ method: 'GET', path: pathOf(ref) });
    return `${pathOf(ref)}/${String(at(list.body, 'authorisationIds', 0))}`;
  }

  const statusOf = async (path: string): Promise<unknown> =>
    at((await app.send({ method: 'GET', path })).body, 'scaStatus');

  /** What the worker does with the event, once or again. */
  async function deliver(path: string): Promise<void> {
    const aggregateId = path.slice(path.lastIndexOf('/') + 1);
    for (const handler of scaEventHandlers(app.ports).filter(({ events }) =>
      events.includes('authorisation-started'),
    ))
      await handler.handle(app.context(), {
        id: 'e',
        name: 'authorisation-started',
        version: 1,
        occurredAt: '2026-11-15T10:00:00+00:00',
        aggregateKind: 'authorisation',
        aggregateId,
        sequence: 1,
        data: {},
      });
  }

  test('the device of the customer is asked after the commit, once', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId, 'Pixel 8');
    const path = await start(customer.username, customer.customerNumber);
    expect(await statusOf(path)).toBe('psuIdentified');
    await deliver(path);
    await deliver(path);
    expect(await statusOf(path)).toBe('started');
    expect(device.counts()).toEqual({ shown: 1, received: 1 });
    await answerDeviceRequest(app.context(), device.approve(device.shown()));
    expect(await statusOf(path)).toBe('finalised');
  });

  test('a device that may not be asked now leaves it to its time limit', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    await deliver(await start(customer.username, customer.customerNumber));
    const second = await start(customer.username, customer.customerNumber);
    await deliver(second);
    expect(await statusOf(second)).toBe('psuIdentified');
    expect(device.counts()).toEqual({ shown: 1, received: 1 });
  });

  test('an authorisation that a request started is left to that request', async () => {
    const customer = await app.customer();
    const device = app.devices.pair(customer.userId);
    app.choose({ approaches: ['DECOUPLED'] });
    const ref = await app.payment(customer.customerNumber);
    const { body } = await app.send({ method: 'POST', path: pathOf(ref) });
    await deliver(`${pathOf(ref)}/${String(at(body, 'authorisationId'))}`);
    expect(device.counts()).toEqual({ shown: 0, received: 0 });
  });
});
