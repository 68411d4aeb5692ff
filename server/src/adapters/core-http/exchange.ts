import type { Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { CoreFailure } from '#capabilities/core-banking/index.ts';
import type { Egress } from '#platform/egress/egress.ts';
import { type EgressRefusalReason, EgressRefused } from '#platform/egress/egress-refused.ts';
import type { EgressResponse } from '#platform/egress/pinned-exchange.ts';
import type { CoreOperation } from './contract/operations.ts';
import {
  type CoreProblemCode,
  coreProblems,
  everywhere,
  problemMediaType,
  problemSchema,
} from './contract/problem.ts';
import { WireFault } from './from-wire.ts';

/** How a core banking system is reached. */
export interface CoreAddress {
  readonly egress: Egress;
  /** Presents the client certificate. */
  readonly purpose: string;
  /** What the paths of the contract are appended to. */
  readonly url: string;
  readonly timeoutMs: number;
}

export interface CoreRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

export type Exchange<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'problem'; readonly code: CoreProblemCode }
  /** `outage`: the system as a whole does not serve, not only this request; it may ask for a pause. */
  | {
      readonly kind: 'failed';
      readonly failure: CoreFailure;
      readonly outage?: { readonly pauseMs?: number };
    };

type Failed = Extract<Exchange<never>, { readonly kind: 'failed' }>;

/** Refusals by our own limits or settings say nothing about the core. */
const outages: ReadonlySet<EgressRefusalReason> = new Set(['tls', 'timeout', 'unreachable', 'redirect']);
const retryAfterMaxSeconds = 60;
const anyProblem = problemSchema(Object.keys(coreProblems).filter(isCode));

/**
 * Sends one request and reads its response. What the core must have received before it could fail is `unknown`, because
 * it may have had its effect.
 */
export async function exchange<Operation extends CoreOperation, Answer>(
  { egress, purpose, timeoutMs, url }: CoreAddress,
  operation: Operation,
  request: CoreRequest,
  read: (body: Static<Operation['response']>) => Answer,
): Promise<Exchange<Answer>> {
  const path = pathOf(operation.path, request.params ?? {});
  // No core can have given such an id.
  if (path === undefined) return { kind: 'problem', code: 'not-known' };
  let response: EgressResponse;
  try {
    response = await egress.send({
      purpose,
      method: operation.method,
      url: `${url.replace(/\/$/, '')}${path}${queryOf(request.query ?? {})}`,
      headers: { accept: `application/json, ${problemMediaType}`, ...contentType(request.body) },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      timeoutMs,
    });
  } catch (error) {
    if (error instanceof EgressRefused) return failedCall(error);
    throw error;
  }
  return response.status === 200 ? readAnswer(operation, response, read) : readProblem(operation, response);
}

function failedCall(error: EgressRefused): Failed {
  const certainty = error.wasSent ? 'unknown' : 'not-sent';
  const failure = new CoreFailure(certainty, `the core has not answered: ${error.message}`);
  return { kind: 'failed', failure, ...(outages.has(error.reason) ? { outage: {} } : {}) };
}

function readAnswer<Operation extends CoreOperation, Answer>(
  { operationId, response: schema }: Operation,
  response: EgressResponse,
  read: (body: Static<Operation['response']>) => Answer,
): Exchange<Answer> {
  const body = jsonIn(response, 'application/json');
  if (body === undefined) return unusable(operationId, 'the body is not JSON', { outage: {} });
  if (!Check(schema, body)) return unusable(operationId, firstError(schema, body));
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the schema of the operation
    return { kind: 'answer', answer: read(body as Static<Operation['response']>) };
  } catch (error) {
    if (error instanceof WireFault) return unusable(operationId, error.message);
    throw error;
  }
}

function readProblem(operation: CoreOperation, response: EgressResponse): Exchange<never> {
  const { operationId, problems } = operation;
  const { headers, status } = response;
  const problem = jsonIn(response, problemMediaType);
  const isOfContract =
    Check(anyProblem, problem) &&
    coreProblems[problem.code].status === status &&
    [...everywhere, ...problems].includes(problem.code);
  if (!isOfContract)
    return unusable(operationId, `status ${status} without a code of the contract`, { outage: {} });
  const { code } = problem;
  if (problems.includes(code)) return { kind: 'problem', code };
  const refused = new CoreFailure('not-sent', `${operationId} was refused by the core: ${code}`);
  if (code !== 'too-many-requests' && code !== 'unavailable') return { kind: 'failed', failure: refused };
  const seconds = /^\d{1,9}$/.exec(headers['retry-after'] ?? '')?.[0];
  // A proxy in front of the core invents such a response more easily than this header.
  if (seconds === undefined)
    return unusable(operationId, `status ${status} without Retry-After`, { outage: {} });
  const pauseMs = Math.min(Number(seconds), retryAfterMaxSeconds) * 1_000;
  return { kind: 'failed', failure: refused, outage: { pauseMs } };
}

/** An answer that does not fit the contract; the reason names members of the contract, never their values. */
function unusable(operationId: string, reason: string, more: Pick<Failed, 'outage'> = {}): Failed {
  const failure = new CoreFailure('unknown', `the answer to ${operationId} does not fit: ${reason}`);
  return { kind: 'failed', failure, ...more };
}

function firstError(schema: CoreOperation['response'], body: unknown): string {
  const [first] = Errors(schema, body);
  return `${first?.instancePath ?? ''} (${first?.keyword ?? ''})`;
}

function jsonIn({ body, headers }: EgressResponse, mediaType: string): unknown {
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mediaType) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
    // To the caller, a body that cannot be parsed is the same as one of another type.
  } catch {
    return undefined;
  }
}

function contentType(body: object | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

const idMaxLength = 128;

/** Returns undefined for an id that cannot be a segment of a path: parsers of addresses resolve dots. */
function pathOf(template: string, params: Readonly<Record<string, string>>): string | undefined {
  const isSegment = (id: string): boolean =>
    id !== '' && id !== '.' && id !== '..' && id.length <= idMaxLength && id.isWellFormed();
  if (!Object.values(params).every(isSegment)) return undefined;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function isCode(text: string): text is CoreProblemCode {
  return Object.hasOwn(coreProblems, text);
}
