import type { Tpp } from '#platform/auth/caller.ts';
import type { RequestCredentials } from '#platform/auth/request-credentials.ts';
import { checkThirdParty } from '#platform/auth/third-party-certificate.ts';
import { standingIn } from '#platform/auth/third-party-token.ts';
import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import { chooseMediaType } from '#platform/http/accept.ts';
import { baseLinksUrl } from '#platform/http/base-links-url.ts';
import type { Dialect, RequestHeaders } from '#platform/http/dialect.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { FieldError, Problem, ProblemEntry, ProblemKind } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { dateFieldErrors, requireCurrentDate } from './date-header.ts';
import {
  type TppMessages,
  type TppProblem,
  textMax,
  titleMax,
  tppMessagesBody,
  tppProblemBody,
} from './error-bodies.ts';
import { foreignAddressErrors } from './own-addresses.ts';
import { requestHeaders } from './request-headers.ts';
import { checkMessage } from './signature/check-message.ts';
import { warningsFor } from './warnings.ts';

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

/** Who approves, under which consent or token, how and where the customer returns to, and in which format the body is. */
const keyedHeaders = [
  'client-vop-request-id',
  'client-vop-requested',
  'consent-id',
  'content-type',
  'psu-corporate-id',
  'psu-corporate-id-type',
  'psu-id',
  'psu-id-type',
  'tpp-brand-logging-information',
  'tpp-decoupled-preferred',
  'tpp-explicit-authorisation-preferred',
  'tpp-nok-redirect-uri',
  'tpp-notification-content-preferred',
  'tpp-notification-uri',
  'tpp-redirect-preferred',
  'tpp-redirect-uri',
  'tpp-rejection-nofunds-preferred',
];

const typeBase = 'urn:xs2a:error-code:';

/** Third-party providers: camelCase, tppMessages, X-Request-ID on everything. */
export const xs2a: Dialect = {
  name: 'xs2a',
  consumes: ['application/json'],
  answersHead: false,
  idempotencyHeader: 'x-request-id',
  keyedHeaders,
  identify: async (credentials) => {
    const tpp = await tppFrom(credentials);
    const standsFor = await standingIn(credentials, tpp);
    const caller: Tpp = standsFor === undefined ? tpp : { ...tpp, standsFor };
    credentials.countCaller(caller);
    return caller;
  },
  checkHeaders: (headers, facts) => {
    requireCurrentDate(headers, facts);
    return [
      ...requestIdErrors(headers),
      ...dateFieldErrors(headers),
      ...foreignAddressErrors(headers, facts),
    ];
  },
  requestHeaders,
  checkMessage,
  // SPEC 001: success responses carry tppMessages of category WARNING.
  warnings: { member: 'tppMessages', messagesFor: warningsFor },
  linksBase: (profile, productUrl) =>
    profile?.forceXs2aBaseLinksUrl === true ? baseLinksUrl(profile, productUrl) : undefined,
  describeProblem: (entry) => {
    const { status, code } = messageCodeFor(entry);
    return { status, code: code ?? '' };
  },
  errorBodies: (entry) => {
    if (messageCodeFor(entry).code !== undefined)
      return { 'application/json': tppMessagesBody, 'application/problem+json': tppProblemBody };
    // The bank's text during maintenance; in other cases the response has no body.
    return entry.kind === 'unavailable' ? { 'application/json': tppMessagesBody } : {};
  },
  render(problem, { accept, path, profile }) {
    const { status, code } = asStatusOfSeed(messageCodeFor(problem.entry), path, profile);
    if (code === undefined)
      return { status, contentType: 'application/json', body: maintenanceText(problem) };
    return profile?.problemJson !== false && prefersProblemJson(accept)
      ? { status, contentType: 'application/problem+json', body: asProblem(problem, code) }
      : { status, contentType: 'application/json', body: asTppMessages(problem, code) };
  },
};

/** Format A is the default: a caller that accepts both alike, or neither, gets it. */
function prefersProblemJson(accept: string | undefined): boolean {
  const formats = ['application/json', 'application/problem+json'] as const;
  return chooseMediaType(accept, formats) === 'application/problem+json';
}

// SPEC 001: X-Request-ID is mandatory on every call.
const requestIdMissing: FieldError = {
  part: 'header',
  path: ['X-Request-ID'],
  code: 'required',
  message: 'X-Request-ID is required and must be one UUID.',
};

function requestIdErrors({ 'x-request-id': sent }: RequestHeaders): readonly FieldError[] {
  return typeof sent === 'string' && isUuid(sent) ? [] : [requestIdMissing];
}

function messageCodeFor(entry: ProblemEntry): MessageCode {
  const usual = messageCodes[entry.kind];
  const code = entry.xs2a?.code ?? usual.code;
  return { status: entry.xs2a?.status ?? usual.status, ...(code === undefined ? {} : { code }) };
}

const paymentPath = /^\/v1\/(?:bulk-|periodic-)?payments(?:\/|$)/;

/** The seed knows neither 409 nor 415, and 429 only where accounts are read. A bank may keep to its statuses. */
function asStatusOfSeed(message: MessageCode, path: string, profile: Xs2aProfile | undefined): MessageCode {
  if (profile?.statusCodes !== 'seed') return message;
  const { status, code = 'FORMAT_ERROR' } = message;
  if (status === 409 || status === 415) return { status: 400, code };
  return status === 429 && paymentPath.test(path) ? { status: 403, code } : message;
}

/** A body exists only with a message code; during maintenance the bank's text is sent nevertheless. */
function maintenanceText(problem: Problem): TppMessages | undefined {
  if (problem.entry.kind !== 'unavailable' || problem.more.message === undefined) return undefined;
  return {
    tppMessages: [{ category: 'ERROR', code: 'SERVICE_BLOCKED', text: problem.message.slice(0, textMax) }],
  };
}

function asTppMessages(problem: Problem, code: string): TppMessages {
  const fieldErrors = problem.more.fieldErrors ?? [];
  const messages =
    fieldErrors.length === 0
      ? [{ category: 'ERROR' as const, code, text: problem.message.slice(0, textMax) }]
      : fieldErrors.map((fieldError) => ({
          category: 'ERROR' as const,
          code: fieldError.xs2a?.code ?? code,
          path: pathOf(fieldError),
          text: fieldError.message.slice(0, textMax),
        }));
  return { tppMessages: messages, ...linksOf(problem) };
}

function linksOf({ more: { links } }: Problem): Pick<TppMessages, '_links'> {
  if (links === undefined) return {};
  return { _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])) };
}

function asProblem(problem: Problem, code: string): TppProblem {
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
            code: fieldError.xs2a?.code ?? code,
            title: pathOf(fieldError).slice(0, titleMax),
            detail: fieldError.message.slice(0, textMax),
          })),
        }),
    ...linksOf(problem),
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

/** Identifies the third party by its certificate, which must pass every check. */
async function tppFrom(credentials: RequestCredentials): Promise<Tpp> {
  const { certificate: verdict, hostBank: bankId, now, thirdParties: checks, wait } = credentials;
  if (bankId === undefined) throw standardProblems['unknown-host']();
  const checked = await checkThirdParty(verdict, { use: 'connections', bankId, now, checks, wait });
  if (checked.kind === 'fault') throw standardProblems[checked.literal]({ message: checked.message });
  const { certificate, psd2, warnings } = checked;
  return {
    kind: 'tpp',
    authorisationNumber: psd2.organizationIdentifier,
    organizationName: psd2.organizationName,
    roles: psd2.roles,
    domains: psd2.domains,
    issuer: certificate.issuer,
    serialNumber: certificate.serialNumber,
    fingerprint256: certificate.fingerprint256,
    validTo: certificate.validTo,
    warnings,
    bankId,
  };
}
