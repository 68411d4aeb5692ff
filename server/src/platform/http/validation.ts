import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import type { FaultCode, FieldError } from '#platform/kernel/problem.ts';
import { bodySizeDefault } from './body-limits.ts';
import type { BodySize, Contract, RequestOf } from './contract.ts';
import { formats } from './formats.ts';

/** More faults than this are not listed in one answer. */
const faultsMax = 20;
/** A fault's place and sentence fit what every dialect may say about it. */
const placeLengthMax = 100;
const sentenceLengthMax = 500;

// Nothing is coerced, filled in or removed: what the caller sent is what is judged.
const strictAjv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, formats });
// A body of many megabytes could have a million faults; looking for all of them would keep everybody else waiting.
const firstFaultAjv = new Ajv2020({ strict: true, strictTypes: false, formats });
// Query and header values arrive as text; these alone are turned into what the schema says.
const textAjv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  formats,
  coerceTypes: 'array',
});

type Part = FieldError['part'];

interface PartValidator {
  readonly part: Part;
  readonly key: keyof RequestOf<Contract>;
  readonly validate: ValidateFunction;
}

/** A request's parts as they came in. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

export type Validated =
  | { readonly kind: 'valid'; readonly request: RequestOf<Contract> }
  | { readonly kind: 'invalid'; readonly faults: readonly FieldError[] };

/** Compiles the contract's schemas once; the result judges requests. All faults are collected, not only the first. */
export function compileRequest(contract: Contract): (raw: RawRequest) => Validated {
  const { params, query, headers, body } = contract.request;
  const parts: PartValidator[] = [
    ...(params === undefined ? [] : [compilePart('path', 'params', params)]),
    ...(headers === undefined ? [] : [compilePart('header', 'headers', headers)]),
    compilePart('query', 'query', query ?? nothing),
    ...(body === undefined ? [] : [compileBody(body, contract.bodySize)]),
  ];
  const lists = listParameters(query);
  return (sent) => {
    const raw = lists.length === 0 ? sent : { ...sent, query: splitLists(sent.query, lists) };
    const unkeepable = [...zeroFaults('path', raw.params), ...zeroFaults('query', raw.query)];
    const faults = unkeepable.length > 0 ? unkeepable : parts.flatMap((part) => faultsIn(part, raw));
    if (faults.length > 0) return { kind: 'invalid', faults: faults.slice(0, faultsMax) };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- just validated against the contract
    return { kind: 'valid', request: raw as RequestOf<Contract> };
  };
}

/** Only as many as will be told are put into words: a body can have a hundred thousand faults. */
function faultsIn({ part, key, validate }: PartValidator, raw: RawRequest): readonly FieldError[] {
  if (validate(raw[key])) return [];
  return (validate.errors ?? []).slice(0, faultsMax).map((error) => faultOf(part, error));
}

/** `%00` passes every schema of text, and no text column can keep it. */
function zeroFaults(part: Part, values: unknown): readonly FieldError[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .filter(([, value]: [string, unknown]) => [value].flat().some(hasZero))
    .map(([name]) => ({
      part,
      path: [name.slice(0, placeLengthMax)],
      code: 'malformed',
      message: 'A text holds a character that cannot be kept.',
    }));
}

function hasZero(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** An operation without query parameters takes none: an unknown filter must not be ignored silently. */
const nothing: TSchema = { type: 'object', properties: {}, additionalProperties: false };

/** Query parameters that are lists; the specification separates their elements by commas. */
function listParameters(query: TObject | undefined): readonly string[] {
  return Object.entries(query?.properties ?? {})
    .filter(([, schema]) => 'type' in schema && schema.type === 'array')
    .map(([name]) => name);
}

function splitLists(query: unknown, lists: readonly string[]): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]: [string, unknown]) => [
      name,
      lists.includes(name) && typeof value === 'string' ? value.split(',') : value,
    ]),
  );
}

function compileBody(schema: TSchema, size: BodySize = bodySizeDefault): PartValidator {
  const ajv = size === 'large' || size === 'attachments' ? firstFaultAjv : strictAjv;
  return { part: 'body', key: 'body', validate: ajv.compile({ additionalProperties: false, ...schema }) };
}

function compilePart(part: Part, key: PartValidator['key'], schema: TSchema): PartValidator {
  // Headers of others (proxies, browsers) are none of a contract's business; everything else is closed.
  const closed = part === 'header' ? schema : { additionalProperties: false, ...schema };
  return { part, key, validate: textAjv.compile(closed) };
}

const codes: Readonly<Record<string, FaultCode>> = {
  required: 'required',
  additionalProperties: 'unknown-field',
  unevaluatedProperties: 'unknown-field',
  type: 'type',
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  maxItems: 'too-many',
  minProperties: 'too-few',
  maxProperties: 'too-many',
  pattern: 'pattern',
  format: 'format',
  enum: 'enum',
  const: 'mismatch',
  minimum: 'minimum',
  exclusiveMinimum: 'minimum',
  maximum: 'maximum',
  exclusiveMaximum: 'maximum',
  multipleOf: 'format',
  uniqueItems: 'duplicate',
  dependentRequired: 'combination-required',
  anyOf: 'combination-required',
  oneOf: 'combination-not-allowed',
  not: 'combination-not-allowed',
};

function faultOf(part: Part, error: ErrorObject): FieldError {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const member = memberOf(error);
  return {
    part,
    path: member === undefined ? path : [...path, member],
    code: codes[error.keyword] ?? 'malformed',
    message: sentence(error).slice(0, sentenceLengthMax),
  };
}

/** For a missing or unknown member the fault is at that member, not at the object around it. */
function memberOf(error: ErrorObject): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof member === 'string' ? member.slice(0, placeLengthMax) : undefined;
}

function unescapePointer(token: string): string | number {
  const text = token.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, placeLengthMax);
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Says what is allowed; never repeats what was sent, which may be a secret. */
function sentence(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'This member is required.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'This member is not known here.';
    case 'enum': {
      const { allowedValues }: Readonly<Record<string, unknown>> = error.params;
      return `Must be one of: ${Array.isArray(allowedValues) ? allowedValues.join(', ') : 'the listed values'}.`;
    }
    default: {
      const text = error.message ?? 'is not valid';
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    }
  }
}
