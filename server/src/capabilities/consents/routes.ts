import { authorisationRoutes } from '#capabilities/sca/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract/consents.ts';
import { createConsent } from './operations/create-consent.ts';
import { deleteConsent } from './operations/delete-consent.ts';
import { getConsent } from './operations/get-consent.ts';
import { getConsentStatus } from './operations/get-consent-status.ts';
import type { ConsentsPorts } from './ports/consents-ports.ts';
import { toCreated, toCreation, toRead, toStatus } from './wire/consents.ts';

/** All routes of this capability. Authorisations belong to the engine of approvals. */
export const consentsRoutes: readonly Endpoint<ConsentsPorts>[] = [
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
    interface: contracts.consentsInterface,
    resourcePath: contracts.resourcePath,
    collection: 'authorisations',
    params: contracts.consentParams,
    roles: ['PSP_AI'],
    name: 'Consent',
    noun: 'a consent',
    inSeed: ['update'],
    mayBeGrouped: true,
    subjectKind: 'consent',
    idParameter: 'consentId',
  }),
];
