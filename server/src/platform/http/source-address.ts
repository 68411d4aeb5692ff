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

const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * Whom a source address is counted for. A household or a rented server has a whole IPv6 network of 64 bits, and could
 * come from another address each time; so the network counts. An IPv4 address is one caller, in either spelling.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const before = groupsIn(front);
  const after = groupsIn(back ?? '');
  const zeros = Array.from({ length: groupsOfAddress - before.length - after.length }, () => 0);
  const groups = [...before, ...zeros, ...after].slice(0, groupsOfNetwork);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

function groupsIn(part: string): readonly number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
}
