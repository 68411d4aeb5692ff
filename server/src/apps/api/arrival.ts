import type { IncomingMessage } from 'node:http'; // oxlint-disable-line no-restricted-imports -- types only
import { listenerOf } from '#platform/http/listeners.ts';
import type { Arrival, Priority } from '#platform/http/load-shedder.ts';
import { networkOf, sourceAddressOf } from '#platform/http/source-address.ts';

/**
 * Payments with their authorisations, confirmations of funds, the codes, signatures and pages that approve them, and
 * the interfaces by which staff operate the bank.
 */
const highPath =
  /^\/(?:sca|v1\/(?:(?:bulk-|periodic-)?payments|signing-baskets|funds-confirmations|authorization|monitoring)|v2\/consents\/confirmation-of-funds|api\/configuration)(?:[/?]|$)/;
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Returns what is known of a request from its head alone, before a token or a certificate is verified. An
 * unauthenticated caller can claim a high priority by its path, but only within the share of one caller.
 */
export function arrivalOf(request: IncomingMessage): Arrival {
  return { priority: priorityOf(request), caller: callerOf(request) };
}

/** Reads have low priority: programs repeat them, while a customer waits for a payment. */
export function priorityOf({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Priority {
  if (highPath.test(url)) return 'high';
  return reads.has(method) ? 'low' : 'normal';
}

/**
 * Returns what tells callers apart: the certificate that a proxy passes on, or the network. The header counts on the
 * listener of the proxy only, where no client can write it. On the plain listener a load balancer may hide all addresses.
 */
function callerOf(request: IncomingMessage): string | undefined {
  const listener = listenerOf(request);
  if (listener === 'plain') return undefined;
  const certificate = listener === 'proxy' ? request.headers['client-cert'] : undefined;
  if (typeof certificate === 'string') return certificate;
  const address = sourceAddressOf(request, listener);
  return address === undefined ? undefined : networkOf(address);
}
