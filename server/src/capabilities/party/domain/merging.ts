/** Applies a change: absent leaves a member as it is, null removes it. Returns undefined when no member is left. */
export function merged<T extends object>(
  current: T | undefined,
  change: { readonly [Key in keyof T]?: T[Key] | null },
): T | undefined {
  const entries = Object.entries({ ...current, ...withoutAbsent(change) }).filter(
    ([, value]) => value !== null,
  );
  if (entries.length === 0) return undefined;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- members of T, less those that were cleared
  return Object.fromEntries(entries) as T;
}

/** The same members; those that may be undefined become optional. */
type Present<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Removes members that are undefined. */
export function withoutAbsent<T extends object>(value: T): Present<T> {
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- optional members only are left out
  return Object.fromEntries(entries) as Present<T>;
}
