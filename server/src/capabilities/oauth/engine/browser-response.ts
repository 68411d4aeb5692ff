import { oauth } from '#dialects/oauth/oauth.ts';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import { browserLanguages } from '#platform/http/browser-languages.ts';
import type { DelegatedRequest, DelegatedRequestFacts } from '#platform/http/delegated-request.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { anonymousContext } from '#platform/work/anonymous-context.ts';
import type { Context } from '#platform/work/context.ts';
import type { BrowserExchange, PageRefusal } from '../ports/customer-pages.ts';
import { type Page, signInFailureReasons } from '../ports/pages.ts';
import { problems } from '../problems.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** Response to a browser during a sign-in. */
export type BrowserResponse =
  | { readonly kind: 'redirect'; readonly to: string; readonly cookies?: readonly string[] }
  | {
      readonly kind: 'page';
      readonly page: Page;
      readonly status?: number;
      readonly cookies: readonly string[];
      readonly refusal?: PageRefusal;
    }
  | {
      readonly kind: 'sign-in-failure';
      readonly problem: Problem;
      readonly tryAgainAt: string | undefined;
      readonly cookies?: readonly string[];
    };

/** Browser request to one of the sign-in endpoints. */
export interface BrowserRequest extends BrowserExchange {
  readonly bankId: string;
  readonly params: DelegatedRequest['params'];
  readonly query: URLSearchParams;
  /** Adds fields to the log line of the request. */
  readonly addLogFields: (facts: DelegatedRequestFacts) => void;
}

/** Responds to a browser in every case: with a redirect, or with a page that says what is wrong and what to do. */
export async function respondToBrowser(
  ctx: Context & { readonly server: AuthorizationServer },
  delegated: DelegatedRequest,
  decide: (browserRequest: BrowserRequest) => Promise<BrowserResponse>,
): Promise<void> {
  const bankId = delegated.params['bank'] ?? '';
  if (!ctx.server.serves(bankId)) throw problems['bank-unknown']();
  const { request, response } = delegated.detach();
  const browserRequest = {
    bankId,
    request,
    response,
    params: delegated.params,
    addLogFields: (facts: DelegatedRequestFacts) => delegated.recordFacts(facts),
    query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
    context: anonymousContext(ctx, bankId),
  };
  try {
    send(browserRequest, ctx.server, await decide(browserRequest));
    // Show a page instead of the usual error response, because a person reads it.
  } catch (error) {
    if (response.headersSent) throw error;
    send(browserRequest, ctx.server, {
      kind: 'sign-in-failure',
      problem: problemOf(browserRequest, error),
      tryAgainAt: undefined,
    });
  }
}

/**
 * Converts an error to a problem. Details of unexpected errors and of dependency failures go to the log only, not to
 * the browser.
 */
function problemOf({ bankId, context }: BrowserRequest, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { requestId, operationId } = context.origin;
  context.log.error({ requestId, operationId, bankId, error }, 'sign-in failed with an unexpected error');
  return isDatabaseUnavailable(error)
    ? standardProblems['service-unavailable']()
    : standardProblems['internal-error']();
}

function send(
  browserRequest: BrowserRequest,
  server: AuthorizationServer,
  browserResponse: BrowserResponse,
): void {
  const { response } = browserRequest;
  const cookies = 'cookies' in browserResponse ? (browserResponse.cookies ?? []) : [];
  for (const cookie of cookies) response.appendHeader('set-cookie', cookie);
  switch (browserResponse.kind) {
    case 'redirect':
      browserRequest.addLogFields({ bankId: browserRequest.bankId, clientId: undefined, problem: undefined });
      // 303, so that the browser does not post the form again (RFC 9700 4.12).
      response.writeHead(303, { location: browserResponse.to }).end();
      return;
    case 'sign-in-failure':
      sendFailure(browserRequest, server, browserResponse);
      return;
    case 'page':
      browserRequest.addLogFields({
        bankId: browserRequest.bankId,
        clientId: undefined,
        problem: undefined,
        ...browserResponse.refusal,
      });
      sendPage(response, browserResponse.status ?? 200, browserResponse.page);
      return;
  }
}

function sendFailure(
  { bankId, context, query, request, response, addLogFields }: BrowserRequest,
  server: AuthorizationServer,
  { problem, tryAgainAt }: Extract<BrowserResponse, { readonly kind: 'sign-in-failure' }>,
): void {
  const { requestId } = context.origin;
  const languages = browserLanguages(request, query);
  addLogFields({ bankId, clientId: undefined, problem: problem.literal, reason: problem.more.reason });
  const reason = signInFailureReasons.find((known) => known === problem.literal) ?? 'internal-error';
  const { status } = oauth.describeProblem(problem.entry, problem.literal);
  sendPage(response, status, server.signIn.pages.signInFailure({ reason, requestId, tryAgainAt, languages }));
}

function sendPage(response: BrowserExchange['response'], status: number, page: Page): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.contentSecurityPolicy,
      'x-frame-options': 'DENY',
    })
    .end(page.html);
}
