import { describe, expect, it } from 'vitest';
import { pageLanguages } from '../customer/languages.ts';
import { approvalTexts } from './approval-texts.ts';
import { english } from './texts/english.ts';

type Leaf = readonly [path: string, text: string];

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`));
}

const inEnglish = new Map(leaves(english));
/** Languages write some numbers as words. */
const isByNumber = (path: string): boolean => /(?:shareCount|payments|orders|timesADay)\./.test(path);

/**
 * Obstacle O7: words that make customers doubt a request that they came to approve, or that hold the third party at a
 * distance. The list grows with every review of the texts.
 */
const discouraging: Readonly<Record<string, RegExp>> = {
  en: /are you sure|really want|own risk|at risk|risky|recommend|warning|danger|careful|caution|beware|third part|fraud|scam|unsafe|suspicious|not responsible|liab|unknown compan|share your secrets|permanent/i,
  de: /sind sie sicher|wirklich|eigene gefahr|risik|empfehlen|warnung|gefahr|vorsicht|achtung|drittanbieter|dritte|betrug|unsicher|verdächtig|haftung|haften|unbekannte/i,
  nl: /weet u (?:het )?zeker|echt wilt|eigen risico|risico|raden (?:wij )?af|aanbevelen|waarschuwing|gevaar|let op|voorzichtig|derde partij|derden|fraude|onveilig|verdacht|aansprakelijk|onbekend bedrijf/i,
  fr: /êtes-vous sûr|vraiment|vos risques|risque|déconseill|recommand|avertissement|danger|attention|prudence|tiers|fraude|arnaque|suspect|responsab|société inconnue/i,
  ar: /هل أنت متأكد|مسؤوليتك|مخاطر|خطر|ننصح|تحذير|احذر|انتبه|طرف ثالث|احتيال|مشبوه|غير آمن/,
};

describe.each(pageLanguages)('the texts of approvals in $name', ({ tag }) => {
  const own = leaves(approvalTexts(tag));

  it('are complete, without extra texts', () => {
    expect(own.map(([path]) => path).toSorted()).toEqual([...inEnglish.keys()].toSorted());
    expect(own.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same placeholders', () => {
    const gaps = (text: string | undefined): string => (text?.match(/\{[a-z]+\}/g) ?? []).toSorted().join();
    const others = own.filter(([path]) => !isByNumber(path));
    expect(others.filter(([path, text]) => gaps(text) !== gaps(inEnglish.get(path)))).toEqual([]);
    const byNumber = own.filter(([path]) => isByNumber(path));
    expect(byNumber.filter(([, text]) => !/^(?:\{count\})?$/.test(gaps(text)))).toEqual([]);
  });

  it('are in that language', () => {
    const same = own.filter(([path, text]) => text === inEnglish.get(path)).map(([path]) => path);
    expect(same).toEqual(tag === 'en' ? [...inEnglish.keys()] : []);
  });

  it('use common words', () => {
    expect(
      own.filter(([, text]) => /\b(?:SCA|OTP|PSU|TPP|2FA|TOTP|OCRA|PSD2|WebAuthn|XS2A)\b/i.test(text)),
    ).toEqual([]);
  });

  it('discourage nobody from a request', () => {
    const banned = discouraging[tag];
    expect(banned).toBeDefined();
    expect(own.filter(([, text]) => banned?.test(text))).toEqual([]);
  });

  it('say for every ending and error what happened and what to do, each in whole sentences', () => {
    const sentences = own.filter(
      ([path]) => /^(?:ended|errors|meaning|unknownLink)\b.*/.test(path) && !path.endsWith('title'),
    );
    expect(sentences.filter(([, text]) => !/[.!؟?]$/.test(text))).toEqual([]);
  });
});
