import { describe, expect, test } from 'vitest';
import { searchFields } from '../domain/queries.ts';
import { pairToken } from '../domain/search-tokens.ts';
import { conditionsForAny } from './search-conditions.ts';
import type { ExpandedTerm, SearchCriteria } from './search-expansion.read.ts';

const criteria: SearchCriteria = {
  bankId: '01',
  terms: [],
  mode: 'any',
  fields: searchFields,
  page: { offset: 0, limit: 10 },
};

const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789äöüß');

function term(word: string, more: Partial<ExpandedTerm>): ExpandedTerm {
  return {
    word,
    partyNumber: undefined,
    words: undefined,
    typoWords: [],
    typoParts: [],
    rareTypoWords: [],
    beginnings: [word.slice(0, 3)],
    bearers: undefined,
    others: [],
    hasManyNumbers: false,
    ...more,
  };
}

/** Two letters, the prefix of many words. */
const vague = (word: string): ExpandedTerm =>
  term(word, { beginnings: letters.map((letter) => `${word}${letter}`) });
const rare = (word: string): ExpandedTerm => term(word, { bearers: 10, words: [word] });

const tokensFor = (terms: readonly ExpandedTerm[]): readonly string[] =>
  conditionsForAny(criteria, { terms, units: undefined }).all.flat();

describe('a search for any of its terms queries the index', () => {
  test.each([
    ['two vague terms', ['st', 'de']],
    ['five vague terms', ['st', 'de', 'la', 'ma', 'an']],
    ['eight vague terms', ['st', 'de', 'la', 'ma', 'an', 'br', 'ka', 'li']],
  ])('with few tokens, for %s', (_, words) => {
    expect(tokensFor(words.map(vague)).length).toBeLessThanOrEqual(120);
  });

  test('with all pairs of rare terms, whatever vague ones are beside them', () => {
    const tokens = tokensFor([vague('st'), rare('lindemann'), vague('de'), rare('petrov'), rare('kirsch')]);
    for (const [one, other] of [
      ['lin', 'pet'],
      ['lin', 'kir'],
      ['pet', 'kir'],
    ] as const)
      expect(tokens).toContain(pairToken(one, other));
    expect(tokens.length).toBeLessThanOrEqual(120);
  });

  test('with the pairs of a vague term with one rare term', () => {
    expect(tokensFor([vague('st'), rare('lindemann')])).toContain(pairToken('lin', 'sta'));
  });
});
