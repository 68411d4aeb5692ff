import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { classifications } from './domain/classifications.ts';
import { partyEndings } from './domain/endings.ts';
import { partyPolicies } from './domain/policy.ts';
import { events } from './events.ts';
import { applyDueChanges } from './operations/lifecycle/apply-due-changes.ts';
import { cleanUpParties } from './operations/lifecycle/clean-up-parties.ts';
import { markDormant } from './operations/lifecycle/mark-dormant.ts';
import type { PartyPorts } from './ports/party-ports.ts';
import { problems } from './problems.ts';
import { partyRoutes } from './routes.ts';
import { partyKeyClasses } from './store/party-keys.ts';

export type { EmploymentChange, NewDocument, Registration, Representative } from './domain/changes.ts';
export type { CustomerContacts } from './domain/customer-contacts.ts';
export { type ScreeningOutcome, staffTriggers } from './domain/customer-status.ts';
export type { Day, TaxResidency } from './domain/facts.ts';
export {
  contractKinds,
  customerStatuses,
  documentKinds,
  employmentStatuses,
  individualStatuses,
  marketing as marketingPurposes,
  partyKinds,
  relationshipKinds,
  relationshipRoles,
} from './domain/literals.ts';
export type { EnteredTerms } from './domain/mandates.ts';
export type { OwnAddressUsage, OwnChange } from './domain/own-data.ts';
export type { LabelledAddress, OwnContact, OwnProfile } from './domain/own-profile.ts';
export type { PostalAddress } from './domain/postal-address.ts';
export { enteredKinds } from './domain/relationship-terms.ts';
export { mandateScope } from './domain/relationships.ts';
export { decidedOutcomes } from './domain/screening.ts';
export { events as partyEvents } from './events.ts';
export { getCustomerContacts } from './operations/contacts/get-customer-contacts.ts';
export { type ProvenContact, verifyContacts } from './operations/contacts/verify-contacts.ts';
export { changeCustomerStatus } from './operations/customers/change-customer-status.ts';
export { decideStatus } from './operations/customers/decide-status.ts';
export { findPartyKind } from './operations/customers/find-party-kind.ts';
export { grantAppeal } from './operations/customers/grant-appeal.ts';
export { type HolderName, listHolderNames } from './operations/customers/list-holder-names.ts';
export { listPartyNames } from './operations/customers/list-party-names.ts';
export { listPartyNumbers } from './operations/customers/list-party-numbers.ts';
export { listPrincipals } from './operations/customers/list-principals.ts';
export { listProxies } from './operations/customers/list-proxies.ts';
export { listRecords } from './operations/customers/list-records.ts';
export { listRepresented, type Represented } from './operations/customers/list-represented.ts';
export { listVisibleCustomers } from './operations/customers/list-visible-customers.ts';
export { lockCustomer } from './operations/customers/lock-customer.ts';
export { type CustomerStanding, lockStanding } from './operations/customers/lock-standing.ts';
export { type CustomerActivity, recordActivity } from './operations/customers/record-activity.ts';
export { resolveSurvivors } from './operations/customers/resolve-survivors.ts';
export { setOpenProduct } from './operations/customers/set-open-product.ts';
export { reportDeath } from './operations/individuals/report-death.ts';
export { applyDueChanges } from './operations/lifecycle/apply-due-changes.ts';
export { cleanUpParties } from './operations/lifecycle/clean-up-parties.ts';
export { eraseEnded } from './operations/lifecycle/erase-ended.ts';
export { eraseParty } from './operations/lifecycle/erase-party.ts';
export { markDormant } from './operations/lifecycle/mark-dormant.ts';
export { mergeParties } from './operations/lifecycle/merge-parties.ts';
export { raiseSyncEpoch } from './operations/lifecycle/raise-sync-epoch.ts';
export { replayErasures } from './operations/lifecycle/replay-erasures.ts';
export { changeMandate } from './operations/mandates/change-mandate.ts';
export { endMandate } from './operations/mandates/end-mandate.ts';
export { grantMandate } from './operations/mandates/grant-mandate.ts';
export { listMandates } from './operations/mandates/list-mandates.ts';
export { changeOwnData } from './operations/own-data/change-own-data.ts';
export { checkOwnData } from './operations/own-data/check-own-data.ts';
export { listExpiringDocuments } from './operations/own-data/list-expiring-documents.ts';
export { lockProfile } from './operations/own-data/lock-profile.ts';
export { profileOf } from './operations/own-data/profile-of.ts';
export { getParty } from './operations/reading/get-party.ts';
export { listRelationships } from './operations/reading/list-relationships.ts';
export { registerParty } from './operations/registration/register-party.ts';
export { changeRelationship } from './operations/relationships/change-relationship.ts';
export { endRelationship } from './operations/relationships/end-relationship.ts';
export { enterRelationship } from './operations/relationships/enter-relationship.ts';
export { confirmScreening } from './operations/screening/confirm-screening.ts';
export { getScreening, type ScreeningDetails } from './operations/screening/get-screening.ts';
export { type ListedScreening, listScreenings } from './operations/screening/list-screenings.ts';
export { proposeScreening } from './operations/screening/propose-screening.ts';
export { rejectScreening } from './operations/screening/reject-screening.ts';
export { endNameSecrecy } from './operations/secrecy/end-name-secrecy.ts';
export { findNameSecrecy } from './operations/secrecy/find-name-secrecy.ts';
export { replayNameSecrecy } from './operations/secrecy/replay-name-secrecy.ts';
export { setNameSecrecy } from './operations/secrecy/set-name-secrecy.ts';
export { type ServicingUnits, saveServicingUnits } from './operations/servicing/save-servicing-units.ts';
export { createCell, onlyCell } from './ports/cell.ts';
export { type ContactProofs, noContactProofs } from './ports/contact-proofs.ts';
export { type ContactUse, noContactUse } from './ports/contact-use.ts';
export { type CorrectionApprovals, noCorrectionApprovals } from './ports/correction-approvals.ts';
export type { Erasure, ErasureLedger } from './ports/erasure-ledger.ts';
export type { PartyPorts } from './ports/party-ports.ts';
export { noScreening, type Screening, type ScreeningSubject } from './ports/screening.ts';
export { createSearchLimit } from './ports/search-limit.ts';
export { problems as partyProblems } from './problems.ts';
export { partyRoutes } from './routes.ts';
export type { MandateChange } from './steps/mandates.ts';
export type { LockedProfile } from './steps/own-data.ts';
export { partyIndexWalks } from './store/index-walks.ts';
export { partyKeyClasses } from './store/party-keys.ts';
export { createPartyVault } from './store/party-vault.ts';
export { readPostal } from './wire/addresses.ts';
export { readEmployment } from './wire/individual-changes.ts';
export { contactPointUri, preferenceUri } from './wire/record-values.ts';
export { readContentUrl, readDocument, readPersonName, readTaxResidencies } from './wire/values.ts';

/** Individuals and organizations, and what is known of them. */
export const partyCapability = defineCapability<PartyPorts>({
  name: 'party',
  policies: partyPolicies,
  classifications,
  routes: partyRoutes,
  events,
  problems,
  paths: [['/v1/party', channel]],
  jobs: [
    { name: 'apply-due-changes', cron: '*/5 * * * *', needs: 'ports', run: applyDueChanges },
    { name: 'mark-dormant', cron: '23 1 * * *', needs: 'ports', run: markDormant },
    { name: 'clean-up-parties', cron: '11 3 * * *', needs: 'context', run: cleanUpParties },
  ],
  endings: partyEndings,
  keyClasses: partyKeyClasses,
});
