import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import type { Contract, Method } from './contract.ts';
import { createMethodTable } from './method-table.ts';

const at = (method: Method, path: string): Contract =>
  testContract({ interface: testInterface(plain, ''), method, at: path });
const contracts = [
  at('GET', '/v1/parties'),
  at('POST', '/v1/parties'),
  at('GET', '/v1/parties/{party-number}'),
  at('PATCH', '/v1/parties/{party-number}'),
  at('DELETE', '/v1/parties/{party-number}/phones/{id}'),
  at('POST', '/v1/parties/individuals'),
  at('OPTIONS', '/v1/parties'),
  testContract({
    interface: testInterface(xs2a, ''),
    method: 'GET',
    at: '/v1/{payment-service}/{payment-product}',
    request: {
      params: Type.Object({
        'payment-service': Type.Union([Type.Literal('payments'), Type.Literal('bulk-payments')]),
        'payment-product': Type.String(),
      }),
    },
  }),
];
const table = createMethodTable();
for (const contract of contracts) table.add(contract);

test.each([
  ['/v1/parties', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/v1/parties?page=1&x=/a/b', ['GET', 'HEAD', 'OPTIONS', 'POST']],
  ['/v1/parties/1', ['GET', 'HEAD', 'PATCH']],
  ['/v1/parties/individuals', ['GET', 'HEAD', 'PATCH', 'POST']],
  ['/v1/parties/1/phones/2', ['DELETE']],
  ['/v1/parties/1/phones', []],
  ['/v1', []],
  ['/', []],
  ['', []],
  ['/V1/PARTIES', []],
  ['/v1/parties/', ['GET', 'HEAD', 'PATCH']],
  // A parameter with an enum matches its values only, and the dialect does not answer HEAD.
  ['/v1/payments/sepa', ['GET']],
  ['/v1/bulk-payments/sepa', ['GET']],
  ['/v1/periodic-payments/sepa', []],
])('the path %s allows %j', (url, methods) => {
  expect(table.methodsFor(url)).toEqual(methods);
});
