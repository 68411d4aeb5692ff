import { channel } from '#dialects/channel/channel.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { eventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpCorrespondence } from './operations/clean-up-correspondence.ts';
import { gatherDigests } from './operations/gather-digests.ts';
import { purgeCodes } from './operations/purge-codes.ts';
import type { CorrespondencePorts } from './ports/correspondence-ports.ts';
import { problems } from './problems.ts';
import { correspondenceRoutes } from './routes.ts';
import { correspondenceKeyClasses } from './store/correspondence-keys.ts';

export type { InitiateDelivery } from './domain/initiation.ts';
export { type Dispatcher, type MediumChannels, startDispatcher } from './engine/dispatcher.ts';
export { eventHandlers as correspondenceReactions } from './event-handlers.ts';
export { events as correspondenceEvents } from './events.ts';
export { assignDeliveries } from './operations/assign-deliveries.ts';
export { cancelDeliveries } from './operations/cancel-deliveries.ts';
export { cleanUpCorrespondence } from './operations/clean-up-correspondence.ts';
export { type ComposedDelivery, composeDelivery } from './operations/compose-delivery.ts';
export { gatherDigests } from './operations/gather-digests.ts';
export { initiateDelivery } from './operations/initiate-delivery.ts';
export { type Published, type PublishTemplate, publishTemplate } from './operations/publish-template.ts';
export { purgeCodes } from './operations/purge-codes.ts';
export { queueDelivery } from './operations/queue-delivery.ts';
export { reportBounce } from './operations/report-bounce.ts';
export { noAccounts } from './ports/account-holdings.ts';
export type { Channel, OutboundMessage } from './ports/channel.ts';
export { noContentStore } from './ports/content-store.ts';
export type { CorrespondencePorts } from './ports/correspondence-ports.ts';
export { noMalwareScan } from './ports/inspection.ts';
export { noDevices } from './ports/push-addresses.ts';
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
    { name: 'forget-codes', cron: '21 3 * * *', needs: 'context', run: purgeCodes },
    { name: 'tidy-correspondence', cron: '* * * * *', needs: 'context', run: cleanUpCorrespondence },
    { name: 'gather-digests', cron: '* * * * *', needs: 'ports', run: gatherDigests },
  ],
  keyClasses: correspondenceKeyClasses,
});
