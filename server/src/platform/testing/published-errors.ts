import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract } from '#platform/http/contract.ts';
import { formats } from '#platform/http/formats.ts';
import { openApiOf } from '#platform/openapi/openapi.ts';

interface PublishedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
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

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  formats,
  keywords: ['components'],
  // The contracts' validators check the schemas; here they would be checked once more for each operation.
  meta: false,
  validateSchema: false,
});
const validators = new Map<string, ValidateFunction>();
const published = new WeakMap<Contract, PublishedErrors>();

/** Returns the check of an operation's errors against its OpenAPI document, made once per process. */
export function publishedErrors(contract: Contract): PublishedErrors {
  const known = published.get(contract) ?? errorsIn(contract);
  published.set(contract, known);
  return known;
}

function errorsIn(contract: Contract): PublishedErrors {
  const { byStatus, schemas, shared } = responsesOf(contract);
  const contentOf = (status: number): PublishedResponse['content'] => {
    const response = byStatus[status] ?? byStatus['default'];
    return response?.$ref === undefined ? response?.content : shared[nameIn(response.$ref)]?.content;
  };
  return ({ body, contentType, status }) => {
    const content = contentOf(status);
    // A contract that declares a page says nothing about its content.
    const isUndescribed = content === undefined && Object.hasOwn(contract.responses, status);
    if (contentType === '' || isUndescribed) return undefined;
    const media = content?.[contentType];
    if (media === undefined) return `${contract.operationId} ${status}: the document has no ${contentType}`;
    const validate = validatorOf({ components: { schemas }, ...media.schema });
    if (validate(body)) return undefined;
    return `${contract.operationId} ${status}: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Operations share most of their error responses. */
function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  return validate;
}

interface Responses {
  readonly byStatus: Readonly<Record<string, PublishedResponse>>;
  readonly shared: Readonly<Record<string, PublishedResponse>>;
  readonly schemas: unknown;
}

function responsesOf(contract: Contract): Responses {
  const document = openApiOf([contract], { version: '0', tokenUrl: '/token' });
  const { method, path } = contract;
  return {
    byStatus: responsesAt(document, ['paths', path, method.toLowerCase(), 'responses']),
    shared: responsesAt(document, ['components', 'responses']),
    schemas: valueAt(document, ['components', 'schemas']),
  };
}

function responsesAt(
  document: object,
  steps: readonly string[],
): Readonly<Record<string, PublishedResponse>> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- our own generator writes these objects
  return (valueAt(document, steps) ?? {}) as Readonly<Record<string, PublishedResponse>>;
}

function valueAt(document: object, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    document,
  );
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
