import type { Context } from '#platform/work/context.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { loadApproval } from '../../steps/approvals/load-approval.ts';
import type { ShownApproval } from './list-approvals.ts';

/** Returns a request to the calling device, also after its end. */
export async function getApproval(
  ctx: Context & ClientPorts,
  { approvalId }: { readonly approvalId: string },
): Promise<ShownApproval> {
  const { approval, status } = await loadApproval(ctx, approvalId);
  return { ...approval, status };
}
