import Type from 'typebox';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { problems } from '../problems.ts';
import { clientInterface } from './client-interface.ts';

/** The token of a paired device; the device proves its key with every request. */
const byDevice = callers({ customer: { scope: 'device' } });

const approval = named(
  'Approval',
  'A request that waits for an answer on a device.',
  Type.Object({
    approvalId: Type.String({ format: 'uuid' }),
    kind: Type.Enum(['order', 'sign-in']),
    status: Type.Enum(['open', 'approved', 'refused', 'withdrawn', 'expired']),
    requestedBy: Type.String({ description: 'Name of the third party or application that asks.' }),
    text: Type.String({ description: 'What is approved, in short and in no language.' }),
    order: Type.String({
      description: 'What is approved, as JSON. The app shows it in the language of its user.',
    }),
    digest: Type.String({ description: '`sha-256:` and the hash of `order`. The app computes it again.' }),
    needsNumber: Type.Boolean({ description: 'Whether the customer types the number that the page shows.' }),
    requestedAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
  }),
);

const common = {
  interface: clientInterface,
  access: byDevice,
  source: 'addition',
  idempotency: 'none',
} as const;

const ofOne = Type.Object({ approvalId: Type.String({ format: 'uuid' }) });

// GAP: S000 has no operation by which a device learns what it is asked. ADR-0097
export const listApprovals = contract({
  ...common,
  operationId: 'Client_ListApprovals',
  method: 'GET',
  path: '/api/v1/approvals',
  summary: 'What waits for an answer on the calling device',
  description:
    'Sign-ins and payments that the user of the calling device can approve now. The app polls it, or calls it after a push message.',
  request: {},
  responses: {
    200: {
      description: 'The open requests, the newest first.',
      body: Type.Object({ approvals: Type.Array(approval) }),
    },
  },
  problems: [problems['device-required']],
  rate: 'read',
});

export const getApproval = contract({
  ...common,
  operationId: 'Client_GetApproval',
  method: 'GET',
  path: '/api/v1/approvals/{approvalId}',
  summary: 'One request to the calling device',
  description: 'What the customer is asked to approve, in the words and amounts that the approval signs.',
  request: { params: ofOne },
  responses: { 200: { description: 'The request.', body: approval } },
  problems: [problems['device-required']],
  rate: 'read',
});

export const approveRequest = contract({
  ...common,
  operationId: 'Client_ApproveRequest',
  method: 'PUT',
  path: '/api/v1/approvals/{approvalId}/approve',
  summary: 'Approve a request with a signature of the calling device',
  description:
    'Approves with a signature by the key of the paired device. A request can be answered once, before it expires.',
  request: {
    params: ofOne,
    body: Type.Object({
      number: Type.Optional(Type.String({ pattern: '^[0-9]{2}$' })),
      signature: Type.String({
        pattern: '^[A-Za-z0-9_-]{86}$',
        description:
          'ES256 in base64url, over four lines: `portico device approval`, `approvalId`, `number`, `digest`. The third line is empty without a number.',
      }),
    }),
  },
  responses: { 204: { description: 'It is approved.' } },
  problems: [
    problems['device-required'],
    problems['approval-over'],
    problems['number-required'],
    problems['number-wrong'],
  ],
  rate: 'change',
});

export const refuseRequest = contract({
  ...common,
  operationId: 'Client_RefuseRequest',
  method: 'PUT',
  path: '/api/v1/approvals/{approvalId}/refuse',
  summary: 'Refuse a request on the calling device',
  description:
    'Refuses the request; the application that asked learns of it. A request can be answered once. With `muteRequester` no request of the same third party or application reaches a device of the customer for a day; it is not told. Requests from a page of the bank still do.',
  request: {
    params: ofOne,
    body: {
      kind: 'json',
      presence: 'optional',
      schema: Type.Object({
        muteRequester: Type.Optional(
          Type.Boolean({ description: 'Whether the one that asks is muted for a day.' }),
        ),
      }),
    },
  },
  responses: { 204: { description: 'It is refused.' } },
  problems: [problems['device-required'], problems['approval-over']],
  rate: 'change',
});
