import assert from 'node:assert/strict';
import type { ContentStore } from '#capabilities/correspondence/ports/content-store.ts';
import type { PictureSource } from '#capabilities/identity/ports/content-store.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { type EgressRefusalReason, EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** Location of a bank's files, and the egress purpose to fetch them. */
export interface ContentLocation {
  readonly egress: Egress;
  readonly purpose: string;
  /** Bank id to the URL prefix of all of its files. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** One store for every capability that needs files of the bank. */
export interface HttpContentStore extends ContentStore, PictureSource {
  read(bankId: string, url: string, bytesMax?: number): Promise<Buffer | undefined>;
}

const readLimitMs = 5_000;
/** Notations that parsers may interpret differently: line breaks, backslashes, encoded dots and slashes. */
const ambiguousNotation = /[\\\s?#]|%(?:[01]|2[5ef]|5c|7f)|\/\.{1,2}(?:\/|$)/i;
/** Statuses about the file: it does not exist, or its size is not accepted. */
const fileStatuses: ReadonlySet<EgressRefusalReason> = new Set(['url', 'redirect', 'too-large']);
/** Temporary statuses. All others are configuration errors, reported like an internal error. */
const temporaryStatuses: ReadonlySet<EgressRefusalReason> = new Set([
  'timeout',
  'unreachable',
  'busy',
  'closed',
]);
const ok = 200;
const tooManyRequests = 429;
const serverErrorFrom = 500;

/** Reads files of the banks over HTTP. Throws at startup for an invalid prefix. */
export function createHttpContentStore({ egress, purpose, prefixes }: ContentLocation): HttpContentStore {
  for (const prefix of prefixes.values()) assertPrefix(prefix);
  return {
    async read(bankId, url, bytesMax = Number.POSITIVE_INFINITY) {
      const address = addressBelow(prefixes.get(bankId), url);
      if (address === undefined) return undefined;
      const response = await fetched(egress, purpose, address);
      return response?.status === ok && response.body.length <= bytesMax ? response.body : undefined;
    },
  };
}

/** Egress rules of the store: its hosts and ports only, without credentials. */
export function contentStorePolicy(prefixes: ReadonlyMap<string, string>, bytesMax: number): EgressPolicy {
  const urls = [...prefixes.values()].map((prefix) => new URL(prefix));
  const ports = urls.map((url) => Number(url.port || (url.protocol === 'http:' ? 80 : 443)));
  return {
    hosts: [...new Set(urls.map((url) => url.hostname))],
    ports: [...new Set(ports)],
    allowHttp: urls.some((url) => url.protocol === 'http:'),
    timeoutMs: readLimitMs,
    bodyMaxBytes: bytesMax,
  };
}

/** Returns the parsed URL if it is below the prefix; requests use it instead of the given text. */
function addressBelow(prefix: string | undefined, url: string): string | undefined {
  const parsed = ambiguousNotation.test(url) ? null : URL.parse(url);
  if (prefix === undefined || parsed === null) return undefined;
  return parsed.href.startsWith(prefix) && parsed.href !== prefix ? parsed.href : undefined;
}

async function fetched(egress: Egress, purpose: string, url: string): Promise<EgressResponse | undefined> {
  try {
    const response = await egress.send({ purpose, method: 'GET', url, timeoutMs: readLimitMs });
    if (response.status === tooManyRequests || response.status >= serverErrorFrom)
      throw standardProblems['service-unavailable']();
    return response;
  } catch (error) {
    // A missing file is a result; an unavailable store says nothing about the file.
    if (!(error instanceof EgressRefused)) throw error;
    if (fileStatuses.has(error.reason)) return undefined;
    throw temporaryStatuses.has(error.reason) ? standardProblems['service-unavailable']() : error;
  }
}

/** Must end with a slash: `https://content.example` is also a prefix of `https://content.example.evil`. */
function assertPrefix(prefix: string): void {
  const url = URL.parse(prefix);
  const isPlain = url?.href === prefix && url.username === '' && url.password === '';
  assert(isPlain && prefix.endsWith('/') && !ambiguousNotation.test(prefix), `invalid URL prefix: ${prefix}`);
}
