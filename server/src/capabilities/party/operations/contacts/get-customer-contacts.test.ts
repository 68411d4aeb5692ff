import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerContacts } from '../../domain/customer-contacts.ts';
import {
  createPartyTestApp,
  type Fields,
  home,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { getCustomerContacts } from './get-customer-contacts.ts';

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
  const response = await app.post(`/parties/${number}/contact-points`, body);
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
};
const mail = (value: string, more: Fields = {}): Fields => ({ method: 'email', address: { value }, ...more });
const pointsOf = async (number: string): Promise<readonly string[]> =>
  (await reach(number))?.points.map(({ details, method, usage }) => `${method} ${usage} ${details}`) ?? [];

describe('contact details of a customer', () => {
  test('are those of the registration, and nothing else', async () => {
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
    // Of the same age: the order is undefined.
    expect(points.toSorted((one, other) => (one.method < other.method ? -1 : 1))).toEqual([
      { ...common, method: 'email', details: 'Ada@example.org' },
      { ...common, method: 'mobile', details: '+4915112345678' },
    ]);
  });

  test('have the primary address first, then the others', async () => {
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

  test('contain only those valid today', async () => {
    const number = await app.person({ 'email-address': { value: 'always@example.org' } });
    await add(
      number,
      mail('soon@example.org', { usage: 'work', 'valid-from': '2026-11-17', 'valid-until': '2026-11-18' }),
    );
    const mails = async (): Promise<readonly string[]> =>
      (await pointsOf(number)).filter((point) => point.startsWith('email'));
    const [always, soon] = ['email primary always@example.org', 'email work soon@example.org'];
    expect(await mails()).toEqual([always]);
    // Days begin at the bank's midnight: an hour earlier than by UTC.
    app.clock.set('2026-11-16T22:59:59Z');
    expect(await mails()).toEqual([always]);
    app.clock.set('2026-11-16T23:00:00Z');
    expect(await mails()).toEqual([always, soon]);
    app.clock.set('2026-11-18T22:59:59Z');
    expect(await mails()).toEqual([always, soon]);
    app.clock.set('2026-11-18T23:00:00Z');
    expect(await mails()).toEqual([always]);
  });

  test('have postal addresses formatted as on a letter', async () => {
    const number = await app.person({ ...prospectFields(), 'contact-address': home });
    const postal = (await pointsOf(number)).find((point) => point.startsWith('postal'));
    expect(postal).toContain('Lindenstraße 12');
    expect(postal).toContain('10969 Berlin');
  });

  test('contain the opt-outs of an address with that address', async () => {
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

  test('contain the language, the opt-ins and the opt-outs', async () => {
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

  test('exist for organizations too', async () => {
    const number = await app.organization();
    expect(await reach(number)).toMatchObject({ partyNumber: number, isDeceased: false });
  });
});

describe('contact details are absent or changed', () => {
  test('for an unknown number, or one of another bank', async () => {
    expect(await reach('9999999999')).toBeUndefined();
    expect(await reach('')).toBeUndefined();
    expect(await reach(await app.person(), 'nl')).toBeUndefined();
  });

  test('for a deceased person; not for one whose death is only reported', async () => {
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

  test('for an erased party, and for one merged into it', async () => {
    const [gone, number] = [await app.person(), await app.person()];
    await mergeParties(app.context(), { partyNumber: gone, survivorPartyNumber: number });
    expect((await reach(gone))?.partyNumber).toBe(number);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    expect(await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number })).toBe('erased');
    expect(await reach(number)).toBeUndefined();
    expect(await reach(gone)).toBeUndefined();
  });
});

test('for a merged party, which resolves to the survivor, over any number of steps', async () => {
  const [first, second] = [await app.person(), await app.person()];
  const last = await app.person({ 'email-address': { value: 'last@example.org' } });
  await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
  await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
  const found = await reach(first);
  expect(found?.partyNumber).toBe(last);
  expect(found?.points.map(({ details }) => details)).toContain('last@example.org');
});
