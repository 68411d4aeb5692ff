import type { TSchema } from 'typebox';

/** Bytes of one character of a text in JSON: six if it is escaped, four in UTF-8. */
const bytesPerCharacter = 4;
/** Numbers, booleans, dates and texts that a format bounds. */
const bytesOfScalar = 64;
/** A text or a list without its own limit: only the limit of the body applies. */
const unbounded = Number.POSITIVE_INFINITY;

/** Returns the maximum size in bytes of a body of this schema, without spaces. */
export function bodyBytesMax(schema: TSchema): number {
  const part = (name: string): unknown => Reflect.get(schema, name);
  const options = [...schemasIn(part('anyOf')), ...schemasIn(part('oneOf'))];
  if (options.length > 0) return Math.max(...options.map(bodyBytesMax));
  const parts = schemasIn(part('allOf'));
  if (parts.length > 0) return parts.reduce<number>((sum, one) => sum + bodyBytesMax(one), 0);
  if (part('const') !== undefined || part('enum') !== undefined) return bytesOfScalar;
  switch (part('type')) {
    case 'string':
      return textBytes(part('maxLength'), part('pattern') ?? part('format'));
    case 'array':
      return listBytes(part('items'), part('maxItems'));
    case 'object':
      return objectBytes(schema);
    default:
      return part('type') === undefined ? unbounded : bytesOfScalar;
  }
}

function textBytes(lengthMax: unknown, form: unknown): number {
  if (typeof lengthMax === 'number') return lengthMax * bytesPerCharacter + 2;
  return form === undefined ? unbounded : bytesOfScalar;
}

function listBytes(items: unknown, itemsMax: unknown): number {
  if (typeof itemsMax !== 'number') return unbounded;
  return isSchema(items) ? itemsMax * (bodyBytesMax(items) + 1) + 2 : unbounded;
}

function objectBytes(schema: TSchema): number {
  const properties: unknown = Reflect.get(schema, 'properties');
  const extra: unknown = Reflect.get(schema, 'additionalProperties');
  const isOpen = extra === true || isSchema(extra) || Reflect.get(schema, 'patternProperties') !== undefined;
  if (isOpen) return unbounded;
  const members = Object.entries(typeof properties === 'object' && properties !== null ? properties : {});
  return members.reduce(
    (sum, [name, one]: [string, unknown]) =>
      sum + name.length + 4 + (isSchema(one) ? bodyBytesMax(one) : unbounded),
    2,
  );
}

function schemasIn(value: unknown): readonly TSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}
