import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import * as contracts from './contract.ts';
import { getNotificationSecrets } from './operations/get-notification-secrets.ts';
import type { TppNotificationsPorts } from './ports/tpp-notifications-ports.ts';
import { toSecrets } from './wire.ts';

/** All routes of this capability. */
export const tppNotificationsRoutes: readonly Endpoint<TppNotificationsPorts>[] = [
  endpoint(contracts.getNotificationSecrets, {
    toCommand: () => ({}),
    operation: getNotificationSecrets,
    toResponse: toSecrets,
  }),
];
