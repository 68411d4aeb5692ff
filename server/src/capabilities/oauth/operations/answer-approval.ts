import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { approveRequest, refuseRequest } from '../engine/approvals.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import type { SignedIn } from '../engine/interactions.ts';

export interface AnswerApproval {
  readonly requestId: string;
  readonly answer: 'approved' | 'refused';
  /** Who answered, and how strongly they proved it. */
  readonly by: SignedIn;
}

/**
 * What somebody said on their device about a decoupled request. Whoever implements `DecoupledApproval` calls this when
 * the answer is there; the client that polls learns of it. False when the request is over or was not theirs.
 */
export async function answerApproval(
  ctx: Context & { readonly server: AuthorizationServer },
  { answer, by, requestId }: AnswerApproval,
): Promise<boolean> {
  const provider = ctx.server.providerOf(ctx.bankId);
  const isTold =
    answer === 'approved'
      ? await approveRequest(provider, requestId, { resource: ctx.server.signIn.baseUrl, signedIn: by })
      : await refuseRequest(provider, requestId, by.accountId);
  if (!isTold) return false;
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'account',
      aggregateId: by.accountId,
      changes: [{ field: 'approval', after: answer }],
    });
  });
  return true;
}
