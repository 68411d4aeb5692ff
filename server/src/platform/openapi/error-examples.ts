import { Temporal } from 'temporal-polyfill';
import type { Dialect } from '#platform/http/dialect.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';

/** The request that all examples respond to. */
const exampleRequest = {
  requestId: '0198c5f2-7a1e-7c3b-9d52-4f6b8e0a1c2d',
  path: '/',
  method: 'GET',
  traceId: undefined,
} as const;

/** Renders a problem as the server does; its field errors are those of a request with a wrong X-Request-ID. */
export function errorExample(
  dialect: Dialect,
  problem: ProblemFactory,
  mediaType: string,
): Readonly<Record<string, unknown>> | undefined {
  const { kind, message } = problem.entry;
  const fieldErrors = dialect.checkHeaders(
    { 'x-request-id': '-' },
    { caller: { kind: 'anonymous' }, now: Temporal.Instant.fromEpochMilliseconds(0), profile: undefined },
  );
  // With a message of its own, XS2A renders a body also for the problem that has one during maintenance only.
  const raised = problem({ message, ...(kind === 'invalid' ? { fieldErrors } : {}) });
  return dialect.render(raised, { ...exampleRequest, accept: mediaType }).body;
}
