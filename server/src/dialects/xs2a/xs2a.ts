import type { Caller } from '#platform/auth/caller.ts';
import type { CertificateVerdict } from '#platform/auth/client-certificates.ts';
import type { Dialect, RenderedProblem } from '#platform/http/dialect.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { FieldError, Problem, ProblemEntry, ProblemKind } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

interface MessageCode {
  readonly status: number;
  /** Absent if the standard defines no message code: the response then has no body. */
  readonly code?: string;
}

/** The Berlin Group's usual status and code for each problem kind; a catalogue entry may define its own. */
const messageCodes: Readonly<Record<ProblemKind, MessageCode>> = {
  invalid: { status: 400, code: 'FORMAT_ERROR' },
  unauthenticated: { status: 401, code: 'TOKEN_INVALID' },
  forbidden: { status: 403, code: 'SERVICE_BLOCKED' },
  'not-found': { status: 404, code: 'RESOURCE_UNKNOWN' },
  'method-not-allowed': { status: 405, code: 'SERVICE_INVALID' },
  'not-acceptable': { status: 406, code: 'REQUESTED_FORMATS_INVALID' },
  timeout: { status: 408 },
  conflict: { status: 409, code: 'STATUS_INVALID' },
  gone: { status: 403, code: 'RESOURCE_EXPIRED' },
  'precondition-failed': { status: 409, code: 'STATUS_INVALID' },
  'too-large': { status: 413 },
  'unsupported-media-type': { status: 415 },
  'key-reused': { status: 400, code: 'FORMAT_ERROR' },
  refused: { status: 400, code: 'PAYMENT_FAILED' },
  'too-many': { status: 429, code: 'ACCESS_EXCEEDED' },
  internal: { status: 500 },
  'not-implemented': { status: 501 },
  unavailable: { status: 503 },
};

const textMax = 500;
const titleMax = 70;
const typeBase = 'urn:xs2a:error-code:';

/** Third-party providers: camelCase, tppMessages, X-Request-ID on everything. */
export const xs2a: Dialect = {
  name: 'xs2a',
  consumes: ['application/json'],
  idempotencyHeader: 'x-request-id',
  identify: ({ certificate, countCaller, listenerBank }) => {
    const caller = tppFrom(certificate, listenerBank);
    countCaller(caller);
    return caller;
  },
  checkHeaders: (headers) => {
    const sent = headers['x-request-id'];
    return typeof sent === 'string' && isUuid(sent) ? [] : [requestIdMissing];
  },
  describeProblem: (entry) => {
    const { status, code } = messageCodeFor(entry);
    return { status, code: code ?? '' };
  },
  render(problem, { accept }) {
    const { status, code } = messageCodeFor(problem.entry);
    if (code === undefined)
      return { status, contentType: 'application/json', body: maintenanceText(problem) };
    return accept?.includes('application/problem+json')
      ? { status, contentType: 'application/problem+json', body: asProblem(problem, code) }
      : { status, contentType: 'application/json', body: asTppMessages(problem, code) };
  },
};

// SPEC 001: X-Request-ID is mandatory on every call.
const requestIdMissing: FieldError = {
  part: 'header',
  path: ['X-Request-ID'],
  code: 'required',
  message: 'X-Request-ID is required and must be one UUID.',
};

function messageCodeFor(entry: ProblemEntry): MessageCode {
  const usual = messageCodes[entry.kind];
  const code = entry.xs2a?.code ?? usual.code;
  return { status: entry.xs2a?.status ?? usual.status, ...(code === undefined ? {} : { code }) };
}

/** A body exists only with a message code; during maintenance the bank's text is sent nevertheless. */
function maintenanceText(problem: Problem): RenderedProblem['body'] {
  if (problem.more.message === undefined) return undefined;
  return {
    tppMessages: [{ category: 'ERROR', code: 'SERVICE_BLOCKED', text: problem.message.slice(0, textMax) }],
  };
}

function asTppMessages(problem: Problem, code: string): RenderedProblem['body'] {
  const fieldErrors = problem.more.fieldErrors ?? [];
  const messages =
    fieldErrors.length === 0
      ? [{ category: 'ERROR', code, text: problem.message.slice(0, textMax) }]
      : fieldErrors.map((fieldError) => ({
          category: 'ERROR',
          code,
          path: pathOf(fieldError),
          text: fieldError.message.slice(0, textMax),
        }));
  return { tppMessages: messages };
}

function asProblem(problem: Problem, code: string): RenderedProblem['body'] {
  const fieldErrors = problem.more.fieldErrors ?? [];
  return {
    type: `${typeBase}${code}`,
    title: problem.entry.message.slice(0, titleMax),
    detail: problem.message.slice(0, textMax),
    code,
    ...(fieldErrors.length === 0
      ? {}
      : {
          additionalErrors: fieldErrors.map((fieldError) => ({
            code,
            title: pathOf(fieldError).slice(0, titleMax),
            detail: fieldError.message.slice(0, textMax),
          })),
        }),
  };
}

/** Returns a JSON pointer into the body, or the name of a parameter or header. */
function pathOf({ part, path }: FieldError): string {
  return part === 'body' ? path.map((step) => `/${escapePointer(step)}`).join('') : path.join('/');
}

/** RFC 6901. */
function escapePointer(step: string | number): string {
  return String(step).replaceAll('~', '~0').replaceAll('/', '~1');
}

function tppFrom(verdict: CertificateVerdict, bankId: string): Caller {
  switch (verdict.kind) {
    case 'none':
      throw standardProblems['certificate-missing']();
    case 'refused':
      throw refusals[verdict.reason]();
    case 'accepted': {
      const { psd2, fingerprint256 } = verdict.certificate;
      if (psd2 === undefined) throw standardProblems['certificate-invalid']();
      return {
        kind: 'tpp',
        authorisationNumber: psd2.organizationIdentifier,
        roles: psd2.roles,
        fingerprint256,
        bankId,
      };
    }
  }
}

const refusals = {
  invalid: standardProblems['certificate-invalid'],
  'not-yet-valid': standardProblems['certificate-invalid'],
  expired: standardProblems['certificate-expired'],
  revoked: standardProblems['certificate-revoked'],
  blocked: standardProblems['certificate-blocked'],
} as const;
