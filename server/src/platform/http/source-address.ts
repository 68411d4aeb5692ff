import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { ListenerKind } from './listeners.ts';

/**
 * Where a request comes from. On the proxy's own listener the connection is the proxy's; there, and only there, the
 * last address of X-Forwarded-For is believed, because the proxy itself wrote it.
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

const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * Whom a source address is counted for. A household or a rented server has a whole IPv6 network of 64 bits, and could
 * come from another address each time; so the network counts. An IPv4 address is one caller, in either spelling.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(?<ipv4>[0-9.]+)$/iv.exec(address)?.groups?.['ipv4'];
  if (mapped !== undefined) return mapped;
  if (address.includes('.')) return address;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const before = groupsIn(front);
  const after = groupsIn(back ?? '');
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => 0);
  const all = [...before, ...zeros, ...after];
  const ipv4 = mappedIn(all);
  if (ipv4 !== undefined) return ipv4;
  const groups = all.slice(0, groupsOfNetwork);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** An IPv4 address that is written in the groups of an IPv6 one. */
function mappedIn(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(-2);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}

function groupsIn(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}
