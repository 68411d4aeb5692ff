import { readRepeatingForm } from '#platform/http/browser-form.ts';
import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { delegated, type Endpoint } from '#platform/http/endpoint.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { anonymousContext } from '#platform/work/anonymous-context.ts';
import type { Context } from '#platform/work/context.ts';
import {
  changeApproval as changing,
  showApproval as showing,
  watchApproval as watching,
} from './approval-contract.ts';
import {
  type ApprovalDeps,
  approvalFailurePage,
  approvalStatus,
  respondToApproval,
} from './approval-responses.ts';
import { respondWithStatus } from './approval-status.ts';
import { respondToBrowser } from './page-response.ts';

/** Ports of the approval routes. */
export interface ApprovalPorts {
  readonly approval: ApprovalDeps;
}

type Ctx = Context & ApprovalPorts;

async function showApproval(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, { isForm: false });
}

async function changeApproval(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  await respond(ctx, delegatedRequest, { isForm: true });
}

/** Responds to a script and not to a person, so that refusals are problems as usual. */
async function watchApproval(ctx: Ctx, delegatedRequest: DelegatedRequest): Promise<void> {
  const { bankId, handle } = linkIn(ctx, delegatedRequest);
  const { request, response } = delegatedRequest.detach();
  delegatedRequest.recordFacts({ bankId, clientId: undefined, problem: undefined });
  const context = anonymousContext(ctx, bankId);
  await respondWithStatus({ request, response }, () =>
    approvalStatus(ctx.approval, { context, handle, request }),
  );
}

export const approvalRoutes: readonly Endpoint<ApprovalPorts>[] = [
  delegated(showing, showApproval),
  delegated(changing, changeApproval),
  delegated(watching, watchApproval),
];

async function respond(
  ctx: Ctx,
  delegatedRequest: DelegatedRequest,
  { isForm }: { readonly isForm: boolean },
): Promise<void> {
  const { approval } = ctx;
  const { baseUrl } = approval;
  const { bankId, handle } = linkIn(ctx, delegatedRequest);
  await respondToBrowser(ctx, delegatedRequest, {
    bankId,
    path: `/sca/${handle}`,
    async decide(pageRequest) {
      const { request } = pageRequest;
      const form = isForm ? await readRepeatingForm(request, { baseUrl, repeated: 'account' }) : undefined;
      return respondToApproval(approval, pageRequest, { handle, form });
    },
    failurePage: (pageRequest, status) => approvalFailurePage(approval, pageRequest, status),
  });
}

/** Returns the link of a request, and the bank that it names. */
function linkIn(
  { approval }: Ctx,
  { params }: DelegatedRequest,
): { readonly bankId: string; readonly handle: string } {
  const handle = params['handle'] ?? '';
  const [bankId = ''] = handle.split('.');
  if (!approval.banks.includes(bankId)) throw standardProblems['not-found']();
  return { bankId, handle };
}
