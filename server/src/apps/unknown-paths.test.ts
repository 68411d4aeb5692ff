import { afterAll, describe, expect, test } from 'vitest';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { isHeadAnswered, type Method } from '#platform/http/contract.ts';
import type { Dialect } from '#platform/http/dialect.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { at } from '#platform/testing/json-at.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { capabilities, dialectFor, pageRoutes } from './wiring.ts';

const initiatePayment = 'Payment_Initiate';

const routes: readonly Endpoint<object>[] = [
  ...capabilities.flatMap((capability) => capability.routes),
  ...pageRoutes,
];
const server = await createTestServer({ routes, ports: () => ({}), dialectFor });
afterAll(() => server[Symbol.asyncDispose]());

const contracts = routes
  .map(({ contract }) => contract)
  // Their errors have the names of a later version; a wrong method at their paths is answered as one at any payment.
  .filter(({ operationId }) => !/_ConfirmCreditors?$/.test(operationId));
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Fills the parameters of a path. */
function urlOf(path: string): string {
  return path.replace('{payment-service}', 'payments').replaceAll(/\{[\w-]+\}/g, 'x');
}

interface Shape {
  readonly status: number;
  readonly mediaType: string;
  readonly members: readonly string[];
}

function shapeOf({ body, headers, status }: TestServerResponse): Shape {
  const [mediaType = ''] = String(headers['content-type']).split(';');
  return { status, mediaType, members: Object.keys(Object(body)).toSorted() };
}

/** Returns how a dialect renders a problem. */
function shapeIn(dialect: Dialect, problem: ProblemFactory): Shape {
  const context = { requestId: '', path: '', method: 'GET', accept: undefined, traceId: undefined };
  const { body, contentType, status } = dialect.render(problem(), context);
  return { status, mediaType: contentType, members: Object.keys(body ?? {}).toSorted() };
}

/** Whether a path of the specification matches a path: a step is a parameter, or the same. */
function matches(path: string, url: string): boolean {
  const steps = path.replace('{payment-service}', 'payments').split('/');
  const asked = url.split('/');
  return (
    steps.length === asked.length &&
    steps.every((step, index) => step.startsWith('{') || step === asked[index])
  );
}

const urls = new Map(contracts.map(({ interface: { dialect }, path }) => [urlOf(path), dialect]));
const missing = [...urls].flatMap(([url, dialect]) => {
  const there = contracts.filter(({ path }) => matches(path, url));
  const offered = there.flatMap((contract) =>
    isHeadAnswered(contract) ? [contract.method, 'HEAD'] : [contract.method],
  );
  return methods
    .filter((method) => !offered.includes(method))
    .map((method) => ({ method, url, dialect, offered }));
});

test.each(missing)(
  '$method $url is not offered, in the dialect of its interface',
  async ({ dialect, method, offered, url }) => {
    const response = await server.call({ method, path: url });
    expect(shapeOf(response)).toEqual(shapeIn(dialect, standardProblems['method-not-allowed']));
    expect(response.headers['allow']).toBe([...new Set(offered)].toSorted().join(', '));
  },
);

describe('a path that does not exist', () => {
  // Several interfaces have paths at the root, so the root itself belongs to none of them.
  const bases = [...new Set(contracts.map((contract) => contract.interface))]
    .filter(({ basePath }) => basePath !== '/')
    .map(({ basePath, dialect }) => [urlOf(basePath), dialect] as const);

  test.each(bases)('below %s is answered in the dialect of the interface', async (base, dialect) => {
    for (const method of methods) {
      const response = await server.call({ method, path: `${base}/no/such/path/at/all/0` });
      expect(shapeOf(response)).toEqual(shapeIn(dialect, standardProblems['not-found']));
    }
  });

  test.each(['/v1', '/v1/', '/v1/x', '/v1/partys', '/v1/payment', '/v1/PAYMENTS/x', '/v1/payments', '/v2/x'])(
    '%s belongs to third parties',
    async (path) => {
      for (const method of methods)
        expect(shapeOf(await server.call({ method, path }))).toEqual(
          shapeIn(xs2a, standardProblems['not-found']),
        );
    },
  );
});

test.each(['payer', 'party'])('verifications of a %s are not offered', async (party) => {
  for (const path of [`/v1/${party}-verifications`, `/v1/bulk-${party}-verifications`]) {
    const response = await server.call({ method: 'POST', path });
    expect([response.status, at(response.body, 'apiClientMessages', 0, 'code')]).toEqual([
      404,
      'RESOURCE_UNKNOWN',
    ]);
  }
});

describe('the parameter {payment-service}', () => {
  test.each(['/v1/party/parties', '/v1/identity/users', '/v1/accounts/x', '/v1/consents/x'])(
    'does not take POST %s',
    async (path) => {
      await server.call({ method: 'POST', path });
      expect(server.lines.at(-1)).not.toMatchObject({ operationId: initiatePayment });
    },
  );

  test('takes payments', async () => {
    await server.call({ method: 'POST', path: '/v1/payments/sepa-credit-transfers' });
    expect(server.lines.at(-1)?.['operationId']).toBe(initiatePayment);
  });
});
