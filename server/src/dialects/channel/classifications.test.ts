import { Temporal } from 'temporal-polyfill';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { LocalizedClassification } from '#platform/kernel/classification.ts';
import {
  classificationListResponse,
  classificationParams,
  classificationResponse,
  toClassificationListResponse,
  toClassificationQuery,
  toClassificationResponse,
  toClassificationsQuery,
} from './classifications.ts';

const colours: LocalizedClassification = {
  id: 'colours',
  name: 'Colours',
  description: 'What things look like.',
  values: [
    { literal: 'red', code: '001', description: 'As blood.', parentLiteral: 'warm', validUntil: undefined },
    {
      literal: 'grey',
      code: '002',
      description: 'As mice.',
      parentLiteral: undefined,
      validUntil: Temporal.Instant.from('2026-12-31T23:59:59.999Z'),
    },
  ],
  languages: ['en'],
};
const shapes: LocalizedClassification = {
  id: 'shapes',
  name: 'Shapes',
  description: 'Round or not.',
  values: [],
  languages: ['en', 'de'],
};

describe('the lists', () => {
  const response = toClassificationListResponse([colours, shapes]);

  test('have names but no values, and keep their order', () => {
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      items: [
        { 'schema-id': 'colours', name: 'Colours', description: 'What things look like.' },
        { 'schema-id': 'shapes', name: 'Shapes', description: 'Round or not.' },
      ],
    });
    expect(Value.Check(classificationListResponse[200].body, response.body)).toBe(true);
  });

  test('may be empty', () => {
    expect(toClassificationListResponse([]).body).toStrictEqual({ items: [] });
  });
});

describe('one list', () => {
  const response = toClassificationResponse(colours);

  test('has its values, each with a parent only if it has one', () => {
    expect(response.body).toStrictEqual({
      'schema-id': 'colours',
      name: 'Colours',
      description: 'What things look like.',
      values: [
        { literal: 'red', code: '001', description: 'As blood.', 'parent-literal': 'warm' },
        {
          literal: 'grey',
          code: '002',
          description: 'As mice.',
          'valid-until': '2026-12-31T23:59:59.999Z',
        },
      ],
    });
    expect(Value.Check(classificationResponse[200].body, response.body)).toBe(true);
  });

  test('is requested in languages, the most preferred first', () => {
    const headers = { 'accept-language': 'fr;q=0.5, de' };
    expect(toClassificationQuery({ headers, params: { 'schema-id': 'colours' } })).toEqual({
      schemaId: 'colours',
      preferred: ['de', 'fr'],
    });
    expect(toClassificationsQuery({ headers: {} })).toEqual({ preferred: [] });
  });

  test('is requested by a name of 1 to 64 characters', () => {
    const isName = (name: string): boolean => Value.Check(classificationParams, { 'schema-id': name });
    expect([isName(''), isName('a'), isName('a'.repeat(64)), isName('a'.repeat(65))]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the response headers', () => {
  const tagOf = (schema: LocalizedClassification): string | undefined =>
    toClassificationResponse(schema).headers['etag'];

  test('allow private caching for an hour, per language', () => {
    for (const { headers } of [toClassificationListResponse([colours]), toClassificationResponse(colours)]) {
      expect(headers['cache-control']).toBe('private, max-age=3600');
      expect(headers['vary']).toBe('accept-language, x-bank-id');
      // RFC 9110: a strong entity tag is quoted.
      expect(headers['etag']).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    }
  });

  test('name the languages of the texts', () => {
    expect(toClassificationResponse(colours).headers['content-language']).toBe('en');
    expect(toClassificationListResponse([colours, shapes]).headers['content-language']).toBe('en, de');
    expect(toClassificationListResponse([]).headers).not.toHaveProperty('content-language');
  });

  test('have the same entity tag while the content is the same', () => {
    expect(tagOf(colours)).toBe(tagOf({ ...colours, values: colours.values.map((value) => ({ ...value })) }));
    expect(toClassificationListResponse([colours]).headers).toEqual(
      toClassificationListResponse([{ ...colours, values: [] }]).headers,
    );
  });

  test.each<[string, LocalizedClassification]>([
    ['another language', { ...colours, languages: ['de'] }],
    ['its id', { ...colours, id: 'colors' }],
    ['its name', { ...colours, name: 'Farben' }],
    ['its description', { ...colours, description: 'Wie etwas aussieht.' }],
    ['the number of its values', { ...colours, values: colours.values.slice(0, 1) }],
    ['the order of its values', { ...colours, values: colours.values.toReversed() }],
    [
      'a text of a value',
      { ...colours, values: colours.values.map((one) => ({ ...one, description: 'Rot.' })) },
    ],
    ['a code of a value', { ...colours, values: colours.values.map((one) => ({ ...one, code: 'x' })) }],
    [
      'a parent of a value',
      { ...colours, values: colours.values.map((one) => ({ ...one, parentLiteral: 'x' })) },
    ],
  ])('have another entity tag with %s', (_name, changed) => {
    expect(tagOf(changed)).not.toBe(tagOf(colours));
  });
});
