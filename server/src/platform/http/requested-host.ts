import type { IncomingMessage } from 'node:http';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

const absoluteTarget = /^[a-z][a-z0-9+.\-]*:\/\/([^\/?#]*)/iv;

/**
 * Requires that a request names one host (RFC 9112 3.2). A bank is chosen by the host name, and of two names the proxy
 * in front of us could use the other one: Node reads the first `Host` and ignores that of an absolute address.
 */
export function requireOneHost({ headers, rawHeaders, url = '' }: IncomingMessage): void {
  const [, named = headers.host] = url.startsWith('/') ? [] : (absoluteTarget.exec(url) ?? []);
  if (hostsIn(rawHeaders) <= 1 && named?.toLowerCase() === headers.host?.toLowerCase()) return;
  throw standardProblems.invalid({
    fieldErrors: [{ part: 'header', path: ['Host'], code: 'mismatch', message: 'Must name one host, once.' }],
  });
}

function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
