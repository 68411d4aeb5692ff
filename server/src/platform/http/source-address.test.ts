import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  networkOf,
  networkOfOrigin,
  networksOf,
  networksOfPeople,
  sourceAddressOf,
} from './source-address.ts';

function requestWith(...forwarded: readonly string[]): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.9' });
  const request = new IncomingMessage(socket);
  const headers = forwarded.length === 0 ? {} : { 'x-forwarded-for': [...forwarded] };
  return Object.defineProperty(request, 'headersDistinct', { value: headers });
}

test.each(['plain', 'tls'] as const)(
  'on the %s listener the connection decides, whatever a header claims',
  (listener) => {
    expect(sourceAddressOf(requestWith('203.0.113.7'), listener)).toBe('10.0.0.9');
  },
);

test.each([
  ['the address the proxy wrote', ['203.0.113.7'], '203.0.113.7'],
  ['the last of a list: the caller wrote the ones before', ['127.0.0.1, 203.0.113.7'], '203.0.113.7'],
  ['the last of several headers', ['127.0.0.1', '2001:db8::1'], '2001:db8::1'],
  ['undefined if the header is absent', [], undefined],
  ['undefined if it is not an address', ['unknown'], undefined],
])('on the proxy listener it is %s', (_what, forwarded, expected) => {
  expect(sourceAddressOf(requestWith(...forwarded), 'proxy')).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is counted for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('an IPv6 address counts for its /64, /56 and /48 as well, with growing shares; an IPv4 one for itself', () => {
  expect(networksOf('2001:db8:1:2ff:3::5')).toEqual([
    { network: '2001:db8:1:2ff::/64', share: 1 },
    { network: '2001:db8:1:200::/56', share: 4 },
    { network: '2001:db8:1::/48', share: 16 },
  ]);
  // Limits that last for hours leave room for the phones of a mobile network.
  expect(networksOfPeople('2001:db8:1:2ff:3::5').map(({ share }) => share)).toEqual([1, 32, 512]);
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ network: '203.0.113.7', share: 1 }]);
});

test('requests without an address are counted together', () => {
  expect(networkOfOrigin({ sourceAddress: undefined })).toBe('unknown');
  expect(networkOfOrigin({ sourceAddress: '2001:db8::1' })).toBe('2001:db8:0:0::/64');
});
