import { endpoint } from '#platform/http/endpoint.ts';
import * as contract from '../contract/own-data.ts';
import { actOnChangeRequest } from '../operations/change-requests/act-on-change-request.ts';
import { requestEmailCode } from '../operations/change-requests/request-email-code.ts';
import { getClient } from '../operations/own-data/get-client.ts';
import { secureUpdateClient } from '../operations/own-data/secure-update-client.ts';
import { updateClient } from '../operations/own-data/update-client.ts';
import { completeAction } from '../operations/pending-actions/complete-action.ts';
import { claimTutorial } from '../operations/preferences/claim-tutorial.ts';
import {
  toActedResponse,
  toActOnRequest,
  toClaimTutorial,
  toClientResponse,
  toCompleteAction,
  toDone,
  toEmailCodeResponse,
  toNewEmail,
  toSecureResponse,
} from '../wire/client-response.ts';
import { toSecureUpdate, toUpdateClient } from '../wire/own-data.ts';

/** Own data, change requests, open actions and preferences. */
export const ownDataRoutes = [
  endpoint(contract.getClient, {
    toCommand: () => undefined,
    operation: getClient,
    toResponse: toClientResponse,
  }),
  endpoint(contract.updateClient, {
    toCommand: toUpdateClient,
    operation: updateClient,
    toResponse: toClientResponse,
  }),
  endpoint(contract.secureUpdateClient, {
    toCommand: toSecureUpdate,
    operation: secureUpdateClient,
    toResponse: toSecureResponse,
  }),
  endpoint(contract.generateEmailCode, {
    toCommand: toNewEmail,
    operation: requestEmailCode,
    toResponse: toEmailCodeResponse,
  }),
  endpoint(contract.actionChangeRequest, {
    toCommand: toActOnRequest,
    operation: actOnChangeRequest,
    toResponse: toActedResponse,
  }),
  endpoint(contract.completeAction, {
    toCommand: toCompleteAction,
    operation: completeAction,
    toResponse: toDone,
  }),
  endpoint(contract.claimTutorial, {
    toCommand: toClaimTutorial,
    operation: claimTutorial,
    toResponse: toDone,
  }),
];
