import type { TObject } from 'typebox';
import { type CoreOperation, coreOperations } from '../server/src/adapters/core-http/contract/operations.ts';
import {
  type CoreProblemCode,
  coreProblems,
  everywhere,
  problemMediaType,
  problemSchema,
} from '../server/src/adapters/core-http/contract/problem.ts';

import type { Examples } from '../server/src/platform/openapi/example.ts';
import { withExamples } from '../server/src/platform/openapi/operation-examples.ts';

type Json = Readonly<Record<string, unknown>>;

const introduction = [
  'What a core banking system serves so that Portico can work with it. Portico is the client: it calls over HTTPS with',
  'a client certificate, waits three seconds for each response, and never repeats a request by itself. Ignore members',
  'that you do not know; Portico does the same. The guide connect-a-core.md says what to build first.',
].join(' ');

/** Generates the OpenAPI 3.1 document that a core banking system implements; the schemas are those of the connector. */
export function coreConnectorDocument(version: string, examples: Examples): Json {
  const components: Components = { responses: new Map(), schemas: new Map() };
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of coreOperations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: withExamples(
        operationOf(operation, components),
        examples[operation.operationId],
      ),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico: Core connector',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ certificate: [] }],
    paths,
    components: {
      securitySchemes: {
        certificate: { type: 'mutualTLS', description: 'The certificate that the bank issued to Portico.' },
      },
      responses: sorted(components.responses),
      schemas: sorted(components.schemas),
    },
  };
}

interface Components {
  readonly responses: Map<string, Json>;
  readonly schemas: Map<string, Json>;
}

function sorted(named: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...named].toSorted(([one], [other]) => one.localeCompare(other)));
}

function operationOf(operation: CoreOperation, components: Components): Json {
  const { schemas } = components;
  const { body, description, operationId, params, query, response, summary } = operation;
  const parameters = [...parametersOf('path', params, schemas), ...parametersOf('query', query, schemas)];
  return {
    operationId,
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: shared(body, schemas) } } },
        }),
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: shared(response, schemas) } },
      },
      ...problemResponses([...everywhere, ...operation.problems], components),
    },
  };
}

function parametersOf(
  location: 'path' | 'query',
  schema: TObject | undefined,
  schemas: Map<string, Json>,
): readonly Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, inner]) => ({
    name,
    in: location,
    description: Reflect.get(inner, 'description'),
    required: schema?.required?.includes(name) ?? false,
    schema: shared(inner, schemas),
  }));
}

/** Returns references to the responses of an operation, by status. */
function problemResponses(codes: readonly CoreProblemCode[], components: Components): Json {
  const byStatus = Map.groupBy(codes, (code) => coreProblems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, its]) => {
      const name = its.toSorted().join('-or-');
      components.responses.set(name, problemResponse(status, its));
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function problemResponse(status: number, codes: readonly CoreProblemCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${coreProblems[code].meaning}`).join(' '),
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: { [problemMediaType]: { schema: problemSchema(codes) } },
  };
}

const retryAfter = {
  'Retry-After': {
    description: 'In seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Returns a schema in which every named one is a reference to the shared schemas. */
function shared(schema: unknown, schemas: Map<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => shared(one, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id, ...plain }: { $id?: unknown } = schema;
  const inner = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, shared(value, schemas)]),
  );
  if (typeof $id !== 'string') return inner;
  schemas.set($id, inner);
  return { $ref: `#/components/schemas/${$id}` };
}
