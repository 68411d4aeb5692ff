import { Temporal } from 'temporal-polyfill';
import Type, {
  type Static,
  type TEnum,
  type TInteger,
  type TSchema,
  type TString,
  type TUnsafe,
} from 'typebox';

/** Shown in place of a secret, either a whole value or a part of an address. */
export const secretText = '[secret]';

/** Maximum length of an ordinary setting; keys, certificates and JSON have their own limit. */
export const textLengthMax = 4_096;
const jsonLengthMax = 65_536;

/** A type of setting: how its text is parsed, what the value must be, and how it is shown. */
export interface SettingType<Schema extends TSchema = TSchema> {
  /** Schema of the parsed value. The type of the setting is inferred from it. */
  readonly schema: Schema;
  /** Completes "Expected: …" for the operator who has to fix the value. */
  readonly expected: string;
  readonly lengthMax: number;
  /** Whether `NAME_FILE` may name a file that holds the text. */
  readonly file: 'accepted' | 'refused';
  /** Whether a refused text may be quoted in the error; never if it could hold a secret. */
  readonly quoting: 'quoted' | 'withheld';
  /** Parses the text; returns `undefined` if it does not even have the right form. */
  decode(text: string): unknown;
  /** Formats the value without secrets. */
  print(value: Static<Schema>): string;
}

const plain = { lengthMax: textLengthMax, file: 'refused', quoting: 'quoted' } as const;

/** Text that matches a pattern; the caller anchors the pattern. */
export function text(pattern: RegExp, expected: string): SettingType<TString> {
  return {
    ...plain,
    schema: Type.String({ pattern: pattern.source }),
    expected,
    decode: (input) => input,
    print: (value) => value,
  };
}

/** A whole number between two inclusive bounds. */
export function integer(bounds: { readonly min: number; readonly max: number }): SettingType<TInteger> {
  return {
    ...plain,
    schema: Type.Integer({ minimum: bounds.min, maximum: bounds.max }),
    expected: `a whole number from ${bounds.min} to ${bounds.max}`,
    decode: (input) => (/^-?\d{1,15}$/.test(input) ? Number(input) : undefined),
    print: String,
  };
}

/** A length of time in ISO 8601, above zero. Days are the largest unit: months have no fixed length. */
export function duration(): SettingType<TUnsafe<Temporal.Duration>> {
  return {
    ...plain,
    schema: Type.Unsafe<Temporal.Duration>(
      Type.Refine(Type.Unknown(), (value) => value instanceof Temporal.Duration && value.sign === 1),
    ),
    expected: 'a length of time in ISO 8601 above zero, at most in days, such as PT30S, PT15M or P1DT12H',
    decode: (input) => (/^P(?!.*[YW])(?!\d*M)/i.test(input) ? readDuration(input) : undefined),
    print: String,
  };
}

function readDuration(input: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(input);
  } catch {
    return undefined;
  }
}

/** One of several literals. Switches use `on` and `off`, which say more than true. */
export function enumSetting<const Words extends string[]>(...choice: Words): SettingType<TEnum<Words>> {
  return {
    ...plain,
    schema: Type.Enum<Words>(choice),
    expected: `one of ${choice.join(', ')}`,
    decode: (input) => input,
    print: String,
  };
}

interface ListOf<Item extends TSchema> {
  readonly item: Item;
  readonly min: number;
  readonly max: number;
  readonly expected: string;
  readonly quoting?: 'quoted' | 'withheld';
  printItem?(item: Static<Item>): string;
}

function listSchema<Item extends TSchema>(of: ListOf<Item>) {
  return Type.Immutable(Type.Array(of.item, { minItems: of.min, maxItems: of.max, uniqueItems: true }));
}

type ListSettingType<Item extends TSchema> = SettingType<ReturnType<typeof listSchema<Item>>>;

/** Items separated by commas, without duplicates; spaces around them are ignored. */
export function list<Item extends TSchema>(of: ListOf<Item>): ListSettingType<Item> {
  return {
    ...plain,
    schema: listSchema(of),
    expected: `${of.expected}, separated by commas, none twice, ${of.min} to ${of.max} of them`,
    quoting: of.quoting ?? 'quoted',
    decode: (input) => (input.trim() === '' ? [] : input.split(',').map((item) => item.trim())),
    print: (items: Static<Item>[]) => items.map((item) => of.printItem?.(item) ?? String(item)).join(','),
  };
}

/** JSON that matches a schema. Its text is never quoted: it is long and may contain secrets. */
export function json<Schema extends TSchema>(schema: Schema, expected: string): SettingType<Schema> {
  return {
    ...plain,
    schema,
    expected: `JSON: ${expected}`,
    lengthMax: jsonLengthMax,
    quoting: 'withheld',
    decode: (input) => {
      try {
        const value: unknown = JSON.parse(input);
        return value;
      } catch {
        return undefined;
      }
    },
    print: (value) => JSON.stringify(value),
  };
}
