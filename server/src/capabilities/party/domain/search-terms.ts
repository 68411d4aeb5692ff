import { foldWords } from './folding.ts';
import { isPartyNumber } from './party-number.ts';

/** One word of a query. */
export interface SearchTerm {
  /** Folded. */
  readonly word: string;
  /** Prefix of a party number that the term may stand for, in lower case. */
  readonly partyNumber: string | undefined;
}

// GAP: further terms are ignored; users do not type that many. ADR-0025
const searchTermsMax = 8;

/** Returns the distinct terms of a query. Text without spaces is one party number, even with hyphens inside. */
export function searchTermsOf(query: string): readonly SearchTerm[] {
  const terms = query
    .split(/\s+/v)
    .flatMap((part) => foldWords(part).map((word) => ({ word, partyNumber: partyNumberIn(part) })));
  return [...new Map(terms.map((term) => [term.word, term])).values()].slice(0, searchTermsMax);
}

function partyNumberIn(part: string): string | undefined {
  return isPartyNumber(part) ? part.toLowerCase() : undefined;
}

/** Returns all numbers that differ from a party number by one typo; only digits replace digits. */
export function partyNumberTypos(digits: string): readonly string[] {
  const typos = new Set<string>();
  for (let place = 0; place <= digits.length; place += 1) {
    const before = digits.slice(0, place);
    const after = digits.slice(place + 1);
    for (const digit of '0123456789') {
      typos.add(before + digit + digits.slice(place));
      if (place < digits.length) typos.add(before + digit + after);
    }
    if (place < digits.length) typos.add(before + after);
    typos.add(
      before +
        digits
          .slice(place, place + 2)
          .split('')
          .toReversed()
          .join('') +
        digits.slice(place + 2),
    );
  }
  typos.delete(digits);
  return [...typos];
}
