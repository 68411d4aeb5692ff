import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { cleanUpNotifications } from './operations/clean-up-notifications.ts';
import type { TppNotificationsPorts } from './ports/tpp-notifications-ports.ts';
import { problems } from './problems.ts';
import { tppNotificationsRoutes } from './routes.ts';
import { notificationKeyClasses } from './store/notification-keys.ts';

export { notificationHeaders } from './contract.ts';
export { notificationContents } from './domain/contents.ts';
export { resultOf, type SendResult } from './domain/delivery.ts';
export { callTimeoutMs, pauseSeconds, retryWaitsSeconds } from './domain/policy.ts';
export { type Deliverer, startDeliverer } from './engine/deliverer.ts';
export { giveUpRestoredNotifications } from './operations/give-up-restored-notifications.ts';
export { listDeadNotifications } from './operations/list-dead-notifications.ts';
export { resendNotifications } from './operations/resend-notifications.ts';
export type { OutgoingMessage, StatusSender } from './ports/status-sender.ts';
export type { TppNotificationsPorts } from './ports/tpp-notifications-ports.ts';
export {
  type AcceptedNotifications,
  acceptNotifications,
  type NotificationRequest,
  notifiedMember,
} from './steps/accept-address.ts';
export {
  forgetResources,
  type RecordedChange,
  recordChange,
  registerResource,
} from './steps/record-changes.ts';
export { createNotificationSecrets } from './store/notification-secrets.ts';
export type { DeadNotification } from './store/notifications.store.ts';
export { notificationRequestIn, toNotificationHeaders } from './wire.ts';

/** Changes of status that are sent to third parties, at addresses that they name with their resources. */
export const tppNotificationsCapability = defineCapability<TppNotificationsPorts>({
  name: 'tpp-notifications',
  routes: tppNotificationsRoutes,
  problems,
  paths: [['/v1/notification-secrets', xs2a]],
  jobs: [{ name: 'clean-up-notifications', cron: '29 3 * * *', needs: 'context', run: cleanUpNotifications }],
  keyClasses: notificationKeyClasses,
});
