import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AddressClass,
  classifyAddress,
  createAddressRule,
  ipv4Ranges,
  ipv6Ranges,
} from './address-ranges.ts';

/** First and last address of every class, and the public neighbours on either side of it. */
const ipv4Table: readonly (readonly [AddressClass, readonly string[]])[] = [
  ['unspecified', ['0.0.0.0', '0.0.0.1', '0.255.255.255']],
  ['public', ['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255']],
  ['private', ['10.0.0.0', '10.0.0.1', '10.255.255.255']],
  ['public', ['11.0.0.0', '100.63.255.255']],
  ['shared', ['100.64.0.0', '100.127.255.255']],
  ['metadata', ['100.100.100.200']],
  ['public', ['100.128.0.0', '126.255.255.255']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255']],
  ['public', ['128.0.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255']],
  ['metadata', ['168.63.129.16', '169.254.169.254', '169.254.170.2', '192.0.0.192']],
  ['link-local', ['169.254.0.0', '169.254.169.253', '169.254.169.255', '169.254.255.255']],
  ['public', ['169.255.0.0', '172.15.255.255']],
  ['private', ['172.16.0.0', '172.31.255.255']],
  ['public', ['172.32.0.0', '191.255.255.255']],
  ['reserved', ['192.0.0.0', '192.0.0.255']],
  ['public', ['192.0.1.255']],
  ['documentation', ['192.0.2.0', '192.0.2.255']],
  ['public', ['192.0.3.0', '192.88.98.255']],
  ['reserved', ['192.88.99.0', '192.88.99.255']],
  ['public', ['192.88.100.0', '192.167.255.255']],
  ['private', ['192.168.0.0', '192.168.255.255']],
  ['public', ['192.169.0.0', '198.17.255.255']],
  ['reserved', ['198.18.0.0', '198.19.255.255']],
  ['public', ['198.20.0.0', '198.51.99.255']],
  ['documentation', ['198.51.100.0', '198.51.100.255']],
  ['public', ['198.51.101.0', '203.0.112.255']],
  ['documentation', ['203.0.113.0', '203.0.113.255']],
  ['public', ['203.0.114.0', '223.255.255.255']],
  ['multicast', ['224.0.0.0', '239.255.255.255']],
  ['reserved', ['240.0.0.0', '255.255.255.254', '255.255.255.255']],
];

const ipv6Table: readonly (readonly [AddressClass, readonly string[]])[] = [
  ['unspecified', ['::', '0:0:0:0:0:0:0:0']],
  ['loopback', ['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001']],
  ['embedded', ['::2', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8']],
  ['loopback', ['::ffff:127.0.0.1', '::FFFF:7f00:1', '0:0:0:0:0:ffff:127.0.0.1', '64:ff9b::127.0.0.1']],
  ['private', ['::ffff:10.0.0.1', '::ffff:c0a8:1', '64:ff9b::a00:1', '64:ff9b:0:0:0:0:172.16.0.1']],
  ['metadata', ['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fd00:ec2::254', 'fd20:ce::254']],
  ['public', ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8']],
  ['embedded', ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:1::8.8.8.8']],
  ['reserved', ['64:ff9b::1:0:0', '64:ff9b:2::', '64:ff9a::', '100::', '100::1', '1fff:ffff::', '200::']],
  ['public', ['2000::', '2001:200::', '2001:4860:4860::8888', '2001:db7::', '2001:db9::', '2606:4700::1111']],
  ['embedded', ['2001::', '2001:0:7f00:1::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['reserved', ['2001:1::', '2001:2::', '2001:10::', '2001:20::', '2001:1ff:ffff::']],
  ['documentation', ['2001:db8::', '2001:db8:ffff::1', '3fff::', '3fff:fff:ffff::']],
  ['embedded', ['2002::', '2002:7f00:1::', '2002:0a00:0001::1', '2002:ffff:ffff::', '2002:808:808::']],
  ['public', ['2003::', '3ffe:ffff::', '3fff:1000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
  ['embedded', ['2a00:1450::5efe:7f00:1', '2a00:1450::200:5efe:127.0.0.1']],
  ['reserved', ['4000::', '5f00::', '7fff::', '8000::', 'fbff:ffff::', 'fe00::', 'fe7f::']],
  ['private', ['fc00::', 'fd00::1', 'fdff:ffff::', 'fec0::', 'feff:ffff::']],
  ['link-local', ['fe80::', 'fe80::1', 'febf:ffff::']],
  ['multicast', ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff']],
];

const invalidAddresses = [
  '',
  'localhost',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.1',
  '127.0.0.1 ',
  ' 127.0.0.1',
  '127.0.0.1/8',
  '256.0.0.1',
  '[::1]',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '1::2::3',
  '::ffff:127.0.0.256',
  '1.1.1.1\0',
];

describe('classifyAddress', () => {
  for (const [expected, addresses] of [...ipv4Table, ...ipv6Table]) {
    test.each(addresses)(`says ${expected} of %s`, (address) => {
      expect(classifyAddress(address)).toBe(expected);
    });
  }

  test.each(invalidAddresses)('does not accept %j as an address', (address) => {
    expect(classifyAddress(address)).toBe('invalid');
  });

  it('classifies both ends of every range in its tables, and never as public', () => {
    const ranges = [...ipv4Ranges, ...ipv6Ranges].flatMap(([, cidrs]) => cidrs);
    for (const cidr of ranges) {
      const { first, last } = ends(cidr);
      expect([cidr, classifyAddress(first)]).not.toEqual([cidr, 'public']);
      expect([cidr, classifyAddress(last)]).not.toEqual([cidr, 'public']);
    }
  });

  it('refuses every IPv4 address of a refused range in every embedding', () => {
    fc.assert(
      fc.property(refusedIpv4, fc.constantFrom(...Object.entries(embeddings)), (ipv4, [, embed]) => {
        expect(classifyAddress(embed(ipv4))).not.toBe('public');
      }),
      { numRuns: 5_000 },
    );
  });

  it('classifies an IPv4 address and its mapped form alike', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ipv4) => {
        expect(classifyAddress(`::ffff:${ipv4}`)).toBe(classifyAddress(ipv4));
        expect(classifyAddress(`::ffff:${hex(ipv4)}`)).toBe(classifyAddress(ipv4));
      }),
    );
  });

  it('finds nothing public outside global unicast, mapped and NAT64 addresses', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ipv6) => {
        const value = toNumber(ipv6);
        const isGlobalUnicast = value >> 125n === 1n;
        const isCarrier = value >> 32n === 0xffffn || value >> 32n === 0x64ff9bn << 64n;
        expect(classifyAddress(ipv6) !== 'public' || isGlobalUnicast || isCarrier).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('createAddressRule', () => {
  it('allows public addresses and nothing else', () => {
    const mayReach = createAddressRule([]);
    expect(mayReach('8.8.8.8')).toBe(true);
    expect(mayReach('2606:4700::1111')).toBe(true);
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', 'fd00::1', '::ffff:10.0.0.1', 'nonsense', '']) {
      expect([address, mayReach(address)]).toEqual([address, false]);
    }
  });

  it('allows a configured network, by its mapped form too, and not its neighbours', () => {
    const mayReach = createAddressRule(['10.1.0.0/16', 'fd12:3456::/32']);
    for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '::ffff:a01:203', 'fd12:3456::1']) {
      expect([address, mayReach(address)]).toEqual([address, true]);
    }
    for (const address of ['10.0.255.255', '10.2.0.0', '64:ff9b::10.1.2.3', '::10.1.2.3', 'fd12:3457::1']) {
      expect([address, mayReach(address)]).toEqual([address, false]);
    }
  });

  it('never applies an IPv6 allowance to IPv4 addresses', () => {
    const mayReach = createAddressRule(['::/8']);
    expect(mayReach('::1')).toBe(true);
    expect(mayReach('127.0.0.1')).toBe(false);
    expect(mayReach('::ffff:127.0.0.1')).toBe(false);
  });

  it('never allows a metadata service, whatever is configured', () => {
    const mayReach = createAddressRule(['169.254.0.0/16', '100.64.0.0/10', 'fd00::/8']);
    expect(mayReach('169.254.1.1')).toBe(true);
    for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '::ffff:169.254.169.254']) {
      expect([address, mayReach(address)]).toEqual([address, false]);
    }
  });

  test.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '/8',
    '10.0.0/8',
    'fe80::%1/10',
    '::1/129',
    'localhost/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-8',
  ])('fails at start with %s, which is not a network', (cidr) => {
    expect(() => createAddressRule([cidr])).toThrow('not a network in CIDR notation');
  });

  test.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', 'fc00::/6'])(
    'fails at start with %s, which is too wide',
    (cidr) => {
      expect(() => createAddressRule([cidr])).toThrow('network too wide');
    },
  );
});

const refusedIpv4 = fc.constantFrom(...ipv4Ranges.flatMap(([, cidrs]) => cidrs)).chain((cidr) => {
  const { first, last } = ends(cidr);
  return fc.bigInt({ min: toNumber(first), max: toNumber(last) }).map((value) => dotted(value));
});

const embeddings: Readonly<Record<string, (ipv4: string) => string>> = {
  itself: (ipv4) => ipv4,
  mapped: (ipv4) => `::ffff:${ipv4}`,
  mappedInHex: (ipv4) => `::ffff:${hex(ipv4)}`,
  mappedInFull: (ipv4) => `0000:0000:0000:0000:0000:FFFF:${ipv4}`,
  compatible: (ipv4) => `::${ipv4}`,
  translated: (ipv4) => `::ffff:0:${ipv4}`,
  nat64: (ipv4) => `64:ff9b::${ipv4}`,
  nat64InHex: (ipv4) => `64:ff9b::${hex(ipv4)}`,
  nat64ForLocalUse: (ipv4) => `64:ff9b:1::${ipv4}`,
  sixToFour: (ipv4) => `2002:${hex(ipv4)}::1`,
  teredoServer: (ipv4) => `2001:0:${hex(ipv4)}::1`,
  teredoClient: (ipv4) => `2001::${hex(dotted(toNumber(ipv4) ^ 0xffffffffn))}`,
  isatap: (ipv4) => `2a00:1450:4001::5efe:${ipv4}`,
};

function hex(ipv4: string): string {
  const value = toNumber(ipv4);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => ((value >> shift) & 0xffn).toString()).join('.');
}

/** A second, slower parser of addresses, independent of the code under test. */
function toNumber(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const parts = (text: string): readonly string[] => text.split(':').filter((part) => part !== '');
  const missing = 8 - parts(head).length - parts(tail).length;
  const groups = [...parts(head), ...Array.from({ length: missing }, () => '0'), ...parts(tail)];
  return groups.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}

function ends(cidr: string): Readonly<{ first: string; last: string }> {
  const [network = '', prefix = ''] = cidr.split('/');
  const bits = network.includes(':') ? 128n : 32n;
  const last = toNumber(network) | ((1n << (bits - BigInt(prefix))) - 1n);
  return { first: network, last: bits === 32n ? dotted(last) : grouped(last) };
}

function grouped(value: bigint): string {
  const shifts = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n];
  return shifts.map((shift) => ((value >> shift) & 0xffffn).toString(16)).join(':');
}
