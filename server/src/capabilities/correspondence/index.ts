import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { classifications } from './domain/classifications.ts';
import { eventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { gatherDigests } from './operations/delivery/gather-digests.ts';
import { cleanUpCorrespondence } from './operations/lifecycle/clean-up-correspondence.ts';
import { purgeCodes } from './operations/lifecycle/purge-codes.ts';
import type { CorrespondencePorts } from './ports/correspondence-ports.ts';
import { problems } from './problems.ts';
import { correspondenceRoutes } from './routes.ts';
import { correspondenceKeyClasses } from './store/correspondence-keys.ts';

export type { LinkedAttachment } from './domain/attachment-link.ts';
export type { InitiateDelivery } from './domain/initiation.ts';
export {
  type ContactMedium,
  contactMedia,
  deliveryStatuses,
  type Frequency,
  frequencies,
  mailboxStatuses,
} from './domain/literals.ts';
export { type MailboxMessage, statusesShown } from './domain/mailbox.ts';
export { findGroup } from './domain/notification-groups.ts';
export {
  attachmentSizeMaxBytes,
  mailboxSpanMaxYears,
  retentionStatementYears,
  thresholdMax,
} from './domain/policy.ts';
export type { PreferenceView } from './domain/preferences.ts';
export { type Dispatcher, type MediumChannels, startDispatcher } from './engine/dispatcher.ts';
export { eventHandlers as correspondenceEventHandlers } from './event-handlers.ts';
export { events as correspondenceEvents } from './events.ts';
export { gatherDigests } from './operations/delivery/gather-digests.ts';
export { reportBounce } from './operations/delivery/report-bounce.ts';
export { assignDeliveries } from './operations/initiation/assign-deliveries.ts';
export { cancelDeliveries } from './operations/initiation/cancel-deliveries.ts';
export { type ComposedDelivery, composeDelivery } from './operations/initiation/compose-delivery.ts';
export { initiateDelivery } from './operations/initiation/initiate-delivery.ts';
export { queueDelivery } from './operations/initiation/queue-delivery.ts';
export { cleanUpCorrespondence } from './operations/lifecycle/clean-up-correspondence.ts';
export { purgeCodes } from './operations/lifecycle/purge-codes.ts';
export { archiveMessages } from './operations/mailbox/archive-messages.ts';
export { getAttachment } from './operations/mailbox/get-attachment.ts';
export { getMessage } from './operations/mailbox/get-message.ts';
export { listMessages } from './operations/mailbox/list-messages.ts';
export { markAsRead } from './operations/mailbox/mark-as-read.ts';
export { summarizeMessages } from './operations/mailbox/summarize-messages.ts';
export { getPreferences } from './operations/preferences/get-preferences.ts';
export { setPreferences } from './operations/preferences/set-preferences.ts';
export {
  type PublishResult,
  type PublishTemplate,
  publishTemplate,
} from './operations/templates/publish-template.ts';
export { type AccountHoldings, noAccounts } from './ports/account-holdings.ts';
export type { Channel, OutboundMessage } from './ports/channel.ts';
export { type ContentStore, noContentStore } from './ports/content-store.ts';
export type { CorrespondencePorts } from './ports/correspondence-ports.ts';
export { type Inspection, noMalwareScan, noScanner } from './ports/inspection.ts';
export { noDevices, type PushAddresses } from './ports/push-addresses.ts';
export { problems as correspondenceProblems } from './problems.ts';
export { correspondenceRoutes } from './routes.ts';
export { correspondenceKeyClasses } from './store/correspondence-keys.ts';
export { createCorrespondenceVault } from './store/correspondence-vault.ts';
export { correspondenceIndexWalks } from './store/index-walks.ts';

/** Messages to customers, their mailbox, and their preferences. */
export const correspondenceCapability = defineCapability<CorrespondencePorts>({
  name: 'correspondence',
  routes: correspondenceRoutes,
  events,
  problems,
  paths: [['/v1/correspondence', channel]],
  handlers: () => eventHandlers,
  jobs: [
    { name: 'purge-codes', cron: '21 3 * * *', needs: 'context', run: purgeCodes },
    { name: 'clean-up-correspondence', cron: '* * * * *', needs: 'context', run: cleanUpCorrespondence },
    { name: 'gather-digests', cron: '* * * * *', needs: 'ports', run: gatherDigests },
  ],
  keyClasses: correspondenceKeyClasses,
  classifications,
});
