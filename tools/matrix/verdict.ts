import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { Dialect } from '../../server/src/platform/http/dialect.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { Expected } from './cell.ts';

/** A response, and the path of its request. */
export interface ReceivedResponse {
  readonly path: string;
  readonly response: TestServerResponse;
}

/** The actual and the expected response; the cell passes when they are equal. */
export interface Verdict {
  readonly seen: unknown;
  readonly wanted: unknown;
}

/** Statuses that mean that the caller was refused, or did not reach the object. */
const refusals = { allowed: [401, 403, 500], found: [400, 401, 403, 404, 500] } as const;

/** Compares a response with the expected one; `unknown` is the response for an object that does not exist. */
export function verdictOf(
  { interface: { dialect } }: Contract,
  expected: Expected,
  {
    received,
    unknown,
  }: { readonly received: ReceivedResponse; readonly unknown: ReceivedResponse | undefined },
): Verdict {
  const { response } = received;
  switch (expected.kind) {
    case 'allowed':
    case 'found':
      return {
        seen: isRefused(expected.kind, response) ? `${response.status} ${response.text}` : expected.kind,
        wanted: expected.kind,
      };
    case 'response':
      return {
        seen: {
          status: response.status,
          error: at(response.body, 'error'),
          active: at(response.body, 'active'),
        },
        wanted: { status: expected.status, error: expected.error, active: expected.active },
      };
    case 'as-unknown':
      return { seen: comparable(received), wanted: unknown && asUnknown(dialect, unknown) };
    case 'refused': {
      const { entry, literal } = expected.problem;
      const { status, code } = dialect.describeProblem(entry, literal);
      // A list of field errors has no code of its own; the status is enough.
      const problemCode = entry.kind === 'invalid' ? code : codeIn(response);
      return {
        seen: { status: response.status, code: problemCode, challenge: response.headers['www-authenticate'] },
        wanted: { status, code, challenge: expected.challenge },
      };
    }
  }
}

function isRefused(kind: keyof typeof refusals, response: TestServerResponse): boolean {
  if (kind === 'allowed' && isUnknownInXs2a(response)) return false;
  return refusals[kind].some((status) => status === response.status);
}

/** Returns the response for an object that does not exist, with the status that the dialect has for one. */
function asUnknown(dialect: Dialect, unknown: ReceivedResponse): unknown {
  if (isUnknownInXs2a(unknown.response)) return comparable(unknown);
  const { entry, literal } = standardProblems['not-found'];
  return { ...comparable(unknown), status: dialect.describeProblem(entry, literal).status };
}

/** SPEC xs2a 5.3: an id in a path that does not exist is answered with 403, except for accounts. */
function isUnknownInXs2a(response: TestServerResponse): boolean {
  const code = codeIn(response);
  return response.status === 403 && (code === 'CONSENT_UNKNOWN' || code === 'RESOURCE_UNKNOWN');
}

/** Returns the code of a problem, from the field that the dialect uses. */
function codeIn({ body }: TestServerResponse): unknown {
  return at(body, 'code') ?? at(body, 'problem') ?? at(body, 'error') ?? at(body, 'tppMessages', 0, 'code');
}

/** Longer path segments are ids of objects; shorter ones are fixed. */
const segmentLengthMax = 8;

/** Returns the parts of a response that could distinguish objects, without values that the caller sent. */
function comparable({ response, path }: ReceivedResponse): Readonly<Record<string, unknown>> {
  const { date: _date, 'x-request-id': _requestId, ...headers } = response.headers;
  const names = path.split('/').filter((part) => part.length > segmentLengthMax);
  const text = names.reduce((left, name) => left.replaceAll(name, '…'), response.text);
  return { status: response.status, headers, text };
}
