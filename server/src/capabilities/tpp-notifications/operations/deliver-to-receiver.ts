import { getThirdParty } from '#capabilities/tpp/index.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { type SendResult, type Settlement, settlementOf } from '../domain/delivery.ts';
import { bodyOf, type Notification } from '../domain/notification.ts';
import { failuresBeforePause, leaseSeconds, messagesPerReceiver } from '../domain/policy.ts';
import { signatureHeaders } from '../engine/signature.ts';
import type { StatusSender } from '../ports/status-sender.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';
import { claimNotifications, settleNotification } from '../store/delivery-queue.store.ts';
import { countFailures, deleteFailures, pauseReceiver } from '../store/receivers.store.ts';

/** How messages leave the bank. */
export interface Delivery {
  readonly sender: StatusSender;
  /** Waits after failed attempts; after the last one a message is dead. */
  readonly waitsSeconds: readonly number[];
  /** How long nothing is sent to a receiver after failures in a row. */
  readonly pauseSeconds: number;
}

type Ctx = Context & TppNotificationsPorts;

/**
 * Sends what is due to one third party, some messages at the same time, each the first one of its resource. Returns
 * whether there may be more: false once nothing is due, or the third party takes nothing.
 */
export async function deliverToReceiver(
  ctx: Ctx,
  { pauseSeconds, sender, waitsSeconds }: Delivery,
  organisationId: string,
): Promise<boolean> {
  const { bankId, clock, db } = ctx;
  const key = { bankId, organisationId };
  if (await isBlocked(ctx, organisationId)) {
    await pauseReceiver(db, { ...key, pausedUntil: clock.now().add({ seconds: pauseSeconds }) });
    return false;
  }
  const now = clock.now();
  const until = now.add({ seconds: leaseSeconds });
  const claimed = await claimNotifications(db, { ...key, now, until, max: messagesPerReceiver });
  const results = await Promise.all(
    claimed.map(async (notification) => {
      const { attempts, isReplaced } = notification;
      const result = isReplaced ? undefined : await sender.send(messageOf(ctx, notification));
      const settlement = result === undefined ? replaced : settlementOf(result, { attempts, waitsSeconds });
      await settleNotification(db, { bankId, notification, settlement, now: clock.now() });
      return result;
    }),
  );
  return claimed.length > 0 && (await recordResults(ctx, { organisationId, pauseSeconds, results }));
}

const replaced = { kind: 'replaced' } as const satisfies Settlement | { readonly kind: 'replaced' };

/** Counts failures of the receiver. Returns whether more can be sent now. */
async function recordResults(
  { bankId, clock, db }: Ctx,
  {
    organisationId,
    pauseSeconds,
    results,
  }: {
    readonly organisationId: string;
    readonly pauseSeconds: number;
    readonly results: readonly (SendResult | undefined)[];
  },
): Promise<boolean> {
  const failures = results.filter((result) => result?.kind === 'failed').length;
  if (results.some((result) => result?.kind === 'taken')) {
    await deleteFailures(db, { bankId, organisationId });
    return true;
  }
  if (failures === 0) return true;
  const now = clock.now();
  await countFailures(db, {
    bankId,
    organisationId,
    failures,
    failuresMin: failuresBeforePause,
    now,
    pausedUntil: now.add({ seconds: pauseSeconds }),
  });
  return false;
}

/** A blocked third party learns nothing; what waits is sent when the block ends. */
async function isBlocked(ctx: Context, organisationId: string): Promise<boolean> {
  const details = await getThirdParty(ctx, organisationId);
  return details?.blocks.some(({ subject }) => subject.kind === 'organisation') ?? false;
}

function messageOf(
  { bankId, clock, notificationSecrets }: Ctx,
  notification: Notification,
): Parameters<StatusSender['send']>[0] {
  const { address, notificationId: id, organisationId } = notification;
  const body = bodyOf(notification);
  const secrets = notificationSecrets.of(bankId, organisationId);
  return {
    address,
    body,
    headers: {
      'content-type': 'application/json',
      'x-request-id': id,
      ...signatureHeaders({ id, atSeconds: epochSeconds(clock.now()), body }, secrets),
    },
  };
}
