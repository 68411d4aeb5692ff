import { randomBytes } from 'node:crypto';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Context } from '#platform/work/context.ts';
import type { NotificationContent } from '../domain/contents.ts';
import type { SendResult } from '../domain/delivery.ts';
import { pauseSeconds, retryWaitsSeconds } from '../domain/policy.ts';
import { deliverToReceiver } from '../operations/deliver-to-receiver.ts';
import { listDueReceivers } from '../operations/list-due-receivers.ts';
import type { OutgoingMessage } from '../ports/status-sender.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';
import { createNotificationSecrets } from '../store/notification-secrets.ts';

/** Ports for tests; none is notified before `offer`. */
export interface TestNotifications {
  readonly ports: TppNotificationsPorts;
  offer(...contents: readonly NotificationContent[]): void;
}

export function createTestNotifications(
  keys: KeyProvider = createLocalKeys([randomBytes(32)]),
): TestNotifications {
  let contents: readonly NotificationContent[] = [];
  return {
    ports: {
      notificationChoices: { of: () => ({ contents }) },
      notificationSecrets: createNotificationSecrets(keys),
    },
    offer(...offered) {
      contents = offered;
    },
  };
}

/** Third parties in memory, which take every message unless a test says otherwise. */
export interface TestReceivers {
  readonly messages: OutgoingMessage[];
  /** Sends all that is due now; returns the bodies that were taken. */
  deliver(ctx: Context): Promise<readonly unknown[]>;
  answer(reply: (message: OutgoingMessage) => SendResult | Promise<SendResult>): void;
}

/** Creates receivers for contexts of the tests. */
export function createTestReceivers({ ports }: TestNotifications): TestReceivers {
  const messages: OutgoingMessage[] = [];
  let reply: (message: OutgoingMessage) => SendResult | Promise<SendResult> = () => ({ kind: 'taken' });
  const sender = {
    async send(message: OutgoingMessage): Promise<SendResult> {
      const result = await reply(message);
      if (result.kind === 'taken') messages.push(message);
      return result;
    },
  };
  return {
    messages,
    answer(next) {
      reply = next;
    },
    async deliver(context) {
      const from = messages.length;
      const ctx = { ...context, ...ports };
      const delivery = { sender, waitsSeconds: retryWaitsSeconds, pauseSeconds };
      const due = await listDueReceivers(ctx, { except: [], listMax: 100 });
      for (const organisationId of due) {
        let hasMore = true;
        while (hasMore) hasMore = await deliverToReceiver(ctx, delivery, organisationId);
      }
      return messages.slice(from).map(({ body }): unknown => JSON.parse(body));
    },
  };
}
