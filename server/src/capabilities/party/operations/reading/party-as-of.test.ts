import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { auditOf, errorsOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
let number: string;
beforeAll(async () => {
  app = await createPartyTestApp();
  app.clock.set('2026-01-10T10:00:00Z');
  number = await app.person({ ...customerFields(), 'given-name': 'Marie', surname: 'Tippfeler' });
  app.clock.set('2026-03-01T10:00:00Z');
  await app.patch(`/parties/individuals/${number}/corrections`, {
    surname: 'Tippfehler',
    reason: 'typing-error',
    'case-id': 'c-1',
  });
  app.clock.set('2026-06-01T10:00:00Z');
  await app.patch(`/parties/individuals/${number}/surname`, {
    surname: 'Neumann',
    reason: 'marriage',
    'effective-date': '2026-05-20',
  });
  app.clock.set('2026-07-01T10:00:00Z');
  await app.patch(`/parties/individuals/${number}/employmentprofile`, { 'employment-status': 'retired' });
  app.clock.set('2026-11-15T10:00:00Z');
});
afterAll(() => app[Symbol.asyncDispose]());

const asOf = (query: string, as = back()) => app.get(`/parties/${number}/as-of${query}`, as);
const surname = async (query: string): Promise<unknown> => at((await asOf(query)).body, 'surname');

describe('a party as of', () => {
  test.each([
    // As recorded now.
    ['?true-on=2026-01-10', 'Tippfehler'],
    ['?true-on=2026-05-19', 'Tippfehler'],
    ['?true-on=2026-05-20', 'Neumann'],
    ['', 'Neumann'],
    // Before the correction the typo was recorded; afterwards never.
    ['?known-at=2026-02-28T23:59:59Z&true-on=2026-01-10', 'Tippfeler'],
    ['?known-at=2026-03-01T09:59:59.999Z', 'Tippfeler'],
    ['?known-at=2026-03-01T10:00:00Z', 'Tippfehler'],
    ['?known-at=2026-03-01T11:00:00%2B01:00', 'Tippfehler'],
    // The marriage was in May, and reported in June.
    ['?known-at=2026-05-25T00:00:00Z&true-on=2026-05-24', 'Tippfehler'],
    ['?known-at=2026-06-01T10:00:00Z&true-on=2026-05-24', 'Neumann'],
    // As recorded then, for a future day.
    ['?known-at=2026-02-01T00:00:00Z&true-on=2027-01-01', 'Tippfeler'],
  ])('%s had the surname %s', async (query, name) => {
    expect(await surname(query)).toBe(name);
  });

  test('returns all facts of that day', async () => {
    const before = await asOf('?true-on=2026-06-30');
    expect(before.body).toMatchObject({
      kind: 'individual',
      'party-number': number,
      'display-name': 'Marie Neumann',
      'birth-surname': 'Tippfehler',
      'birth-place': 'Berlin',
      'employment-status': 'employed',
      'contact-points': expect.any(Array),
    });
    expect(before.body).not.toHaveProperty('sync-token');
    expect(before.headers['etag']).toBeUndefined();
    expect(at((await asOf('?true-on=2026-07-01')).body, 'employment-status')).toBe('retired');
  });

  test.each([
    '?true-on=2026-01-09',
    '?known-at=2026-01-10T09:59:59Z',
    '?known-at=2026-01-10T09:00:00Z&true-on=2026-11-15',
  ])('before its registration is not found: %s', async (query) => {
    expect(refusalOf(await asOf(query))).toBe('404 not-found');
  });

  test.each([
    ['?true-on=2026-02-30', '400 true-on format'],
    ['?known-at=2026-03-01T10:00:00', '400 known-at format'],
    ['?known-at=yesterday', '400 known-at format'],
  ])('%s is invalid', async (query, error) => {
    expect(errorsOf(await asOf(query))).toEqual([error]);
  });

  test('is allowed for inquiring staff and for applications that read sensitive data, and is audited', async () => {
    const looks = async (): Promise<number> =>
      (await auditOf(app, number)).filter(({ operation }) => operation === 'Parties_GetAsOf').length;
    const before = await looks();
    const plain = await asOf('', staff('e-1', ['party.read']));
    expect(plain.status).toBe(200);
    expect(plain.body).not.toHaveProperty('birth-place');
    const deep = await asOf('', staff('e-1', ['party.read', 'party.sensitive']));
    expect(at(deep.body, 'birth-place')).toBe('Berlin');
    expect(await looks()).toBe(before + 2);
    expect((await asOf('', back('01', ['party.read']))).status).toBe(403);
    expect((await asOf('', customer(number))).status).toBe(403);
    expect(refusalOf(await app.get('/parties/1000000000/as-of'))).toBe('404 not-found');
  });

  test('two changes of one millisecond are distinguished', async () => {
    const twice = await app.person({ surname: 'Erst' });
    const rename = (name: string) =>
      app.patch(`/parties/individuals/${twice}/corrections`, {
        surname: name,
        reason: 'typing-error',
        'case-id': 'c',
      });
    await rename('Dann');
    await rename('Zuletzt');
    const rows = await app.database.query<{ at: string }>(
      `select distinct to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from party.party_fact where party_number = $1 and fact = 'name' order by at`,
      [twice],
    );
    const names = await Promise.all(
      rows.map(async (row) =>
        at((await app.get(`/parties/${twice}/as-of?known-at=${row.at}`)).body, 'surname'),
      ),
    );
    expect(names).toEqual(['Erst', 'Dann', 'Zuletzt']);
  });
});
