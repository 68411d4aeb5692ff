import assert from 'node:assert/strict';
import Type, { type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import {
  type BodyContract,
  type BodyExamples,
  bodiesIn,
  type FormBody,
  isBodyOptional,
  type JsonBody,
  type SingleBody,
} from '#platform/http/body-kinds.ts';
import { patchOperations } from '#platform/http/patch-operations.ts';

type Json = Readonly<Record<string, unknown>>;

/** Documents the body of a request: every media type that the contract accepts. */
export function requestBodyOf(body: BodyContract | undefined): Json {
  if (body === undefined) return {};
  const content = Object.fromEntries(bodiesIn(body).flatMap(mediaTypesOf));
  return { requestBody: { required: !isBodyOptional(body), content } };
}

function mediaTypesOf(body: SingleBody): readonly (readonly [string, Json])[] {
  switch (body.kind) {
    case 'json':
      assertValid(body);
      return (body.mediaTypes ?? ['application/json']).map((type) => [
        type,
        { schema: closed(body.schema), ...examplesOf(body.examples) },
      ]);
    case 'patch':
      return [
        ['application/merge-patch+json', { schema: closed(body.schema) }],
        ['application/json-patch+json', { schema: patchOperations }],
      ];
    case 'document':
      if (body.schema !== undefined) assertValid({ ...body, schema: body.schema, kind: 'json' });
      return body.mediaTypes.map((type) => [
        type,
        { ...(body.schema && { schema: closed(body.schema) }), ...examplesOf(body.examples) },
      ]);
    case 'form':
      return [['multipart/form-data', formOf(body)]];
  }
}

function examplesOf(examples: BodyExamples | undefined): Json {
  if (examples === undefined) return {};
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return { examples: Object.fromEntries(named) };
}

/** A developer copies an example: it must be what the contract accepts. */
function assertValid({ examples = {}, schema }: JsonBody): void {
  const documented = Type.Unsafe(closed(schema));
  for (const [name, value] of Object.entries(examples))
    assert(Check(documented, value), `example "${name}" does not match its schema`);
}

function formOf({ parts }: FormBody): Json {
  const entries = Object.entries(parts);
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      required: entries.filter(([, { presence }]) => presence !== 'optional').map(([name]) => name),
      properties: Object.fromEntries(
        entries.map(([name, { mediaType, schema }]) => [
          name,
          schema === undefined ? { type: 'string', contentMediaType: mediaType } : closed(schema),
        ]),
      ),
    },
    encoding: Object.fromEntries(entries.map(([name, { mediaType }]) => [name, { contentType: mediaType }])),
  };
}

/** Documents the closed objects that the validator enforces. */
function closed(schema: TSchema): object {
  const isClosed = Reflect.get(schema, 'type') === 'array' || Object.hasOwn(schema, 'additionalProperties');
  // A copy would lose its name.
  return isClosed ? schema : { additionalProperties: false, ...schema };
}
