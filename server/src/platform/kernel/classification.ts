import { Temporal } from 'temporal-polyfill';
import { chooseLanguage } from './language.ts';

/** Languages of the texts; those of the code are English, the others are translations. */
export const textLanguages = ['en', 'de', 'fr', 'nl', 'ar'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** How literals are written. */
export const literalPattern = '^[a-z0-9]+(-[a-z0-9]+)*$';
export const literalLengthMax = 50;

/** One text in some of the languages. */
export type Texts = Readonly<Partial<Record<TextLanguage, string>>>;

/** One literal of the starting set of a classification. */
export interface ClassificationValue {
  readonly literal: string;
  readonly code: string;
  readonly description: string;
  readonly parentLiteral?: string;
}

/** The texts of a classification in another language than English; `values` by literal. */
export interface SchemaTexts {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Translations of one classification. */
export type Translations = Readonly<Partial<Record<Exclude<TextLanguage, 'en'>, SchemaTexts>>>;

/** What a bank may change in a classification of kind "class". */
export interface BankRights {
  /** Whether the bank may add values. Not where each value is a rule of the product. */
  readonly mayAdd: boolean;
  /** Values that rules of the product use, so that a bank cannot end them. */
  readonly fixed: readonly string[] | 'all';
  /** Literals that a bank cannot add, because they have a meaning where the values are used. */
  readonly reserved?: readonly string[];
}

/** A list of literals that a member of an interface is restricted to. */
export interface ClassificationSchema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The starting set, in display order. */
  readonly values: readonly ClassificationValue[];
  /** Absent: the kind "enum", which is closed. */
  readonly bank?: BankRights;
  // GAP: whether a member accepts the literal or the code of the standard. Either where this is present; an industry is
  // stored and returned as its NACE code, others as their literals. ADR-0028
  /** Present if requests may also send the code; what is stored and returned. Absent: the literal, and only that. */
  readonly stored?: 'literal' | 'code';
  readonly translations?: Translations;
}

/** The definition of a value that a bank has added or changed. */
export interface BankValue {
  readonly literal: string;
  readonly code: string;
  /** Texts of the bank. Other languages have those of the starting set. Absent: everything is as in the starting set. */
  readonly texts: Texts | undefined;
  readonly parentLiteral: string | undefined;
  /** The last moment at which new data may use it. */
  readonly validUntil: Temporal.Instant | undefined;
}

/** A value as it holds at a bank at a time, ended or not. */
export interface HeldValue {
  readonly literal: string;
  readonly code: string;
  readonly texts: Texts;
  readonly parentLiteral: string | undefined;
  readonly validUntil: Temporal.Instant | undefined;
}

/** The details of each literal: its description, and a code or a parent if there is one. */
interface Details<L extends string> {
  readonly descriptions: Readonly<Record<L, string>>;
  readonly codes?: Readonly<Record<L, string>>;
  readonly parents?: Readonly<Record<L, string>>;
}

const codeDigits = 3;

/** Returns the values of a list of literals; without a standard the code is the position in the list. */
export function valuesOf<L extends string>(
  literals: readonly L[],
  { descriptions, codes, parents }: Details<L>,
): readonly ClassificationValue[] {
  return literals.map((literal, index) => ({
    literal,
    code: codes?.[literal] ?? positionCode(index),
    description: descriptions[literal],
    ...(parents === undefined ? {} : { parentLiteral: parents[literal] }),
  }));
}

/** Returns the code of a value of which no standard has one: its position. */
export function positionCode(index: number): string {
  return String(index + 1).padStart(codeDigits, '0');
}

/** Returns the literal of a title of a standard. */
export function literalFrom(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Texts of several classifications in one language, by schema id. */
export type LanguageTexts = Readonly<Record<string, SchemaTexts>>;

/** Returns the classifications with their translations. */
export function withTranslations(
  schemas: readonly ClassificationSchema[],
  texts: Readonly<Record<Exclude<TextLanguage, 'en'>, LanguageTexts>>,
): readonly ClassificationSchema[] {
  const languages = textLanguages.filter((language) => language !== 'en');
  return schemas.map((schema) => {
    const known = languages.flatMap((language) => {
      const translated = texts[language][schema.id];
      return translated === undefined ? [] : [[language, translated] as const];
    });
    return known.length === 0 ? schema : { ...schema, translations: Object.fromEntries(known) };
  });
}

/** Whether the bank may end this value. */
export function mayEnd({ bank, values }: ClassificationSchema, literal: string): boolean {
  if (bank === undefined) return false;
  const isStarting = values.some((value) => value.literal === literal);
  return !isStarting || (bank.fixed !== 'all' && !bank.fixed.includes(literal));
}

/** Whether new data may use a value at a time. */
export function isUsable({ validUntil }: Pick<HeldValue, 'validUntil'>, at: Temporal.Instant): boolean {
  return validUntil === undefined || Temporal.Instant.compare(at, validUntil) <= 0;
}

/** Returns the values that hold: the starting set with the changes of the bank, then the values that the bank added. */
export function heldValues(schema: ClassificationSchema, ofBank: readonly BankValue[]): readonly HeldValue[] {
  const byLiteral = new Map(ofBank.map((value) => [value.literal, value]));
  const starting = schema.values.map((value) => heldValue(schema, value, byLiteral.get(value.literal)));
  const known = new Set(schema.values.map(({ literal }) => literal));
  const added = ofBank.filter(({ literal, texts }) => !known.has(literal) && texts !== undefined);
  return [...starting, ...added.map((value) => ({ ...value, texts: value.texts ?? {} }))];
}

function heldValue(
  schema: ClassificationSchema,
  { code, description, literal, parentLiteral }: ClassificationValue,
  changed: BankValue | undefined,
): HeldValue {
  const translated = Object.entries(schema.translations ?? {}).flatMap(([language, { values }]) => {
    const text = values[literal];
    return text === undefined ? [] : [[language, text] as const];
  });
  const texts: Texts = { en: description, ...Object.fromEntries(translated), ...changed?.texts };
  if (changed?.texts === undefined) return { literal, code, texts, parentLiteral, validUntil: undefined };
  const { parentLiteral: chosen = parentLiteral, validUntil } = changed;
  return {
    literal,
    code,
    texts,
    parentLiteral: chosen,
    // A release may make a value fixed after a bank has ended it.
    validUntil: mayEnd(schema, literal) ? validUntil : undefined,
  };
}

/** A value in one language. */
export interface LocalizedValue {
  readonly literal: string;
  readonly code: string;
  readonly description: string;
  readonly parentLiteral: string | undefined;
  readonly validUntil: Temporal.Instant | undefined;
}

/** A classification in one language. */
export interface LocalizedClassification {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly values: readonly LocalizedValue[];
  /** The language asked for, then those of texts that it has no translation of. */
  readonly languages: readonly TextLanguage[];
}

/**
 * Returns a classification in the first of these languages. A text that it does not have there, because the bank wrote it
 * in one language only, is in the next one that has it.
 */
export function localize(
  schema: ClassificationSchema,
  values: readonly HeldValue[],
  wanted: readonly TextLanguage[],
): LocalizedClassification {
  const order = [...new Set([...wanted, ...textLanguages])];
  const used = new Set<TextLanguage>();
  const read = (texts: Texts): string => {
    const language = order.find((one) => texts[one] !== undefined) ?? 'en';
    used.add(language);
    return texts[language] ?? '';
  };
  const { description, name } = titlesOf(schema);
  const localized = {
    id: schema.id,
    name: read(name),
    description: read(description),
    values: values.map(({ texts, ...value }) => ({ ...value, description: read(texts) })),
  };
  return { ...localized, languages: order.filter((language) => used.has(language)) };
}

function titlesOf({ description, name, translations = {} }: ClassificationSchema): {
  readonly name: Texts;
  readonly description: Texts;
} {
  const others = Object.entries(translations);
  return {
    name: { en: name, ...Object.fromEntries(others.map(([language, texts]) => [language, texts.name])) },
    description: {
      en: description,
      ...Object.fromEntries(others.map(([language, texts]) => [language, texts.description])),
    },
  };
}

/** Returns the languages in which to look for a text: the best of those that a caller prefers, then that of the bank. */
export function textLanguagesFor(preferred: readonly string[], ofBank: string): readonly TextLanguage[] {
  const chosen = chooseLanguage(preferred, textLanguages, ofBank);
  return textLanguages
    .filter((language) => language === chosen || language === ofBank)
    .toSorted((one, other) => Number(other === chosen) - Number(one === chosen));
}
