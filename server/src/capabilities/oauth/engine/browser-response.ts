import { oauth } from '#dialects/oauth/oauth.ts';
import { isDatabaseUnavailable } from '#platform/db/failure.ts';
import { browserLanguages } from '#platform/http/browser-languages.ts';
import type { DelegatedRequest, DelegatedRequestFacts } from '#platform/http/delegated-request.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { anonymousContext } from '#platform/work/anonymous-context.ts';
import type { Context } from '#platform/work/context.ts';
import type { BrowserExchange, PageRefusal } from '../ports/customer-pages.ts';
import { type Page, signInTroubles } from '../ports/pages.ts';
import { problems } from '../problems.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** How a browser on its way to sign in is answered. */
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
      readonly kind: 'trouble';
      readonly problem: Problem;
      readonly tryAgainAt: string | undefined;
      readonly cookies?: readonly string[];
    };

/** A browser at one of the addresses that people meet. */
export interface BrowserRequest extends BrowserExchange {
  readonly bankId: string;
  readonly params: DelegatedRequest['params'];
  readonly query: URLSearchParams;
  /** For the log line of the request. */
  readonly tell: (facts: DelegatedRequestFacts) => void;
}

/** Answers a browser: with the next address, or with a page that says what went wrong and what to do. Always. */
export async function answerBrowser(
  ctx: Context & { readonly server: AuthorizationServer },
  delegatedRequestOf: DelegatedRequest,
  decide: (visit: BrowserRequest) => Promise<BrowserResponse>,
): Promise<void> {
  const bankId = delegatedRequestOf.params['bank'] ?? '';
  if (!ctx.server.serves(bankId)) throw problems['bank-unknown']();
  const { request, response } = delegatedRequestOf.detach();
  const visit = {
    bankId,
    request,
    response,
    params: delegatedRequestOf.params,
    tell: (facts: DelegatedRequestFacts) => delegatedRequestOf.recordFacts(facts),
    query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
    context: anonymousContext(ctx, bankId),
  };
  try {
    send(visit, ctx.server, await decide(visit));
    // A page takes the place of the usual answer, because a person is waiting for it.
  } catch (error) {
    if (response.headersSent) throw error;
    send(visit, ctx.server, { kind: 'trouble', problem: problemOf(visit, error), tryAgainAt: undefined });
  }
}

/** Refusal, bug or trouble; whatever is no refusal is told in the log and not to the browser. */
function problemOf({ bankId, context }: BrowserRequest, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { requestId, operationId } = context.origin;
  context.log.error({ requestId, operationId, bankId, error }, 'a sign-in met a bug or trouble');
  return isDatabaseUnavailable(error)
    ? standardProblems['service-unavailable']()
    : standardProblems['internal-error']();
}

function send(visit: BrowserRequest, server: AuthorizationServer, answer: BrowserResponse): void {
  const { response } = visit;
  const cookies = 'cookies' in answer ? (answer.cookies ?? []) : [];
  for (const cookie of cookies) response.appendHeader('set-cookie', cookie);
  switch (answer.kind) {
    case 'redirect':
      visit.tell({ bankId: visit.bankId, clientId: undefined, problem: undefined });
      // 303, so that nothing that was posted is ever posted on (RFC 9700 4.12).
      response.writeHead(303, { location: answer.to }).end();
      return;
    case 'trouble':
      sendTrouble(visit, server, answer);
      return;
    case 'page':
      visit.tell({ bankId: visit.bankId, clientId: undefined, problem: undefined, ...answer.refusal });
      sendPage(response, answer.status ?? 200, answer.page);
      return;
  }
}

function sendTrouble(
  { bankId, context, query, request, response, tell }: BrowserRequest,
  server: AuthorizationServer,
  { problem, tryAgainAt }: Extract<BrowserResponse, { readonly kind: 'trouble' }>,
): void {
  const { requestId } = context.origin;
  const languages = browserLanguages(request, query);
  tell({ bankId, clientId: undefined, problem: problem.literal, reason: problem.more.reason });
  const trouble = signInTroubles.find((known) => known === problem.literal) ?? 'internal-error';
  const { status } = oauth.describeProblem(problem.entry, problem.literal);
  sendPage(response, status, server.signIn.pages.trouble({ trouble, requestId, tryAgainAt, languages }));
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
