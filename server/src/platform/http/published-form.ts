/**
 * Keyword with the schema that the OpenAPI document shows instead, where the specification has a type that the product
 * does not validate with: a decimal number is validated as a text, because a binary fraction could change it.
 */
export const publishedForm = 'x-published-form';

/** Returns the schema to publish for a parameter. */
export function publishedSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const published: unknown = Reflect.get(schema, publishedForm);
  return published ?? schema;
}
