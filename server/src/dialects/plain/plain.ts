import { identifyByToken } from '#platform/auth/token-caller.ts';
import type { Dialect, ProblemContext } from '#platform/http/dialect.ts';
import type { Problem, ProblemKind } from '#platform/kernel/problem.ts';
import { errorOf } from '../field.ts';
import { httpStatuses } from '../http-statuses.ts';
import { requestIdFieldErrors } from '../request-id.ts';
import { type ProblemDetails, problemDetailsBody } from './error-bodies.ts';

/** A business problem is 422 unless the catalogue says otherwise. */
const statuses: Readonly<Record<ProblemKind, number>> = { ...httpStatuses, refused: 422 };

/** Client, monitoring, configuration: camelCase, errors by RFC 9457. */
export const plain: Dialect = {
  name: 'plain',
  // SPEC 000: the client and monitoring interfaces declare these four.
  consumes: ['application/json', 'application/json-patch+json', 'text/json', '+json'],
  answersHead: true,
  idempotencyHeader: 'idempotency-key',
  keyedHeaders: [],
  identify: identifyByToken,
  checkHeaders: requestIdFieldErrors,
  describeProblem: (entry, literal) => ({
    status: entry.plain?.status ?? statuses[entry.kind],
    code: entry.plain?.code ?? literal,
  }),
  errorBodies: () => ({ 'application/problem+json': problemDetailsBody }),
  render(problem, context) {
    const body = problemDetails(problem, context);
    return { status: body.status, contentType: 'application/problem+json', body };
  },
};

function problemDetails(problem: Problem, { requestId }: ProblemContext): ProblemDetails {
  const { status, code } = plain.describeProblem(problem.entry, problem.literal);
  const fieldErrors = problem.more.fieldErrors;
  return {
    // Spread first, so that no detail can replace a standard member.
    ...factsOf(problem),
    type: `urn:problem:${problem.owner}:${problem.literal}`,
    title: problem.entry.message,
    status,
    detail: problem.message,
    instance: `urn:uuid:${requestId}`,
    code,
    ...(fieldErrors === undefined ? {} : { errors: fieldErrors.map(errorOf) }),
  };
}

function factsOf({ more: { details } }: Problem): Readonly<Record<string, unknown>> {
  return typeof details === 'string' ? { details } : { ...details };
}
