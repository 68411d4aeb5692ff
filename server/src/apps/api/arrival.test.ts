import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type ListenerKind, openListener } from '#platform/http/listeners.ts';
import type { Arrival } from '#platform/http/load-shedder.ts';
import { arrivalOf } from './arrival.ts';

function requestOf(method: string, url: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, url });
}

test.each([
  ['POST', '/v1/payments/sepa-credit-transfers', 'high'],
  ['GET', '/v1/payments/sepa-credit-transfers/1/status', 'high'],
  ['POST', '/v1/periodic-payments/sepa-credit-transfers', 'high'],
  ['POST', '/v1/signing-baskets', 'high'],
  ['POST', '/v1/funds-confirmations', 'high'],
  ['POST', '/v2/consents/confirmation-of-funds', 'high'],
  ['GET', '/sca/handle', 'high'],
  ['POST', '/v1/authorization/otp', 'high'],
  ['PUT', '/api/configuration/maintenance-windows/1', 'high'],
  ['POST', '/v1/consents', 'normal'],
  ['PATCH', '/v1/party/parties/1', 'normal'],
  ['POST', '/v1/payments-of-others', 'normal'],
  ['POST', '/other?/v1/payments', 'normal'],
  ['GET', '/v1/accounts', 'low'],
  ['HEAD', '/v1/party/parties?name=a', 'low'],
])('%s %s has the priority %s', (method, url, priority) => {
  expect(arrivalOf(requestOf(method, url))).toEqual({ priority, caller: undefined });
});

/** Sends a request to a listener; returns what is known of it there. */
async function arrivalAt(kind: ListenerKind, headers: Readonly<Record<string, string>>): Promise<Arrival> {
  const arrived = Promise.withResolvers<Arrival>();
  const listener = await openListener(
    { kind, listen: { host: '127.0.0.1', port: 0 } },
    (request, response) => {
      arrived.resolve(arrivalOf(request));
      response.end();
    },
  );
  await fetch(`http://127.0.0.1:${listener.address().port}/`, { headers });
  await listener.close(0);
  return arrived.promise;
}

test.each([
  ['proxy', { 'client-cert': ':AAAA:', 'x-forwarded-for': '192.0.2.1' }, ':AAAA:'],
  ['proxy', { 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
  ['proxy', {}, undefined],
  ['plain', { 'client-cert': ':AAAA:', 'x-forwarded-for': '192.0.2.1' }, undefined],
] as const)('on the %s listener, a request with %j has the caller %s', async (kind, headers, caller) => {
  expect((await arrivalAt(kind, headers)).caller).toBe(caller);
});
