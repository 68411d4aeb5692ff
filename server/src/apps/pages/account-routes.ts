import { readBrowserForm } from '#platform/http/browser-form.ts';
import type { Contract } from '#platform/http/contract.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { delegated, type Endpoint } from '#platform/http/endpoint.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import * as pages from './account-access.ts';
import { approveAccess as approve } from './account-access-approval.ts';
import * as contracts from './account-contract.ts';
import * as funds from './account-funds.ts';
import * as mailbox from './account-mailbox.ts';
import {
  changeNotifications as changePreferences,
  showNotifications as showPreferences,
} from './account-notifications.ts';
import type { AccountDeps, AccountResponse } from './account-overview.ts';
import { respondToAccountRequest } from './account-pages.ts';
import * as orders from './account-standing-order.ts';
import { returnFromProvider } from './linked-login-return.ts';
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

async function returnFromLogin(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const { provider = '' } = delegatedRequest.params;
  await respondAt(ctx, delegatedRequest, '', async (pageRequest) =>
    returnFromProvider(pageRequest, provider),
  );
}

async function changeAccount(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, async (browserRequest) => {
    const fields = await readBrowserForm(browserRequest.request, ctx.account.baseUrl);
    return respondToAccountRequest(ctx.account, { ...browserRequest, fields }, { isReset: false });
  });
}

async function showAccessList(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showAccessList;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: pages.showAccessList });
}

async function changeAccessList(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeAccessList;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: pages.changeAccessList });
}

async function showAccess(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showAccess;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: pages.showAccess });
}

async function changeAccess(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeAccess;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: pages.changeAccess });
}

async function showStandingOrder(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showStandingOrder;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: orders.showStandingOrder });
}

async function changeStandingOrder(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeStandingOrder;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: orders.changeStandingOrder });
}

async function showFundsConsent(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showFundsConsent;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: funds.showFundsConsent });
}

async function changeFundsConsent(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeFundsConsent;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: funds.changeFundsConsent });
}

async function showFundsConfirmation(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showFundsConfirmation;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: funds.approveFundsConsent });
}

async function approveFundsConsent(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.approveFundsConsent;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: funds.approveFundsConsent });
}

async function showMessages(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showMessages;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: mailbox.showMessages });
}

async function showMessage(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showMessage;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: mailbox.showMessage });
}

async function changeMessage(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeMessage;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: mailbox.changeMessage });
}

async function downloadAttachment(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.downloadAttachment;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: mailbox.downloadAttachment });
}

async function showNotifications(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showNotifications;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: showPreferences });
}

async function changeNotifications(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.changeNotifications;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: changePreferences });
}

async function showAccessConfirmation(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.showAccessConfirmation;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: approve });
}

async function approveAccess(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const contract = contracts.approveAccess;
  await respondWithAccess(ctx, delegatedRequest, { contract, decide: approve });
}

export const accountRoutes: readonly Endpoint<AccountPorts>[] = [
  delegated(contracts.showAccount, showAccount),
  delegated(contracts.showReset, showReset),
  delegated(contracts.returnFromLogin, returnFromLogin),
  delegated(contracts.changeAccount, changeAccount),
  delegated(contracts.showAccessList, showAccessList),
  delegated(contracts.changeAccessList, changeAccessList),
  delegated(contracts.showAccess, showAccess),
  delegated(contracts.changeAccess, changeAccess),
  delegated(contracts.showStandingOrder, showStandingOrder),
  delegated(contracts.changeStandingOrder, changeStandingOrder),
  delegated(contracts.showFundsConsent, showFundsConsent),
  delegated(contracts.changeFundsConsent, changeFundsConsent),
  delegated(contracts.showFundsConfirmation, showFundsConfirmation),
  delegated(contracts.approveFundsConsent, approveFundsConsent),
  delegated(contracts.showMessages, showMessages),
  delegated(contracts.showMessage, showMessage),
  delegated(contracts.changeMessage, changeMessage),
  delegated(contracts.downloadAttachment, downloadAttachment),
  delegated(contracts.showNotifications, showNotifications),
  delegated(contracts.changeNotifications, changeNotifications),
  delegated(contracts.showAccessConfirmation, showAccessConfirmation),
  delegated(contracts.approveAccess, approveAccess),
];

/** Responds to a browser at the account pages of a bank. */
async function respond(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  decide: (pageRequest: PageRequest) => Promise<AccountResponse>,
): Promise<void> {
  await respondAt(ctx, delegatedRequest, '', async (pageRequest) =>
    pageResponseOf(pageRequest.path, await decide(pageRequest)),
  );
}

/** No consent, standing order, message or file has it. */
const unknownId = '00000000-0000-7000-8000-000000000000';

type AccessResponder = (
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: pages.AccessRequest & { readonly id: string; readonly attachment: string },
) => Promise<PageResponse>;

/** Responds to a signed-in customer at one of the pages about access, messages and notifications. */
async function respondWithAccess(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  { contract, decide }: { readonly contract: Contract; readonly decide: AccessResponder },
): Promise<void> {
  const { account } = ctx;
  const { attachment: file = '', consent = '', message = consent, order = message } = delegatedRequest.params;
  const id = isUuid(order) ? order : unknownId;
  const attachment = isUuid(file) ? file : unknownId;
  const below = contract.path
    .replace('/account/{bank}', '')
    .replace(/\{(?:consent|order|message)\}/, id)
    .replace('{attachment}', attachment);
  await respondAt(ctx, delegatedRequest, below, async (pageRequest) => {
    const { request } = pageRequest;
    const fields = contract.method === 'POST' ? await readBrowserForm(request, account.baseUrl) : undefined;
    const submitted = { ...pageRequest, fields };
    return pages.withSignedIn(account, submitted, (signed) =>
      decide(account, submitted, { ...signed, id, attachment }),
    );
  });
}

async function respondAt(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  below: string,
  decide: (pageRequest: PageRequest) => Promise<PageResponse>,
): Promise<void> {
  const { account } = ctx;
  const bankId = delegatedRequest.params['bank'] ?? '';
  if (!account.banks.includes(bankId)) throw standardProblems['not-found']();
  await respondToBrowser(ctx, delegatedRequest, {
    bankId,
    path: `/account/${bankId}${below}`,
    decide,
    failurePage: (pageRequest) =>
      account.failurePage({
        requestId: ctx.origin.requestId,
        tryAgainAt: `/account/${bankId}`,
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
