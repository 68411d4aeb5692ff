import { matchFirm } from './firm-name.ts';
import { betterMatch, type MatchCode, type MatchRule, type NameMatch, noMatch } from './match-result.ts';
import { matchPerson, type PersonName } from './person-name.ts';
import { conjunctions } from './word-tables.ts';

/** A holder of an account, as names are compared with it. */
export type Holder =
  | ({ readonly kind: 'individual'; readonly fullName: string } & PersonName)
  | {
      readonly kind: 'organization';
      /** The registered name first, then the commercial one. */
      readonly names: readonly string[];
      /** Identifiers by scheme. */
      readonly identifiers: Readonly<Record<string, string>>;
    };

/** The result of a comparison. Only a close match has a name. */
export interface PayeeMatch {
  readonly code: Exclude<MatchCode, 'NOAP'>;
  readonly rule: MatchRule;
  readonly matchedName?: string;
}

interface HolderMatch extends NameMatch {
  readonly name: string;
}

const nameMax = 140;

/** SPEC xs2a-2026 2.6: compares a name with the holders of an account. */
export function matchPayee(holders: readonly Holder[], given: string): PayeeMatch {
  const whole = bestHolder(holders, given);
  if (whole?.code === 'MTCH') return { code: 'MTCH', rule: whole.rule };
  const together = matchTogether(holders, given);
  return toResult(betterMatch(whole ?? { ...noMatch, name: '' }, together));
}

function toResult({ code, name, rule }: HolderMatch): PayeeMatch {
  return code === 'CMTC' ? { code, rule, matchedName: name.slice(0, nameMax) } : { code, rule };
}

function bestHolder(holders: readonly Holder[], given: string): HolderMatch | undefined {
  return holders
    .map((holder) => matchHolder(holder, given))
    .reduce<HolderMatch | undefined>(
      (best, one) => (best === undefined ? one : betterMatch(best, one)),
      undefined,
    );
}

function matchHolder(holder: Holder, given: string): HolderMatch {
  if (holder.kind === 'individual') return { ...matchPerson(holder, given), name: holder.fullName };
  return holder.names
    .map((name): HolderMatch => ({ ...matchFirm(name, given), name }))
    .reduce(betterMatch, { ...noMatch, name: holder.names[0] ?? '' });
}

const between = /[&+]|\s+/u;
const partsMax = 4;

/** Rule 5: a name of several people. Each of them must be another holder, or one of them is the only holder that is named. */
function matchTogether(holders: readonly Holder[], given: string): HolderMatch {
  const parts = partsOf(given);
  if (parts.length < 2 || parts.length > partsMax) return { ...noMatch, name: '' };
  const taken = new Set<Holder>();
  const found = parts.map((part) => {
    const holder = holders.find((one) => !taken.has(one) && matchHolder(one, part).code === 'MTCH');
    if (holder !== undefined) taken.add(holder);
    return holder;
  });
  if (found.every((holder) => holder !== undefined)) return { code: 'MTCH', rule: '5.1', name: '' };
  const [first] = taken;
  return first === undefined
    ? { ...noMatch, name: '' }
    : {
        code: 'CMTC',
        rule: '5.2',
        name: first.kind === 'individual' ? first.fullName : (first.names[0] ?? ''),
      };
}

/** Splits at `&`, `+` and at words that mean the same. "Anna und Ben Weber": the surname of the last one counts for all. */
export function partsOf(given: string): readonly string[] {
  const parts: string[][] = [[]];
  for (const word of given.replaceAll(/[&+]/gu, ' & ').split(between)) {
    if (word === '' || conjunctions.has(word.toLowerCase())) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const named = parts.filter((words) => words.length > 0);
  const surname = named.at(-1)?.slice(1) ?? [];
  return named.map((words) => (words.length === 1 ? [...words, ...surname] : words).join(' '));
}
