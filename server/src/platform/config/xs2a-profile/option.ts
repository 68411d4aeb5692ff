import Type, { type Static, type TSchema, type TUnsafe } from 'typebox';

/** One choice of a bank about its interface for third parties. */
export interface Option<Schema extends TSchema = TSchema> {
  readonly schema: Schema;
  readonly default: Static<Schema>;
  /** What the option changes, for the bank that sets it. */
  readonly effect: string;
  /** `withheld`: third parties do not learn it. */
  readonly publication: 'published' | 'withheld';
}

/** Declares an option that third parties may read. */
export function option<Schema extends TSchema>(
  schema: Schema,
  defaultValue: Static<Schema>,
  effect: string,
): Option<Schema> {
  return { schema, default: defaultValue, effect, publication: 'published' };
}

/** Declares an option that only the bank may read. */
export function withheldOption<Schema extends TSchema>(
  schema: Schema,
  defaultValue: Static<Schema>,
  effect: string,
): Option<Schema> {
  return { ...option(schema, defaultValue, effect), publication: 'withheld' };
}

const daysMax = 3_650;
const entriesMax = 10_000;
/** A month: resources that are not confirmed are not kept longer. */
const milliSecondsMax = 2_678_400_000;

export const flag = Type.Boolean();
/** Days; 0 means no limit. */
export const days = Type.Integer({ minimum: 0, maximum: daysMax });
export const milliSeconds = Type.Integer({ minimum: 1_000, maximum: milliSecondsMax });
export const entries = Type.Integer({ minimum: 1, maximum: entriesMax });

type SetOf<Words extends string[]> = TUnsafe<readonly Words[number][]>;

/** A non-empty set of the given words. */
export function someOf<const Words extends string[]>(...words: Words): SetOf<Words> {
  return Type.Unsafe(Type.Array(Type.Enum<Words>(words), { minItems: 1, uniqueItems: true }));
}
