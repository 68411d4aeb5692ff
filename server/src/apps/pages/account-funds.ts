import {
  reestablishFundsConsent,
  type ViewedFundsConsent,
  viewCustomerFundsConsent,
  withdrawFundsConsent,
} from '#capabilities/funds-confirmations/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { accessTexts } from './access/access-texts.ts';
import { type AccessView, accessNotices } from './access/access-view.ts';
import { fundsConfirmingText, fundsPath } from './access/funds-pages.ts';
import { type AccessRequest, accessPage, redirect, timeZoneOf } from './account-access.ts';
import { approveAgain } from './account-access-approval.ts';
import type { AccountDeps } from './account-overview.ts';
import type { PageRequest } from './page-request.ts';
import type { PageResponse } from './page-response.ts';

type FundsRequest = AccessRequest & { readonly id: string };

function keyOf({ id, viewer }: FundsRequest) {
  return { consentId: id, viewer };
}

/** Shows who may ask about funds of an account, or asks before that is withdrawn or given again. */
export async function showFundsConsent(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: FundsRequest,
): Promise<PageResponse> {
  const consent = await viewCustomerFundsConsent({ ...request.ctx, ...deps.funds }, keyOf(request));
  const view: AccessView = consent === undefined ? { kind: 'unknown' } : viewOf(deps, pageRequest, consent);
  return accessPage(deps, pageRequest, request, view);
}

function viewOf(deps: AccountDeps, pageRequest: PageRequest, consent: ViewedFundsConsent): AccessView {
  const { context, query } = pageRequest;
  const timeZone = timeZoneOf(deps, pageRequest);
  const show = query.get('show');
  if (show === 'withdraw' && consent.endedAt === undefined) {
    const hours = deps.funds.fundsChoices.of(context.bankId).reestablishHours;
    return {
      kind: 'funds',
      step: 'withdraw',
      consent,
      timeZone,
      hours: consent.status === 'valid' ? hours : 0,
    };
  }
  if (show === 're-establish' && consent.reestablishableUntil !== undefined)
    return { kind: 'funds', step: 're-establish', consent, timeZone };
  const notice = accessNotices.find((known) => known === query.get('said'));
  return { kind: 'funds', step: 'detail', consent, timeZone, notice };
}

/** Receives the forms about such a consent. */
export async function changeFundsConsent(
  deps: AccountDeps,
  { context, fields, path }: PageRequest,
  request: FundsRequest,
): Promise<PageResponse> {
  const { bankId } = context;
  if (!deps.ports.identityVault.isCsrf(bankId, request.secret, fields?.get('csrf') ?? ''))
    throw standardProblems.forbidden();
  const step = fields?.get('step');
  if (step === 'withdraw' || step === 're-establish') return redirect(`${path}?show=${step}`);
  if (step === 'confirm-re-establish') return redirect(`${path}/confirm`);
  return step === 'confirm-withdraw' ? withdraw(deps, path, request) : redirect(path);
}

async function withdraw(deps: AccountDeps, path: string, request: FundsRequest): Promise<PageResponse> {
  const ctx = { ...request.ctx, ...deps.funds };
  const result = await withdrawFundsConsent(ctx, keyOf(request));
  // One that was never valid is in no list any more.
  const known = result === 'unknown' ? undefined : await viewCustomerFundsConsent(ctx, keyOf(request));
  return redirect(known === undefined ? `/account/${ctx.bankId}/access` : `${path}?said=${result}`);
}

/** Asks for a second factor before a third party may ask again. */
export async function approveFundsConsent(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: FundsRequest,
): Promise<PageResponse> {
  const ctx = { ...request.ctx, ...deps.funds };
  const consent = await viewCustomerFundsConsent(ctx, keyOf(request));
  const path = fundsPath(ctx.bankId, request.id);
  if (consent?.reestablishableUntil === undefined) return redirect(path);
  return approveAgain(deps, pageRequest, request, {
    path,
    signInId: `funds-${request.own.session.sessionId}-${request.id}`,
    confirming: (language) => fundsConfirmingText(consent, { words: accessTexts(language) }),
    reestablish: (factor) => reestablishFundsConsent(ctx, { ...keyOf(request), factor }),
  });
}
