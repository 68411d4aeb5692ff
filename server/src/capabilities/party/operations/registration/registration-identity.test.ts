import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { errorsOf, eventsOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  base,
  contactFields,
  createPartyTestApp,
  type Fields,
  newKey,
  organizationFields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const path = '/parties/individuals';
interface Keyed {
  readonly key: string;
  readonly body: Fields;
  readonly as?: TokenRequest;
}
const send = ({ as = back(), body, key }: Keyed): Promise<TestResponse> =>
  app.call({ method: 'POST', path: `${base}${path}`, as, body, headers: { 'idempotency-key': key } });
const partiesIn = async (bank: string): Promise<number> =>
  (await app.database.query('select from party.party where bank_id = $1', [bank])).length;

describe('the idempotency key of a registration', () => {
  test('is required of strict clients, and optional for seed-compatible ones', async () => {
    const request = { method: 'POST', path: `${base}${path}`, body: contactFields() } as const;
    const strict = await app.call({ ...request, as: { ...back(), claims: { idempotency: 'strict' } } });
    expect(errorsOf(strict)).toEqual(['400 Idempotency-Key required']);
    const seedCompatible = await app.call({ ...request, as: back() });
    expect(seedCompatible.status).toBe(201);
    expect(seedCompatible.headers['idempotency-replayed']).toBeUndefined();
  });

  test('with the same body returns the same response, and registers once', async () => {
    const request = { key: newKey(), body: contactFields() };
    const first = await send(request);
    const count = await partiesIn('01');
    const again = await send(request);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(await partiesIn('01')).toBe(count);
    expect(await eventsOf(app, String(at(first.body, 'id')))).toEqual(['individual-registered']);
  });

  test('with another body is rejected', async () => {
    const key = newKey();
    await send({ key, body: contactFields() });
    expect(refusalOf(await send({ key, body: contactFields() }))).toBe('422 idempotency-key-reused');
  });

  test('belongs to the caller and the bank', async () => {
    const key = newKey();
    const numbers = await Promise.all(
      [back(), back('02'), staff('back-end', ['party.register'])].map(async (as) =>
        at((await send({ key, body: contactFields(), as })).body, 'id'),
      ),
    );
    expect(new Set(numbers).size).toBe(3);
    expect(numbers).not.toContain(undefined);
  });

  test('sent twice concurrently registers once', async () => {
    const request = { key: newKey(), body: contactFields() };
    const count = await partiesIn('01');
    const responses = await Promise.all([send(request), send(request), send(request)]);
    expect(await partiesIn('01')).toBe(count + 1);
    const done = responses.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ body }) => at(body, 'id'))).size).toBe(1);
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  });

  test('of a rejected request may be used again', async () => {
    const key = newKey();
    const { surname: _, ...fields } = contactFields();
    expect((await send({ key, body: fields })).status).toBe(400);
    expect((await send({ key, body: { ...fields, surname: 'Vogel' } })).status).toBe(201);
  });

  test('is stored with a response that cannot be read from the database', async () => {
    const key = newKey();
    const number = String(at((await send({ key, body: contactFields() })).body, 'id'));
    const [stored] = await app.database.query<{ response: string }>(
      'select response from platform.idempotency_record where key = $1',
      [key],
    );
    expect(stored?.response).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(stored?.response).not.toContain(number);
    expect(Buffer.from(String(stored?.response), 'base64').toString('latin1')).not.toContain(number);
  });
});

describe('an identification number', () => {
  const identified = (idNumber: string, more: Fields = {}): Fields => ({
    ...prospectFields(),
    'id-number': idNumber,
    ...more,
  });

  test('belongs to one party of the bank, in any spelling', async () => {
    await app.person(identified('AB-123.456/7'));
    for (const spelling of ['AB-123.456/7', 'ab1234567', 'A.B.1-2-3-4-5-6-7', '  AB/1234567 ']) {
      const count = await partiesIn('01');
      expect(refusalOf(await app.post(path, identified(spelling)))).toBe('440 id-number-already-registered');
      expect(await partiesIn('01')).toBe(count);
    }
  });

  test('of another kind, country or bank is another one', async () => {
    await app.person(identified('ZZ000111'));
    expect((await app.post(path, identified('ZZ000111', { 'id-kind': 'identity-card-number' }))).status).toBe(
      201,
    );
    expect((await app.post(path, identified('ZZ000111', { 'id-issuing-country': 'FR' }))).status).toBe(201);
    expect((await app.post(path, identified('ZZ000111'), back('02'))).status).toBe(201);
    // The bank's own country applies where none is named.
    const named = identified('ZZ000111', { 'id-issuing-country': 'DE' });
    expect(refusalOf(await app.post(path, named))).toBe('440 id-number-already-registered');
  });

  test('claimed by two concurrent requests goes to one of them', async () => {
    for (const idNumber of ['RACE0001', 'RACE0002', 'RACE0003']) {
      const count = await partiesIn('01');
      const spellings = [idNumber, idNumber.toLowerCase(), `${idNumber.slice(0, 4)}-${idNumber.slice(4)}`];
      const responses = await Promise.all(spellings.map((spelling) => app.post(path, identified(spelling))));
      expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 440).map(refusalOf)).toEqual(
        Array(2).fill('440 id-number-already-registered'),
      );
      expect(await partiesIn('01')).toBe(count + 1);
    }
  });

  test.each([
    ['individuals', 'registration-number'],
    ['organizations', 'personal-id-number'],
    ['organizations', 'identity-card-number'],
    ['organizations', 'passport-number'],
    ['organizations', 'driver-license-number'],
    ['organizations', 'social-security-number'],
  ])('of %s is never a %s', async (kind, idKind) => {
    const fields = kind === 'individuals' ? contactFields() : organizationFields();
    const response = await app.post(`/parties/${kind}`, {
      ...fields,
      'id-number': 'X12345',
      'id-kind': idKind,
    });
    expect(refusalOf(response)).toBe('440 id-number-not-acceptable');
  });

  test('of organizations may be a tax number', async () => {
    const fields = { ...organizationFields(), 'id-number': '86095742719', 'id-kind': 'tax-id-number' };
    expect((await app.post('/parties/organizations', fields)).status).toBe(201);
  });

  test('is checked by the rule of its issuing country, which is the bank’s where none is named', async () => {
    const taxed = (more: Fields): Fields => ({ ...contactFields(), 'id-kind': 'tax-id-number', ...more });
    const wrong = await app.post(path, taxed({ 'id-number': '86095742718' }));
    expect(errorsOf(wrong)).toEqual(['400 id-number checksum']);
    const named = await app.post(path, taxed({ 'id-number': '86095742718', 'id-issuing-country': 'DE' }));
    expect(errorsOf(named)).toEqual(['400 id-number checksum']);
    // For France no rule is known; and in the Netherlands the same digits mean something else.
    const foreign = taxed({ 'id-number': '86095742718', 'id-issuing-country': 'FR' });
    expect((await app.post(path, foreign)).status).toBe(201);
    const dutch = { ...contactFields(), 'id-kind': 'personal-id-number', 'id-number': '111222334' };
    expect(errorsOf(await app.post(path, dutch, back('nl')))).toEqual(['400 id-number checksum']);
    expect((await app.post(path, { ...dutch, 'id-number': '111222333' }, back('nl'))).status).toBe(201);
  });

  test('is never part of an error response', async () => {
    await app.person(identified('SECRET99'));
    const response = await app.post(path, identified('SECRET99'));
    expect(response.text).not.toContain('SECRET99');
    expect(at(response.body, 'details')).toBeUndefined();
  });
});
