import { hash } from 'node:crypto';
import { toClassificationListResponse, toClassificationResponse } from '#dialects/channel/classifications.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import * as classifications from './contract/classifications.ts';
import * as contacts from './contract/contact-points.ts';
import * as documents from './contract/documents.ts';
import * as individuals from './contract/individuals.ts';
import * as organizations from './contract/organizations.ts';
import * as reading from './contract/reading.ts';
import * as servicing from './contract/servicing.ts';
import { canonical } from './domain/fact-map.ts';
import { applyCorrections } from './operations/apply-corrections.ts';
import { changeOwnership } from './operations/change-ownership.ts';
import { changeSurname } from './operations/change-surname.ts';
import { getClassification } from './operations/get-classification.ts';
import { getParty } from './operations/get-party.ts';
import { getPartyAsOf } from './operations/get-party-as-of.ts';
import { listClassifications } from './operations/list-classifications.ts';
import { listContactPoints } from './operations/list-contact-points.ts';
import { listIdDocuments } from './operations/list-id-documents.ts';
import { listParties } from './operations/list-parties.ts';
import { listRelationships } from './operations/list-relationships.ts';
import { modifyBusinessName } from './operations/modify-business-name.ts';
import { modifyContactPoint } from './operations/modify-contact-point.ts';
import { modifyContactPreference } from './operations/modify-contact-preference.ts';
import { modifyEmployment } from './operations/modify-employment.ts';
import { modifyResidence } from './operations/modify-residence.ts';
import { modifyServicingInfo } from './operations/modify-servicing-info.ts';
import { modifySize } from './operations/modify-size.ts';
import { registerContactPoint } from './operations/register-contact-point.ts';
import { registerIdDocument } from './operations/register-id-document.ts';
import { registerIndividual } from './operations/register-individual.ts';
import { registerOrganization } from './operations/register-organization.ts';
import { reportDeath } from './operations/report-death.ts';
import { searchParties } from './operations/search-parties.ts';
import { syncParties } from './operations/sync-parties.ts';
import { toContactPointChange, toNewContactPoint, toPreferenceRequest } from './wire/contact-points.ts';
import {
  toCorrections,
  toDeathReport,
  toEmploymentChange,
  toResidenceChange,
  toSurnameChange,
} from './wire/individual-changes.ts';
import {
  toBusinessNameChange,
  toNewDocument,
  toOwnershipChange,
  toServicingChange,
  toSizeChange,
} from './wire/party-changes.ts';
import {
  toAsOfQuery,
  toContactPointQuery,
  toListQuery,
  toPartyQuery,
  toSearchQuery,
} from './wire/queries.ts';
import { toIndividualRegistration, toOrganizationRegistration } from './wire/registration.ts';
import {
  toAsOfResponse,
  toContactPointResponse,
  toContactPointsResponse,
  toDocumentsResponse,
  toDoneResponse,
  toListResponse,
  toPartyResponse,
  toRegisteredResponse,
  toRelationshipsResponse,
  toSearchResponse,
  toSyncResponse,
} from './wire/responses.ts';
import { toTarget } from './wire/target.ts';

const partyNumberIn = ({ params }: { readonly params: { readonly 'party-number': string } }) => ({
  partyNumber: params['party-number'],
});

/** In the order of the specification's table. */
export const partyRoutes = [
  endpoint(reading.listParties, {
    toCommand: toListQuery,
    operation: listParties,
    toResponse: toListResponse,
  }),
  endpoint(reading.syncParties, {
    toCommand: ({ query }) => {
      const syncToken = query['sync-token'];
      return syncToken === undefined ? {} : { syncToken };
    },
    operation: syncParties,
    toResponse: toSyncResponse,
  }),
  endpoint(reading.searchParties, {
    toCommand: toSearchQuery,
    operation: searchParties,
    toResponse: toSearchResponse,
  }),
  endpoint(reading.getParty, { toCommand: toPartyQuery, operation: getParty, toResponse: toPartyResponse }),
  endpoint(reading.getPartyAsOf, {
    toCommand: toAsOfQuery,
    operation: getPartyAsOf,
    toResponse: toAsOfResponse,
  }),
  endpoint(reading.listRelationships, {
    toCommand: partyNumberIn,
    operation: listRelationships,
    toResponse: toRelationshipsResponse,
  }),
  endpoint(documents.listIdentificationDocuments, {
    toCommand: partyNumberIn,
    operation: listIdDocuments,
    toResponse: toDocumentsResponse,
  }),
  endpoint(documents.registerIdentificationDocument, {
    toCommand: (request) => ({ target: toTarget(request), document: toNewDocument(request) }),
    operation: registerIdDocument,
    toResponse: toDoneResponse,
  }),
  endpoint(servicing.modifyServicingInfo, {
    toCommand: (request) => ({ target: toTarget(request), change: toServicingChange(request) }),
    operation: modifyServicingInfo,
    toResponse: toDoneResponse,
  }),
  endpoint(contacts.modifyContactPreference, {
    toCommand: (request) => ({ target: toTarget(request), request: toPreferenceRequest(request) }),
    operation: modifyContactPreference,
    toResponse: toDoneResponse,
  }),
  endpoint(contacts.listContactPoints, {
    toCommand: toContactPointQuery,
    operation: listContactPoints,
    toResponse: toContactPointsResponse,
  }),
  endpoint(contacts.registerContactPoint, {
    toCommand: (request) => ({ target: toTarget(request), point: toNewContactPoint(request) }),
    operation: registerContactPoint,
    toResponse: toContactPointResponse,
  }),
  endpoint(contacts.modifyContactPoint, {
    toCommand: (request) => ({
      target: toTarget(request),
      contactPointId: request.params.id,
      change: toContactPointChange(request),
    }),
    operation: modifyContactPoint,
    toResponse: toContactPointResponse,
  }),
  endpoint(individuals.registerIndividual, {
    toCommand: toIndividualRegistration,
    operation: registerIndividual,
    toResponse: toRegisteredResponse,
  }),
  endpoint(individuals.applyIndividualCorrections, {
    toCommand: (request) => ({
      target: toTarget(request),
      corrections: toCorrections(request),
      payloadDigest: hash('sha256', canonical(request.body), 'buffer'),
    }),
    operation: applyCorrections,
    toResponse: toDoneResponse,
  }),
  endpoint(individuals.changeSurname, {
    toCommand: (request) => ({ target: toTarget(request), change: toSurnameChange(request) }),
    operation: changeSurname,
    toResponse: toDoneResponse,
  }),
  endpoint(individuals.modifyEmploymentProfile, {
    toCommand: (request) => ({ target: toTarget(request), change: toEmploymentChange(request) }),
    operation: modifyEmployment,
    toResponse: toDoneResponse,
  }),
  endpoint(individuals.modifyResidentialProfile, {
    toCommand: (request) => ({ target: toTarget(request), change: toResidenceChange(request) }),
    operation: modifyResidence,
    toResponse: toDoneResponse,
  }),
  endpoint(individuals.reportDeath, {
    toCommand: (request) => ({ target: toTarget(request), report: toDeathReport(request) }),
    operation: reportDeath,
    toResponse: toDoneResponse,
  }),
  endpoint(organizations.registerOrganization, {
    toCommand: toOrganizationRegistration,
    operation: registerOrganization,
    toResponse: toRegisteredResponse,
  }),
  endpoint(organizations.modifyBusinessName, {
    toCommand: (request) => ({ target: toTarget(request), change: toBusinessNameChange(request) }),
    operation: modifyBusinessName,
    toResponse: toDoneResponse,
  }),
  endpoint(organizations.changeOwnership, {
    toCommand: (request) => ({ target: toTarget(request), change: toOwnershipChange(request) }),
    operation: changeOwnership,
    toResponse: toDoneResponse,
  }),
  endpoint(organizations.modifySize, {
    toCommand: (request) => ({ target: toTarget(request), change: toSizeChange(request) }),
    operation: modifySize,
    toResponse: toDoneResponse,
  }),
  endpoint(classifications.listClassifications, {
    toCommand: () => undefined,
    operation: listClassifications,
    toResponse: toClassificationListResponse,
  }),
  endpoint(classifications.getClassification, {
    toCommand: ({ params }) => ({ schemaId: params['schema-id'] }),
    operation: getClassification,
    toResponse: toClassificationResponse,
  }),
];
