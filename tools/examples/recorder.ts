import assert from 'node:assert/strict';
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
  'psu-ip-address',
  'tpp-redirect-preferred',
  'tpp-redirect-uri',
  'x-bank-id',
  'x-human-check',
  'x-request-id',
];
const responseHeaders = ['allow', 'accept-patch', 'aspsp-sca-approach', 'etag', 'location'];

export function createRecorder(app: ProductTestApp): Recorder {
  const { settle } = createSettled();
  const recorded = new Map<string, Example[]>();
  let keys = 0;
  return {
    app,
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
      app.clock.advance({ seconds: 1 });
      const response = await app.call(sent);
      const isExpected =
        fails === undefined ? isSuccess(contract, response.status) : response.status === fails;
      assert(isExpected, `${operationId}: ${response.status} ${response.text}`);
      const example = exampleOf(sent, response);
      const settled = { request: settle(example.request), response: settle(example.response) };
      // oxlint-disable-next-line typescript/consistent-type-assertions -- settling keeps all members
      recorded.set(operationId, [...(recorded.get(operationId) ?? []), settled as Example]);
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

function exampleOf({ body, headers, method, path }: TestRequest, response: TestServerResponse): Example {
  const contentType = String(response.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const ofResponse = response.body ?? (contentType.startsWith('text/') ? response.text : undefined);
  return {
    request: {
      method,
      path,
      ...headersIn(headers ?? {}, requestHeaders),
      ...(body === undefined ? {} : { body }),
    },
    response: {
      status: response.status,
      ...(contentType === '' ? {} : { contentType }),
      ...headersIn(response.headers, responseHeaders),
      ...(ofResponse === undefined ? {} : { body: ofResponse }),
    },
  };
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
