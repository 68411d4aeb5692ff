type Absent<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};
type There<T> = { readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] };

/** The members of an object that are there; what is absent is left out altogether. */
export type Given<T> = There<T> & Absent<T>;

/** Leaves out what is undefined, so that an object can be written down in one piece. */
export function omitUndefined<const T extends object>(members: T): Given<T> {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only members that are undefined were left out
  return Object.fromEntries(entries) as Given<T>;
}

/** Translates what is there. */
export function mapDefined<T, Result>(
  value: T | undefined,
  translate: (value: T) => Result,
): Result | undefined {
  return value === undefined ? undefined : translate(value);
}

/** Translates a member of a merge body: absent stays absent, null stays null. */
export function mapNullable<T, Result>(
  value: T | null | undefined,
  translate: (value: T) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : translate(value);
}

/** Nothing instead of an object in which there is nothing. */
export function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Those that are there. */
export function present<T>(values: readonly (T | undefined)[]): readonly T[] {
  return values.filter((value) => value !== undefined);
}

/** A text that may be empty says nothing when it is. */
export function unlessBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
