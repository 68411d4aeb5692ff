import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import type { HttpResponse, ResponseDocument, ResponseFile } from '#platform/kernel/http-response.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problemFrom, Replayed } from '#platform/work/idempotency.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { problemsBeforeOperation } from './contract.ts';
import { crossOriginHeaders } from './cross-origin.ts';
import type { Dialect } from './dialect.ts';
import { failurePageOf, sendFailurePage } from './failure-pages.ts';
import { fileHeaders } from './file-headers.ts';
import { problemHeaders } from './problem-headers.ts';
import { requestFacts } from './request-facts.ts';
import type { RequestState } from './request-state.ts';
import { ContractViolation } from './response-guard.ts';
import { withWarnings } from './response-warnings.ts';
import type { Services } from './services.ts';

const replayedHeader = { 'idempotency-replayed': 'true' };

/** Headers of every response; a contract that may be cached declares so itself. */
export function commonHeaders(state: RequestState): Readonly<Record<string, string>> {
  return {
    'x-request-id': state.requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(state.listener === 'plain'
      ? {}
      : { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

/** Sends a response that has passed the guard. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: HttpResponse,
  services: Services,
): FastifyReply {
  const linksBase = linksBaseOf(request, services);
  reply.headers({
    ...commonHeaders(request.state),
    ...crossOriginHeaders(request, services, response.headers?.['allow']),
    ...response.headers,
    ...absoluteLocation(response, linksBase ?? services.baseUrl),
    ...(response.mediaType === undefined ? {} : { vary: 'Accept' }),
  });
  if (isUnchanged(request, response)) return reply.code(304).send();
  reply.code(response.status);
  const { mounted } = request.state;
  if (mounted === undefined) return sendContent(reply, response);
  const { headers } = request;
  const complete = withWarnings(response, mounted.contract, {
    headers,
    factsOf: () => requestFacts(request, services),
  });
  return sendContent(
    reply,
    linksBase === undefined || complete.body === undefined
      ? complete
      : { ...complete, body: withAbsoluteLinks(complete.body, linksBase) },
  );
}

function linksBaseOf(request: FastifyRequest, { baseUrl, tppBanks }: Services): string | undefined {
  const { linksBase } = request.state.mounted?.contract.interface.dialect ?? {};
  return linksBase?.(tppBanks.profileOfHost(request.headers.host), baseUrl);
}

function sendContent(reply: FastifyReply, response: HttpResponse): FastifyReply {
  if (response.file !== undefined) return sendFile(reply, response.file);
  if (response.document !== undefined)
    return sendDocument(reply, response.mediaType ?? '', response.document);
  if (response.body === undefined) return reply.send();
  // Text with a content type is sent unchanged; any other text is a JSON string.
  if (typeof response.body === 'string' && response.headers?.['content-type'] !== undefined) {
    return reply.send(response.body);
  }
  const mediaType = response.mediaType ?? 'application/json';
  return reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(response.body));
}

function sendFile(reply: FastifyReply, file: ResponseFile): FastifyReply {
  const { content } = file;
  return reply
    .headers(fileHeaders(file))
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/** A browser that opens it must not run its content under our origin. */
function sendDocument(
  reply: FastifyReply,
  mediaType: string,
  { boundary, content }: ResponseDocument,
): FastifyReply {
  return reply
    .type(boundary === undefined ? mediaType : `${mediaType}; boundary="${boundary}"`)
    .headers({ 'content-security-policy': "default-src 'none'; sandbox" })
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/** Links are built from configuration, never from the host that a caller claims. */
function absoluteLocation(
  { headers }: Pick<HttpResponse, 'headers'>,
  base: string,
): Readonly<Record<string, string>> {
  const location = headers?.['location'];
  return location === undefined ? {} : { location: `${base}${location}` };
}

function isUnchanged(request: FastifyRequest, { headers, status }: HttpResponse): boolean {
  const etag = headers?.['etag'];
  if (etag === undefined || status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD'))
    return false;
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((tag) => isSameTag(tag.trim(), etag));
}

/** RFC 9110 13.1.2 compares weakly: a proxy that compressed the body has marked our tag with `W/`. */
function isSameTag(known: string, etag: string): boolean {
  return known === '*' || known === etag || known === `W/${etag}`;
}

/** Redirects to the same path over https, with the configured host name. */
export function sendToHttps(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl }: Services,
): FastifyReply {
  return reply
    .code(308)
    .headers({ ...commonHeaders(request.state), location: `${baseUrl}${request.url}` })
    .send();
}

/** The only place where a thrown error becomes a response. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  services: Services,
): FastifyReply {
  if (error instanceof Replayed) return sendReplayed(request, reply, error, services);
  const problem = problemOf(error, request, services);
  return sendProblem(request, reply, checkDeclared(problem, request, services), services);
}

function sendReplayed(
  request: FastifyRequest,
  reply: FastifyReply,
  { record }: Replayed,
  services: Services,
): FastifyReply {
  if (record.kind === 'problem') {
    reply.headers(replayedHeader);
    return sendProblem(request, reply, checkDeclared(problemFrom(record), request, services), services);
  }
  const headers = { ...record.answer.headers, ...replayedHeader };
  return sendResponse(request, reply, { ...record.answer, headers }, services);
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  services: Services,
): FastifyReply {
  const { state: requestState } = request;
  requestState.problem = problem.literal;
  requestState.refusal = problem.more.refusal;
  requestState.reason = problem.more.reason;
  const dialect = dialectOf(request, services);
  const page = failurePageOf(request, problem, { dialect, services });
  if (page !== undefined)
    return sendFailurePage(reply, page, {
      ...commonHeaders(requestState),
      ...problemHeaders(problem, dialect),
    });
  const linksBase = linksBaseOf(request, services);
  const rendered = dialect.render(problem, {
    requestId: requestState.requestId,
    path: request.url.split('?', 1)[0] ?? '',
    method: request.method,
    accept: request.headers.accept,
    traceId: requestState.span?.traceId,
    profile: services.tppBanks.profileOfHost(request.headers.host),
  });
  reply.code(rendered.status).headers({
    ...commonHeaders(requestState),
    ...crossOriginHeaders(request, services, undefined),
    ...problemHeaders(problem, dialect),
    ...absoluteLocation(problem.more, linksBase ?? services.baseUrl),
    ...rendered.headers,
  });
  if (rendered.body === undefined) return reply.send();
  const body = linksBase === undefined ? rendered.body : withAbsoluteLinks(rendered.body, linksBase);
  return reply.type(`${rendered.contentType}; charset=utf-8`).send(JSON.stringify(body));
}

/** Returns the dialect of this request's path, with or without a contract. */
export function dialectOf({ url, state: requestState }: FastifyRequest, { dialectFor }: Services): Dialect {
  return requestState.mounted?.contract.interface.dialect ?? dialectFor(url);
}

/** Maps an error to a problem, an internal error or a dependency failure. */
function problemOf(error: unknown, request: FastifyRequest, services: Services): Problem {
  if (error instanceof Problem) return error;
  const fromFramework = frameworkProblem(error);
  if (fromFramework !== undefined) return fromFramework;
  const isUnavailable = isDatabaseUnavailable(error);
  const { state: requestState } = request;
  services.log.error(
    {
      requestId: requestState.requestId,
      operationId: requestState.mounted?.contract.operationId ?? 'none',
      error,
    },
    isUnavailable ? 'request failed, dependency unavailable' : 'unhandled error',
  );
  return isUnavailable
    ? standardProblems['service-unavailable']({ retryAfterSeconds: 1 })
    : standardProblems['internal-error']();
}

/** Maps the errors that Fastify finds before we do to our problems. */
function frameworkProblem(error: unknown): Problem | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return standardProblems['unsupported-media-type']();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_BAD_URL':
      return standardProblems.invalid();
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_PARAM_TOO_LONG':
      return standardProblems['not-found']();
    default:
      return undefined;
  }
}

/** An operation may raise only what its contract lists; anything else is an internal error without details. */
function checkDeclared(problem: Problem, request: FastifyRequest, services: Services): Problem {
  const mounted = request.state.mounted;
  if (mounted === undefined || mounted.problems.has(`${problem.owner} ${problem.literal}`)) return problem;
  const isBeforeOperation = problemsBeforeOperation.some(
    ({ literal, owner }) => literal === problem.literal && owner === problem.owner,
  );
  if (isBeforeOperation) return problem;
  services.metrics.undeclared(mounted.contract.operationId, 'problem');
  services.log.error(
    {
      requestId: request.state.requestId,
      operationId: mounted.contract.operationId,
      problem: problem.literal,
      error: new ContractViolation('problem', 'not in the contract'),
    },
    'problem is not listed in the contract',
  );
  return standardProblems['internal-error']();
}
