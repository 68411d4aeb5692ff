import fc from 'fast-check';
import { jsonSchemaOf } from '#platform/http/body-kinds.ts';
import type { Contract } from '#platform/http/contract.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A request for an endpoint, well formed or not. */
export interface FuzzedRequest {
  readonly method: Contract['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Values that a schema allows. Only the keywords our contracts use are supported; others do not narrow. */
function valid(schema: unknown): fc.Arbitrary<unknown> {
  const { enum: values, type } = asSchema(schema);
  if (Array.isArray(values)) return fc.constantFrom(...values.map((value: unknown) => value));
  if (Array.isArray(type))
    return fc.oneof(
      ...type.map((one: unknown) =>
        one === 'null' ? fc.constant(null) : valid({ ...asSchema(schema), type: one }),
      ),
    );
  switch (type) {
    case 'string':
      return validText(asSchema(schema));
    case 'integer':
    case 'number':
      return fc.integer({ min: bound(schema, 'minimum', -1000), max: bound(schema, 'maximum', 1000) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valid(asSchema(schema)['items']), {
        maxLength: Math.min(3, bound(schema, 'maxItems', 3)),
      });
    case 'object':
      return validObject(asSchema(schema));
    default:
      return anything;
  }
}

function bound(schema: unknown, keyword: string, otherwise: number): number {
  const value = asSchema(schema)[keyword];
  return typeof value === 'number' ? value : otherwise;
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({
      min: new Date('1990-01-01T00:00:00Z'),
      max: new Date('2090-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  date: fc
    .date({
      min: new Date('1950-01-01T00:00:00Z'),
      max: new Date('2040-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10)),
  language: fc.constantFrom('en', 'nl', 'de-AT', 'ar', 'zh-Hant'),
};

function validText(schema: Schema): fc.Arbitrary<string> {
  const { format } = schema;
  const byFormat = typeof format === 'string' ? formats[format] : undefined;
  return (
    byFormat ??
    fc.string({
      minLength: bound(schema, 'minLength', 0),
      maxLength: Math.min(60, bound(schema, 'maxLength', 60)),
      unit: 'grapheme',
    })
  );
}

function validObject(schema: Schema): fc.Arbitrary<unknown> {
  const patterns = Object.values(asSchema(schema['patternProperties']));
  if (patterns.length > 0) {
    return fc.dictionary(formats['language'] ?? fc.string(), valid(patterns[0]), { minKeys: 1, maxKeys: 3 });
  }
  const required = schema['required'];
  const members = Object.entries(asSchema(schema['properties'])).map(
    ([name, inner]): [string, fc.Arbitrary<unknown>] => [name, valid(inner)],
  );
  return fc.record(Object.fromEntries(members), {
    requiredKeys: Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  });
}

/** Values that attackers and broken clients send. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    '',
    '\u0000',
    '\uFFFF',
    '../..',
    "' or 1=1 --",
    '<script>',
    '${7*7}',
    'x'.repeat(10_000),
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const unusualNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'role',
  'bankId',
  'a.b',
  '',
  '🂡',
);

/** A valid value with one mutation. */
function damaged(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(sound, fc.nat(), anything, unusualNames).map(([value, at, poison, name]) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return poison;
    const entries: [string, unknown][] = Object.entries(value);
    const hit = entries[at % Math.max(1, entries.length)]?.[0];
    switch (at % 3) {
      case 0:
        return Object.fromEntries(entries.filter(([member]) => member !== hit));
      case 1:
        return Object.fromEntries(
          entries.map(([member, inner]) => [member, member === hit ? poison : inner]),
        );
      default:
        return Object.fromEntries([...entries, [name, poison]]);
    }
  });
}

const soundOrNot = (schema: unknown): fc.Arbitrary<unknown> =>
  fc.oneof(valid(schema), damaged(valid(schema)));

/** Requests for one endpoint: some valid, most invalid in one way or another. */
export function arbitraryRequest(contract: Contract): fc.Arbitrary<FuzzedRequest> {
  const { headers, params, query } = contract.request;
  const body = jsonSchemaOf(contract.request.body);
  return fc
    .record({
      params: params === undefined ? fc.constant({}) : soundOrNot(params),
      query: fc.oneof(query === undefined ? fc.constant({}) : soundOrNot(query), damaged(fc.constant({}))),
      headers: headers === undefined ? fc.constant({}) : soundOrNot(headers),
      accept: fc.constantFrom(...accepted),
      key: fc.oneof(fc.uuid(), fc.constantFrom(undefined, 'short', 'ünïcode-key-of-some-length')),
      body: body === undefined ? fc.constant(undefined) : soundOrNot(body),
      raw: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.string() }),
    })
    .map(({ accept, params: named, query: queryPart, headers: sentHeaders, key, body: sent, raw }) => ({
      method: contract.method,
      path: `${pathWith(contract.path, asSchema(named))}${queryText(asSchema(queryPart))}`,
      headers: sendable({
        ...asSchema(sentHeaders),
        accept,
        [contract.interface.dialect.idempotencyHeader]: key,
      }),
      body: body === undefined ? undefined : (raw ?? sent),
    }));
}

const accepted = [
  undefined,
  '*/*',
  'application/json',
  'application/problem+json',
  'application/xml;q=0.1, application/json;q=0',
  'text/html',
  ';;q=',
  ',',
];

/** Headers that can be sent at all: a client refuses names and values with other characters. */
function sendable(headers: Schema): Readonly<Record<string, string>> {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, textOf(value).slice(0, 2_000)] as const],
  );
  return Object.fromEntries(
    texts.filter(([name, value]) => /^[\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)),
  );
}

function pathWith(path: string, params: Schema): string {
  return path.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => {
    const step = encodeURIComponent(textOf(params[name] ?? 'x').slice(0, 200));
    // Clients remove empty steps and steps of dots, and would send another path.
    return step === '' || step === '.' || step === '..' ? '-' : step;
  });
}

function queryText(query: Schema): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value).slice(0, 500))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Lone surrogates cannot be encoded in an address. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
