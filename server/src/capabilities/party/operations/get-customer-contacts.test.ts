import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerContacts } from '../domain/customer-contacts.ts';
import {
  createPartyTestApp,
  type Fields,
  home,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../testing/party-test-app.suite.ts';
import { eraseParty } from './erase-party.ts';
import { getCustomerContacts } from './get-customer-contacts.ts';
import { mergeParties } from './merge-parties.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const reach = (number: string, bankId?: string): Promise<CustomerContacts | undefined> => {
  const context = app.context(bankId);
  return getCustomerContacts(context, context.db, number);
};
const add = async (number: string, body: Fields): Promise<void> => {
  app.clock.advance({ seconds: 1 });
  const answer = await app.post(`/parties/${number}/contact-points`, body);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
};
const mail = (value: string, more: Fields = {}): Fields => ({ method: 'email', address: { value }, ...more });
const pointsOf = async (number: string): Promise<readonly string[]> =>
  (await reach(number))?.points.map(({ details, method, usage }) => `${method} ${usage} ${details}`) ?? [];

describe('how a customer is reached', () => {
  test('by what was registered, with nothing else told', async () => {
    const number = await app.person({
      'mobile-phone': { number: '+49 151 1234 5678' },
      'email-address': { value: 'Ada@EXAMPLE.org' },
    });
    const { points = [], ...rest } = (await reach(number)) ?? {};
    expect(rest).toEqual({
      partyNumber: number,
      kind: 'individual',
      isDeceased: false,
      language: undefined,
      optIns: [],
      optOuts: [],
    });
    const common = { id: expect.any(String), usage: 'primary', isVerified: false, optOuts: [] };
    // Of the same age: they stand in any order.
    expect(points.toSorted((one, other) => (one.method < other.method ? -1 : 1))).toEqual([
      { ...common, method: 'email', details: 'Ada@example.org' },
      { ...common, method: 'mobile', details: '+4915112345678' },
    ]);
  });

  test('the primary address first, then the others', async () => {
    const number = await app.person({ 'email-address': { value: 'first@example.org' } });
    await add(number, mail('work@example.org', { usage: 'work' }));
    await add(number, mail('other@example.org'));
    expect((await pointsOf(number)).filter((point) => point.startsWith('email'))).toEqual([
      'email primary first@example.org',
      'email work work@example.org',
      'email other other@example.org',
    ]);
    await add(number, mail('newest@example.org', { usage: 'primary' }));
    expect((await pointsOf(number)).find((point) => point.startsWith('email'))).toBe(
      'email primary newest@example.org',
    );
  });

  test('only by what holds today', async () => {
    const number = await app.person({ 'email-address': { value: 'always@example.org' } });
    await add(
      number,
      mail('soon@example.org', { usage: 'work', 'valid-from': '2026-11-17', 'valid-until': '2026-11-18' }),
    );
    const mails = async (): Promise<readonly string[]> =>
      (await pointsOf(number)).filter((point) => point.startsWith('email'));
    const [always, soon] = ['email primary always@example.org', 'email work soon@example.org'];
    expect(await mails()).toEqual([always]);
    // Days begin where the bank is: an hour earlier than by UTC.
    app.clock.set('2026-11-16T22:59:59Z');
    expect(await mails()).toEqual([always]);
    app.clock.set('2026-11-16T23:00:00Z');
    expect(await mails()).toEqual([always, soon]);
    app.clock.set('2026-11-18T22:59:59Z');
    expect(await mails()).toEqual([always, soon]);
    app.clock.set('2026-11-18T23:00:00Z');
    expect(await mails()).toEqual([always]);
  });

  test('by letter with the address as it is written on one', async () => {
    const number = await app.person({ ...prospectFields(), 'contact-address': home });
    const postal = (await pointsOf(number)).find((point) => point.startsWith('postal'));
    expect(postal).toContain('Lindenstraße 12');
    expect(postal).toContain('10969 Berlin');
  });

  test('what one address is not to be used for is told with that address', async () => {
    const number = await app.person({ 'email-address': { value: 'a@example.org' } });
    await add(
      number,
      mail('b@example.org', {
        'contact-preference': { 'opt-outs': [{ purpose: 'customer-care' }] },
      }),
    );
    const points = (await reach(number))?.points.filter(({ method }) => method === 'email') ?? [];
    expect(points.map(({ optOuts }) => optOuts.map(({ purpose }) => purpose))).toEqual([
      [],
      ['customer-care'],
    ]);
  });

  test('in which language, and what is wished and not', async () => {
    const number = await app.person({
      'contact-preference': {
        'preferred-language': 'fr-CH',
        'opt-ins': [{ purpose: 'survey', 'contact-medium': 'email' }],
        'opt-outs': [{ purpose: 'customer-care' }],
      },
    });
    const found = await reach(number);
    expect(found?.language).toBe('fr-CH');
    expect(found?.optIns).toEqual([expect.objectContaining({ purpose: 'survey', medium: 'email' })]);
    expect(found?.optOuts).toEqual([expect.objectContaining({ purpose: 'customer-care' })]);
    expect(found?.optOuts[0]?.medium).toBeUndefined();
  });

  test('an organization too', async () => {
    const number = await app.organization();
    expect(await reach(number)).toMatchObject({ partyNumber: number, isDeceased: false });
  });
});

describe('who is not reached', () => {
  test('nobody knows the number, or another bank does', async () => {
    expect(await reach('9999999999')).toBeUndefined();
    expect(await reach('')).toBeUndefined();
    expect(await reach(await app.person(), 'nl')).toBeUndefined();
  });

  test('who died is told to have died; who is only said to have is not', async () => {
    const number = await app.person();
    const report = (source: string) =>
      app.post(
        `/parties/individuals/${number}/death-report`,
        { 'date-of-death': '2026-11-10', source },
        staff('e-1', ['estate-desk']),
      );
    await report('relative');
    expect((await reach(number))?.isDeceased).toBe(false);
    await report('certificate');
    expect((await reach(number))?.isDeceased).toBe(true);
  });

  test('who was erased is not there any more, nor who was merged into one who was', async () => {
    const [gone, number] = [await app.person(), await app.person()];
    await mergeParties(app.context(), { partyNumber: gone, survivorPartyNumber: number });
    expect((await reach(gone))?.partyNumber).toBe(number);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    expect(await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number })).toBe('erased');
    expect(await reach(number)).toBeUndefined();
    expect(await reach(gone)).toBeUndefined();
  });
});

test('who turned out to be another is reached as that one, over any number of steps', async () => {
  const [first, second] = [await app.person(), await app.person()];
  const last = await app.person({ 'email-address': { value: 'last@example.org' } });
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
  const found = await reach(first);
  expect(found?.partyNumber).toBe(last);
  expect(found?.points.map(({ details }) => details)).toContain('last@example.org');
});
