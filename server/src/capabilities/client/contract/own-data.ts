import Type from 'typebox';
import { identityProblems } from '#capabilities/identity/index.ts';
import { partyProblems } from '#capabilities/party/index.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { changeRequestKinds, changeRequestStates } from '../domain/change-request.ts';
import { actionResults } from '../domain/pending-action.ts';
import { problems } from '../problems.ts';
import { clientInterface } from './client-interface.ts';
import { changeRequest, client } from './client-record.ts';
import {
  changeCode,
  closed,
  contentUrl,
  id,
  secureUpdateMembers,
  timestamp,
  updateMembers,
} from './own-data-values.ts';

const { Optional } = Type;
const base = clientInterface.basePath;
const ifMatch = Type.Object({ 'if-match': Optional(Type.String()) });

const etag = { etag: 'Its version.' };
const shown = { 200: { description: 'The client.', body: client, headers: etag } } as const;

/** Problems of a JSON Patch, on every operation that accepts one. */
const ofPatches = [problems['patch-test-failed'], problems['patch-not-applicable']] as const;

export const getClient = contract({
  operationId: 'Client_Get',
  interface: clientInterface,
  method: 'GET',
  path: `${base}/client`,
  summary: 'Read the own data of the client',
  description:
    'Everything that the app shows about its customer: contact data, addresses, documents, preferences, open requests, actions, devices and restrictions. Use the `ETag` as `If-Match` of a change.',
  access: callers({ customer: { scope: 'client' } }),
  request: {},
  responses: shown,
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
});

export const updateClient = contract({
  operationId: 'Client_Update',
  interface: clientInterface,
  method: 'PATCH',
  path: `${base}/client/update`,
  summary: 'Change own data that needs no strong authentication',
  description:
    'Applies a merge patch or a JSON patch to preferences and other data that need one factor. It applies as a whole or not at all.',
  access: callers({ customer: { scope: 'client' } }),
  request: { headers: ifMatch, body: { kind: 'patch', schema: updateMembers } },
  responses: shown,
  problems: [
    standardProblems['precondition-failed'],
    problems['client-restricted'],
    problems['party-deceased'],
    partyProblems['contact-point-limit-reached'],
    ...ofPatches,
  ],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});

const fresh = { scope: 'client.secure', assurance: 'sca', freshForSeconds: 300 } as const;

export const secureUpdateClient = contract({
  operationId: 'Client_SecureUpdate',
  interface: clientInterface,
  method: 'PATCH',
  path: `${base}/client/secure-update`,
  summary: 'Change own data that needs strong authentication',
  description:
    'Applies a patch to data that need a recent strong sign-in. Changes that need a proof or a review become change requests (202); the others apply at once.',
  access: callers({ customer: fresh }),
  request: { headers: ifMatch, body: { kind: 'patch', schema: secureUpdateMembers } },
  responses: {
    ...shown,
    202: {
      description: 'Some changes need a proof or a review; the others are applied.',
      body: Type.Object({ changeRequests: Type.Array(changeRequest) }),
    },
  },
  problems: [
    standardProblems['precondition-failed'],
    problems['change-request-pending'],
    problems['code-not-valid'],
    problems['document-required'],
    problems['client-restricted'],
    identityProblems['email-already-used'],
    identityProblems['phone-number-already-used'],
    partyProblems['contact-point-already-registered'],
    partyProblems['contact-point-limit-reached'],
    partyProblems['id-document-already-registered'],
    partyProblems['id-document-expired'],
    partyProblems['id-document-limit-reached'],
    partyProblems['mandatory-field-cleared'],
    partyProblems['party-kind-mismatch'],
    ...ofPatches,
  ],
  idempotency: 'optional',
  rate: 'change',
  bodySize: 'medium',
  source: 'S000',
});

export const generateEmailCode = contract({
  operationId: 'Client_GenerateEmailUpdateCode',
  interface: clientInterface,
  method: 'POST',
  path: `${base}/client/generate-email-update-code`,
  summary: 'Request a code that proves a new e-mail address',
  description:
    'Sends a code to the new address and opens a change request; confirm the request with the code.',
  access: callers({ customer: fresh }),
  request: { body: Type.Object({ newEmail: Type.String({ minLength: 3, maxLength: 254 }) }, closed) },
  responses: {
    202: {
      description: 'Requested; the response does not depend on who has the address.',
      body: Type.Object({ changeRequestId: id, expiresAt: timestamp, resendAfter: timestamp }),
    },
  },
  problems: [problems['client-restricted']],
  idempotency: 'optional',
  rate: 'change',
  source: 'S000',
});

export const actionChangeRequest = contract({
  operationId: 'Client_ActionChangeRequest',
  interface: clientInterface,
  method: 'PATCH',
  path: `${base}/client/action-change-request`,
  summary: 'Confirm or cancel a change request',
  description:
    'Confirms a request with its code, or cancels it. A request that expired or was closed cannot be confirmed.',
  // Cancelling needs one factor; the operation requires two to confirm.
  access: callers({ customer: { scope: 'client.secure' } }),
  request: {
    body: Type.Object(
      {
        changeRequestId: id,
        action: Type.Enum(['confirm', 'cancel']),
        code: Optional(changeCode),
      },
      closed,
    ),
  },
  responses: {
    200: {
      description: 'The request.',
      body: Type.Object({
        changeRequestId: id,
        kind: Type.Enum(changeRequestKinds),
        status: Type.Enum(changeRequestStates),
      }),
    },
  },
  problems: [
    problems['client-restricted'],
    standardProblems.gone,
    standardProblems['step-up-required'],
    problems['code-not-valid'],
    problems['change-request-closed'],
    identityProblems['email-already-used'],
    identityProblems['phone-number-already-used'],
  ],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});

export const completeAction = contract({
  operationId: 'Client_CompletePendingAction',
  interface: clientInterface,
  method: 'PUT',
  path: `${base}/pending-customer-action/{id}/complete`,
  summary: 'Complete a pending action',
  description:
    'Reports that the customer completed, or declined, something that the bank asked for. Kinds of actions differ in the evidence that they need.',
  // Some kinds need two factors; the operation requires them.
  access: callers({ customer: { scope: 'client' } }),
  request: {
    params: Type.Object({ id }),
    body: {
      kind: 'json',
      presence: 'optional',
      schema: Type.Object(
        {
          result: Optional(Type.Enum(actionResults)),
          evidence: Optional(
            Type.Object(
              {
                documentUrl: Optional(contentUrl),
                verificationId: Optional(Type.String({ minLength: 1, maxLength: 64 })),
                challengeId: Optional(Type.String({ minLength: 1, maxLength: 64 })),
                version: Optional(Type.String({ minLength: 1, maxLength: 40 })),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    },
  },
  responses: { 204: { description: 'Completed or declined.' } },
  problems: [
    standardProblems.conflict,
    standardProblems.gone,
    standardProblems['step-up-required'],
    problems['precondition-not-met'],
    problems['result-not-allowed'],
  ],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});

export const claimTutorial = contract({
  operationId: 'Client_ClaimTutorial',
  interface: clientInterface,
  method: 'PUT',
  path: `${base}/preference/tutorial/claim`,
  summary: 'Claim a tutorial, or take the claim back',
  description: 'Records that the customer has seen a tutorial, so that no other device shows it again.',
  access: callers({ customer: { scope: 'client' } }),
  request: {
    body: Type.Object(
      {
        tutorialId: Type.String({ minLength: 1, maxLength: 50 }),
        version: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
        claimed: Type.Boolean(),
      },
      closed,
    ),
  },
  responses: { 204: { description: 'Recorded.' } },
  problems: [],
  idempotency: 'none',
  rate: 'change',
  source: 'S000',
});
