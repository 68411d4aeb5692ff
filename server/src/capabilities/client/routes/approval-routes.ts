import { endpoint } from '#platform/http/endpoint.ts';
import * as contract from '../contract/approvals.ts';
import { approveRequest } from '../operations/approvals/approve-request.ts';
import { getApproval } from '../operations/approvals/get-approval.ts';
import { listApprovals } from '../operations/approvals/list-approvals.ts';
import { refuseRequest } from '../operations/approvals/refuse-request.ts';
import { toApprovalResponse, toApprovalsResponse, toDoneResponse } from '../wire/approvals.ts';

/** What a paired device is asked to approve. */
export const approvalRoutes = [
  endpoint(contract.listApprovals, {
    toCommand: () => undefined,
    operation: listApprovals,
    toResponse: toApprovalsResponse,
  }),
  endpoint(contract.getApproval, {
    toCommand: ({ params }) => params,
    operation: getApproval,
    toResponse: toApprovalResponse,
  }),
  endpoint(contract.approveRequest, {
    toCommand: ({ body, params }) => ({ ...params, number: body.number, signature: body.signature }),
    operation: approveRequest,
    toResponse: toDoneResponse,
  }),
  endpoint(contract.refuseRequest, {
    toCommand: ({ body, params }) => ({ ...params, isMuting: body?.muteRequester === true }),
    operation: refuseRequest,
    toResponse: toDoneResponse,
  }),
];
