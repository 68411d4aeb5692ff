import type { ResponseOf } from '#platform/http/contract.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type * as contract from '../contract/approvals.ts';
import type { ShownApproval } from '../operations/approvals/list-approvals.ts';

type ApprovalBody = Extract<ResponseOf<typeof contract.getApproval>, { status: 200 }>['body'];

function approvalBody({
  approvalId,
  content,
  createdAt,
  expiresAt,
  source,
  status,
}: ShownApproval): ApprovalBody {
  const { digest, order, requestedBy, text } = content;
  return {
    approvalId,
    kind: source,
    status,
    requestedBy,
    text,
    order,
    digest,
    needsNumber: source === 'order',
    requestedAt: toWireTimestamp(createdAt),
    expiresAt: toWireTimestamp(expiresAt),
  };
}

const headers = { 'cache-control': 'no-store' };

export function toApprovalsResponse(
  approvals: readonly ShownApproval[],
): ResponseOf<typeof contract.listApprovals> {
  return { status: 200, headers, body: { approvals: approvals.map(approvalBody) } };
}

export function toApprovalResponse(approval: ShownApproval): ResponseOf<typeof contract.getApproval> {
  return { status: 200, headers, body: approvalBody(approval) };
}

export function toDoneResponse(): { readonly status: 204 } {
  return { status: 204 };
}
