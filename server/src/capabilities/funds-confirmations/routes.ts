import { authorisationRoutes } from '#capabilities/sca/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as confirmations from './contract/confirmations.ts';
import * as contracts from './contract/consents.ts';
import { confirmFunds } from './operations/confirm-funds.ts';
import { createConsent } from './operations/create-consent.ts';
import { deleteConsent } from './operations/delete-consent.ts';
import { getConsent } from './operations/get-consent.ts';
import { getConsentStatus } from './operations/get-consent-status.ts';
import type { FundsPorts } from './ports/funds-ports.ts';
import { toAnswer, toQuestion } from './wire/confirmations.ts';
import { toCreated, toCreation, toRead, toStatus } from './wire/consents.ts';

/** All routes of this capability. Authorisations belong to the engine of approvals. */
export const fundsRoutes: readonly Endpoint<FundsPorts>[] = [
  endpoint(confirmations.confirmFunds, {
    toCommand: toQuestion,
    operation: confirmFunds,
    toResponse: toAnswer,
  }),
  endpoint(contracts.createConsent, {
    toCommand: toCreation,
    operation: createConsent,
    toResponse: toCreated,
  }),
  endpoint(contracts.getConsent, {
    toCommand: ({ params }) => params,
    operation: getConsent,
    toResponse: toRead,
  }),
  endpoint(contracts.getConsentStatus, {
    toCommand: ({ params }) => params,
    operation: getConsentStatus,
    toResponse: toStatus,
  }),
  endpoint(contracts.deleteConsent, {
    toCommand: ({ params }) => params,
    operation: deleteConsent,
    toResponse: () => ({ status: 204 as const }),
  }),
  ...authorisationRoutes({
    interface: contracts.fundsConsentsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'authorisations',
    params: contracts.consentParams,
    roles: ['PSP_IC'],
    name: 'FundsConsent',
    noun: 'a consent to the confirmation of funds',
    mayLeaveAccountsOpen: false,
    inSeed: ['start', 'read', 'update'],
    subjectKind: 'funds-confirmation-consent',
    idParameter: 'consentId',
  }),
];
