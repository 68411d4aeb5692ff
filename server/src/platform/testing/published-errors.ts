import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract } from '#platform/http/contract.ts';
import { formats } from '#platform/http/formats.ts';
import { openApiOf } from '#platform/openapi/openapi.ts';

interface PublishedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, object>>;
}

/** An error response as a client receives it. */
export interface ReceivedError {
  readonly status: number;
  /** The media type; empty if there is no body. */
  readonly contentType: string;
  readonly body: unknown;
}

/** Returns what is wrong with an error response compared with the OpenAPI document; undefined if nothing is. */
export type PublishedErrors = (received: ReceivedError) => string | undefined;

const published = new WeakMap<Contract, PublishedErrors>();

/** Returns the check of an operation's errors against its OpenAPI document, compiled once per process. */
export function publishedErrors(contract: Contract): PublishedErrors {
  const known = published.get(contract) ?? compile(contract);
  published.set(contract, known);
  return known;
}

function compile(contract: Contract): PublishedErrors {
  const document = openApiOf(contract.interface, [contract], { version: '0', tokenUrl: '/token' });
  const ajv = new Ajv2020({ strict: true, strictTypes: false, formats, keywords: ['components', 'paths'] });
  ajv.addSchema({ $id: 'document', components: document['components'], paths: document['paths'] });
  const responses = responsesIn(document, contract);
  const compiled = new Map<string, ValidateFunction>();
  const validatorFor = (pointer: string): ValidateFunction => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  return ({ body, contentType, status }) => {
    const key = Object.hasOwn(responses.byStatus, status) ? String(status) : 'default';
    const response = responses.byStatus[key];
    const pointer = response?.$ref ?? `${responses.pointer}/${key}`;
    const resolved = response?.$ref === undefined ? response : responses.shared[nameIn(response.$ref)];
    const where = `${contract.operationId} ${status}`;
    if (contentType === '') return undefined;
    if (resolved?.content === undefined || !Object.hasOwn(resolved.content, contentType))
      return `${where}: the document has no ${contentType}`;
    const validate = validatorFor(`${pointer}/content/${escaped(contentType)}/schema`);
    return validate(body) ? undefined : `${where}: ${ajv.errorsText(validate.errors)}`;
  };
}

interface Responses {
  readonly pointer: string;
  readonly byStatus: Readonly<Record<string, PublishedResponse>>;
  readonly shared: Readonly<Record<string, PublishedResponse>>;
}

function responsesIn(document: object, { method, path }: Contract): Responses {
  const verb = method.toLowerCase();
  return {
    pointer: `#/paths/${escaped(path)}/${verb}/responses`,
    byStatus: recordAt(document, ['paths', path, verb, 'responses']),
    shared: recordAt(document, ['components', 'responses']),
  };
}

function recordAt(document: object, steps: readonly string[]): Readonly<Record<string, PublishedResponse>> {
  const found = steps.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own generator writes these objects
  return (found ?? {}) as Readonly<Record<string, PublishedResponse>>;
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** RFC 6901, in a URI fragment. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
}
