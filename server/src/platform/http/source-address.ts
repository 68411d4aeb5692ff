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
