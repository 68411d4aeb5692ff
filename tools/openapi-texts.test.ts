import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryFiles, textOf } from './repository.ts';

type Json = Readonly<Record<string, unknown>>;

const paths = (await repositoryFiles()).filter((path) => path.startsWith('contracts/openapi/'));
const documents = await Promise.all(
  paths.map(async (path) => [path, objectIn(parse(await textOf(path)))] as const),
);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(value: unknown): Json {
  return isObject(value) ? value : {};
}

function listIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Follows a reference within the document. */
function resolved(document: Json, value: Json): Json {
  const ref = value['$ref'];
  if (typeof ref !== 'string') return value;
  const steps = ref.slice('#/'.length).split('/');
  return steps.reduce<Json>((part, step) => objectIn(part[step]), document);
}

function operationsIn(document: Json): readonly Json[] {
  return Object.values(objectIn(document['paths'])).flatMap((item) =>
    Object.values(objectIn(item)).filter(isObject),
  );
}

/** A sentence: it starts with a capital, a digit or code, and ends with a full stop. */
const sentence = /^[A-Z0-9`\u{2019}].*\.$/su;

const isDescribed = ({ description }: Json): boolean =>
  typeof description === 'string' && sentence.test(description);

/** Returns the operations, parameters and named schemas of a document that have no description. */
function undescribedIn(document: Json): readonly string[] {
  const operations = operationsIn(document);
  const schemas = objectIn(objectIn(document['components'])['schemas']);
  return [
    ...operations
      .filter((operation) => !isDescribed(operation))
      .map((operation) => String(operation['operationId'])),
    ...operations.flatMap((operation) =>
      listIn(operation['parameters'])
        .map((parameter) => resolved(document, parameter))
        .filter((parameter) => !isDescribed(parameter))
        .map(({ name }) => `${String(operation['operationId'])} ${String(name)}`),
    ),
    ...Object.entries(schemas)
      .filter(([, schema]) => !isDescribed(objectIn(schema)))
      .map(([name]) => `schema ${name}`),
  ];
}

/** An object with at least this many members is worth a name where it appears more than twice. */
const membersMin = 3;
const appearancesMax = 2;

/** Returns the members of objects that appear in several places of a document without a name. */
function unnamedIn(document: Json): readonly string[] {
  const found = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isObject(value)) return;
    const { properties, type } = value;
    if (type === 'object' && isObject(properties) && Object.keys(properties).length >= membersMin) {
      const text = JSON.stringify(value);
      found.set(text, (found.get(text) ?? 0) + 1);
    }
    for (const [key, inner] of Object.entries(value)) if (!key.startsWith('example')) visit(inner);
  };
  visit(document);
  return [...found]
    .filter(([, count]) => count > appearancesMax)
    .map(([text]) => Object.keys(objectIn(objectIn(JSON.parse(text))['properties'])).join(', '));
}

describe.each(documents)('%s', (_path, document) => {
  test('describes every operation, parameter and named schema in a sentence', () => {
    expect(undescribedIn(document)).toEqual([]);
  });

  test('has a name for every object that several operations share', () => {
    expect(unnamedIn(document)).toEqual([]);
  });

  test('uses every component', () => {
    const text = JSON.stringify(document);
    const components = Object.entries(objectIn(document['components']))
      .filter(([group]) => group !== 'securitySchemes')
      .flatMap(([group, all]) => Object.keys(objectIn(all)).map((name) => `#/components/${group}/${name}`));
    expect(components.filter((ref) => !text.includes(`"${ref}"`))).toEqual([]);
  });
});

describe('a document', () => {
  const [, document] = documents[0] ?? [];

  test('whose operation and parameter have no description is refused', () => {
    const silent = { operationId: 'Test_Silent', summary: 'S', parameters: [{ name: 'word', in: 'query' }] };
    const paths = { ...objectIn(document?.['paths']), '/silent': { get: silent } };
    expect(undescribedIn({ ...document, paths })).toEqual(['Test_Silent', 'Test_Silent word']);
  });

  test('that repeats an object is refused', () => {
    const shape = { type: 'object', properties: { a: {}, b: {}, c: {} } };
    expect(unnamedIn({ one: shape, two: shape })).toEqual([]);
    expect(unnamedIn({ one: shape, two: { items: shape }, three: shape })).toEqual(['a, b, c']);
  });
});
