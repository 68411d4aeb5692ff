type Absent<T> = {
  readonly [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};
type There<T> = { readonly [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] };

/** The defined members of an object; undefined ones are omitted. */
export type Given<T> = There<T> & Absent<T>;

/** Omits undefined members, so that an object can be written as one literal. */
export function omitUndefined<const T extends object>(members: T): Given<T> {
  // Runs for every object of every answer; a loop over the names costs a third of going through entries.
  // oxlint-disable-next-line typescript/consistent-type-assertions -- read by name
  const given = members as Readonly<Record<string, unknown>>;
  const defined: Record<string, unknown> = {};
  for (const name of Object.keys(given)) {
    // Assigning `__proto__` would set the prototype instead of a member.
    if (given[name] !== undefined && name !== '__proto__') defined[name] = given[name];
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only undefined members were omitted
  return defined as Given<T>;
}

/** Maps a defined value; undefined stays undefined. */
export function mapDefined<T, Result>(
  value: T | undefined,
  translate: (value: T) => Result,
): Result | undefined {
  return value === undefined ? undefined : translate(value);
}

/** Maps a member of a merge body: undefined stays undefined, null stays null. */
export function mapNullable<T, Result>(
  value: T | null | undefined,
  translate: (value: T) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : translate(value);
}

/** Returns undefined instead of an object without members. */
export function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Returns the defined values. */
export function present<T>(values: readonly (T | undefined)[]): readonly T[] {
  return values.filter((value) => value !== undefined);
}

/** Returns undefined instead of a blank text. */
export function unlessBlank(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
