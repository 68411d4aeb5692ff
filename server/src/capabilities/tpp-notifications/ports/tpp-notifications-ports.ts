import type { NotificationContent } from '../domain/contents.ts';
import type { NotificationSecrets } from '../store/notification-secrets.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface NotificationChoices {
  /** Changes that it sends; none: third parties get no messages. */
  readonly contents: readonly NotificationContent[];
}

/** Dependencies of this capability's operations beyond their context. */
export interface TppNotificationsPorts {
  readonly notificationChoices: { of(bankId: string): NotificationChoices };
  readonly notificationSecrets: NotificationSecrets;
}
