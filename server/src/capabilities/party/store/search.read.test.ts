import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import { runCommand } from '#platform/work/command.ts';
import { foldWords } from '../domain/folding.ts';
import { searchFields } from '../domain/queries.ts';
import { type SearchField, searchFieldsOfEntry } from '../domain/search-scoring.ts';
import { searchTermsOf } from '../domain/search-terms.ts';
import { searchPlainly } from '../testing/search-oracle.suite.ts';
import { findHits, type SearchHits } from './search.read.ts';
import { expandTerms, type SearchCriteria } from './search-expansion.read.ts';
import { type SearchEntry, upsertSearchEntry } from './search-index.store.ts';

let lab: Lab;
let entries: readonly SearchEntry[];

const banks = ['01', '02'] as const;
const units = ['B001', 'B002', 'B003'] as const;
const partiesMax = 400;

/** Few syllables make many words that resemble each other. */
const syllable = fc.constantFrom(
  'an',
  'na',
  'mar',
  'ia',
  'ti',
  'no',
  'schm',
  'id',
  'de',
  'li',
  'be',
  'r',
  'ова',
  '田',
);
const word = fc
  .array(syllable, { minLength: 1, maxLength: 4 })
  .map((parts) => foldWords(parts.join('')).join(''));
const anyWord = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{1,6}$/) },
);
const field: fc.Arbitrary<SearchField> = fc.constantFrom(...searchFieldsOfEntry);
/** Around one position, near enough for a radius to separate them; two on the other side of the date line. */
const place = fc.constantFrom(
  { lat: 52.52, long: 13.405 },
  { lat: 52.4, long: 13.06 },
  { lat: 51.34, long: 12.37 },
  { lat: -17.8, long: 179.95 },
  { lat: -17.8, long: -179.95 },
);

const entry = fc.record({
  bankId: fc.constantFrom(...banks),
  partyNumber: fc.oneof(fc.stringMatching(/^10000\d{5}$/), fc.stringMatching(/^[A-C]{1,2}-\d{1,4}$/)),
  kind: fc.constantFrom('individual', 'organization'),
  servicingUnit: fc.option(fc.constantFrom(...units), { nil: undefined }),
  // Few times, so that the party number has to decide as well.
  modifiedAt: fc
    .integer({ min: 0, max: 40 })
    .map((days) => Temporal.Instant.from('2026-01-01T00:00:00Z').add({ hours: days * 24 })),
  words: fc.array(fc.record({ field, word: anyWord }), { minLength: 1, maxLength: 9 }),
  places: fc.array(place, { maxLength: 2 }),
});

beforeAll(async () => {
  lab = await createLab();
  const drawn = fc.sample(entry, { seed: 20_260_711, numRuns: partiesMax });
  entries = [...new Map(drawn.map((one) => [`${one.bankId} ${one.partyNumber}`, one])).values()];
  for (const bankId of banks) {
    await lab.database.query(
      'insert into party.servicing_unit (bank_id, unit) select $1, unnest($2::text[])',
      [bankId, units],
    );
    await runCommand(lab.context({ bankId }), async (work) => {
      for (const one of entries.filter((other) => other.bankId === bankId)) upsertSearchEntry(work, one);
      work.audit({ aggregateKind: 'test', aggregateId: 'all', changes: [] });
    });
  }
}, 60_000);
afterAll(() => lab[Symbol.asyncDispose]());

async function search(criteria: SearchCriteria): Promise<SearchHits> {
  const db = lab.database.app.forBank(criteria.bankId);
  return findHits(db, { criteria, expansion: await expandTerms(db, criteria) });
}

/** What users type: whole words, prefixes, and words with a typo. */
function typed(draw: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(draw, fc.constantFrom('whole', 'beginning', 'left out', 'too many', 'wrong', 'swapped'), fc.nat())
    .map(([text, kind, at]) => {
      const letters = Array.from(text);
      const there = at % letters.length;
      if (kind === 'beginning') return letters.slice(0, there + 1).join('');
      if (kind === 'left out') return letters.toSpliced(there, 1).join('') || text;
      if (kind === 'too many') return letters.toSpliced(there, 0, 'e').join('');
      if (kind === 'wrong') return letters.toSpliced(there, 1, 'n').join('');
      if (kind === 'swapped')
        return letters.toSpliced(there, 2, ...letters.slice(there, there + 2).toReversed()).join('');
      return text;
    });
}

const query = (): fc.Arbitrary<string> => {
  const known = fc.constantFrom(...entries.flatMap(({ words }) => words.map((one) => one.word)));
  const number = fc.constantFrom(...entries.map(({ partyNumber }) => partyNumber));
  const ofOne = fc
    .constantFrom(...entries)
    .chain(({ words }) => fc.shuffledSubarray(words.map((one) => one.word)));
  const term = fc.oneof({ weight: 5, arbitrary: typed(known) }, { weight: 1, arbitrary: typed(number) });
  return fc.oneof(
    fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(' ')),
    ofOne
      .filter((words) => words.length > 0)
      .chain((words) => fc.tuple(...words.slice(0, 4).map((one) => typed(fc.constant(one)))))
      .map((terms) => terms.join(' ')),
  );
};

const criteria = (): fc.Arbitrary<SearchCriteria> =>
  fc
    .record({
      bankId: fc.constantFrom(...banks),
      q: query(),
      mode: fc.constantFrom('all', 'any'),
      fields: fc.oneof(
        { weight: 3, arbitrary: fc.constant([...searchFields]) },
        { weight: 1, arbitrary: fc.subarray([...searchFields], { minLength: 1 }) },
      ),
      kind: fc.option(fc.constantFrom('individual', 'organization'), { nil: undefined, freq: 3 }),
      unit: fc.option(fc.constantFrom(...units), { nil: undefined, freq: 3 }),
      near: fc.option(fc.record({ ...nearParts }), { nil: undefined, freq: 3 }),
      page: fc.record({ offset: fc.constantFrom(0, 0, 10, 95), limit: fc.constantFrom(1, 10, 100) }),
    })
    .map(({ q, ...more }) => ({ ...more, terms: searchTermsOf(q) }));
const nearParts = {
  lat: fc.constantFrom(52.52, 52, -17.8),
  long: fc.constantFrom(13.4, 12.5, 180, -180),
  radiusKm: fc.constantFrom(0.1, 30, 100),
};

describe('a search', () => {
  test('finds what an examination of every party finds, in the same order', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(criteria(), async (searched) => {
        expect(await search(searched)).toEqual(searchPlainly(entries, searched));
      }),
      { numRuns: 250 },
    );
  });

  test('finds the same however common its words seem to be', { timeout: 120_000 }, async () => {
    const common = fc.constantFrom('as counted', 'many bearers', 'many words');
    await fc.assert(
      fc.asyncProperty(
        criteria(),
        fc.array(common, { minLength: 8, maxLength: 8 }),
        async (searched, seems) => {
          const db = lab.database.app.forBank(searched.bankId);
          const expansion = await expandTerms(db, searched);
          const terms = expansion.terms.map((term, at) => ({
            ...term,
            ...(seems[at] === 'as counted' ? {} : { bearers: undefined }),
            ...(seems[at] === 'many words' ? { words: undefined } : {}),
          }));
          const found = await findHits(db, { criteria: searched, expansion: { ...expansion, terms } });
          expect(found).toEqual(searchPlainly(entries, searched));
        },
      ),
      { numRuns: 250 },
    );
  });

  test('finds parties whose one word begins with two terms, one a prefix of the other', async () => {
    const terms = ['rn', 'r'].map((word) => ({ word, partyNumber: word }));
    const searched: SearchCriteria = {
      bankId: '01',
      terms,
      mode: 'all',
      fields: searchFields,
      page: { offset: 0, limit: 10 },
    };
    const db = lab.database.app.forBank(searched.bankId);
    const found = await findHits(db, { criteria: searched, expansion: await expandTerms(db, searched) });
    expect(found.totalCount).toBeGreaterThan(1);
    expect(found).toEqual(searchPlainly(entries, searched));
  });

  test('finds every party by any two of its words', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...entries), fc.nat(), fc.nat(), async (one, first, second) => {
        const words = one.words.map((other) => other.word);
        const q = `${words[first % words.length]} ${words[second % words.length]}`;
        const searched: SearchCriteria = {
          bankId: one.bankId,
          terms: searchTermsOf(q),
          mode: 'all',
          fields: searchFields,
          page: { offset: 0, limit: 1_000 },
        };
        const { hits } = await search(searched);
        expect(hits.map(({ partyNumber }) => partyNumber)).toContain(one.partyNumber);
      }),
      { numRuns: 150 },
    );
  });

  test('without terms finds no party', async () => {
    const page = { offset: 0, limit: 10 };
    const searched: SearchCriteria = { bankId: '01', terms: [], mode: 'all', fields: searchFields, page };
    expect(await search(searched)).toEqual({ hits: [], totalCount: 0, totalCountIsEstimate: false });
  });

  test('never mixes banks: words that only the other bank has are not found', async () => {
    const ours = new Set(
      entries.filter(({ bankId }) => bankId === '01').map(({ partyNumber }) => partyNumber),
    );
    const theirs = entries.find(({ bankId, partyNumber }) => bankId === '02' && !ours.has(partyNumber));
    const page = { offset: 0, limit: 1_000 };
    for (const q of [theirs?.partyNumber ?? '', ...(theirs?.words ?? []).map((one) => one.word)]) {
      const searched: SearchCriteria = {
        bankId: '01',
        terms: searchTermsOf(q),
        mode: 'any',
        fields: searchFields,
        page,
      };
      const { hits } = await search(searched);
      expect(hits.filter(({ partyNumber }) => !ours.has(partyNumber))).toEqual([]);
    }
  });
});
