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
import { answerAccount } from './account-pages.ts';
import type { AccountDeps, AccountResponse } from './account-sign-in.ts';
import { languageOf, type PageRequest, type PageStatus } from './page-request.ts';

/** What the routes of these pages stand on. */
export interface AccountPorts {
  readonly account: AccountDeps;
}

type Ctx = Context & AccountPorts;

async function showAccount(ctx: Ctx, handed: DelegatedRequest): Promise<void> {
  await answer(ctx, handed, (visit) => answerAccount(ctx.account, visit, { isReset: false }));
}

async function showReset(ctx: Ctx, handed: DelegatedRequest): Promise<void> {
  await answer(ctx, handed, (visit) => answerAccount(ctx.account, visit, { isReset: true }));
}

async function changeAccount(ctx: Ctx, handed: DelegatedRequest): Promise<void> {
  await answer(ctx, handed, async (visit) => {
    const fields = await readBrowserForm(visit.request, ctx.account.baseUrl);
    return answerAccount(ctx.account, { ...visit, fields }, { isReset: false });
  });
}

export const accountRoutes: readonly Endpoint<AccountPorts>[] = [
  delegated(showing, showAccount),
  delegated(resetting, showReset),
  delegated(changing, changeAccount),
];

/** Answers a browser with a page, always. */
async function answer(
  ctx: Ctx,
  handed: DelegatedRequest,
  decide: (pageRequest: PageRequest) => Promise<AccountResponse>,
): Promise<void> {
  const bankId = handed.params['bank'] ?? '';
  if (!ctx.account.banks.includes(bankId)) throw standardProblems['not-found']();
  const { request, response } = handed.detach();
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
    const answered = await decide(pageRequest);
    handed.recordFacts({ bankId, clientId: undefined, problem: undefined, ...refusalIn(answered) });
    for (const cookie of answered.cookies) response.appendHeader('set-cookie', cookie);
    if (answered.kind === 'page') send(answered.status ?? 200, answered.page);
    else send(303, undefined, { location: addressOf(pageRequest.path, answered.query) });
    // A page takes the place of the usual answer, because a person is waiting for it.
  } catch (error) {
    if (response.headersSent) throw error;
    const problem = problemOf(ctx, error);
    handed.recordFacts({
      bankId,
      clientId: undefined,
      problem: problem.literal,
      reason: problem.more.reason,
    });
    const { status } = plain.describeProblem(problem.entry, problem.literal);
    const { requestId } = ctx.origin;
    const languages = [languageOf(pageRequest, ctx.account, undefined)];
    send(status, ctx.account.trouble({ requestId, tryAgainAt: pageRequest.path, languages }));
  }
}

function refusalIn(answered: AccountResponse): PageStatus['refusal'] {
  return answered.kind === 'page' ? answered.refusal : undefined;
}

function addressOf(path: string, query: Readonly<Record<string, string>> | undefined): string {
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
}

function problemOf(ctx: Ctx, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { operationId, requestId } = ctx.origin;
  ctx.log.error({ requestId, operationId, error }, 'a page for customers met a bug or trouble');
  return standardProblems['internal-error']();
}
