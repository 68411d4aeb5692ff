import { type SplitFirm, splitLegalForm, startsWith } from './legal-forms.ts';
import { bestOf, betterMatch, type NameMatch, noMatch } from './match-result.ts';
import { wordsOf } from './readings.ts';
import { isTypo } from './typo.ts';
import { conjunctions, shortWords } from './word-tables.ts';

const leadingWordsMin = 2;
const leadingLettersMin = 0.6;
const initialsMin = 3;

/** SPEC xs2a-2026 2.6 rule 3: compares a name with one of a firm. */
export function matchFirm(held: string, given: string): NameMatch {
  const givenFirms = wordsOf(given, 'firm').map(toFirm);
  return bestOf(wordsOf(held, 'firm').map(toFirm), (one) =>
    bestOf(givenFirms, (other) => matchReading(one, other)),
  );
}

function toFirm(words: readonly string[]): SplitFirm {
  const { form, rest } = splitLegalForm(words.filter((word) => !conjunctions.has(word)));
  return { form, rest: rest.map((word) => shortWords[word] ?? word) };
}

function matchReading(held: SplitFirm, given: SplitFirm): NameMatch {
  if (held.rest.length === 0 || given.rest.length === 0) return noMatch;
  const isFormEqual = held.form === undefined || given.form === undefined || held.form === given.form;
  if (held.rest.join('') === given.rest.join(''))
    return isFormEqual ? { code: 'MTCH', rule: '3.1' } : { code: 'CMTC', rule: '3.2' };
  // Two differences, of form and of name, are another firm.
  if (!isFormEqual) return noMatch;
  return betterMatch(matchPart(held.rest, given.rest), typoMatch(held.rest, given.rest));
}

function typoMatch(held: readonly string[], given: readonly string[]): NameMatch {
  return isTypo(held, given, 'in-order') ? { code: 'CMTC', rule: '4' } : noMatch;
}

function matchPart(held: readonly string[], given: readonly string[]): NameMatch {
  const [short, long] = held.length <= given.length ? [held, given] : [given, held];
  if (isLeadingPart(short, long)) return { code: 'CMTC', rule: '3.3' };
  return isInitials(short, long) ? { code: 'CMTC', rule: '3.4' } : noMatch;
}

function isLeadingPart(short: readonly string[], long: readonly string[]): boolean {
  return (
    short.length >= leadingWordsMin &&
    startsWith(long, short) &&
    short.join('').length >= leadingLettersMin * long.join('').length
  );
}

function isInitials(short: readonly string[], long: readonly string[]): boolean {
  const [word = '', ...others] = short;
  return others.length === 0 && long.length >= initialsMin && word === long.map((one) => one[0]).join('');
}
