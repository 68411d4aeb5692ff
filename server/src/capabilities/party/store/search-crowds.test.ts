import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { searchFields } from '../domain/queries.ts';
import { searchTermsOf } from '../domain/search-terms.ts';
import { findHits, type SearchHits } from './search.read.ts';
import { expandTerms, type SearchCriteria } from './search-expansion.read.ts';

/** More than a search can show, and more than it examines. */
const partiesCount = 4_000;
const crowd = `
  do $crowd$
  declare
    given text;
    surname text;
  begin
    perform set_config('portico.bank_id', '01', true);
    for i in 1 .. ${partiesCount} loop
      -- The oldest has the very words that others only begin with.
      given := case when i = 1 then 'mar' else 'mar' || chr(97 + i % 26) || chr(97 + i / 26 % 7) end;
      surname := case when i = 1 then 'sch' when i % 3 = 0 then 'schulz' else 'sch' || chr(97 + i % 19) || 'x' end;
      perform party.save_search_entry(
        lpad(i::text, 10, '0'), case when i % 2 = 0 then 'individual' else 'organization' end, 'B00' || i % 4,
        timestamptz '2026-01-01T00:00:00Z' + i * interval '1 minute',
        ' ' || given || '/g ' || surname || '/s ', '', ' marktplatz/a schulstrasse/a ', null);
    end loop;
  end $crowd$`;

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
  await lab.database.query(crowd);
  await lab.database.query(
    "insert into party.servicing_unit (bank_id, unit) select '01', 'B00' || n from generate_series(0, 3) as n",
  );
}, 120_000);
afterAll(() => lab[Symbol.asyncDispose]());

async function search(q: string, more: Partial<SearchCriteria> = {}): Promise<SearchHits> {
  const db = lab.database.app.forBank('01');
  const page = { offset: 0, limit: 10 };
  const criteria: SearchCriteria = {
    bankId: '01',
    terms: searchTermsOf(q),
    mode: 'all',
    fields: searchFields,
    page,
    ...more,
  };
  return findHits(db, { criteria, expansion: await expandTerms(db, criteria) });
}

const numbers = ({ hits }: SearchHits): readonly number[] =>
  hits.map(({ partyNumber }) => Number(partyNumber));
const full = { totalCount: 1_000, totalCountIsEstimate: true };
const newest = (isOne: (place: number) => boolean): readonly number[] =>
  Array.from({ length: partiesCount }, (_, place) => partiesCount - place)
    .filter(isOne)
    .slice(0, 10);

describe('where more parties match than can be shown', () => {
  test('a prefix shows exact matches first and then the last modified', async () => {
    const found = await search('mar');
    expect(found).toMatchObject(full);
    expect(numbers(found)).toEqual([1, ...newest(() => true).slice(0, 9)]);
  });

  test('the next page continues where the first one ended', async () => {
    const found = await search('mar', { page: { offset: 10, limit: 10 } });
    expect(numbers(found)).toEqual(Array.from({ length: 10 }, (_, place) => partiesCount - 9 - place));
  });

  test('two letters show the last modified too', async () => {
    const found = await search('ma');
    expect(found).toMatchObject(full);
    expect(found.hits).toHaveLength(10);
  });

  test('a word shows the parties that have it, the last modified first', async () => {
    const found = await search('schulz');
    expect(found).toMatchObject(full);
    expect(numbers(found)).toEqual(newest((place) => place % 3 === 0));
  });

  test('two prefixes show exact matches first, and names before addresses', async () => {
    const found = await search('mar sch');
    expect(found).toMatchObject(full);
    expect(found.hits.map(({ score }) => score)).toEqual([30, ...Array.from({ length: 9 }, () => 20)]);
    expect(numbers(found)[0]).toBe(1);
  });

  test('words of addresses show as many', async () => {
    expect(await search('schulstrasse marktplatz')).toMatchObject(full);
  });

  test('any of the terms shows parties that have both first', async () => {
    const found = await search('mara schulz', { mode: 'any' });
    expect(found).toMatchObject(full);
    expect(found.hits[0]?.score).toBe(25);
  });

  test('a filter is reported as an estimate where it admits parties that were not counted', async () => {
    const found = await search('mar', { kind: 'organization' });
    expect(found.totalCountIsEstimate).toBe(true);
    expect(numbers(found).every((place) => place % 2 === 1)).toBe(true);
  });
});

describe('where a filter leaves fewer than can be shown', () => {
  test('all of them are counted', async () => {
    // Every third of every fourth: 333 of 4,000.
    const found = await search('schulz', { unit: 'B001' });
    expect(found).toMatchObject({ totalCount: 333, totalCountIsEstimate: false });
    expect(numbers(found)).toEqual(newest((place) => place % 3 === 0 && place % 4 === 1));
  });
});
