import type { TSchema } from 'typebox';
import { type Access, anyRight, type CallerAccess, rightsIn } from '#platform/auth/access.ts';
import {
  type Contract,
  documentContent,
  type Interface,
  isKeyRequired,
  problemsOf,
  type ResponseContent,
} from '#platform/http/contract.ts';
import { requestBodyOf } from './request-body-document.ts';

type Json = Readonly<Record<string, unknown>>;

/** Generates the OpenAPI 3.1 document of one interface; the schemas are those of the contracts. */
export function openApiOf(described: Interface, contracts: readonly Contract[], version: string): Json {
  const paths = Object.fromEntries(
    [...Map.groupBy(contracts, ({ path }) => path)].map(([path, its]) => [
      path,
      Object.fromEntries(its.map((contract) => [contract.method.toLowerCase(), operationOf(contract)])),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `Portico: ${described.title}`,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: described.name, description: described.title }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'at+jwt' },
        dpop: { type: 'http', scheme: 'dpop', bearerFormat: 'at+jwt' },
        certificate: { type: 'mutualTLS' },
      },
    },
  };
}

function operationOf(contract: Contract): Json {
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    tags: [contract.interface.name],
    ...securityOf(contract.access),
    ...parametersOf(contract),
    ...requestBodyOf(contract.request.body),
    responses: { ...responsesOf(contract), ...problemResponsesOf(contract) },
  };
}

function securityOf(access: Access): Json {
  if (access.kind === 'public') return { security: [] };
  // The server's own metadata (RFC 8414) describes how a client authenticates.
  if (access.kind === 'client') return { security: [], 'x-access': { client: 'as registered' } };
  const { tpp, application, customer, employee } = access;
  const needed = {
    tpp: tpp?.role,
    application: named(application?.scope),
    customer: named(customer?.scope),
    employee: named(employee?.role),
  };
  const callers = Object.entries(needed).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { security: schemesOf(access), 'x-access': Object.fromEntries(callers) };
}

function named(right: string | undefined): string | undefined {
  if (right === undefined) return undefined;
  return right === anyRight ? 'any' : rightsIn(right).join(' or ');
}

/** Returns the security schemes; one of them is sufficient, and the parts of one are required together. */
function schemesOf({ tpp, application, customer, employee }: CallerAccess): readonly Json[] {
  const hasToken = application !== undefined || customer !== undefined || employee !== undefined;
  const mayBeUnbound = [application, employee].some(
    (kind) => kind !== undefined && kind.binding === undefined,
  );
  return [
    ...(tpp === undefined ? [] : [{ certificate: [] }]),
    ...(mayBeUnbound ? [{ bearer: [] }] : []),
    ...(hasToken ? [{ dpop: [] }, { bearer: [], certificate: [] }] : []),
  ];
}

function parametersOf(contract: Contract): Json {
  const { request } = contract;
  const groups: readonly (readonly ['path' | 'query' | 'header', TSchema | undefined])[] = [
    ['path', request.params],
    ['query', request.query],
    ['header', request.headers],
  ];
  const parameters = groups.flatMap(([location, schema]) =>
    schema === undefined ? [] : namesOf(location, schema),
  );
  const all = [...parameters, ...keyParameterOf(contract)];
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
      ...(isRequiredOfStrict ? { description: 'Required of clients that are registered as strict.' } : {}),
      required: isRequired,
      schema: { type: 'string', minLength: 16, maxLength: 64 },
    },
  ];
}

function namesOf(location: 'path' | 'query' | 'header', schema: TSchema): readonly Json[] {
  const properties: unknown = Reflect.get(schema, 'properties');
  const required: unknown = Reflect.get(schema, 'required');
  return Object.entries(properties ?? {}).map(([name, inner]: [string, unknown]) => ({
    name,
    in: location,
    required: location === 'path' || (Array.isArray(required) && required.includes(name)),
    ...(location === 'query' && isList(inner) ? { style: 'form', explode: false } : {}),
    schema: inner,
  }));
}

function isList(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Reflect.get(schema, 'type') === 'array';
}

function responsesOf({ responses }: Contract): Json {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, body, content, files = [], headers }]) => [
      status,
      {
        description,
        ...(headers === undefined ? {} : { headers: headersOf(headers) }),
        ...(content === undefined ? contentOf(body, files) : representationsOf(content)),
      },
    ]),
  );
}

function contentOf(body: TSchema | undefined, files: readonly string[]): Json {
  if (body === undefined && files.length === 0) return {};
  return {
    content: {
      ...(body === undefined ? {} : { [mediaTypeOf(body)]: { schema: body } }),
      ...Object.fromEntries(files.map((type) => [type, {}])),
    },
  };
}

/** A document has no schema: its media type says all that OpenAPI can. */
function representationsOf(content: ResponseContent): Json {
  const types = Object.entries(content).map(([mediaType, schema]) => [
    mediaType,
    schema === documentContent ? {} : { schema },
  ]);
  return { content: Object.fromEntries(types) };
}

function headersOf(headers: Readonly<Record<string, string>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function mediaTypeOf(body: TSchema): string {
  return Reflect.get(body, 'type') === 'string' ? 'text/plain' : 'application/json';
}

/** Groups problems by status, each with its literals: what a client must handle. */
function problemResponsesOf(contract: Contract): Json {
  const { describeProblem } = contract.interface.dialect;
  const described = problemsOf(contract).map(({ entry, literal }) => ({
    ...describeProblem(entry, literal),
    message: entry.message,
  }));
  const free = described.filter(({ status }) => !Object.hasOwn(contract.responses, status));
  return Object.fromEntries(
    [...Map.groupBy(free, ({ status }) => status)].map(([status, its]) => [
      status,
      {
        description: [
          ...new Set(its.map(({ code, message }) => (code === '' ? message : `\`${code}\`: ${message}`))),
        ].join(' '),
      },
    ]),
  );
}
