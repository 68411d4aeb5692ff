import {
  toClassificationListResponse,
  toClassificationQuery,
  toClassificationResponse,
  toClassificationsQuery,
} from '#dialects/channel/classifications.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import * as classifications from './contract/classifications.ts';
import * as contacts from './contract/contact-points.ts';
import * as documents from './contract/documents.ts';
import * as individuals from './contract/individuals.ts';
import * as organizations from './contract/organizations.ts';
import * as reading from './contract/reading.ts';
import * as servicing from './contract/servicing.ts';
import { canonical } from './domain/fact-map.ts';
import { getClassification } from './operations/classifications/get-classification.ts';
import { listClassifications } from './operations/classifications/list-classifications.ts';
import { listContactPoints } from './operations/contacts/list-contact-points.ts';
import { modifyContactPoint } from './operations/contacts/modify-contact-point.ts';
import { modifyContactPreference } from './operations/contacts/modify-contact-preference.ts';
import { registerContactPoint } from './operations/contacts/register-contact-point.ts';
import { listIdDocuments } from './operations/documents/list-id-documents.ts';
import { registerIdDocument } from './operations/documents/register-id-document.ts';
import { applyCorrections } from './operations/individuals/apply-corrections.ts';
import { changeSurname } from './operations/individuals/change-surname.ts';
import { modifyEmployment } from './operations/individuals/modify-employment.ts';
import { modifyResidence } from './operations/individuals/modify-residence.ts';
import { reportDeath } from './operations/individuals/report-death.ts';
import { changeOwnership } from './operations/organizations/change-ownership.ts';
import { modifyBusinessName } from './operations/organizations/modify-business-name.ts';
import { modifySize } from './operations/organizations/modify-size.ts';
import { getParty } from './operations/reading/get-party.ts';
import { getPartyAsOf } from './operations/reading/get-party-as-of.ts';
import { listParties } from './operations/reading/list-parties.ts';
import { listRelationships } from './operations/reading/list-relationships.ts';
import { searchParties } from './operations/reading/search-parties.ts';
import { syncParties } from './operations/reading/sync-parties.ts';
import { registerIndividual } from './operations/registration/register-individual.ts';
import { registerOrganization } from './operations/registration/register-organization.ts';
import { modifyServicingInfo } from './operations/servicing/modify-servicing-info.ts';
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
  toSyncQuery,
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

/** Routes in the order of the specification's table. */
export const partyRoutes = [
  endpoint(reading.listParties, {
    toCommand: toListQuery,
    operation: listParties,
    toResponse: toListResponse,
  }),
  endpoint(reading.syncParties, {
    toCommand: toSyncQuery,
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
      payload: canonical(request.body),
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
    toCommand: toClassificationsQuery,
    operation: listClassifications,
    toResponse: toClassificationListResponse,
  }),
  endpoint(classifications.getClassification, {
    toCommand: toClassificationQuery,
    operation: getClassification,
    toResponse: toClassificationResponse,
  }),
];
