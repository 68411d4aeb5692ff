import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { effectsOf, errorsOf, patchIfMatch, recordOf, refusalOf } from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  type Fields,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { applyDueChanges } from '../lifecycle/apply-due-changes.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const pathOf = (number: string, what: string): string => `/parties/organizations/${number}/${what}`;
const today = '2026-11-15';

describe('changing the name of an organization', () => {
  const rename = (number: string, body: Fields, as = back()) =>
    app.patch(pathOf(number, 'name'), { 'effective-date': today, ...body }, as);

  test('stores names and legal structure', async () => {
    const number = await app.organization(organizationCustomerFields());
    const body = {
      'registered-name': 'Süd 1 GmbH',
      'commercial-name': 'Süd+1',
      'legal-structure': 'private-limited',
    };
    const effects = await effectsOf(app, number, () =>
      rename(number, { ...body, reason: 'rebranding' }, staff('e-1', ['party.write'])),
    );
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['organization-name-modified'],
      audited: [{ operation: 'Organization_ModifyBusinessName', fields: ['name'], actor: 'employee e-1' }],
    });
    expect(await recordOf(app, number)).toMatchObject({ ...body, 'display-name': 'Süd+1' });
    await rename(number, { 'legal-structure': null });
    expect(at(await recordOf(app, number), 'legal-structure')).toBeUndefined();
  });

  test('may be in the future, and is effective on its day', async () => {
    const number = await app.organization({ 'commercial-name': 'Heute AG' });
    await rename(number, { 'commercial-name': 'Morgen AG', 'effective-date': '2026-12-01' });
    expect(at(await recordOf(app, number), 'display-name')).toBe('Heute AG');
    const ahead = await app.get(`/parties/${number}/as-of?true-on=2026-12-01`);
    expect(at(ahead.body, 'display-name')).toBe('Morgen AG');
    app.clock.set('2026-12-01T10:00:00Z');
    expect(await applyDueChanges(app.context())).toBe(1);
    expect(at(await recordOf(app, number), 'display-name')).toBe('Morgen AG');
    expect(await applyDueChanges(app.context())).toBe(0);
    app.clock.set('2026-11-15T10:00:00Z');
  });

  test('to the recorded names is rejected', async () => {
    const number = await app.organization({ 'commercial-name': 'Gleich AG' });
    const effects = await effectsOf(app, number, () => rename(number, { 'commercial-name': 'Gleich AG' }));
    expect(refusalOf(effects.response)).toBe('440 name-unchanged');
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test('cannot clear a mandatory name', async () => {
    const [contact, stored] = [
      await app.organization({ 'registered-name': 'X GmbH' }),
      await app.organization(organizationCustomerFields()),
    ];
    expect(refusalOf(await rename(contact, { 'commercial-name': null }))).toBe('440 mandatory-field-cleared');
    expect(refusalOf(await rename(stored, { 'registered-name': null }))).toBe('440 mandatory-field-cleared');
    expect((await rename(contact, { 'registered-name': null })).status).toBe(204);
  });

  test.each([
    [{}, '400  too-few'],
    [{ reason: 'x' }, '400  too-few'],
    [{ 'commercial-name': '§' }, '400 commercial-name pattern'],
    [{ 'legal-structure': 'guild' }, '400 legal-structure enum'],
    [{ 'commercial-name': 'X', 'content-url': 'https://elsewhere.test/1' }, '400 content-url format'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await rename(await app.organization(), body))).toContain(error);
  });
});

describe('changing the owners', () => {
  const own = (number: string, body: Fields, as = back()) =>
    app.patch(pathOf(number, 'ownership'), { 'effective-date': today, ...body }, as);
  const outside = (share: number, more: Fields = {}): Fields => ({
    name: 'Fern GmbH',
    'id-number': 'HRB 7'.replace(' ', ''),
    'id-kind': 'registration-number',
    share,
    ...more,
  });
  const ownersIn = async (number: string): Promise<readonly string[]> =>
    listAt((await app.get(`/parties/${number}/relationships`)).body).map(
      (one) =>
        `${String(at(one, 'to-party', 'party-number'))} ${String(at(one, 'role'))} ${String(at(one, 'share'))} ${String(at(one, 'valid-from'))} ${String(at(one, 'valid-until'))}`,
    );

  test('is visible from both sides; replaced owners end the day before', async () => {
    const number = await app.organization();
    const [first, second] = [await app.person(), await app.organization()];
    const effects = await effectsOf(app, number, () =>
      own(
        number,
        {
          'ownership-kind': 'private',
          'effective-date': '2026-11-01',
          owners: [{ 'party-number': first, share: 51.25 }, outside(48.75)],
        },
        staff('e-1', ['kyc-officer']),
      ),
    );
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['organization-ownership-changed'],
      audited: [{ operation: 'Organization_ChangeOwnership', fields: ['ownership', 'ownerNumbers'] }],
    });
    expect(at(await recordOf(app, number), 'ownership')).toEqual({
      'ownership-kind': 'private',
      owners: [
        { 'party-number': first, share: 51.25, 'is-beneficial-owner': false },
        {
          name: 'Fern GmbH',
          'id-number': 'HRB7',
          'id-kind': 'registration-number',
          share: 48.75,
          'is-beneficial-owner': false,
        },
      ],
    });
    expect(await ownersIn(number)).toEqual([`${first} investee 51.25 2026-11-01 undefined`]);
    expect(await ownersIn(first)).toEqual([`${number} investor 51.25 2026-11-01 undefined`]);
    await own(number, { owners: [{ 'party-number': second, share: 100, 'is-beneficial-owner': true }] });
    expect(await ownersIn(number)).toEqual([
      `${first} investee 51.25 2026-11-01 2026-11-14`,
      `${second} investee 100 2026-11-15 undefined`,
    ]);
    expect(await ownersIn(first)).toEqual([`${number} investor 51.25 2026-11-01 2026-11-14`]);
    // A second list for the same day: a relationship that was never valid for a day leaves nothing behind.
    await own(number, { owners: [{ 'party-number': first, share: 30 }] });
    expect(await ownersIn(second)).toEqual([]);
    expect(await ownersIn(number)).toEqual([
      `${first} investee 51.25 2026-11-01 2026-11-14`,
      `${first} investee 30 2026-11-15 undefined`,
    ]);
  });

  test.each([
    [[outside(60), outside(40.0001)], 'ownership-exceeds-total'],
    [[outside(24.9999), outside(24.9999)], 'beneficial-owner-missing'],
  ])('with %j is rejected: %s', async (owners, problem) => {
    const number = await app.organization();
    const effects = await effectsOf(app, number, () => own(number, { owners }));
    expect(refusalOf(effects.response)).toBe(`440 ${problem}`);
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test.each([
    [[outside(25)]],
    [[outside(1, { 'is-beneficial-owner': true })]],
    [[outside(33.3333), outside(33.3333), outside(33.3334)]],
  ])('with %j is accepted', async (owners) => {
    expect((await own(await app.organization(), { owners })).status).toBe(204);
  });

  test('rejects owners that are unknown, of another bank, or the organization itself', async () => {
    const number = await app.organization();
    const elsewhere = await app.person({}, back('02'));
    for (const owner of ['1000000000', elsewhere, number]) {
      const response = await own(number, { owners: [outside(40), { 'party-number': owner, share: 30 }] });
      expect(errorsOf(response)).toEqual(['400 owners[1].party-number enum']);
    }
    expect(await ownersIn(number)).toEqual([]);
  });

  test.each([
    [{ owners: [] }, '400 owners too-few'],
    [{ owners: [{ share: 30 }] }, '400 owners[0].name combination-required'],
    [{ owners: [outside(30.00001)] }, '400 owners[0].share format'],
    [{ owners: [outside(101)] }, '400 owners[0].share maximum'],
    [{ owners: [outside(30)], 'content-url': 'https://elsewhere.test/1' }, '400 content-url format'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await own(await app.organization(), body))).toContain(error);
  });
});

describe('changing the size', () => {
  const size = (number: string, body: Fields, as = back()) => app.patch(pathOf(number, 'size'), body, as);
  const euros = (amount: string): object => ({ currency: 'EUR', amount });

  test('merges with recorded measures', async () => {
    const number = await app.organization();
    const body = { size: 'small', headcount: 49, 'annual-turnover': euros('10000000'), 'fiscal-year': 2025 };
    const effects = await effectsOf(app, number, () => size(number, body));
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['organization-size-modified'],
      audited: [{ operation: 'Organization_ModifySize', fields: ['size'] }],
    });
    expect(at(await recordOf(app, number), 'size')).toEqual(body);
    await size(number, { headcount: 48, 'fiscal-year': null });
    expect(at(await recordOf(app, number), 'size')).toEqual({
      size: 'small',
      headcount: 48,
      'annual-turnover': euros('10000000'),
    });
  });

  test('that contradicts the measures is rejected, sent together or separately', async () => {
    const number = await app.organization();
    expect(refusalOf(await size(number, { size: 'micro', headcount: 10 }))).toBe('440 size-not-consistent');
    await size(number, { headcount: 10 });
    expect(refusalOf(await size(number, { size: 'micro' }))).toBe('440 size-not-consistent');
    expect((await size(number, { size: 'small' })).status).toBe(204);
  });

  test.each([
    [{}, '400  too-few'],
    [{ size: 'huge' }, '400 size enum'],
    [{ headcount: -1 }, '400 headcount minimum'],
    [{ 'annual-turnover': { currency: 'EUR', amount: '1,5' } }, '400 annual-turnover.amount pattern'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await size(await app.organization(), body))).toContain(error);
  });
});

const bodies = {
  name: { 'commercial-name': 'Anders AG', 'effective-date': today },
  ownership: {
    'effective-date': today,
    owners: [{ name: 'Fern', 'id-number': 'HRB9', 'id-kind': 'registration-number', share: 30 }],
  },
  size: { size: 'micro' },
} as const;
const roles = { name: 'party.write', ownership: 'kyc-officer', size: 'party.write' } as const;

describe.each(['name', 'ownership', 'size'] as const)('the %s of an organization', (what) => {
  test('is changed only by permitted callers, and of no individual', async () => {
    const number = await app.organization();
    const path = pathOf(number, what);
    expect(refusalOf(await app.patch(pathOf(await app.person(), what), bodies[what]))).toBe(
      '440 party-kind-mismatch',
    );
    expect((await app.patch(path, bodies[what], staff('e-1', ['party.read', 'data-steward']))).status).toBe(
      403,
    );
    expect((await app.patch(path, bodies[what], back('01', ['party.read']))).status).toBe(403);
    expect((await app.patch(path, bodies[what], customer(number))).status).toBe(403);
    expect((await app.patch(path, bodies[what], staff('e-1', [roles[what]]))).status).toBe(204);
  });

  test('of another version is not changed', async () => {
    const path = pathOf(await app.organization(), what);
    expect(refusalOf(await patchIfMatch(app, path, { body: bodies[what], tag: '"2"' }))).toBe(
      '412 precondition-failed',
    );
    expect((await patchIfMatch(app, path, { body: bodies[what], tag: '"1"' })).status).toBe(204);
  });
});
