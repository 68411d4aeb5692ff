import { expect, test } from 'vitest';
import { createRequestFraming } from './request-framing.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const head = (...fields: readonly string[]): string =>
  ['POST /v1/payments/sepa-credit-transfers HTTP/1.1', 'host: bank.example', ...fields, '', ''].join('\r\n');
const whole = `${head('content-length: 4')}{"a"`;
/** The targets that are seen in some chunks of one connection. */
const seen = (...chunks: readonly string[]): readonly (string | undefined)[] => {
  const framing = createRequestFraming();
  return chunks.map((chunk) => framing.next(bytes(chunk))?.target);
};
const path = '/v1/payments/sepa-credit-transfers';

test('a whole request is seen, with and without a body, one after the other', () => {
  expect(seen(whole, head(), head('Connection: keep-alive'), 'GET /a?b HTTP/1.1\r\n\r\n')).toEqual([
    path,
    path,
    path,
    '/a?b',
  ]);
  expect(createRequestFraming().next(bytes(whole))).toMatchObject({
    method: 'POST',
    head: head('content-length: 4'),
  });
});

test('a body in pieces is passed over, whatever it looks like', () => {
  const request = 'GET /a HTTP/1.1\r\n\r\n';
  expect(seen(head(`content-length: ${request.length + 1}`), request, '.', whole)).toEqual([
    undefined,
    undefined,
    undefined,
    path,
  ]);
});

test.each([
  ['a head in two pieces', 'POST / HTTP/1.1\r\nhost: x\r\n'],
  ['more than one request', whole + head()],
  ['the beginning of a second request', `${whole}GET`],
  ['a body of chunks', head('transfer-encoding: chunked')],
  ['a body of chunks, spelled otherwise', head('Transfer-Encoding : chunked')],
  ['a length and chunks', head('content-length: 0', 'transfer-encoding: chunked')],
  ['two lengths', head('content-length: 0', 'content-length: 0')],
  ['a length that is no number', head('content-length: 0x4')],
  ['a length with a blank before the colon', head('content-length : 0')],
  ['a signed length', head('content-length: +0')],
  ['a list of lengths', head('content-length: 0, 0')],
  ['a folded line', head('x-note: a', ' content-length: 4')],
  ['a line that ends otherwise', head('x-note: a\nb: c')],
  ['a return inside of a line', head('x-note: a\rb: c')],
  ['a request that waits for a permission', head('expect: 100-continue')],
  ['another protocol', head('upgrade: websocket')],
  ['a connection that is to be closed', head('connection: close')],
  ['a connection that a proxy closes', head('proxy-connection: close')],
  ['an older version', 'GET / HTTP/1.0\r\n\r\n'],
  ['a method without a body in the response', 'HEAD / HTTP/1.1\r\n\r\n'],
  ['a target that is not a path', 'GET http://bank.example/ HTTP/1.1\r\n\r\n'],
  ['a line before the request', `\r\n${head()}`],
])('after %s the connection is not looked at again', (_what, unusual) => {
  expect(seen(unusual, whole, whole)).toEqual([undefined, undefined, undefined]);
});

test('more bytes than the body has end it as well', () => {
  expect(seen(head('content-length: 4'), '12345', whole)).toEqual([undefined, undefined, undefined]);
});
