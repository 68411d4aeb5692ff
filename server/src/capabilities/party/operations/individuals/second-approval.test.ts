import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { effectsOf, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customerFields,
  type Fields,
  type PartyTestApp,
  prospectFields,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
let number: string;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.clock.set('2026-11-15T10:00:00Z');
  number = await app.person({ ...customerFields(), surname: 'Geprüft' });
});

const required = '440 second-approval-required';
const birth = { 'birth-date': '1984-02-29' };
const correct = (body: Fields, as: Parameters<PartyTestApp['patch']>[2]) =>
  app.patch(
    `/parties/individuals/${number}/corrections`,
    { reason: 'document-check', 'case-id': 'c-1', ...body },
    as,
  );
const steward = (id: string) => staff(id, ['data-steward']);
const birthDate = async (): Promise<unknown> => at(await recordOf(app, number), 'birth-date');

const idIn = (response: TestResponse): string => String(at(response.body, 'details', 'resource-id'));
/** Sends a correction and signs it as these employees. */
const signed = async (body: Fields, employees: readonly string[] = ['e-1', 'e-2']): Promise<string> => {
  const response = await correct(body, steward('e-1'));
  expect(refusalOf(response)).toBe(required);
  for (const employee of employees) app.approvals.sign(idIn(response), employee);
  return idIn(response);
};

describe('a correction of number or birth date', () => {
  test('is rejected and opened, and applied when two employees have signed it', async () => {
    const first = await effectsOf(app, number, () => correct(birth, steward('e-1')));
    expect(refusalOf(first.response)).toBe(required);
    expect(at(first.response.body, 'details')).toEqual({
      'resource-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'resource-kind': 'party-correction',
    });
    expect(first).toMatchObject({ versions: 0, events: [] });
    expect(first.audited).toEqual([
      {
        operation: 'Individuals_ApplyCorrections',
        actor: 'employee e-1',
        fields: [],
        outcome: 'second-approval-required',
      },
    ]);
    expect(await birthDate()).toBeUndefined();
    await signed(birth);
    const second = await effectsOf(app, number, () => correct(birth, steward('e-2')));
    expect(second).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['individual-corrected'],
    });
    expect(second.audited).toMatchObject([{ actor: 'employee e-2', fields: ['birth'], outcome: 'done' }]);
    expect(await birthDate()).toBe('1984-02-29');
  });

  test('is not approved by sending it again, by the same or another employee, or with one signature', async () => {
    const first = await correct(birth, steward('e-1'));
    for (const employee of ['e-1', 'e-2', 'e-3']) {
      const again = await correct(birth, steward(employee));
      expect([refusalOf(again), idIn(again)]).toEqual([required, idIn(first)]);
    }
    await signed(birth, ['e-1']);
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBeUndefined();
  });

  test('with another body, or for another party, is another one', async () => {
    const id = await signed(birth);
    const others = [
      { 'birth-date': '1984-02-28' },
      { ...birth, 'birth-place': 'Bonn' },
      { ...birth, reason: 'court-order' },
    ];
    for (const body of others) expect(refusalOf(await correct(body, steward('e-2')))).toBe(required);
    const own = number;
    number = await app.person({ ...customerFields(), surname: 'Andere' });
    const other = await correct(birth, steward('e-2'));
    expect(refusalOf(other)).toBe(required);
    expect(idIn(other)).not.toBe(id);
    number = own;
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('is opened and applied by an application, which signs nothing', async () => {
    expect(refusalOf(await correct(birth, back()))).toBe(required);
    expect(refusalOf(await correct(birth, back()))).toBe(required);
    await signed(birth);
    expect((await correct(birth, back())).status).toBe(204);
  });

  test('waits for 72 hours; after that it starts again', async () => {
    await signed(birth);
    app.clock.advance({ hours: 72 });
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBeUndefined();
    await signed(birth);
    app.clock.advance({ hours: 71, minutes: 59 });
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('whose signatures were lost is opened again under another id', async () => {
    const id = await signed(birth);
    app.approvals.lose(id);
    expect(await signed(birth)).not.toBe(id);
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('once applied is deleted: the next one needs two signatures again', async () => {
    await signed(birth);
    await correct(birth, steward('e-2'));
    await signed({ 'birth-date': '1985-01-01' });
    await correct({ 'birth-date': '1985-01-01' }, steward('e-2'));
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBe('1985-01-01');
  });

  test('by many employees at the same time is applied once', async () => {
    await signed(birth);
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => correct(birth, steward(`e-${index}`))),
    );
    // The others find the birth date corrected, and correct nothing.
    expect(responses.map(({ status }) => status)).toEqual(Array.from(responses, () => 204));
    expect(await birthDate()).toBe('1984-02-29');
  });

  test.each([
    [{ 'id-number': 'NEW-4711', 'id-kind': 'passport-number' }],
    [{ 'id-number': 'L0001', 'id-kind': 'identity-card-number' }],
    [{ 'birth-date': null }],
  ])('is needed for %j', async (body) => {
    if ('birth-date' in body) {
      await signed(birth);
      await correct(birth, steward('e-2'));
    }
    await signed(body);
    expect((await correct(body, steward('e-2'))).status).toBe(204);
  });

  test('is needed for the issuing country, too', async () => {
    const fields = { ...prospectFields(), 'id-number': 'COUNTRY1' };
    number = await app.person({ ...fields, surname: 'Ausland' });
    const body = { 'id-number': 'COUNTRY1', 'id-kind': 'passport-number', 'id-issuing-country': 'FR' };
    await signed(body);
    expect((await correct(body, steward('e-2'))).status).toBe(204);
    expect(at(await recordOf(app, number), 'id-issuing-country')).toBe('FR');
  });

  test('is not needed where they stay the same', async () => {
    const fields = { ...prospectFields(), 'id-number': 'SAME0001' };
    number = await app.person({ ...fields, surname: 'Gleich' });
    const body = { 'id-number': 'same0001', 'id-kind': 'passport-number', gender: 'female' };
    expect((await correct(body, steward('e-1'))).status).toBe(204);
    expect(await recordOf(app, number)).toMatchObject({ gender: 'female', 'id-issuing-country': 'DE' });
  });
});
