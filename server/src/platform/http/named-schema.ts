import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

/** Hidden, so that validators and copies by spreading do not see it; a copy that TypeBox makes keeps it. */
const nameKey = Symbol('name of a schema');
const names = new WeakMap<object, SchemaName>();

/** The name of a schema in OpenAPI documents, and its keywords. */
export interface SchemaName {
  readonly name: string;
  readonly keywords: Readonly<Record<string, unknown>>;
}

/** A sentence about one member of a schema. */
export type MemberTexts = Readonly<Record<string, string>>;

/**
 * Names a schema that several operations share. OpenAPI documents have it once, as a component with this name and
 * description, and refer to it. `members` describes the members whose name alone does not tell.
 */
export function named<S extends TSchema>(
  name: string,
  description: string,
  schema: S,
  members: MemberTexts = {},
): S {
  assert(/^[A-Z][A-Za-z0-9]+$/v.test(name), `${name} is not a name for a schema`);
  const described = Object.assign(schema, { description, ...describedProperties(name, schema, members) });
  const value = {};
  names.set(value, { name, keywords: Object.fromEntries(Object.entries(described)) });
  return Object.defineProperty(described, nameKey, { value, configurable: true });
}

/** Returns copies of the members with their texts; a member is shared with other schemas. */
function describedProperties(
  name: string,
  schema: TSchema,
  members: MemberTexts,
): { readonly properties?: object } {
  const texts = Object.entries(members);
  if (texts.length === 0) return {};
  const properties: unknown = Reflect.get(schema, 'properties');
  assert(typeof properties === 'object' && properties !== null, `${name} has no members`);
  const copies = texts.map(([member, description]): [string, object] => {
    const property: unknown = Reflect.get(properties, member);
    assert(typeof property === 'object' && property !== null, `${name} has no member ${member}`);
    return [member, withText(property, description)];
  });
  return { properties: { ...properties, ...Object.fromEntries(copies) } };
}

function withText(schema: object, description: string): object {
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(schema),
      description: { value: description, enumerable: true, configurable: true, writable: true },
    },
  );
}

/** Returns the name of a schema; none if the schema is a changed copy of a named one. Only its description may differ. */
export function schemaNameOf(schema: object): SchemaName | undefined {
  const value: unknown = Reflect.get(schema, nameKey);
  const naming = typeof value === 'object' && value !== null ? names.get(value) : undefined;
  if (naming === undefined) return undefined;
  const { description: _, ...keywords } = { ...schema, description: undefined };
  const { description: _original, ...original } = naming.keywords;
  return isDeepStrictEqual(keywords, original) ? naming : undefined;
}
