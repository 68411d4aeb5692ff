import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { approveRequest, refuseRequest } from '../engine/approvals.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { SignedIn } from '../engine/interactions.ts';

export interface RecordApproval {
  readonly requestId: string;
  readonly decision: 'approved' | 'refused';
  /** The user who responded, with the assurance of the sign-in. */
  readonly by: SignedIn;
}

/**
 * Records a user's response to a decoupled request. The implementation of `DecoupledApproval` calls this when the
 * response arrives; the polling client gets the result. Returns false if the request has expired or belongs to another
 * user.
 */
export async function recordApproval(
  ctx: Context & { readonly server: AuthorizationServer },
  { decision, by, requestId }: RecordApproval,
): Promise<boolean> {
  const provider = ctx.server.providerOf(ctx.bankId);
  const isRecorded =
    decision === 'approved'
      ? await approveRequest(provider, requestId, { resource: ctx.server.signIn.baseUrl, signedIn: by })
      : await refuseRequest(provider, requestId, by.accountId);
  if (!isRecorded) return false;
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'account',
      aggregateId: by.accountId,
      changes: [{ field: 'approval', after: decision }],
    });
  });
  return true;
}
