import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { type Contract, documentContent, type ResponseContent } from './contract.ts';
import { formats } from './formats.ts';

/**
 * A response that its contract does not allow. In tests and development it is an error; in production it is repaired.
 */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
  readonly what: 'status' | 'member' | 'problem';

  constructor(what: 'status' | 'member' | 'problem', message: string) {
    super(message);
    this.what = what;
  }
}

export interface ResponseGuard {
  /** Returns the response as it may be sent. Throws `ContractViolation`, or strips and reports, by mode. */
  check(response: HttpResponse, responseType?: string): HttpResponse;
}

export interface GuardOptions {
  readonly mode: 'refuse' | 'strip';
  readonly onUndeclared: (operationId: string, what: ContractViolation['what']) => void;
}

const validator = new Ajv2020({ strict: true, strictTypes: false, formats });
const strip = new Ajv2020({ strict: true, strictTypes: false, formats, removeAdditional: true });

interface BodyValidators {
  readonly isFine: ValidateFunction;
  /** Compiled when it is first needed: a correct product never repairs a response. */
  readonly repair: () => ValidateFunction;
}

/** By status, and by media type where there are several. */
const compiled = new WeakMap<Contract, ReadonlyMap<string, BodyValidators>>();

/** Compiles the bodies of a contract's responses, once per process: tests mount the same contracts many times. */
function bodiesOf(contract: Contract): ReadonlyMap<string, BodyValidators> {
  const known = compiled.get(contract);
  if (known !== undefined) return known;
  const bodies = new Map<string, BodyValidators>();
  for (const { key, schema } of schemasOf(contract)) {
    const closed = closeObjects(schema);
    // Ajv keeps what it compiled for the same schema object.
    bodies.set(key, { isFine: validator.compile(closed), repair: () => strip.compile(closed) });
  }
  compiled.set(contract, bodies);
  return bodies;
}

function schemasOf({ responses }: Contract): readonly { readonly key: string; readonly schema: TSchema }[] {
  return Object.entries(responses).flatMap(([status, { body, content = {} }]) => [
    ...(body === undefined ? [] : [{ key: bodyKey(status), schema: body }]),
    ...Object.entries(content).flatMap(([mediaType, schema]) =>
      schema === documentContent ? [] : [{ key: bodyKey(status, mediaType), schema }],
    ),
  ]);
}

function bodyKey(status: number | string, mediaType = ''): string {
  return `${status} ${mediaType}`;
}

/** Compiles the contract's responses; an undeclared member is never sent. */
export function compileGuard(contract: Contract, options: GuardOptions): ResponseGuard {
  const bodies = bodiesOf(contract);

  const report = (what: ContractViolation['what'], message: string): void => {
    options.onUndeclared(contract.operationId, what);
    if (options.mode === 'refuse') throw new ContractViolation(what, `${contract.operationId}: ${message}`);
  };

  return {
    check(response, responseType) {
      if (!Object.hasOwn(contract.responses, response.status)) {
        options.onUndeclared(contract.operationId, 'status');
        throw new ContractViolation(
          'status',
          `${contract.operationId}: status ${response.status} is not declared`,
        );
      }
      if (response.file !== undefined) return declaredFile(contract, response, response.file.contentType);
      assertRepresentation(contract, response, responseType);
      if (response.document !== undefined) return response;
      const validators = bodies.get(bodyKey(response.status, response.mediaType));
      if (validators === undefined) {
        if (response.body !== undefined) report('member', `status ${response.status} has no body`);
        return { status: response.status, headers: response.headers ?? {} };
      }
      if (validators.isFine(response.body)) return response;
      report('member', validator.errorsText(validators.isFine.errors));
      const body = structuredClone(response.body);
      if (!validators.repair()(body))
        throw new ContractViolation('member', `${contract.operationId}: the body cannot be repaired`);
      return { ...response, body };
    },
  };
}

/** The representation is one that the contract declares and, where the client chooses, the one it accepts. */
function assertRepresentation(
  { operationId, responses }: Contract,
  response: HttpResponse,
  responseType: string | undefined,
): void {
  const declared = responses[response.status];
  const isDeclared = isRepresentation(declared?.content, response);
  if (!isDeclared) throw new ContractViolation('member', `${operationId}: no such media type is declared`);
  if (declared?.content === undefined || declared.contentBy === 'operation') return;
  if (response.mediaType !== responseType)
    throw new ContractViolation('member', `${operationId}: the client accepts another media type`);
}

function isRepresentation(
  content: ResponseContent | undefined,
  { document, mediaType }: HttpResponse,
): boolean {
  if (content === undefined) return mediaType === undefined && document === undefined;
  const declared = mediaType === undefined ? undefined : content[mediaType];
  return declared !== undefined && (declared === documentContent) === (document !== undefined);
}

/** A file has nothing to strip: it is declared, or it is refused. */
function declaredFile(
  { operationId, responses }: Contract,
  response: HttpResponse,
  contentType: string,
): HttpResponse {
  if (responses[response.status]?.files?.includes(contentType)) return response;
  throw new ContractViolation('member', `${operationId}: no such file is declared`);
}

/** Returns the schema with every object closed; clients see it open, the guard does not. */
function closeObjects(schema: TSchema): TSchema {
  return closeValue(schema) as TSchema; // oxlint-disable-line typescript/consistent-type-assertions -- same shape, more closed
}

function closeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeValue);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeValue(inner)]));
  const isRecord = Object.hasOwn(copy, 'patternProperties');
  return copy['type'] === 'object' && !isRecord && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
