import type { ResponseOf } from '#platform/http/contract.ts';
import type { getNotificationSecrets as secretsContract } from './contract.ts';
import type { AcceptedNotifications, NotificationRequest } from './steps/accept-address.ts';

/** Returns what the headers of a request say about messages. */
export function notificationRequestIn(
  headers: Readonly<Record<string, string | undefined>>,
): NotificationRequest {
  return {
    address: headers['tpp-notification-uri'],
    preferredContents: headers['tpp-notification-content-preferred'],
  };
}

/** Headers of the response that creates a resource, or starts an authorisation. */
export interface NotificationHeaders {
  readonly 'aspsp-notification-support'?: 'true' | 'false';
  readonly 'aspsp-notification-content'?: string;
}

/** Returns them. SPEC xs2a 7.6: neither where the third party named no address, or the bank sends no messages. */
export function toNotificationHeaders(accepted: AcceptedNotifications): NotificationHeaders {
  switch (accepted.kind) {
    case 'none':
      return {};
    case 'refused':
      return { 'aspsp-notification-support': 'false' };
    case 'accepted':
      return {
        'aspsp-notification-support': 'true',
        'aspsp-notification-content': `status=${accepted.contents.join(', ')}`,
      };
  }
}

export function toSecrets(secrets: readonly string[]): ResponseOf<typeof secretsContract> {
  return {
    status: 200 as const,
    headers: { 'cache-control': 'no-store' },
    body: { notificationSecrets: [...secrets] },
  };
}
