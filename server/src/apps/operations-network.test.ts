import { describe, expect, test } from 'vitest';
import { operationsNetwork } from './operations-network.ts';

describe('the operations network', () => {
  const network = operationsNetwork(['127.0.0.0/8', '10.1.0.0/16', '::1/128', 'fd00:1::/32']);

  test.each(['127.0.0.1', '127.255.0.9', '10.1.255.255', '::ffff:10.1.2.3', '::1', 'fd00:1::5'])(
    'includes %s',
    (address) => {
      expect(network.includes(address)).toBe(true);
    },
  );

  test.each([
    undefined,
    '',
    'localhost',
    '10.2.0.1',
    '::ffff:10.2.0.1',
    '::2',
    'fd00:2::5',
    '128.0.0.1',
    '127.0.0.1, 8.8.8.8',
    '::ffff:not-an-address',
    '10.1.0.0/16',
  ])('does not include %s', (address) => {
    expect(network.includes(address)).toBe(false);
  });

  test('of no networks includes no address', () => {
    expect(operationsNetwork([]).includes('127.0.0.1')).toBe(false);
  });
});
