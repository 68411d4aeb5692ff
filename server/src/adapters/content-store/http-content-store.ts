import assert from 'node:assert/strict';
import type { ContentStore } from '#capabilities/correspondence/ports/content-store.ts';
import type { PictureSource } from '#capabilities/identity/ports/content-store.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';
import { type EgressRefusalReason, EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** Where a bank's files are, and for which purpose of the egress client they are fetched. */
export interface ContentLocation {
  readonly egress: Egress;
  readonly purpose: string;
  /** Bank id to the address that all of its files are below. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** One store for all who need files of the bank. */
export interface HttpContentStore extends ContentStore, PictureSource {
  read(bankId: string, url: string, bytesMax?: number): Promise<Buffer | undefined>;
}

const readLimitMs = 5_000;
/** Spellings that two readers may read differently: line breaks, backslashes, dots and slashes in disguise. */
const twoFaced = /[\\\s?#]|%(?:[01]|2[5ef]|5c|7f)|\/\.{1,2}(?:\/|$)/i;
/** What these say of the file: it is not here, or not of a size we take. */
const ofTheFile: ReadonlySet<EgressRefusalReason> = new Set(['url', 'redirect', 'too-large']);
/** These pass with time. All others are faults of the configuration, and must be as loud as a bug. */
const passing: ReadonlySet<EgressRefusalReason> = new Set(['timeout', 'unreachable', 'busy', 'closed']);
const ok = 200;
const tooManyRequests = 429;
const serverErrorFrom = 500;

/** Reads files of the banks over HTTP. A prefix that is not what it seems stops the start of the process. */
export function createHttpContentStore({ egress, purpose, prefixes }: ContentLocation): HttpContentStore {
  for (const prefix of prefixes.values()) assertPrefix(prefix);
  return {
    async read(bankId, url, bytesMax = Number.POSITIVE_INFINITY) {
      const address = addressBelow(prefixes.get(bankId), url);
      if (address === undefined) return undefined;
      const answer = await fetched(egress, purpose, address);
      return answer?.status === ok && answer.body.length <= bytesMax ? answer.body : undefined;
    },
  };
}

/** What the egress client is told about the store: its hosts and ports, nothing beside, no credentials. */
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

/** The address as we understood it, when it is below the prefix; that one is asked for, not the one we were given. */
function addressBelow(prefix: string | undefined, url: string): string | undefined {
  const parsed = twoFaced.test(url) ? null : URL.parse(url);
  if (prefix === undefined || parsed === null) return undefined;
  return parsed.href.startsWith(prefix) && parsed.href !== prefix ? parsed.href : undefined;
}

async function fetched(egress: Egress, purpose: string, url: string): Promise<EgressResponse | undefined> {
  try {
    const answer = await egress.send({ purpose, method: 'GET', url, timeoutMs: readLimitMs });
    if (answer.status === tooManyRequests || answer.status >= serverErrorFrom)
      throw standardProblems['service-unavailable']();
    return answer;
  } catch (error) {
    // A file that cannot be had is an answer; a store that is away says nothing about the file.
    if (!(error instanceof EgressRefused)) throw error;
    if (ofTheFile.has(error.reason)) return undefined;
    throw passing.has(error.reason) ? standardProblems['service-unavailable']() : error;
  }
}

/** It must end with a slash: `https://content.example` is also the beginning of `https://content.example.evil`. */
function assertPrefix(prefix: string): void {
  const url = URL.parse(prefix);
  const isPlain = url?.href === prefix && url.username === '' && url.password === '';
  assert(isPlain && prefix.endsWith('/') && !twoFaced.test(prefix), `not a prefix of addresses: ${prefix}`);
}
