import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { errorsOf, refusalOf } from '../testing/party-reads.suite.ts';
import {
  back,
  contactFields,
  createPartyTestApp,
  customer,
  customerFields,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../testing/party-test-app.suite.ts';
import { cleanUpParties } from './lifecycle/clean-up-parties.ts';
import { eraseParty } from './lifecycle/erase-party.ts';
import { mergeParties } from './lifecycle/merge-parties.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const erasureLedger = { append: async () => undefined, list: async () => [] };
const writer = back('01', ['party.write', 'party.read']);

describe('erasure', () => {
  test('of a survivor also erases the records that were merged into it', async () => {
    const [first, second, last] = [await app.person(), await app.person(), await app.person()];
    await mergeParties(app.context(), { partyNumber: first, survivorPartyNumber: second });
    await mergeParties(app.context(), { partyNumber: second, survivorPartyNumber: last });
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: last });
    const rows = await app.database.query(
      'select record_state from party.party where party_number = any($1)',
      [[first, second, last]],
    );
    expect(rows).toEqual([
      { record_state: 'erased' },
      { record_state: 'erased' },
      { record_state: 'erased' },
    ]);
  });

  test('deletes an identification number of a record that was merged twice', async () => {
    const [one, other] = [await app.person(), await app.person()];
    await mergeParties(app.context(), { partyNumber: one, survivorPartyNumber: other });
    await expect(
      mergeParties(app.context(), { partyNumber: other, survivorPartyNumber: one }),
    ).rejects.toThrow('no longer there');
  });
});

describe('a caller without access to sensitive data', () => {
  test('cannot find out a birth date by correcting it', async () => {
    const number = await app.person({ 'birth-date': '1984-02-29' });
    const guess = (date: string, as = writer) =>
      app.patch(
        `/parties/individuals/${number}/corrections`,
        { 'birth-date': date, reason: 'typing-error', 'case-id': 'c-1' },
        as,
      );
    expect(refusalOf(await guess('1984-02-29'))).toBe('403 forbidden');
    expect(refusalOf(await guess('1984-02-28'))).toBe('403 forbidden');
    expect((await guess('1984-02-29', back())).status).toBe(204);
  });

  test('cannot register a document through a change of surname', async () => {
    const number = await app.person();
    const response = await app.patch(
      `/parties/individuals/${number}/surname`,
      {
        surname: 'Neu',
        reason: 'marriage',
        'effective-date': '2026-01-01',
        'id-document': {
          kind: 'passport',
          'document-number': 'L01X00T47',
          'issue-date': '2024-01-01',
          'issuing-country': 'DE',
          'issuing-authority': 'Berlin',
        },
      },
      writer,
    );
    expect(refusalOf(response)).toBe('403 forbidden');
  });

  test('acting for an organization does not see the numbers of its other owners', async () => {
    const number = await app.organization({
      ...organizationCustomerFields(),
      ownership: {
        owners: [
          {
            name: 'Erna Eigen',
            'id-number': 'GEHEIM99',
            'id-kind': 'passport-number',
            share: 60,
            'is-beneficial-owner': true,
          },
        ],
      },
    });
    const path = `/parties/${number}?include=*`;
    expect((await app.get(path)).text).toContain('GEHEIM99');
    const own = await app.get(path, customer('1000000048', { 'acting-for': number }));
    expect(own.status).toBe(200);
    expect(own.text).not.toContain('GEHEIM99');
  });
});

describe('second approval', () => {
  test('is not given by signatures from before another correction', async () => {
    const number = await app.person({ 'birth-date': '1970-01-01' });
    const ask = (date: string, id: string) =>
      app.patch(
        `/parties/individuals/${number}/corrections`,
        { 'birth-date': date, reason: 'document-check' },
        staff(id, ['data-steward']),
      );
    for (const date of ['1980-01-01', '1975-01-01'])
      await app.signedCorrection(number, { 'birth-date': date, reason: 'document-check' });
    expect((await ask('1975-01-01', 'e-2')).status).toBe(204);
    expect(refusalOf(await ask('1980-01-01', 'e-3'))).toBe('440 second-approval-required');
  });
});

describe('registerParty', () => {
  test('registers a person once when several requests are concurrent', async () => {
    const fields = { 'given-name': 'Zwilling', surname: 'Gleichzeitig', 'birth-date': '1999-09-09' };
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => app.post('/parties/individuals', { ...contactFields(), ...fields })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 201).map(refusalOf))).toEqual(
      new Set(['440 duplicate-party-suspected']),
    );
  });
});

describe('a wrong name', () => {
  test('that was corrected is not found on any day, and leaves the dictionary', async () => {
    const number = await app.person({ 'given-name': 'Mraiaxx', surname: 'Davor' });
    const path = `/parties/individuals/${number}`;
    await app.patch(`${path}/surname`, {
      surname: 'Danach',
      reason: 'marriage',
      'effective-date': '2026-11-01',
    });
    await app.patch(`${path}/corrections`, {
      'given-name': 'Maria',
      reason: 'typing-error',
      'case-id': 'c-2',
    });
    const { body } = await app.get('/parties/search?q=mraiaxx');
    expect(listAt(body, 'items')).toEqual([]);
    await cleanUpParties(app.context());
    const left = await app.database.query(
      "select word from party.search_word where word like 'mraia%' union all select typo from party.search_typo where word like 'mraia%'",
    );
    expect(left).toEqual([]);
    expect(at((await app.get(`/parties/${number}`)).body, 'given-name')).toBe('Maria');
  });
});

describe('relationships in a list', () => {
  test('reduce the page size, because one party may have hundreds', async () => {
    const response = await app.get('/parties?include=relationships&page-size=11');
    expect(errorsOf(response)).toEqual(['400 page-size maximum']);
    expect((await app.get('/parties?include=relationships&page-size=10')).status).toBe(200);
    expect((await app.post('/parties/individuals', customerFields())).status).toBe(201);
  });
});
