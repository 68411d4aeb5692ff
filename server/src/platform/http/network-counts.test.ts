import { expect, test } from 'vitest';
import { createNetworkCounts } from './network-counts.ts';

const perNetworkMax = 10;

test('a /64 has its limit, and the /64s of one /56 together four of them', () => {
  const counts = createNetworkCounts(perNetworkMax);
  const entered = Array.from({ length: 256 }, (_, subnet) =>
    counts.enter(`2001:db8:0:${subnet.toString(16)}::1`),
  );
  expect(entered.filter(Boolean)).toHaveLength(4 * perNetworkMax);
  counts.leave('2001:db8:0:0::1');
  expect(counts.enter('2001:db8:0:fe::1')).toBe(true);
  expect(counts.enter('2001:db8:0:fe::1')).toBe(false);
  expect(counts.enter('2001:db8:0:100::1')).toBe(true);
});

test('the /56s of one /48 together have sixteen limits; refused ones are not counted', () => {
  const counts = createNetworkCounts(perNetworkMax);
  const addresses = Array.from({ length: 65_536 }, (_, subnet) => `2001:db8:7:${subnet.toString(16)}::1`);
  expect(addresses.filter((address) => counts.enter(address))).toHaveLength(16 * perNetworkMax);
  for (const address of addresses.slice(0, 40)) counts.leave(address);
  expect(addresses.slice(1_024, 1_100).filter((address) => counts.enter(address))).toHaveLength(40);
});
