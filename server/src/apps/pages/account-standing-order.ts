import {
  type CustomerStandingOrder,
  endStandingOrder,
  listCustomerStandingOrders,
} from '#capabilities/payments/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AccessView } from './access/access-view.ts';
import { orderNotices } from './access/access-view.ts';
import { type AccessRequest, accessPage, redirect, timeZoneOf } from './account-access.ts';
import type { AccountDeps } from './account-overview.ts';
import type { PageRequest } from './page-request.ts';
import type { PageResponse } from './page-response.ts';

type OrderRequest = AccessRequest & { readonly id: string };

/** Shows a standing order that a third party set up, or asks before it is ended. */
export async function showStandingOrder(
  deps: AccountDeps,
  pageRequest: PageRequest,
  request: OrderRequest,
): Promise<PageResponse> {
  const order = await findOrder(deps, request);
  const view: AccessView = order === undefined ? { kind: 'unknown' } : viewOf(deps, pageRequest, order);
  return accessPage(deps, pageRequest, request, view);
}

function viewOf(deps: AccountDeps, pageRequest: PageRequest, order: CustomerStandingOrder): AccessView {
  const { query } = pageRequest;
  const timeZone = timeZoneOf(deps, pageRequest);
  if (query.get('show') === 'end' && order.endedAt === undefined)
    return { kind: 'end-order', order, timeZone };
  const notice = orderNotices.find((known) => known === query.get('said'));
  return { kind: 'order', order, timeZone, notice };
}

async function findOrder(
  deps: AccountDeps,
  { ctx, id, viewer }: OrderRequest,
): Promise<CustomerStandingOrder | undefined> {
  const { customerNumber } = viewer;
  const payments = { ...ctx, ...deps.payments };
  for (const which of ['live', 'ended'] as const) {
    const orders = await listCustomerStandingOrders(payments, { customerNumber, which });
    const found = orders.find(({ orderId }) => orderId === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Receives the forms about a standing order. */
export async function changeStandingOrder(
  deps: AccountDeps,
  { context, fields, path }: PageRequest,
  { ctx, id, secret, viewer }: OrderRequest,
): Promise<PageResponse> {
  if (!deps.ports.identityVault.isCsrf(context.bankId, secret, fields?.get('csrf') ?? ''))
    throw standardProblems.forbidden();
  const step = fields?.get('step');
  if (step === 'end') return redirect(`${path}?show=end`);
  if (step !== 'confirm-end') return redirect(path);
  const { customerNumber } = viewer;
  const result = await endStandingOrder({ ...ctx, ...deps.payments }, { orderId: id, customerNumber });
  return redirect(result === 'unknown' ? path : `${path}?said=${result}`);
}
