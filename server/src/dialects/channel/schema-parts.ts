import Type, { type Static, type TOptional, type TSchema, type TUnknown, type TUnsafe } from 'typebox';

/** An object that takes no member beyond those named; a request is closed all the way down. */
export const closed = { additionalProperties: false } as const;

/** In a merge body null clears. One schema with two types tells one fault, where a union would tell three. */
export function orNull<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const values: unknown = Reflect.get(schema, 'enum');
  if (Array.isArray(values)) {
    return Type.Unsafe({ ...schema, enum: [...values.map((value: unknown) => value), null] });
  }
  return Type.Unsafe({ ...schema, type: [Reflect.get(schema, 'type'), 'null'] });
}

/** A member that we tell and nobody sets: sent back to us it is ignored, whatever it holds. */
export function outputOnly<const Name extends string>(
  ...names: readonly Name[]
): { readonly [Key in Name]: TOptional<TUnknown> } {
  const members = names.map((name) => [name, Type.Optional(Type.Unknown())]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries forgets the keys it was given
  return Object.fromEntries(members) as { readonly [Key in Name]: TOptional<TUnknown> };
}
