import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { schemaNameOf } from '#platform/http/named-schema.ts';
import { componentRef, type Json } from './document.ts';

/** Collects the named schemas of a document. */
export interface SchemaComponents {
  /** Returns the part of the document with a reference in place of each named schema. */
  referIn(part: Json): Json;
  /** Returns the schemas that the parts refer to, by name. */
  all(): Json;
}

export function createSchemaComponents(): SchemaComponents {
  const schemas = new Map<string, Json>();
  return {
    referIn: (part) => publishedMembers(part, schemas),
    all: () => Object.fromEntries([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function published(value: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => published(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const naming = schemaNameOf(value);
  if (naming === undefined) return publishedMembers(value, schemas);
  const { keywords, name } = naming;
  const component = publishedMembers(keywords, schemas);
  const known = schemas.get(name);
  assert(
    known === undefined || isDeepStrictEqual(known, component),
    `two schemas of one document have the name ${name}`,
  );
  schemas.set(name, component);
  const description: unknown = Reflect.get(value, 'description');
  return {
    ...componentRef('schemas', name),
    ...(description === keywords['description'] ? {} : { description }),
  };
}

function publishedMembers(value: object, schemas: Map<string, Json>): Json {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, published(inner, schemas)]));
}
