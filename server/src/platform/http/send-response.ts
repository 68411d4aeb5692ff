import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseTrouble } from '#platform/db/failure.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problemFrom, Replayed } from '#platform/work/idempotency.ts';
import type { AnswerFile, HttpResponse } from './contract.ts';
import type { Dialect } from './dialect.ts';
import type { RequestState } from './request-state.ts';
import { ContractViolation } from './response-guard.ts';
import type { Services } from './services.ts';

const replayedHeader = { 'idempotency-replayed': 'true' };

/** Headers every answer carries; a contract that may be cached says so itself. */
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

/** Sends an answer that the guard has let through. */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HttpResponse,
  services: Services,
): FastifyReply {
  reply.headers({
    ...commonHeaders(request.state),
    ...answer.headers,
    ...absoluteLocation(answer, services),
  });
  if (isUnchanged(request, answer)) return reply.code(304).send();
  reply.code(answer.status);
  if (answer.file !== undefined) return sendFile(reply, answer.file);
  if (answer.body === undefined) return reply.send();
  // Text that says what it is leaves as it is; any other text is a JSON string.
  if (typeof answer.body === 'string' && answer.headers?.['content-type'] !== undefined) {
    return reply.send(answer.body);
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

/** A file is saved, not shown: whatever is in it must not run under our name. */
function sendFile(reply: FastifyReply, { content, contentType, name }: AnswerFile): FastifyReply {
  return reply
    .type(contentType)
    .headers({
      'content-disposition': attachmentDisposition(name),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
}

/** RFC 6266: the name in plain ASCII for old readers, and as it is for all others. */
function attachmentDisposition(name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Links are made from configuration, never from what a caller claims our name to be. */
function absoluteLocation(
  { headers }: Pick<HttpResponse, 'headers'>,
  { baseUrl }: Services,
): Readonly<Record<string, string>> {
  const location = headers?.['location'];
  return location === undefined ? {} : { location: `${baseUrl}${location}` };
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

/** The same address, encrypted; the name is the one we were configured with. */
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

/** The one place where anything thrown on the way becomes an answer. */
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
  { answer }: Replayed,
  services: Services,
): FastifyReply {
  if (answer.kind === 'problem') {
    reply.headers(replayedHeader);
    return sendProblem(request, reply, checkDeclared(problemFrom(answer), request, services), services);
  }
  const headers = { ...answer.answer.headers, ...replayedHeader };
  return sendResponse(request, reply, { ...answer.answer, headers }, services);
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  services: Services,
): FastifyReply {
  const { state: visit } = request;
  visit.problem = problem.literal;
  visit.refusal = problem.more.refusal;
  visit.reason = problem.more.reason;
  const rendered = dialectOf(request, services).render(problem, {
    requestId: visit.requestId,
    path: request.url.split('?', 1)[0] ?? '',
    method: request.method,
    accept: request.headers.accept,
    traceId: visit.span?.traceId,
  });
  reply.code(rendered.status).headers({
    ...commonHeaders(visit),
    ...(problem.more.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(problem.more.retryAfterSeconds) }),
    ...problem.more.headers,
    ...absoluteLocation(problem.more, services),
    ...rendered.headers,
  });
  if (rendered.body === undefined) return reply.send();
  return reply.type(`${rendered.contentType}; charset=utf-8`).send(JSON.stringify(rendered.body));
}

/** How to speak on this request's path, contract or not. */
export function dialectOf({ url, state: visit }: FastifyRequest, { dialectFor }: Services): Dialect {
  return visit.mounted?.contract.interface.dialect ?? dialectFor(url);
}

/** Refusal, bug or trouble: three sorts of failure, never mixed. */
function problemOf(error: unknown, request: FastifyRequest, services: Services): Problem {
  if (error instanceof Problem) return error;
  const fromFramework = frameworkProblem(error);
  if (fromFramework !== undefined) return fromFramework;
  const isTrouble = isDatabaseTrouble(error);
  const { state: visit } = request;
  services.log.error(
    { requestId: visit.requestId, operationId: visit.mounted?.contract.operationId ?? 'none', error },
    isTrouble ? 'request met trouble' : 'request met a bug',
  );
  return isTrouble
    ? standardProblems['service-unavailable']({ retryAfterSeconds: 1 })
    : standardProblems['internal-error']();
}

/** Fastify finds some faults before we do; each has a word of ours. */
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

/** An operation may raise only what its contract lists; anything else is a bug of ours, not the caller's business. */
function checkDeclared(problem: Problem, request: FastifyRequest, services: Services): Problem {
  const mounted = request.state.mounted;
  if (mounted === undefined || mounted.problems.has(`${problem.owner} ${problem.literal}`)) return problem;
  const isFromDoor = doorProblems.has(problem.literal) && problem.owner === 'platform';
  if (isFromDoor) return problem;
  services.metrics.undeclared(mounted.contract.operationId, 'problem');
  services.log.error(
    {
      requestId: request.state.requestId,
      operationId: mounted.contract.operationId,
      problem: problem.literal,
      error: new ContractViolation('problem', 'not in the contract'),
    },
    'an operation raised a problem that its contract does not list',
  );
  return standardProblems['internal-error']();
}

/** Raised before any operation is asked. */
const doorProblems = new Set([
  'https-required',
  'method-not-allowed',
  'payload-too-large',
  'request-timeout',
  'unsupported-media-type',
]);
