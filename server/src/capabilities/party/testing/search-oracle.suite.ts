import { isMistyped, isWithinOneTypo } from '../domain/edit-distance.ts';
import { searchFuzzyMin, searchWindow } from '../domain/policy.ts';
import { distanceKm } from '../domain/postal-address.ts';
import { classOf, fieldsFor, type MatchQuality, matchScore } from '../domain/search-scoring.ts';
import type { SearchTerm } from '../domain/search-terms.ts';
import type { SearchHits } from '../store/search.read.ts';
import type { SearchCriteria } from '../store/search-expansion.read.ts';
import type { SearchEntry } from '../store/search-index.store.ts';

/** Searches as the rules say, without any index: examines every party. */
export function searchPlainly(entries: readonly SearchEntry[], criteria: SearchCriteria): SearchHits {
  const hits = entries
    .filter((entry) => isWanted(entry, criteria))
    .map((entry) => ({ entry, scores: criteria.terms.map((term) => scoreOf(entry, term, criteria)) }))
    .filter(({ scores }) =>
      criteria.mode === 'all' ? scores.every((score) => score > 0) : scores.some((score) => score > 0),
    )
    .map(({ entry, scores }) => ({ entry, score: scores.reduce((sum, score) => sum + score, 0) }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.entry.modifiedAt.epochMilliseconds - one.entry.modifiedAt.epochMilliseconds ||
        (one.entry.partyNumber < other.entry.partyNumber ? -1 : 1),
    );
  const { limit, offset } = criteria.page;
  return {
    hits: hits.slice(offset, offset + limit).map(({ entry, score }) => ({
      partyNumber: entry.partyNumber,
      score,
    })),
    totalCount: Math.min(searchWindow, hits.length),
    totalCountIsEstimate: hits.length > searchWindow,
  };
}

function isWanted({ bankId, kind, places, servicingUnit }: SearchEntry, criteria: SearchCriteria): boolean {
  const { near, unit } = criteria;
  return (
    bankId === criteria.bankId &&
    (criteria.kind === undefined || kind === criteria.kind) &&
    (unit === undefined || servicingUnit === unit) &&
    (near === undefined || places.some((place) => distanceKm(place, near) <= near.radiusKm))
  );
}

function scoreOf({ partyNumber, words }: SearchEntry, term: SearchTerm, { fields }: SearchCriteria): number {
  const wanted = fieldsFor(fields);
  const best = words
    .filter(({ field }) => wanted.has(field))
    .map(({ field, word }) => {
      const quality = qualityOf(term.word, word);
      return quality === undefined ? 0 : matchScore(classOf(field), quality);
    });
  return Math.max(0, ...best, fields.includes('party-number') ? numberScore(partyNumber, term) : 0);
}

function qualityOf(term: string, word: string): MatchQuality | undefined {
  if (term === word) return 'exact';
  if (word.startsWith(term)) return 'beginning';
  const hasLetters = [term, word].every((text) => /\D/v.test(text));
  return hasLetters && isMistyped(term, word) ? 'typo' : undefined;
}

function numberScore(number: string, { partyNumber }: SearchTerm): number {
  if (partyNumber === undefined) return 0;
  if (number.toLowerCase() === partyNumber) return matchScore('party-number', 'exact');
  if (number.toLowerCase().startsWith(partyNumber)) return matchScore('party-number', 'beginning');
  const isFuzzy = partyNumber.length >= searchFuzzyMin && /^\d+$/v.test(partyNumber);
  return isFuzzy && isWithinOneTypo(partyNumber, number) ? matchScore('party-number', 'typo') : 0;
}
