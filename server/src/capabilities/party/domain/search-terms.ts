import { foldWords } from './folding.ts';
import { isPartyNumber } from './party-number.ts';

/** One word of a query. */
export interface SearchTerm {
  /** Folded. */
  readonly word: string;
  /** What a party number would have to begin with, in lower case. */
  readonly partyNumber: string | undefined;
}

// GAP: what stands beyond is not looked for; nobody types so much by hand. ADR-0025
const searchTermsMax = 8;

/** The terms of a query, each once. What is written together is one party number, even with hyphens inside. */
export function searchTermsOf(query: string): readonly SearchTerm[] {
  const terms = query
    .split(/\s+/v)
    .flatMap((part) => foldWords(part).map((word) => ({ word, partyNumber: partyNumberIn(part) })));
  return [...new Map(terms.map((term) => [term.word, term])).values()].slice(0, searchTermsMax);
}

function partyNumberIn(part: string): string | undefined {
  return isPartyNumber(part) ? part.toLowerCase() : undefined;
}

/** All numbers that differ from a party number by one slip; only digits are mistyped into digits. */
export function partyNumberSlips(digits: string): readonly string[] {
  const slips = new Set<string>();
  for (let place = 0; place <= digits.length; place += 1) {
    const before = digits.slice(0, place);
    const after = digits.slice(place + 1);
    for (const digit of '0123456789') {
      slips.add(before + digit + digits.slice(place));
      if (place < digits.length) slips.add(before + digit + after);
    }
    if (place < digits.length) slips.add(before + after);
    slips.add(
      before +
        digits
          .slice(place, place + 2)
          .split('')
          .toReversed()
          .join('') +
        digits.slice(place + 2),
    );
  }
  slips.delete(digits);
  return [...slips];
}
