import {
  type ConsentsPorts,
  type ConsentViewer,
  listCustomerConsents,
  type ViewedConsent,
  viewCustomerConsent,
  withdrawConsent,
} from '#capabilities/consents/index.ts';
import { listCustomerFundsConsents } from '#capabilities/funds-confirmations/index.ts';
import { findSignedInUser } from '#capabilities/identity/index.ts';
import { listCustomerStandingOrders } from '#capabilities/payments/index.ts';
import { changeDeviceMute, listDeviceAskers } from '#capabilities/sca/index.ts';
import { cookieOf } from '#platform/http/browser-cookie.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { accessPath } from './access/access-pages.ts';
import { type AccessView, accessNotices, askerNotices } from './access/access-view.ts';
import type { AccountDeps } from './account-overview.ts';
import {
  accountCookie,
  type PageRequest,
  pageContext,
  type SignedInRequest,
  signedInFrameOf,
} from './page-request.ts';
import type { PageResponse } from './page-response.ts';

/** A request of a signed-in customer who looks at consents. */
export interface AccessRequest extends SignedInRequest {
  readonly viewer: ConsentViewer;
  readonly consents: SignedInRequest['ctx'] & ConsentsPorts;
}

/** Responds to a signed-in customer; other visitors sign in first. */
export async function withSignedIn(
  deps: AccountDeps,
  pageRequest: PageRequest,
  respond: (request: AccessRequest) => Promise<PageResponse>,
): Promise<PageResponse> {
  const { bankId } = pageRequest.context;
  const ctx = pageContext(pageRequest.context, deps.ports);
  const secret = cookieOf(pageRequest.request, deps.baseUrl, accountCookie(bankId));
  const own = secret === undefined ? undefined : await findSignedInUser(ctx, secret);
  if (own === undefined || secret === undefined) return redirect(`/account/${bankId}`);
  const { customerNumber, userId } = own.user;
  const viewer = { userId, customerNumber };
  return respond({ ctx, own, secret, viewer, consents: { ...ctx, ...deps.consents } });
}

export function redirect(location: string, cookies: readonly string[] = []): PageResponse {
  return { kind: 'redirect', location, cookies };
}

const pageMax = 400;

/** Lists who has access, or who had. */
export async function showAccessList(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: AccessRequest,
): Promise<PageResponse> {
  const { query } = pageRequest;
  const which = query.get('show') === 'ended' ? 'ended' : 'live';
  const asked = Number(query.get('page') ?? '1');
  const page = Number.isInteger(asked) && asked >= 1 && asked <= pageMax ? asked : 1;
  const { ctx, viewer } = request;
  const { customerNumber } = viewer;
  const isFirst = page === 1;
  const [found, funds, orders, askers] = await Promise.all([
    listCustomerConsents(request.consents, { viewer, which, page }),
    listCustomerFundsConsents({ ...ctx, ...deps.funds }, { viewer, which, page }),
    // All of them are on the first page.
    isFirst ? listCustomerStandingOrders({ ...ctx, ...deps.payments }, { customerNumber, which }) : [],
    isFirst && which === 'live' ? listDeviceAskers(ctx, viewer) : [],
  ]);
  return accessPage(deps, pageRequest, request, {
    kind: 'list',
    which,
    page,
    consents: found.consents,
    funds: funds.consents,
    hasMore: found.hasMore || funds.hasMore,
    orders,
    askers,
    askerNotice: askerNotices.find((known) => known === query.get('said')),
    timeZone: timeZoneOf(deps, pageRequest),
  });
}

/** Mutes one that asks on devices for a day, or ends that. */
export async function changeAccessList(
  deps: AccountDeps,
  { context, fields, path }: PageRequest,
  { ctx, secret, viewer }: AccessRequest,
): Promise<PageResponse> {
  requireToken(deps, context.bankId, { fields, secret });
  const step = fields?.get('step');
  if (step !== 'mute' && step !== 'unmute') return redirect(path);
  const asker = fields?.get('asker') ?? '';
  const isChanged = await changeDeviceMute(ctx, { viewer, asker, isMuted: step === 'mute' });
  return redirect(isChanged ? `${path}?said=${step}d` : path);
}

function requireToken(
  { ports }: AccountDeps,
  bankId: string,
  { fields, secret }: Pick<PageRequest, 'fields'> & Pick<AccessRequest, 'secret'>,
): void {
  if (!ports.identityVault.isCsrf(bankId, secret, fields?.get('csrf') ?? ''))
    throw standardProblems.forbidden();
}

/** Shows one consent, or asks before it is withdrawn or given again. */
export async function showAccess(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: AccessRequest & { readonly id: string },
): Promise<PageResponse> {
  const consent = await viewCustomerConsent(request.consents, keyOf(request));
  const view: AccessView =
    consent === undefined ? { kind: 'unknown' } : viewOf(deps, pageRequest, { ...request, consent });
  return accessPage(deps, pageRequest, request, view);
}

function viewOf(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { consent, consents }: AccessRequest & { readonly consent: ViewedConsent },
): AccessView {
  const { query } = pageRequest;
  const timeZone = timeZoneOf(deps, pageRequest);
  const show = query.get('show');
  if (show === 'withdraw' && consent.endedAt === undefined) {
    const hours = consents.consentsChoices.of(consents.bankId).reestablishHours;
    return { kind: 'withdraw', consent, timeZone, hours: consent.status === 'valid' ? hours : 0 };
  }
  if (show === 're-establish' && consent.reestablishableUntil !== undefined)
    return { kind: 're-establish', consent, timeZone };
  const notice = accessNotices.find((known) => known === query.get('said'));
  return { kind: 'detail', consent, timeZone, notice };
}

function keyOf({ id, viewer }: AccessRequest & { readonly id: string }) {
  return { consentId: id, viewer };
}

/** Receives the forms about one consent. */
export async function changeAccess(
  deps: AccountDeps,
  { context, fields, path }: PageRequest,
  request: AccessRequest & { readonly id: string },
): Promise<PageResponse> {
  requireToken(deps, context.bankId, { fields, secret: request.secret });
  const step = fields?.get('step') ?? '';
  const next = Object.hasOwn(changes, step) ? await changes[step]?.(path, request) : undefined;
  return redirect(next ?? path);
}

/** Performs a change and returns the address of the page to show next. */
type Change = (path: string, request: AccessRequest & { readonly id: string }) => Promise<string>;

const changes: Readonly<Record<string, Change>> = {
  withdraw: async (path) => `${path}?show=withdraw`,
  async 'confirm-withdraw'(path, request) {
    const result = await withdrawConsent(request.consents, keyOf(request));
    // One that was never valid is in no list any more.
    const known =
      result === 'unknown' ? undefined : await viewCustomerConsent(request.consents, keyOf(request));
    return known === undefined ? accessPath(request.ctx.bankId) : `${path}?said=${result}`;
  },
  're-establish': async (path) => `${path}?show=re-establish`,
  'confirm-re-establish': async (path) => `${path}/confirm`,
};

export function timeZoneOf({ ports }: AccountDeps, { context }: PageRequest): string {
  return ports.identityFacts.of(context.bankId).timeZone;
}

/** Renders a view for a signed-in customer. */
export function accessPage(
  deps: AccountDeps,
  pageRequest: PageRequest,
  { secret }: AccessRequest,
  view: AccessView,
): PageResponse {
  const { cookies, frame } = signedInFrameOf(pageRequest, deps, secret);
  return {
    kind: 'page',
    page: deps.pages.access(view, frame),
    cookies,
    status: view.kind === 'unknown' ? 404 : 200,
  };
}
