import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { listRestrictions } from '../../steps/restrictions/list-restrictions.ts';
import {
  asApplication,
  asCustomer,
  asEmployee,
  createRestrictionsTestApp,
  type RestrictionsTestApp,
  restrictionsPath,
  shortly,
} from '../../testing/restrictions-test-app.suite.ts';
import { expireRestrictions } from './expire-restrictions.ts';

let app: RestrictionsTestApp;
beforeAll(async () => {
  app = await createRestrictionsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const block = { kind: 'payment-block', reason: 'lost' } as const;

describe('a customer', () => {
  test('sets a restriction with one factor, and again gets the same one', async () => {
    const client = await app.client();
    const as = asCustomer(client);
    const first = await app.post(restrictionsPath, { as, body: block });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ kind: 'payment-block', status: 'active' });
    const id = String(at(first.body, 'restrictionId'));
    expect(first.headers['location']).toMatch(new RegExp(`/api/v1/restrictions/${id}$`, 'u'));
    const expected = app.identity.clock.now().add({ hours: 90 * 24 });
    expect(at(first.body, 'expiresAt')).toBe(expected.toString({ smallestUnit: 'millisecond' }));
    const second = await app.post(restrictionsPath, { as, body: block });
    expect([second.status, at(second.body, 'restrictionId')]).toEqual([200, id]);
    expect((await app.eventsOf(client.customerNumber)).map(({ name }) => name)).toEqual(['restriction-set']);
  });

  test('gets the stored response for the same key, and a refusal for another body', async () => {
    const client = await app.client();
    const sent = { as: asCustomer(client), body: block, key: 'one-key-of-a-customer' };
    const first = await app.post(restrictionsPath, sent);
    const again = await app.post(restrictionsPath, sent);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(shortly(await app.post(restrictionsPath, { ...sent, body: { ...block, reason: 'other' } }))).toBe(
      '422 idempotency-key-reused',
    );
  });

  test('prolongs a restriction, and never shortens it', async () => {
    const client = await app.client();
    const as = asCustomer(client);
    const inHours = (hours: number): string => app.identity.clock.now().add({ hours }).toString();
    const expiryAfter = async (more: object): Promise<unknown> =>
      at((await app.post(restrictionsPath, { as, body: { ...block, ...more } })).body, 'expiresAt');
    const first = await expiryAfter({ expiresAt: inHours(2) });
    expect(await expiryAfter({ expiresAt: inHours(1) })).toBe(first);
    expect(await expiryAfter({ expiresAt: inHours(3) })).not.toBe(first);
    expect(await expiryAfter({ reason: 'stolen' })).toBeUndefined();
  });

  test.each([
    [{ ...block, clientNumber: '1000000000' }, '400 clientNumber unknown-field'],
    [{ ...block, expiresAt: '2020-01-01T00:00:00Z' }, '400 expiresAt minimum'],
    [{ ...block, expiresAt: '2099-01-01T00:00:00Z' }, '400 expiresAt maximum'],
    [
      { ...block, reason: 'stolen', expiresAt: '2099-01-01T00:00:00Z' },
      '400 expiresAt combination-not-allowed',
    ],
    [{ ...block, scope: { cards: ['1'] } }, '400 scope.cards combination-not-allowed'],
    [{ ...block, state: 'lifted' }, '400 state unknown-field'],
    [{ ...block, kind: 'court-order' }, '422 restriction-kind-not-allowed'],
    [{ ...block, kind: 'estate-hold' }, '422 restriction-kind-not-allowed'],
  ])('cannot send %o', async (body, expected) => {
    const client = await app.client();
    expect(shortly(await app.post(restrictionsPath, { as: asCustomer(client), body }))).toBe(expected);
  });

  test('needs the scope and a token', async () => {
    const client = await app.client();
    expect(shortly(await app.post(restrictionsPath, { as: undefined, body: block }))).toBe(
      '401 unauthorized',
    );
    const as = asCustomer(client, { scope: 'client' });
    expect(shortly(await app.post(restrictionsPath, { as, body: block }))).toBe('403 forbidden');
    const none = asCustomer(client, { claims: { 'customer-number': null } });
    expect(shortly(await app.post(restrictionsPath, { as: none, body: block }))).toBe('403 forbidden');
  });
});

describe('the bank', () => {
  test.each([
    ['an employee', asEmployee],
    ['an application', asApplication],
  ])('names the client: %s', async (_, as) => {
    const { customerNumber: clientNumber } = await app.client();
    expect(shortly(await app.post(restrictionsPath, { as, body: block }))).toBe('400 clientNumber required');
    const unknown = { ...block, clientNumber: '9999999999' };
    expect(shortly(await app.post(restrictionsPath, { as, body: unknown }))).toBe('404 not-found');
    const set = await app.post(restrictionsPath, { as, body: { ...block, clientNumber } });
    expect([set.status, at(set.body, 'expiresAt')]).toEqual([201, undefined]);
  });

  test('holds estates and obeys courts by employees, not by applications', async () => {
    const { customerNumber: clientNumber } = await app.client();
    const body = { kind: 'court-order', reason: 'court-order', clientNumber };
    expect(shortly(await app.post(restrictionsPath, { as: asApplication, body }))).toBe(
      '422 restriction-kind-not-allowed',
    );
    expect((await app.post(restrictionsPath, { as: asEmployee, body })).status).toBe(201);
  });

  test('does not see clients of another unit', async () => {
    const { customerNumber: clientNumber } = await app.client();
    const as = { ...asEmployee, roles: ['restriction'], claims: { unit: 'elsewhere' } } as const;
    expect(shortly(await app.post(restrictionsPath, { as, body: { ...block, clientNumber } }))).toBe(
      '404 not-found',
    );
  });

  test('adds its own restriction to that of the client', async () => {
    const client = await app.client();
    await app.post(restrictionsPath, { as: asCustomer(client), body: block });
    const body = { ...block, clientNumber: client.customerNumber };
    expect((await app.post(restrictionsPath, { as: asEmployee, body })).status).toBe(201);
    const { customerNumber: clientNumber } = client;
    const shown = await listRestrictions(app.context(), app.context().db, { clientNumber });
    expect(shown.map(({ kind, setBy }) => `${kind} ${setBy}`).toSorted()).toEqual([
      'payment-block bank',
      'payment-block client',
    ]);
    expect(JSON.stringify(shown)).not.toContain('lost');
  });
});

test('fifty equal requests at once set one restriction', async () => {
  const client = await app.client();
  const as = asCustomer(client);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => app.post(restrictionsPath, { as, body: block })),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(responses.map(({ body }) => at(body, 'restrictionId'))).size).toBe(1);
});

test('a restriction is over when its time has come; a job records it, and then it can be set again', async () => {
  const client = await app.client();
  const { customerNumber: clientNumber } = client;
  const body = { ...block, expiresAt: app.identity.clock.now().add({ hours: 1 }).toString() };
  await app.post(restrictionsPath, { as: asCustomer(client), body });
  const shown = async (): Promise<number> =>
    (await listRestrictions(app.context(), app.context().db, { clientNumber })).length;
  expect(await shown()).toBe(1);
  app.identity.clock.advance({ hours: 1 });
  expect(await shown()).toBe(0);
  await expireRestrictions(app.context());
  expect((await app.eventsOf(clientNumber)).map(({ name }) => name)).toEqual([
    'restriction-set',
    'restriction-expired',
  ]);
  expect((await app.post(restrictionsPath, { as: asCustomer(client), body: block })).status).toBe(201);
  expect(await shown()).toBe(1);
});

test('an end that no job has recorded does not prevent a new restriction', async () => {
  const client = await app.client();
  const body = { ...block, expiresAt: app.identity.clock.now().add({ hours: 1 }).toString() };
  await app.post(restrictionsPath, { as: asCustomer(client), body });
  app.identity.clock.advance({ hours: 2 });
  expect((await app.post(restrictionsPath, { as: asCustomer(client), body: block })).status).toBe(201);
  expect((await app.eventsOf(client.customerNumber)).map(({ name }) => name)).toEqual([
    'restriction-set',
    'restriction-expired',
    'restriction-set',
  ]);
});

test('nothing that was written about a restriction can be read in the database', async () => {
  const client = await app.client();
  const body = { ...block, note: 'my neighbour took it', scope: { accounts: ['DE02100100109307118603'] } };
  await app.post(restrictionsPath, { as: asCustomer(client), body });
  const rows = await app.identity.database.query<{ row: string }>(
    `select r::text || encode(sealed_details, 'escape') as row from client.restriction r where client_number = $1`,
    [client.customerNumber],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/neighbour|DE021001|lost/u);
});
