import Type, { type Static, type TOptional, type TSchema, type TUnknown, type TUnsafe } from 'typebox';
import { named } from '#platform/http/named-schema.ts';

/** An object without additional properties. Requests are closed at every level. */
export const closed = { additionalProperties: false } as const;

/** An amount in a request; the wire translation checks currency and decimals. */
export const moneyInput = named(
  'MoneyInput',
  'An amount of money.',
  Type.Object(
    {
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: Type.String({ pattern: '^[0-9]{1,14}(\\.[0-9]{1,4})?$' }),
    },
    closed,
  ),
  { currency: 'ISO 4217.', amount: 'Decimal number with a point.' },
);

/** In a merge body null clears a field. One schema with two types reports one field error, a union three. */
export function orNull<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  const values: unknown = Reflect.get(schema, 'enum');
  if (Array.isArray(values)) {
    return Type.Unsafe({ ...schema, enum: [...values.map((value: unknown) => value), null] });
  }
  return Type.Unsafe({ ...schema, type: [Reflect.get(schema, 'type'), 'null'] });
}

/** Fields that only responses carry. Requests may contain them with any value; they are ignored. */
export function outputOnly<const Name extends string>(
  ...names: readonly Name[]
): { readonly [Key in Name]: TOptional<TUnknown> } {
  const members = names.map((name) => [name, Type.Optional(Type.Unknown())]);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- fromEntries loses the key types
  return Object.fromEntries(members) as { readonly [Key in Name]: TOptional<TUnknown> };
}
