import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { loadApproval } from '../../steps/approvals/load-approval.ts';
import { recordAnswer } from '../../steps/approvals/record-answer.ts';

/** Refuses a request on the calling device, and may mute the one that asks. Needs no signature, and may be repeated. */
export async function refuseRequest(
  ctx: Context & ClientPorts,
  { approvalId, isMuting }: { readonly approvalId: string; readonly isMuting: boolean },
): Promise<void> {
  const { approval, device, status } = await loadApproval(ctx, approvalId);
  if (status === 'refused') return;
  if (status !== 'open') throw problems['approval-over']();
  const isRefused =
    approval.source === 'sign-in'
      ? await ctx.approvalAnswers.answerSignIn(ctx, {
          approvalId,
          isMuting,
          handle: approval.content.handle ?? '',
          userId: device.userId,
          decision: 'refused',
          at: ctx.clock.now(),
          attestedBy: undefined,
        })
      : (
          await ctx.approvalAnswers.answerOrder(ctx, {
            ...device,
            requestId: approvalId,
            decision: { kind: 'declined', isMuting },
          })
        ).kind === 'declined';
  if (!isRefused) throw problems['approval-over']();
  await recordAnswer(ctx, approvalId, 'refused');
}
