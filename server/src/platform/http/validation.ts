import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TObject, TSchema } from 'typebox';
import type { FieldError, FieldErrorCode } from '#platform/kernel/problem.ts';
import {
  type BodyContract,
  bodiesIn,
  type FaultyJson,
  isBodyOptional,
  isChoice,
  passesFaults,
  type SingleBody,
} from './body-kinds.ts';
import { bodySizeDefault } from './body-limits.ts';
import type { BodySize, Contract, RequestOf } from './contract.ts';
import { formats } from './formats.ts';
import { missingMembers, patchOperations } from './patch-operations.ts';
import { publishedForm } from './published-form.ts';

/** A response lists at most this many field errors. */
export const fieldErrorsMax = 20;
/** The path and message of a field error fit the limits of every dialect. */
const pathLengthMax = 100;
const sentenceLengthMax = 500;

// Nothing is coerced, defaulted or removed: what the caller sent is validated.
const shared = { strict: true, strictTypes: false, formats, keywords: [publishedForm] };
const strictAjv = new Ajv2020({ ...shared, allErrors: true });
// A body of many megabytes could have a million errors; finding all of them would delay every other request.
const firstErrorAjv = new Ajv2020(shared);
// Query and header values arrive as text; only these are converted to the type of the schema.
const textAjv = new Ajv2020({ ...shared, allErrors: true, coerceTypes: 'array' });

type Part = FieldError['part'];

/** Returns the field errors of a value; `within` is its path. */
type Check = (value: unknown, within?: readonly string[]) => readonly FieldError[];

interface PartValidator {
  readonly key: keyof RawRequest;
  readonly check: Check;
}

/** The parts of a request as received. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly responseType?: string | undefined;
}

export type Validated =
  | { readonly kind: 'valid'; readonly request: RequestOf<Contract> }
  | { readonly kind: 'invalid'; readonly fieldErrors: readonly FieldError[] };

type RequestValidator = (raw: RawRequest) => Validated;

const compiled = new WeakMap<Contract, RequestValidator>();

/**
 * Returns the validator of a contract's requests, compiled once per process. All field errors are collected, not only
 * the first.
 */
export function compileRequest(contract: Contract): RequestValidator {
  const validate = compiled.get(contract) ?? compileParts(contract);
  compiled.set(contract, validate);
  return validate;
}

function compileParts(contract: Contract): RequestValidator {
  const { params, query, headers, body } = contract.request;
  const parts: PartValidator[] = [
    ...(params === undefined ? [] : [compilePart('path', 'params', params)]),
    ...(headers === undefined ? [] : [compilePart('header', 'headers', headers)]),
    compilePart('query', 'query', query ?? nothing),
    ...(body === undefined ? [] : [compileBody(body, contract.bodySize)]),
  ];
  const lists = listParameters(query);
  const isPassed = body !== undefined && passesFaults(body);
  return (sent) => {
    const raw = lists.length === 0 ? sent : { ...sent, query: splitLists(sent.query, lists) };
    const unstorable = [...zeroFieldErrors('path', raw.params), ...zeroFieldErrors('query', raw.query)];
    const fieldErrors =
      unstorable.length > 0 ? unstorable : parts.flatMap(({ check, key }) => check(raw[key]));
    const isOfJson = isPassed && memberIn(raw.body, 'kind') !== 'form';
    if (isOfJson && fieldErrors.length > 0 && fieldErrors.every(({ part }) => part === 'body'))
      return valid({ ...raw, body: faultyJson(raw.body, fieldErrors) });
    if (fieldErrors.length > 0) return { kind: 'invalid', fieldErrors: fieldErrors.slice(0, fieldErrorsMax) };
    return valid(raw);
  };
}

function valid(raw: RawRequest): Validated {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- just validated against the contract
  return { kind: 'valid', request: raw as RequestOf<Contract> };
}

function faultyJson(body: unknown, fieldErrors: readonly FieldError[]): FaultyJson {
  return { kind: 'faulty-json', sent: memberIn(body, 'value'), fieldErrors };
}

/** Formats only as many errors as are listed: a body can have a hundred thousand. */
function checkBy(part: Part, validate: ValidateFunction): Check {
  return (value, within = []) => {
    if (validate(value)) return [];
    const errors = (validate.errors ?? []).slice(0, fieldErrorsMax).map((error) => fieldErrorOf(part, error));
    return errors.map((error) => ({ ...error, path: [...within, ...error.path] }));
  };
}

/** `%00` passes every text schema, but no text column can store it. */
function zeroFieldErrors(part: Part, values: unknown): readonly FieldError[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values)
    .filter(([, value]: [string, unknown]) => [value].flat().some(hasZero))
    .map(([name]) => ({
      part,
      path: [name.slice(0, pathLengthMax)],
      code: 'malformed',
      message: 'A text contains a character that cannot be stored.',
    }));
}

function hasZero(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0');
}

/** An operation without query parameters accepts none: an unknown filter must not be ignored silently. */
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

const largeSizes: ReadonlySet<BodySize> = new Set(['large', 'bulk', 'attachments']);

function compileBody(body: BodyContract, size: BodySize = bodySizeDefault): PartValidator {
  const ajv = largeSizes.has(size) ? firstErrorAjv : strictAjv;
  const compile = (schema: TSchema): Check => checkBy('body', ajv.compile(closedSchema(schema)));
  const checks = new Map(bodiesIn(body).map((one) => [one.kind, compileKind(one, compile)]));
  const isTagged = isChoice(body);
  return {
    key: 'body',
    check(value) {
      if (value === undefined && isBodyOptional(body)) return [];
      if (!isTagged) return [...checks.values()].flatMap((check) => check(value));
      const kind = memberIn(value, 'kind');
      const content = kind === 'json' ? memberIn(value, 'value') : value;
      return [...checks].flatMap(([one, check]) => (one === kind ? check(content) : []));
    },
  };
}

/** A document has nothing to validate here, and of a form only the JSON parts. */
function compileKind(body: SingleBody, compile: (schema: TSchema) => Check): Check {
  if (body.kind === 'json') return compile(body.schema);
  if (body.kind === 'patch') return compilePatch(compile);
  if (body.kind === 'document') return () => [];
  const checks = Object.entries(body.parts).flatMap(([name, { schema }]) =>
    schema === undefined ? [] : [{ name, check: compile(schema) }],
  );
  return (value) => {
    const parts = memberIn(value, 'parts');
    return checks.flatMap(({ check, name }) => {
      const part = memberIn(parts, name);
      return part === undefined ? [] : check(part, [name]);
    });
  };
}

/** Of a merge patch only that it is an object is checked here: the operation validates the changed document. */
function compilePatch(compile: (schema: TSchema) => Check): Check {
  const checkOperations = compile(patchOperations);
  const checkMerge = compile({ type: 'object', additionalProperties: true });
  return (value) => {
    if (memberIn(value, 'kind') !== 'operations') return checkMerge(memberIn(value, 'patch'));
    const operations = memberIn(value, 'operations');
    const found = checkOperations(operations);
    return found.length > 0 ? found : missingMembers(operations);
  };
}

/** Returns the field errors of a whole value, by a schema whose objects are closed. Compiled once, where it is declared. */
export function compileValue(schema: TSchema): (value: unknown) => readonly FieldError[] {
  return checkBy('body', strictAjv.compile(closedSchema(schema)));
}

function memberIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Objects are closed, and so are those of a list. */
function closedSchema(schema: TSchema): TSchema {
  if (memberIn(schema, 'type') !== 'array') return { additionalProperties: false, ...schema };
  const items = memberIn(schema, 'items');
  if (typeof items !== 'object' || memberIn(items, 'type') !== 'object') return schema;
  return { ...schema, items: { additionalProperties: false, ...items } };
}

function compilePart(part: Part, key: PartValidator['key'], schema: TSchema): PartValidator {
  // Undeclared headers (of proxies, browsers) are ignored; everything else is closed.
  const closed = part === 'header' ? schema : { additionalProperties: false, ...schema };
  return { key, check: checkBy(part, textAjv.compile(closed)) };
}

const codes: Readonly<Record<string, FieldErrorCode>> = {
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

function fieldErrorOf(part: Part, error: ErrorObject): FieldError {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const member = memberOf(error);
  return {
    part,
    path: member === undefined ? path : [...path, member],
    code: codes[error.keyword] ?? 'malformed',
    message: sentence(error).slice(0, sentenceLengthMax),
  };
}

/** For a missing or unknown member the error is at that member, not at the object around it. */
function memberOf(error: ErrorObject): string | undefined {
  const params: Readonly<Record<string, unknown>> = error.params;
  const member = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof member === 'string' ? member.slice(0, pathLengthMax) : undefined;
}

function unescapePointer(token: string): string | number {
  const text = token.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, pathLengthMax);
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Returns what is allowed; never repeats what was sent, which may be a secret. */
function sentence(error: ErrorObject): string {
  switch (error.keyword) {
    case 'required':
      return 'Field is required.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'Unknown field.';
    case 'enum': {
      const { allowedValues }: Readonly<Record<string, unknown>> = error.params;
      return `Must be one of: ${Array.isArray(allowedValues) ? allowedValues.join(', ') : 'the listed values'}.`;
    }
    default: {
      const text = error.message ?? 'is invalid';
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    }
  }
}
