import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ListenerKind } from './listeners.ts';

/**
 * Returns the source address of a request. On the proxy listener the connection is the proxy's; there, and only there,
 * the last address of X-Forwarded-For is trusted, because the proxy itself wrote it.
 */
export function sourceAddressOf(request: IncomingMessage, listener: ListenerKind): string | undefined {
  if (listener !== 'proxy') return request.socket.remoteAddress;
  const last = request.headersDistinct['x-forwarded-for']?.at(-1)?.split(',').at(-1)?.trim();
  return last !== undefined && isIP(last) !== 0 ? last : undefined;
}

/** Whether a text is an IPv4 or IPv6 address. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

/** A network that a source address is counted for. */
export interface CountedNetwork {
  readonly network: string;
  /** How many times the allowance of one household it has. */
  readonly share: number;
}

/**
 * An IPv6 customer has a /64 at least, often a /56, and a rented server sometimes a /48. Each wider network has more
 * allowance than those in it, because several customers may share it, and far less than all of them together.
 */
const prefixes = [
  { bits: 64, share: 1, peopleShare: 1 },
  { bits: 56, share: 4, peopleShare: 32 },
  { bits: 48, share: 16, peopleShare: 512 },
] as const;

const groupsOfAddress = 8;
const bitsOfGroup = 16;

/**
 * Returns the network that a source address is counted for. A household or a rented server has a whole IPv6 network of
 * 64 bits and could use another address each time; so the network counts. An IPv4 address counts for itself, in either
 * spelling.
 */
export function networkOf(address: string): string {
  const groups = ipv6GroupsOf(address);
  return typeof groups === 'string' ? groups : prefixOf(groups, prefixes[0].bits);
}

/** Returns the network of a request's origin; requests without an address share one. */
export function networkOfOrigin({ sourceAddress }: { readonly sourceAddress: string | undefined }): string {
  return networkOf(sourceAddress ?? 'unknown');
}

/** Returns every network that a source address is counted for, the narrowest (that of `networkOf`) first. */
export function networksOf(address: string): readonly CountedNetwork[] {
  const groups = ipv6GroupsOf(address);
  if (typeof groups === 'string') return [{ network: groups, share: 1 }];
  return prefixes.map(({ bits, share }) => ({ network: prefixOf(groups, bits), share }));
}

/**
 * The same for limits that last for hours. A mobile network gives each phone a /64, and thousands of phones share one
 * /48: the wider networks have room for them, and still limit the owner of a whole one.
 */
export function networksOfPeople(address: string): readonly CountedNetwork[] {
  const groups = ipv6GroupsOf(address);
  if (typeof groups === 'string') return [{ network: groups, share: 1 }];
  return prefixes.map(({ bits, peopleShare: share }) => ({ network: prefixOf(groups, bits), share }));
}

/** Returns the groups of an IPv6 address; for anything else, and for an IPv4-mapped address, the text to count by. */
function ipv6GroupsOf(address: string): readonly number[] | string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(?<ipv4>[0-9.]+)$/iv.exec(address)?.groups?.['ipv4'];
  if (mapped !== undefined) return mapped;
  if (address.includes('.')) return address;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const before = groupsIn(front);
  const after = groupsIn(back ?? '');
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => 0);
  const all = [...before, ...zeros, ...after];
  return mappedIn(all) ?? all;
}

function prefixOf(groups: readonly number[], bits: number): string {
  const prefix = groups.slice(0, Math.ceil(bits / bitsOfGroup)).map((group, index) => {
    const hostBits = Math.max(0, (index + 1) * bitsOfGroup - bits);
    return ((group >> hostBits) << hostBits).toString(16);
  });
  return `${prefix.join(':')}::/${bits}`;
}

/** Returns the IPv4 address inside an IPv4-mapped one. */
function mappedIn(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(-2);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}

function groupsIn(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}
