import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
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

describe('a correction of number or birth date', () => {
  test('by one employee is rejected and stored, by another one applied', async () => {
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
    const second = await effectsOf(app, number, () => correct(birth, steward('e-2')));
    expect(second).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['individual-corrected'],
    });
    expect(second.audited).toMatchObject([{ actor: 'employee e-2', fields: ['birth'], outcome: 'done' }]);
    expect(await birthDate()).toBe('1984-02-29');
  });

  test('repeated by the same employee stays pending', async () => {
    const first = await correct(birth, steward('e-1'));
    const again = await correct(birth, steward('e-1'));
    expect([refusalOf(first), refusalOf(again)]).toEqual([required, required]);
    expect(at(again.body, 'details', 'resource-id')).toBe(at(first.body, 'details', 'resource-id'));
    expect(await birthDate()).toBeUndefined();
  });

  test('with another body is another one', async () => {
    await correct(birth, steward('e-1'));
    const others = [
      { 'birth-date': '1984-02-28' },
      { ...birth, 'birth-place': 'Bonn' },
      { ...birth, reason: 'court-order' },
    ];
    for (const body of others) expect(refusalOf(await correct(body, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBeUndefined();
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('for another party is another one', async () => {
    await correct(birth, steward('e-1'));
    number = await app.person({ ...customerFields(), surname: 'Andere' });
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
  });

  test('is never approved by an application, neither first nor second', async () => {
    expect(refusalOf(await correct(birth, back()))).toBe(required);
    expect(refusalOf(await correct(birth, steward('e-1')))).toBe(required);
    expect(refusalOf(await correct(birth, back()))).toBe(required);
    expect(await birthDate()).toBeUndefined();
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('is pending for 72 hours', async () => {
    await correct(birth, steward('e-1'));
    app.clock.advance({ hours: 71, minutes: 59 });
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
  });

  test('that was not approved in time starts again, for the same two employees as well', async () => {
    await correct(birth, steward('e-1'));
    await correct({ ...birth, 'birth-place': 'Bonn' }, steward('e-2'));
    app.clock.advance({ hours: 72 });
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBeUndefined();
    app.clock.advance({ hours: 72, minutes: 1 });
    expect(refusalOf(await correct(birth, steward('e-1')))).toBe(required);
    expect((await correct(birth, steward('e-2'))).status).toBe(204);
    expect(await birthDate()).toBe('1984-02-29');
  });

  test('once applied is deleted: the next one needs two employees again', async () => {
    await correct(birth, steward('e-1'));
    await correct(birth, steward('e-2'));
    await correct({ 'birth-date': '1985-01-01' }, steward('e-1'));
    await correct({ 'birth-date': '1985-01-01' }, steward('e-2'));
    expect(refusalOf(await correct(birth, steward('e-2')))).toBe(required);
    expect(await birthDate()).toBe('1985-01-01');
  });

  test.each([
    [{ 'id-number': 'NEW-4711', 'id-kind': 'passport-number' }],
    [{ 'id-number': 'L0001', 'id-kind': 'identity-card-number' }],
    [{ 'birth-date': null }],
  ])('is needed for %j', async (body) => {
    if ('birth-date' in body) {
      await correct(birth, steward('e-1'));
      await correct(birth, steward('e-2'));
    }
    expect(refusalOf(await correct(body, steward('e-1')))).toBe(required);
    expect((await correct(body, steward('e-2'))).status).toBe(204);
  });

  test('is needed for the issuing country, too', async () => {
    const fields = { ...prospectFields(), 'id-number': 'COUNTRY1' };
    number = await app.person({ ...fields, surname: 'Ausland' });
    const body = { 'id-number': 'COUNTRY1', 'id-kind': 'passport-number', 'id-issuing-country': 'FR' };
    expect(refusalOf(await correct(body, steward('e-1')))).toBe(required);
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
