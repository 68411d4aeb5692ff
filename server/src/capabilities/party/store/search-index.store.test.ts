import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plainStatement } from '#platform/db/statement.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { runCommand } from '#platform/work/command.ts';
import { searchFields } from '../domain/queries.ts';
import { searchTermsOf } from '../domain/search-terms.ts';
import { findHits } from './search.read.ts';
import { expandTerms } from './search-expansion.read.ts';
import { deleteSearchEntry, type SearchEntry, upsertSearchEntry } from './search-index.store.ts';

const writers = 8;
let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ poolSize: writers });
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() =>
  lab.database.empty('party.search_word', 'party.search_typo', 'party.search_entry', 'party.search_posting'),
);

const noon = Temporal.Instant.from('2026-05-01T12:00:00Z');

function person(partyNumber: string, names: string, more: Partial<SearchEntry> = {}): SearchEntry {
  const [given = '', ...surnames] = names.split(' ');
  return {
    bankId: '01',
    partyNumber,
    kind: 'individual',
    servicingUnit: 'B001',
    modifiedAt: noon,
    words: [
      { field: 'given-name', word: given },
      ...surnames.map((word) => ({ field: 'surname' as const, word })),
      { field: 'address', word: 'berlin' },
    ],
    places: [],
    ...more,
  };
}

const save = (...entries: readonly SearchEntry[]): Promise<void> =>
  runCommand(lab.context({ bankId: entries[0]?.bankId ?? '01' }), async (work) => {
    for (const entry of entries) upsertSearchEntry(work, entry);
    work.audit({ aggregateKind: 'test', aggregateId: 'x', changes: [] });
  });

const remove = (bankId: string, partyNumber: string): Promise<void> =>
  runCommand(lab.context({ bankId }), async (work) => {
    deleteSearchEntry(work, bankId, partyNumber);
    work.audit({ aggregateKind: 'test', aggregateId: 'x', changes: [] });
  });

async function found(q: string, bankId = '01'): Promise<readonly string[]> {
  const db = lab.database.app.forBank(bankId);
  const page = { offset: 0, limit: 100 };
  const criteria = { bankId, terms: searchTermsOf(q), mode: 'all', fields: searchFields, page } as const;
  const { hits } = await findHits(db, { criteria, expansion: await expandTerms(db, criteria) });
  return hits.map(({ partyNumber }) => partyNumber);
}

const count = async (table: string): Promise<unknown> =>
  (await lab.database.query(`select count(*)::integer as count from party.${table}`))[0]?.['count'];
/** Three words, and two pairs of name prefixes. */
const postingsOfOne = 7;

describe('an entry', () => {
  test('is found by its words, and by new ones after a change, and no longer by the old ones', async () => {
    await save(person('1', 'anna kowalska'));
    expect(await found('anna kowal')).toEqual(['1']);
    await save(person('1', 'anna nowakowna', { modifiedAt: noon.add({ hours: 1 }) }));
    expect([await found('anna kowal'), await found('kowalska'), await found('nowakowna')]).toEqual([
      [],
      [],
      ['1'],
    ]);
    expect(await count('search_posting')).toBe(postingsOfOne);
  });

  test('moves to the front when it is modified', async () => {
    await save(
      person('1', 'anna kowalska'),
      person('2', 'anna kowalska', { modifiedAt: noon.add({ hours: 1 }) }),
    );
    expect(await found('kowalska')).toEqual(['2', '1']);
    await save(person('1', 'anna kowalska', { modifiedAt: noon.add({ hours: 2 }) }));
    expect([await found('kowalska'), await found('anna kowalska')]).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
  });

  test('changes unit, kind and position without a new word', async () => {
    await save(person('1', 'anna kowalska'));
    await save(person('1', 'anna kowalska', { servicingUnit: 'B002', places: [{ lat: 52.52, long: 13.4 }] }));
    await lab.database.query(
      "insert into party.servicing_unit (bank_id, unit) values ('01', 'B001'), ('01', 'B002')",
    );
    const db = lab.database.app.forBank('01');
    const page = { offset: 0, limit: 10 };
    const terms = searchTermsOf('anna');
    const common = { bankId: '01', terms, mode: 'all', fields: searchFields, page } as const;
    const near = { lat: 52.5, long: 13.4, radiusKm: 5 };
    for (const [unit, expected] of [
      ['B001', 0],
      ['B002', 1],
    ] as const) {
      const criteria = { ...common, unit, near };
      const { totalCount } = await findHits(db, {
        criteria,
        expansion: await expandTerms(db, criteria),
      });
      expect(totalCount).toBe(expected);
    }
  });

  test('without words is found by its number', async () => {
    await save(person('1000000048', '', { words: [] }));
    expect([await found('1000000048'), await found('1000000084')]).toEqual([['1000000048'], ['1000000048']]);
  });

  test('with very many words is found by any two of them', async () => {
    const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
    const words = letters.flatMap((one) => [`${one}aa`, `${one}bbb`, `z${one}c`]);
    await save(
      person('1', '', { words: words.map((word) => ({ field: 'commercial-name', word })) }),
      // So common that the search does not examine each party that has them.
      ...Array.from({ length: 300 }, (_, at) => person(`2${at}`, 'kaa kbbb')),
    );
    expect((await found('kaa kbbb')).includes('1')).toBe(true);
  });

  test('belongs to its bank only', async () => {
    await save(person('1', 'anna kowalska'));
    await save(person('1', 'berta kowalska', { bankId: '02' }));
    expect([await found('anna', '02'), await found('kowalska', '02'), await found('berta', '01')]).toEqual([
      [],
      ['1'],
      [],
    ]);
  });
});

describe('a deleted entry', () => {
  test('is no longer found, and its words are deleted', async () => {
    await save(person('1', 'anna kowalska'), person('2', 'anna nowak'));
    await remove('01', '1');
    expect([await found('kowalska'), await found('kowalskaa'), await found('anna')]).toEqual([[], [], ['2']]);
    const words = await lab.database.query<{ word: string }>(
      'select word from party.search_word order by word',
    );
    expect(words.map(({ word }) => word)).toEqual(['anna', 'berlin', 'nowak']);
    const rows = await lab.database.query("select typo from party.search_typo where word = 'kowalska'");
    expect(rows).toEqual([]);
    expect([await count('search_posting'), await count('search_entry')]).toEqual([postingsOfOne, 1]);
  });

  test('leaves words that another party has in another field', async () => {
    await save(person('1', 'anna kowalska'), person('2', 'kowalska nowak'));
    await remove('01', '1');
    expect(await found('kowalsak')).toEqual(['2']);
  });

  test('of another bank is not touched, nor is one that does not exist', async () => {
    await save(person('1', 'anna kowalska'));
    await remove('02', '1');
    await remove('01', '9');
    expect(await found('kowalska')).toEqual(['1']);
  });
});

describe('the dictionary', () => {
  test('accepts the same new words from many concurrent commands, in any order', {
    timeout: 60_000,
  }, async () => {
    const names = ['zygmunt', 'yvonne', 'xaver', 'walter', 'viktor', 'ulrich', 'theresa', 'sigrid'];
    for (let round = 0; round < 10; round += 1) {
      // Two letters apart, so that none is within one typo of another.
      const fresh = names.map((name) => name + String.fromCodePoint(97 + round).repeat(2));
      await Promise.all(
        Array.from({ length: writers }, (_, at) => {
          const rotated = [...fresh.slice(at), ...fresh.slice(0, at)];
          return save(person(`${round}-${at}`, (at % 2 === 0 ? rotated : rotated.toReversed()).join(' ')));
        }),
      );
      const [first = ''] = fresh;
      expect(await found(first)).toHaveLength(writers);
      expect(await found(`${first}x`)).toHaveLength(writers);
    }
  });

  test('counts parties exactly while they are few, and approximately when they are many', async () => {
    const bearers = async (): Promise<number> => {
      const rows = await lab.database.query<{ bearers: number }>(
        "select bearers from party.search_word where word = 'kowalska'",
      );
      return rows[0]?.bearers ?? 0;
    };
    await save(...Array.from({ length: 90 }, (_, at) => person(`a-${at}`, 'anna kowalska')));
    expect(await bearers()).toBe(90);
    await save(...Array.from({ length: 500 }, (_, at) => person(`b-${at}`, 'anna kowalska')));
    expect(await bearers()).toBeGreaterThan(250);
    expect(await bearers()).toBeLessThan(1_200);
  });
});

describe('without a bank', () => {
  test.each([
    "party.save_search_entry('1', 'individual', null, now(), ' a/g ', '', '', null)",
    "party.remove_search_entry('1')",
    "party.search_expand('{a}', 1, '{}', '{}', '{}', 1, '{}')",
    "party.search_named('{a}', null, 'a', '{g}', 1)",
  ])('%s is rejected', async (call) => {
    const calling = lab.database.app.flush([plainStatement(`select ${call}`)([])]);
    await expect(calling).rejects.toThrow('tenant not set');
  });

  test.each(['search_word', 'search_typo', 'search_entry', 'search_posting'])(
    'and with one, %s can be read only through the functions',
    async (table) => {
      const reading = lab.database.app.forBank('01').rows(plainStatement(`select * from party.${table}`)([]));
      await expect(reading).rejects.toThrow('permission denied');
    },
  );
});
