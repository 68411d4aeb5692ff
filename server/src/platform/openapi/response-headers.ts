import type { Contract } from '#platform/http/contract.ts';
import { usualHeadersOf } from '#platform/http/problem-headers.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { componentRef, type Json } from './document.ts';

interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
}

const plainText = { type: 'string' };

/** Headers that the platform sends, by their name in lower case. */
const platformHeaders: Readonly<Record<string, Header>> = {
  'x-request-id': {
    name: 'X-Request-ID',
    description: 'The id of the request: that of the caller, or a new one.',
    schema: { type: 'string', format: 'uuid' },
  },
  'idempotency-replayed': {
    name: 'Idempotency-Replayed',
    description: '`true` if this is the stored response to an earlier request with the same key.',
    schema: { enum: ['true'] },
  },
  'www-authenticate': {
    name: 'WWW-Authenticate',
    description:
      'The authentication schemes, and the error if credentials were sent (RFC 9110, 6750, 9449, 9470).',
    schema: plainText,
  },
  'retry-after': {
    name: 'Retry-After',
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
  ratelimit: {
    name: 'RateLimit',
    description: 'The limit that was exceeded, and when it is free again; absent if another limit refused.',
    schema: plainText,
  },
  'ratelimit-policy': {
    name: 'RateLimit-Policy',
    description: 'Quota and window of that limit.',
    schema: plainText,
  },
};

/** How names that contracts write in lower case are usually written. */
const usualNames: Readonly<Record<string, string>> = {
  allow: 'Allow',
  'cache-control': 'Cache-Control',
  etag: 'ETag',
  location: 'Location',
};

/** Headers that only some problems of a kind have. */
const rateHeaders = ['ratelimit', 'ratelimit-policy'];

/** Returns the headers that a response always has and that the parts of a document refer to. */
export function headerComponentsOf(...parts: readonly Json[]): Json {
  const text = JSON.stringify(parts);
  const used = Object.values(platformHeaders).filter(({ name }) =>
    text.includes(JSON.stringify(componentRef('headers', name))),
  );
  return Object.fromEntries(used.map(({ name, ...header }) => [name, { ...header, required: true }]));
}

/** Returns the headers of a declared response; `problems` are those with the same status. */
export function declaredHeaders(
  contract: Contract,
  declared: Readonly<Record<string, string>> = {},
  problems: readonly ProblemFactory[] = [],
): Json {
  const replayed = contract.idempotency === 'none' ? [] : ['idempotency-replayed'];
  return {
    ...always(['x-request-id']),
    ...Object.fromEntries(
      Object.entries(declared).map(([key, description]) => [
        usualNames[key] ?? key,
        { description, schema: plainText },
      ]),
    ),
    ...sometimes([...replayed, ...problems.flatMap((problem) => possibleHeaders(contract, problem))]),
  };
}

/** Returns the headers of a response that only problems have. A header that every one of them has is required. */
export function errorHeaders(contract: Contract, problems: readonly ProblemFactory[]): Json {
  const { dialect } = contract.interface;
  const usual = problems.map(({ entry }) => new Set(Object.keys(usualHeadersOf(entry.kind, dialect))));
  const common = [...(usual[0] ?? [])].filter((key) => usual.every((keys) => keys.has(key)));
  // An overloaded server refuses before it has an id for the request.
  const isShed = problems.some(({ entry }) => entry.kind === 'unavailable');
  const others = problems.flatMap((problem) => possibleHeaders(contract, problem));
  return {
    ...(isShed ? sometimes(['x-request-id']) : always(['x-request-id'])),
    ...always(common),
    ...sometimes(others.filter((key) => !common.includes(key))),
  };
}

function possibleHeaders({ interface: { dialect } }: Contract, { entry }: ProblemFactory): readonly string[] {
  return [
    ...Object.keys(usualHeadersOf(entry.kind, dialect)),
    ...(entry.kind === 'too-many' ? rateHeaders : []),
  ];
}

function always(keys: readonly string[]): Json {
  return Object.fromEntries(
    keys.map((key) => [headerOf(key).name, componentRef('headers', headerOf(key).name)]),
  );
}

function sometimes(keys: readonly string[]): Json {
  return Object.fromEntries(
    [...new Set(keys)].map((key) => {
      const { name, ...header } = headerOf(key);
      return [name, header];
    }),
  );
}

function headerOf(key: string): Header {
  const header = platformHeaders[key];
  if (header === undefined) throw new Error(`response-headers.ts does not describe the header ${key}`);
  return header;
}
