import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { loadApproval } from '../../steps/approvals/load-approval.ts';
import { recordAnswer } from '../../steps/approvals/record-answer.ts';

/** Refuses a request on the calling device. Needs no signature, and may be repeated. */
export async function refuseRequest(
  ctx: Context & ClientPorts,
  { approvalId }: { readonly approvalId: string },
): Promise<void> {
  const { approval, device, status } = await loadApproval(ctx, approvalId);
  if (status === 'refused') return;
  if (status !== 'open') throw problems['approval-over']();
  const isRefused =
    approval.source === 'sign-in'
      ? await ctx.approvalAnswers.answerSignIn(ctx, {
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
            decision: { kind: 'declined' },
          })
        ).kind === 'declined';
  if (!isRefused) throw problems['approval-over']();
  await recordAnswer(ctx, approvalId, 'refused');
}
