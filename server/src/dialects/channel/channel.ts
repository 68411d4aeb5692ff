import { identifyByToken } from '#platform/auth/token-caller.ts';
import type { Dialect, ProblemContext } from '#platform/http/dialect.ts';
import type { Problem, ProblemKind } from '#platform/kernel/problem.ts';
import { errorOf } from '../field.ts';
import { httpStatuses } from '../http-statuses.ts';
import { requestIdFieldErrors } from '../request-id.ts';
import {
  type BusinessProblem,
  businessProblemBody,
  type ValidationProblem,
  validationProblemBody,
} from './error-bodies.ts';

/** SPEC 000, 002: 400 is a validation-problem, 440 a business-problem; the rest are default errors. */
const statuses: Readonly<Record<ProblemKind, number>> = { ...httpStatuses, refused: 440 };

/** Party, correspondence, authorization, identity: kebab-case, validation-problem and business-problem. */
export const channel: Dialect = {
  name: 'channel',
  consumes: ['application/json'],
  answersHead: true,
  idempotencyHeader: 'idempotency-key',
  keyedHeaders: [],
  identify: identifyByToken,
  checkHeaders: requestIdFieldErrors,
  describeProblem: ({ kind }, literal) => ({ status: statuses[kind], code: literal }),
  errorBodies: ({ kind }) => {
    const body = kind === 'invalid' ? validationProblemBody : businessProblemBody;
    return { 'application/json': body, 'application/problem+json': body };
  },
  render(problem, context) {
    const status = statuses[problem.entry.kind];
    const body =
      problem.entry.kind === 'invalid'
        ? validationProblem(problem, status)
        : businessProblem(problem, status, context);
    return { status, contentType: mediaType(context), body };
  },
};

function mediaType({ accept }: ProblemContext): string {
  return accept?.includes('application/problem+json') ? 'application/problem+json' : 'application/json';
}

function validationProblem(problem: Problem, status: number): ValidationProblem {
  const fieldErrors = problem.more.fieldErrors ?? [];
  return {
    title: problem.message,
    status,
    errors:
      fieldErrors.length === 0 ? [{ code: 'malformed', message: problem.message }] : fieldErrors.map(errorOf),
  };
}

function businessProblem(problem: Problem, status: number, context: ProblemContext): BusinessProblem {
  return {
    problem: problem.literal,
    message: problem.message,
    ...(problem.more.details === undefined ? {} : { details: problem.more.details }),
    type: `urn:problem:${problem.owner}:${problem.literal}`,
    status,
    ...(context.traceId === undefined ? {} : { 'trace-id': context.traceId }),
  };
}
