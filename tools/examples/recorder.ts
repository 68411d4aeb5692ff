import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { contracts } from '../../server/src/apps/wiring.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { Example } from '../../server/src/platform/openapi/example.ts';
import type { TestRequest, TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { ProductTestApp } from '../product-test-app.ts';
import { createSettled } from './volatile.ts';

/** One request of a history. */
export interface Call extends Pick<TestRequest, 'as' | 'body' | 'headers'> {
  /** Values of the path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The status, if the operation should not succeed. */
  readonly fails?: number;
}

/** Sends the requests of a history and keeps each exchange as an example of its operation. */
export interface Recorder {
  readonly app: ProductTestApp;
  /** Sends a request; throws if the response is not the expected one. */
  call(operationId: string, call?: Call): Promise<TestServerResponse>;
  /** Sends a request as browsers and OAuth clients of tests do, whatever the response is. */
  send(request: TestRequest): Promise<TestServerResponse>;
  /** Returns the examples by operation, in the order of the history. */
  examples(): Readonly<Record<string, readonly Example[]>>;
}

/** Request headers that a developer sends; those with credentials are left out. */
const requestHeaders = [
  'accept',
  'accept-language',
  'consent-id',
  'content-type',
  'idempotency-key',
  'if-match',
  'psu-id',
  'psu-ip-address',
  'tpp-redirect-preferred',
  'tpp-redirect-uri',
  'x-bank-id',
  'x-human-check',
  'x-request-id',
];
const responseHeaders = [
  'allow',
  'accept-patch',
  'aspsp-sca-approach',
  'content-disposition',
  'etag',
  'location',
];

export function createRecorder(app: ProductTestApp): Recorder {
  const { settle } = createSettled();
  const recorded = new Map<string, Example[]>();
  let keys = 0;
  const record = async ({ operationId }: Contract, sent: TestRequest): Promise<TestServerResponse> => {
    app.clock.advance({ seconds: 1 });
    app.core.clock.set(app.clock.now().toString());
    // The OAuth library and its tokens use the time of the system.
    mock.timers.setTime(app.clock.now().epochMilliseconds);
    const response = await app.call(sent);
    const example = exampleOf(sent, response);
    const settled = { request: settle(example.request), response: settle(example.response) };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- settling keeps all members
    recorded.set(operationId, [...(recorded.get(operationId) ?? []), settled as Example]);
    return response;
  };
  return {
    app,
    send: (request) => record(contractOf(request), request),
    async call(operationId, { fails, headers = {}, path = {}, query = {}, ...request } = {}) {
      const contract = contracts.find((one) => one.operationId === operationId);
      assert(contract, `${operationId} is no operation`);
      keys += 1;
      const sent = {
        ...request,
        method: contract.method,
        path: pathOf(contract, path, query),
        headers: { ...keyHeader(contract, keys), ...headers },
      };
      const response = await record(contract, sent);
      const isExpected =
        fails === undefined ? isSuccess(contract, response.status) : response.status === fails;
      assert(isExpected, `${operationId}: ${response.status} ${response.text}`);
      return response;
    },
    examples: () => Object.fromEntries(recorded),
  };
}

function isSuccess({ responses }: Contract, status: number): boolean {
  return status < 400 && Object.hasOwn(responses, status);
}

function keyHeader({ idempotency, interface: { dialect } }: Contract, count: number): Record<string, string> {
  if (idempotency === 'none' || dialect.idempotencyHeader !== 'idempotency-key') return {};
  return { 'idempotency-key': `example-${String(count).padStart(8, '0')}` };
}

function pathOf(
  { path }: Contract,
  values: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{([^}]+)\}/gu, (_all, name: string) => {
    const value = values[name];
    assert(value, `no value for ${name} in ${path}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Finds the operation of a request by its path. */
function contractOf({ method, path }: TestRequest): Contract {
  const names = (path.split('?')[0] ?? '').split('/');
  const isOf = (template: readonly string[]): boolean =>
    template.length === names.length &&
    template.every((part, index) => part.startsWith('{') || part === names[index]);
  const candidates = contracts.filter((one) => one.method === method && isOf(one.path.split('/')));
  const literals = ({ path: template }: Contract): number => template.split('{').length;
  const [contract] = candidates.toSorted((one, other) => literals(one) - literals(other));
  assert(contract, `${method} ${path} is no operation`);
  return contract;
}

function exampleOf({ body, headers, method, path }: TestRequest, response: TestServerResponse): Example {
  const contentType = String(response.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const ofResponse =
    response.body ?? (isText(contentType) && response.text !== '' ? response.text : undefined);
  return {
    request: {
      method,
      path,
      ...headersIn(headers ?? {}, requestHeaders),
      ...(body === undefined ? {} : { body: fieldsOf(body, headers) }),
    },
    response: {
      status: response.status,
      ...(contentType === '' ? {} : { contentType }),
      ...headersIn(response.headers, responseHeaders),
      ...(ofResponse === undefined ? {} : { body: ofResponse }),
    },
  };
}

/** Pages are for browsers; no client reads them. */
function isText(contentType: string): boolean {
  return contentType.startsWith('text/') && contentType !== 'text/html';
}

/** Returns the fields of a form; any other body as it is. */
function fieldsOf(body: unknown, headers: TestRequest['headers'] = {}): unknown {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm && typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
}

function headersIn(
  headers: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { readonly headers?: Readonly<Record<string, string>> } {
  const kept = names
    .filter((name) => headers[name] !== undefined)
    .map((name): [string, string] => [name, String(headers[name])]);
  return kept.length === 0 ? {} : { headers: Object.fromEntries(kept) };
}
