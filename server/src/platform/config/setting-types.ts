import { Temporal } from 'temporal-polyfill';
import Type, {
  type Static,
  type TEnum,
  type TInteger,
  type TSchema,
  type TString,
  type TUnsafe,
} from 'typebox';

/** What people see in the place of a secret, be it a whole value or a part of an address. */
export const secretText = '[secret]';

/** Longest text of an ordinary setting; keys, certificates and JSON say their own limit. */
export const textLengthMax = 4_096;
const jsonLengthMax = 65_536;

/** A sort of setting: how its text is read, what the value must be, and how it may be shown. */
export interface SettingType<Schema extends TSchema = TSchema> {
  /** What the value must be once read. The type of the setting is inferred from it. */
  readonly schema: Schema;
  /** Completes "Expected: …" for the person who has to repair the value. */
  readonly expected: string;
  readonly lengthMax: number;
  /** Whether `NAME_FILE` may name a file that holds the text. */
  readonly file: 'accepted' | 'refused';
  /** Whether a refused text may be quoted in the error; never where it could hold a secret. */
  readonly quoting: 'quoted' | 'withheld';
  /** Turns text into a value; `undefined` when the text has not even the right shape. */
  decode(text: string): unknown;
  /** The value as people may see it. */
  print(value: Static<Schema>): string;
}

const plain = { lengthMax: textLengthMax, file: 'refused', quoting: 'quoted' } as const;

/** Text that fits a pattern; the pattern is anchored by the caller. */
export function text(pattern: RegExp, expected: string): SettingType<TString> {
  return {
    ...plain,
    schema: Type.String({ pattern: pattern.source }),
    expected,
    decode: (given) => given,
    print: (value) => value,
  };
}

/** A whole number between two bounds, both allowed. */
export function integer(bounds: { readonly min: number; readonly max: number }): SettingType<TInteger> {
  return {
    ...plain,
    schema: Type.Integer({ minimum: bounds.min, maximum: bounds.max }),
    expected: `a whole number from ${bounds.min} to ${bounds.max}`,
    decode: (given) => (/^-?\d{1,15}$/.test(given) ? Number(given) : undefined),
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
    decode: (given) => (/^P(?!.*[YW])(?!\d*M)/i.test(given) ? readDuration(given) : undefined),
    print: String,
  };
}

function readDuration(given: string): Temporal.Duration | undefined {
  try {
    return Temporal.Duration.from(given);
  } catch {
    return undefined;
  }
}

/** One of a few words. Switches are words too: `on` and `off` say more than true. */
export function enumSetting<const Words extends string[]>(...choice: Words): SettingType<TEnum<Words>> {
  return {
    ...plain,
    schema: Type.Enum<Words>(choice),
    expected: `one of ${choice.join(', ')}`,
    decode: (given) => given,
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

/** Items separated by commas, each of them once; spaces around them do not count. */
export function list<Item extends TSchema>(of: ListOf<Item>): ListSettingType<Item> {
  return {
    ...plain,
    schema: listSchema(of),
    expected: `${of.expected}, separated by commas, none twice, ${of.min} to ${of.max} of them`,
    quoting: of.quoting ?? 'quoted',
    decode: (given) => (given.trim() === '' ? [] : given.split(',').map((item) => item.trim())),
    print: (items: Static<Item>[]) => items.map((item) => of.printItem?.(item) ?? String(item)).join(','),
  };
}

/** JSON that fits a schema. Its text is never quoted: it is long, and people put secrets into it. */
export function json<Schema extends TSchema>(schema: Schema, expected: string): SettingType<Schema> {
  return {
    ...plain,
    schema,
    expected: `JSON: ${expected}`,
    lengthMax: jsonLengthMax,
    quoting: 'withheld',
    decode: (given) => {
      try {
        const value: unknown = JSON.parse(given);
        return value;
      } catch {
        return undefined;
      }
    },
    print: (value) => JSON.stringify(value),
  };
}
