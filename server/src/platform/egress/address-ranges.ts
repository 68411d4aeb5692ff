import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * What an address is for. Only `public` may be reached without an explicit allowance. `embedded` are IPv6 forms that
 * carry an IPv4 address through a tunnel or translator whose target we cannot see.
 */
export type AddressClass =
  | 'metadata'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'shared'
  | 'multicast'
  | 'documentation'
  | 'embedded'
  | 'reserved'
  | 'public'
  | 'invalid';

type RefusedClass = Exclude<AddressClass, 'public' | 'invalid'>;
type Family = 'ipv4' | 'ipv6';
type RangeTable = readonly (readonly [RefusedClass, readonly string[]])[];

/**
 * IPv4 by class, from the IANA special-purpose registry; the first matching row decides. The metadata row has the
 * instance services of the large clouds, one of which is in public address space.
 */
export const ipv4Ranges: RangeTable = [
  [
    'metadata',
    ['169.254.169.254/32', '169.254.170.2/32', '100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'],
  ],
  ['unspecified', ['0.0.0.0/8']],
  ['loopback', ['127.0.0.0/8']],
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ['link-local', ['169.254.0.0/16']],
  ['shared', ['100.64.0.0/10']],
  ['multicast', ['224.0.0.0/4']],
  ['documentation', ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24']],
  ['reserved', ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '240.0.0.0/4']],
];

/**
 * IPv6 by class. The last row refuses everything outside 2000::/3, so that a block assigned later is refused until it
 * is listed here.
 */
export const ipv6Ranges: RangeTable = [
  ['metadata', ['fd00:ec2::254/128', 'fd20:ce::254/128']],
  ['unspecified', ['::/128']],
  ['loopback', ['::1/128']],
  ['private', ['fc00::/7', 'fec0::/10']],
  ['link-local', ['fe80::/10']],
  ['multicast', ['ff00::/8']],
  ['documentation', ['2001:db8::/32', '3fff::/20']],
  // IPv4-compatible, IPv4-translated, NAT64 for local use, Teredo, 6to4.
  ['embedded', ['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2001::/32', '2002::/16']],
  ['reserved', ['2001::/23', '::/3', '4000::/2', '8000::/1']],
];

// An allowance wider than the widest private block is a typing error, not a policy.
const allowancePrefixMin = { ipv4: 8, ipv6: 7 } as const;

const prefixMax = { ipv4: 32, ipv6: 128 } as const;

const mappedPrefix = '0:0:0:0:0:ffff';
const nat64Prefix = '64:ff9b:0:0:0:0';

const ipv4Classes = compile(ipv4Ranges, 'ipv4');
const ipv6Classes = compile(ipv6Ranges, 'ipv6');

/** Returns the class of a literal address; anything but a plain literal without zone is `invalid`. */
export function classifyAddress(address: string): AddressClass {
  const plain = plainAddress(address);
  if (plain === undefined) return 'invalid';
  if (isIPv4(plain)) return classifyIpv4(plain);
  const groups = ipv6Groups(plain);
  // Networks without IPv4 resolve every public name to this prefix, so the embedded IPv4 address decides.
  if (prefixOf(groups) === nat64Prefix) return classifyIpv4(ipv4Tail(groups));
  const found = ipv6Classes.find(([, networks]) => networks.check(plain, 'ipv6'))?.[0] ?? 'public';
  return found === 'public' && isIsatap(groups) ? 'embedded' : found;
}

/**
 * Creates the predicate "may this address be reached?": public addresses always, others only inside one of the allowed
 * networks, metadata services never.
 */
export function createAddressRule(allowedCidrs: readonly string[]): (address: string) => boolean {
  for (const cidr of allowedCidrs) assertNarrow(cidr);
  const allowedIpv4 = networkList(allowedCidrs, 'ipv4');
  const allowedIpv6 = networkList(allowedCidrs, 'ipv6');
  return (address) => {
    const found = classifyAddress(address);
    if (found === 'public') return true;
    const plain = plainAddress(address);
    if (plain === undefined || found === 'metadata') return false;
    return isIPv4(plain) ? allowedIpv4.check(plain, 'ipv4') : allowedIpv6.check(plain, 'ipv6');
  };
}

function classifyIpv4(address: string): AddressClass {
  return ipv4Classes.find(([, networks]) => networks.check(address, 'ipv4'))?.[0] ?? 'public';
}

function compile(table: RangeTable, family: Family): readonly (readonly [RefusedClass, BlockList])[] {
  return table.map(([name, cidrs]) => [name, networkList(cidrs, family)] as const);
}

// One list per family: a BlockList also matches an IPv4 address, as ::ffff:a.b.c.d, against IPv6 networks.
function networkList(cidrs: readonly string[], family: Family): BlockList {
  const list = new BlockList();
  for (const network of cidrs.map(parseCidr)) {
    if (network.family === family) list.addSubnet(network.address, network.prefix, family);
  }
  return list;
}

function parseCidr(cidr: string): Readonly<{ address: string; prefix: number; family: Family }> {
  const [, address = '', prefixText = ''] = /^([\da-f:.]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const prefix = Number(prefixText);
  if (isIP(address) === 0 || prefix > prefixMax[family]) {
    throw new Error(`not a network in CIDR notation: ${cidr}`);
  }
  return { address, prefix, family };
}

function assertNarrow(cidr: string): void {
  const { prefix, family } = parseCidr(cidr);
  if (prefix < allowancePrefixMin[family]) throw new Error(`network too wide to be allowed: ${cidr}`);
}

/** Unwraps an IPv4-mapped address to IPv4. Undefined for text that is not an address or has a zone. */
function plainAddress(address: string): string | undefined {
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const groups = ipv6Groups(address);
  return prefixOf(groups) === mappedPrefix ? ipv4Tail(groups) : address;
}

/** The eight 16-bit groups of a valid, zone-free IPv6 literal. */
function ipv6Groups(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const front = parseGroups(head);
  if (tail === undefined) return front;
  const back = parseGroups(tail);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function parseGroups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function prefixOf(groups: readonly number[]): string {
  const upper = groups.slice(0, 6);
  return upper.map((group) => group.toString(16)).join(':');
}

function ipv4Tail(groups: readonly number[]): string {
  const lower = groups.slice(6);
  return lower.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** ISATAP carries IPv4 in the interface part of any prefix, marked 00-00-5E-FE or 02-00-5E-FE. */
function isIsatap(groups: readonly number[]): boolean {
  return (groups[4] === 0 || groups[4] === 0x0200) && groups[5] === 0x5efe;
}
