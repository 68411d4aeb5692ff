import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { events } from './events.ts';
import { applyDueChanges } from './operations/apply-due-changes.ts';
import { cleanUpParties } from './operations/clean-up-parties.ts';
import type { PartyPorts } from './ports/party-ports.ts';
import { problems } from './problems.ts';
import { partyRoutes } from './routes.ts';
import { partyKeyClasses } from './store/party-keys.ts';

export type { CustomerContacts } from './domain/customer-contacts.ts';
export { events as partyEvents } from './events.ts';
export { applyDueChanges } from './operations/apply-due-changes.ts';
export { cleanUpParties } from './operations/clean-up-parties.ts';
export { eraseEnded } from './operations/erase-ended.ts';
export { eraseParty } from './operations/erase-party.ts';
export { getCustomerContacts } from './operations/get-customer-contacts.ts';
export { lockCustomer } from './operations/lock-customer.ts';
export { type CustomerStanding, lockStanding } from './operations/lock-standing.ts';
export { mergeParties } from './operations/merge-parties.ts';
export { moveCustomerStatus } from './operations/move-customer-status.ts';
export { numbersOf } from './operations/numbers-of.ts';
export { proxiesOf } from './operations/proxies-of.ts';
export { raiseSyncEpoch } from './operations/raise-sync-epoch.ts';
export { registerParty } from './operations/register-party.ts';
export { replayErasures } from './operations/replay-erasures.ts';
export { type ServicingUnits, saveServicingUnits } from './operations/save-servicing-units.ts';
export { survivorsOf } from './operations/survivors-of.ts';
export { type ProvenContact, verifyContacts } from './operations/verify-contacts.ts';
export { visibleCustomers } from './operations/visible-customers.ts';
export { type ContactProofs, noContactProofs } from './ports/contact-proofs.ts';
export { type ContactUse, noContactUse } from './ports/contact-use.ts';
export type { Erasure, ErasureLedger } from './ports/erasure-ledger.ts';
export type { PartyPorts } from './ports/party-ports.ts';
export { noScreening } from './ports/screening.ts';
export { createSearchLimit } from './ports/search-limit.ts';
export { problems as partyProblems } from './problems.ts';
export { partyRoutes } from './routes.ts';
export { partyIndexWalks } from './store/index-walks.ts';
export { partyKeyClasses } from './store/party-keys.ts';
export { createPartyVault } from './store/party-vault.ts';

/** Individuals and organizations, and what is known of them. */
export const partyCapability = defineCapability<PartyPorts>({
  name: 'party',
  routes: partyRoutes,
  events,
  problems,
  paths: [['/v1/party', channel]],
  jobs: [
    { name: 'take-due-changes', cron: '*/5 * * * *', needs: 'ports', run: applyDueChanges },
    { name: 'tidy-parties', cron: '11 3 * * *', needs: 'context', run: cleanUpParties },
  ],
  keyClasses: partyKeyClasses,
});
