import { readBrowserForm } from '#platform/http/browser-form.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { delegated, type Endpoint } from '#platform/http/endpoint.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import {
  changeAccount as changing,
  showReset as resetting,
  showAccount as showing,
} from './account-contract.ts';
import type { AccountDeps, AccountResponse } from './account-overview.ts';
import { respondToAccountRequest } from './account-pages.ts';
import { languageOf, type PageRequest } from './page-request.ts';
import { type PageResponse, respondToBrowser } from './page-response.ts';

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

/** Responds to a browser at the account pages of a bank. */
async function respond(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  decide: (pageRequest: PageRequest) => Promise<AccountResponse>,
): Promise<void> {
  const { account } = ctx;
  const bankId = delegatedRequest.params['bank'] ?? '';
  if (!account.banks.includes(bankId)) throw standardProblems['not-found']();
  const path = `/account/${bankId}`;
  await respondToBrowser(ctx, delegatedRequest, {
    bankId,
    path,
    decide: async (pageRequest) => pageResponseOf(path, await decide(pageRequest)),
    failurePage: (pageRequest) =>
      account.failurePage({
        requestId: ctx.origin.requestId,
        tryAgainAt: path,
        languages: [languageOf(pageRequest, account, undefined)],
      }),
  });
}

function pageResponseOf(path: string, response: AccountResponse): PageResponse {
  if (response.kind === 'page') return response;
  const { cookies, query } = response;
  const location = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
  return { kind: 'redirect', cookies, location };
}
