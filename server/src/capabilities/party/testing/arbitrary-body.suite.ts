import fc from 'fast-check';

type Schema = Readonly<Record<string, unknown>>;

const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc.constantFrom('1980-02-29', '2020-01-01', '2026-11-15', '2099-12-31'),
  'date-time': fc.constantFrom('2026-11-15T10:00:00Z', '2026-11-15T10:00:00.5+01:00'),
  language: fc.constantFrom('en', 'nl', 'zh-Hant-TW'),
  uuid: fc.uuid(),
};

/** Texts that people write into free-text members, valid and invalid. */
const words = fc.constantFrom(
  'Ana',
  "D'Or-Šimić",
  '+31612345678',
  '+31201234567',
  'a@example.org',
  'https://example.org/x',
  'NL',
  'AB-123456',
  '62',
  ' ',
  '...',
  '🂡',
  'provider:handle',
);

/**
 * Generates values that a schema allows, as far as its keywords can be interpreted; the validator decides whether one
 * is valid.
 */
export function arbitraryValue(schema: unknown): fc.Arbitrary<unknown> {
  const { enum: values, items, pattern, properties, type } = asSchema(schema);
  if (Array.isArray(values)) return fc.constantFrom(...values.map((value: unknown) => value));
  if (Array.isArray(type)) {
    return fc.oneof(arbitraryValue({ ...asSchema(schema), type: type[0] }), fc.constant(null));
  }
  switch (type) {
    case 'string':
      return typeof pattern === 'string' ? arbitraryWritten(pattern) : arbitraryText(asSchema(schema));
    case 'integer':
    case 'number':
      return arbitraryNumber(asSchema(schema));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryValue(items), { minLength: bound(schema, 'minItems', 0), maxLength: 3 });
    case 'object':
      return arbitraryObject(asSchema(properties), asSchema(schema)['required']);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Most texts of the right format are neither a country nor a currency. */
const known = ['NL', 'EUR', '1000000048', '12'];

function arbitraryWritten(pattern: string): fc.Arbitrary<string> {
  const form = new RegExp(pattern);
  const fitting = known.filter((text) => form.test(text));
  return fitting.length === 0
    ? fc.stringMatching(form)
    : fc.oneof(fc.stringMatching(form), fc.constantFrom(...fitting));
}

function arbitraryText(schema: Schema): fc.Arbitrary<string> {
  const { format } = schema;
  const byFormat = typeof format === 'string' ? formats[format] : undefined;
  const free = fc.string({
    unit: 'grapheme',
    minLength: bound(schema, 'minLength', 0),
    maxLength: Math.min(40, bound(schema, 'maxLength', 40)),
  });
  return byFormat ?? fc.oneof(free, words);
}

function arbitraryNumber(schema: Schema): fc.Arbitrary<number> {
  const [min, max] = [bound(schema, 'minimum', -1000), bound(schema, 'maximum', 1000)];
  return schema['type'] === 'integer'
    ? fc.integer({ min, max })
    : fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true }));
}

function arbitraryObject(properties: Schema, required: unknown): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, inner]) => [name, arbitraryValue(inner)] as const);
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return fc.record(Object.fromEntries(members), { requiredKeys: names });
}

function bound(schema: unknown, keyword: string, otherwise: number): number {
  const value = asSchema(schema)[keyword];
  return typeof value === 'number' ? value : otherwise;
}
