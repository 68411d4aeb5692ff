import type { TSchema } from 'typebox';
import {
  type Contract,
  documentContent,
  type Interface,
  isKeyRequired,
  type ResponseContent,
} from '#platform/http/contract.ts';
import { publishedSchema } from '#platform/http/published-form.ts';
import { declaredErrorContent } from './declared-errors.ts';
import type { Json } from './document.ts';
import { errorComponentsOf, errorResponsesOf, problemsByStatus } from './error-responses.ts';
import type { Examples } from './example.ts';
import { dialectParametersOf, parameterComponentsOf } from './header-parameters.ts';
import { withExamples } from './operation-examples.ts';
import { requestBodyOf } from './request-body-document.ts';
import { declaredHeaders, headerComponentsOf } from './response-headers.ts';
import { createSchemaComponents } from './schema-components.ts';
import { securityOf, securitySchemesOf } from './security.ts';
import { withSharedParameters } from './shared-parameters.ts';

/** What a document says besides its contracts. */
export interface DocumentFacts {
  readonly version: string;
  /** Path of the token endpoint, `{bank}` for the bank. */
  readonly tokenUrl: string;
  /** Requests that were sent to the server, with their responses. */
  readonly examples?: Examples;
}

/**
 * Generates the OpenAPI 3.1 document of the interfaces that have one name; the schemas are those of the contracts. The
 * first contract's interface gives the title.
 */
export function openApiOf(
  contracts: readonly Contract[],
  { examples = {}, tokenUrl, version }: DocumentFacts,
): Json {
  const described = [...new Set(contracts.map((contract) => contract.interface))];
  const paths = Object.fromEntries(
    [...Map.groupBy(contracts, ({ path }) => path)].map(([path, its]) => [
      path,
      Object.fromEntries(
        its.map((contract) => [
          contract.method.toLowerCase(),
          withExamples(operationOf(contract), examples[contract.operationId]),
        ]),
      ),
    ]),
  );
  const errors = errorComponentsOf(contracts);
  const ofDialects = parameterComponentsOf(contracts);
  const named = createSchemaComponents();
  const shared = withSharedParameters(named.referIn(paths), Object.keys(ofDialects));
  const responses = named.referIn(errors.responses);
  const parameters = { ...ofDialects, ...shared.parameters };
  const schemas = { ...named.referIn(errors.schemas), ...named.all() };
  return {
    openapi: '3.1.0',
    info: {
      title: `Portico: ${described[0]?.title}`,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: described.map(tagOf),
    paths: shared.paths,
    components: {
      schemas,
      responses,
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      headers: headerComponentsOf(paths, errors.responses),
      securitySchemes: securitySchemesOf(contracts, tokenUrl),
    },
  };
}

function operationOf(contract: Contract): Json {
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    description: contract.description,
    tags: [tagOf(contract.interface).name],
    ...securityOf(contract.access),
    ...parametersOf(contract),
    ...requestBodyOf(contract.request.body),
    responses: { ...responsesOf(contract), ...errorResponsesOf(contract) },
  };
}

function tagOf({ name, tag, title }: Interface): NonNullable<Interface['tag']> {
  return tag ?? { name, description: title };
}

function parametersOf(contract: Contract): Json {
  const { request } = contract;
  const groups: readonly (readonly ['path' | 'query' | 'header', TSchema | undefined])[] = [
    ['path', request.params],
    ['query', request.query],
    ['header', request.headers],
  ];
  const parameters = groups.flatMap(([location, schema]) =>
    schema === undefined ? [] : namesOf(location, schema, contract.interface.parameters),
  );
  const all = [...parameters, ...dialectParametersOf(contract), ...keyParameterOf(contract)];
  return all.length === 0 ? {} : { parameters: all };
}

function keyParameterOf(contract: Contract): readonly Json[] {
  const { idempotency, interface: described } = contract;
  if (idempotency === 'none' || described.dialect.idempotencyHeader !== 'idempotency-key') return [];
  const isRequired = isKeyRequired(contract, 'seed-compatible');
  const isRequiredOfStrict = !isRequired && isKeyRequired(contract, 'strict');
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description: `Chosen by the client; a repeated request with the same key and body gets the first response again.${isRequiredOfStrict ? ' Required of clients that are registered as strict.' : ''}`,
      required: isRequired,
      schema: { type: 'string', minLength: 16, maxLength: 64 },
    },
  ];
}

function namesOf(
  location: 'path' | 'query' | 'header',
  schema: TSchema,
  texts: Interface['parameters'] = {},
): readonly Json[] {
  const properties: unknown = Reflect.get(schema, 'properties');
  const required: unknown = Reflect.get(schema, 'required');
  return Object.entries(properties ?? {}).map(([name, inner]: [string, unknown]) => ({
    name,
    in: location,
    description: descriptionIn(inner) ?? texts[name],
    required: location === 'path' || (Array.isArray(required) && required.includes(name)),
    ...(location === 'query' && isList(inner) ? { style: 'form', explode: false } : {}),
    schema: withoutDescription(publishedSchema(inner)),
  }));
}

/** A parameter has the description of its schema, if the schema has one. */
function descriptionIn(schema: unknown): unknown {
  return isObject(schema) ? Reflect.get(schema, 'description') : undefined;
}

function withoutDescription(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'description'));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isList(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Reflect.get(schema, 'type') === 'array';
}

function responsesOf(contract: Contract): Json {
  const problems = problemsByStatus(contract);
  return Object.fromEntries(
    Object.entries(contract.responses).map(
      ([status, { description, body, content: represented, files = [], headers }]) => {
        const ofStatus = problems.get(Number(status)) ?? [];
        const content = declaredErrorContent(
          contract,
          represented === undefined ? contentOf(body, files) : representationsOf(represented),
          ofStatus,
        );
        return [
          status,
          {
            description,
            headers: declaredHeaders(contract, headers, ofStatus),
            ...(content === undefined ? {} : { content }),
          },
        ];
      },
    ),
  );
}

function contentOf(body: TSchema | undefined, files: readonly string[]): Json | undefined {
  if (body === undefined && files.length === 0) return undefined;
  return {
    ...(body === undefined ? {} : { [mediaTypeOf(body)]: { schema: body } }),
    ...Object.fromEntries(files.map((type) => [type, {}])),
  };
}

/** A document has no schema: its media type says all that OpenAPI can. */
function representationsOf(content: ResponseContent): Json {
  const types = Object.entries(content).map(([mediaType, schema]): [string, Json] => [
    mediaType,
    schema === documentContent ? {} : { schema },
  ]);
  return Object.fromEntries(types);
}

/** A text is sent as a JSON string, unless its schema names the media type of its content. */
function mediaTypeOf(body: TSchema): string {
  const named: unknown = Reflect.get(body, 'contentMediaType');
  return typeof named === 'string' ? named : 'application/json';
}
