import { plain } from '#dialects/plain/plain.ts';
import type { RenderedPage } from '#platform/html/layout.ts';
import { readBrowserForm } from '#platform/http/browser-form.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { delegated, type Endpoint } from '#platform/http/endpoint.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { anonymousContext } from '#platform/work/anonymous-context.ts';
import type { Context } from '#platform/work/context.ts';
import {
  changeAccount as changing,
  showReset as resetting,
  showAccount as showing,
} from './account-contract.ts';
import type { AccountDeps, AccountResponse } from './account-overview.ts';
import { respondToAccountRequest } from './account-pages.ts';
import { languageOf, type PageRequest, type PageStatus } from './page-request.ts';

/** Ports of the account routes. */
export interface AccountPorts {
  readonly account: AccountDeps;
}

type Ctx = Context & AccountPorts;

async function showAccount(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, (browserRequest) =>
    respondToAccountRequest(ctx.account, browserRequest, { isReset: false }),
  );
}

async function showReset(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, (browserRequest) =>
    respondToAccountRequest(ctx.account, browserRequest, { isReset: true }),
  );
}

async function changeAccount(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, async (browserRequest) => {
    const fields = await readBrowserForm(browserRequest.request, ctx.account.baseUrl);
    return respondToAccountRequest(ctx.account, { ...browserRequest, fields }, { isReset: false });
  });
}

export const accountRoutes: readonly Endpoint<AccountPorts>[] = [
  delegated(showing, showAccount),
  delegated(resetting, showReset),
  delegated(changing, changeAccount),
];

/** Responds to a browser, with a page in every case. */
async function respond(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  decide: (pageRequest: PageRequest) => Promise<AccountResponse>,
): Promise<void> {
  const bankId = delegatedRequest.params['bank'] ?? '';
  if (!ctx.account.banks.includes(bankId)) throw standardProblems['not-found']();
  const { request, response } = delegatedRequest.detach();
  const pageRequest: PageRequest = {
    context: anonymousContext(ctx, bankId),
    request,
    query: new URLSearchParams((request.url ?? '').split('?')[1] ?? ''),
    path: `/account/${bankId}`,
    fields: undefined,
  };
  const send = (
    status: number,
    page: RenderedPage | undefined,
    headers: Record<string, string> = {},
  ): void => {
    const common = { 'x-frame-options': 'DENY', ...headers };
    if (page === undefined) response.writeHead(status, common).end();
    else
      response
        .writeHead(status, {
          ...common,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': page.contentSecurityPolicy,
        })
        .end(page.html);
  };
  try {
    const accountResponse = await decide(pageRequest);
    delegatedRequest.recordFacts({
      bankId,
      clientId: undefined,
      problem: undefined,
      ...refusalIn(accountResponse),
    });
    for (const cookie of accountResponse.cookies) response.appendHeader('set-cookie', cookie);
    if (accountResponse.kind === 'page') send(accountResponse.status ?? 200, accountResponse.page);
    else send(303, undefined, { location: addressOf(pageRequest.path, accountResponse.query) });
    // Show a page instead of the usual error response, because a person reads it.
  } catch (error) {
    if (response.headersSent) throw error;
    const problem = problemOf(ctx, error);
    delegatedRequest.recordFacts({
      bankId,
      clientId: undefined,
      problem: problem.literal,
      reason: problem.more.reason,
    });
    const { status } = plain.describeProblem(problem.entry, problem.literal);
    const { requestId } = ctx.origin;
    const languages = [languageOf(pageRequest, ctx.account, undefined)];
    send(status, ctx.account.failurePage({ requestId, tryAgainAt: pageRequest.path, languages }));
  }
}

function refusalIn(accountResponse: AccountResponse): PageStatus['refusal'] {
  return accountResponse.kind === 'page' ? accountResponse.refusal : undefined;
}

function addressOf(path: string, query: Readonly<Record<string, string>> | undefined): string {
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function problemOf(ctx: Ctx, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { operationId, requestId } = ctx.origin;
  ctx.log.error({ requestId, operationId, error }, 'account page failed with an unexpected error');
  return standardProblems['internal-error']();
}
